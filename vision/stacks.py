"""Kongs whose fourth tile lies on top: one tile is hidden, another seen raised above it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.between import Places, Raised
from vision.boxes import Boxes
from vision.rows import Points, Row, centres

# Log odds that three alike are a kong of which one is hidden, by `Stack.signs`. Fitted on 270 kongs and 3200
# triplets laid at random and seen by boxes that are off by 1.5 %, and on 520 of drawn hands as the networks
# find them.
_KONG: Final = (-3.0, 46.8, 62.9, 18.2, 67.0, 40.4, -3.5, -0.24, -10.9)
_LIFT: Final = (-0.2, 0.3)  # tile sizes: more is no better evidence; so of the other signs
_OUTWARD: Final = (-0.6, 1.0)
_LARGER: Final = (-0.08, 0.12)
_OUT: Final = 60.0
_LEAST: Final = 0.02  # probability: less is no stack
_OFF_LINE: Final = 0.15  # tile sizes: a tile further off may be in no row, stack or not
_DOUBTFUL: Final = (0.04, 0.9)  # probabilities between which the picture leaves it open


@dataclass(frozen=True)
class Stack:
    """Three tiles that may show a kong.

    What is raised is seen larger, being nearer; further up, as far as the photo is tilted; and further away
    from the middle of the picture, over which the camera is held.

    Attributes:
        top: index of the raised tile.
        beside: indices of the tiles on both sides of it.
        seen: how it lies to them.
        kong: what is known of it without: None for a copy of the face elsewhere, so that none can be hidden;
            whether backs show beside faces among three that touch no other, as only those of a kong do.
    """

    top: int
    beside: tuple[int, int]
    seen: Raised
    kong: bool | None

    @property
    def group(self) -> frozenset[int]:
        """All three."""
        return frozenset((self.top, *self.beside))

    def signs(self, habit: float) -> Points:
        """What speaks for a kong, nine numbers, the first is 1; ``habit`` as `untidiness` gives it."""
        seen = self.seen
        return np.array(
            [
                1.0,
                np.clip(seen.lift - habit, 0, _LIFT[1]),
                np.clip(seen.lift + habit, _LIFT[0], 0),
                np.clip(seen.along * seen.out, *_OUTWARD),
                max(0.0, abs(seen.along) - habit),
                np.clip(seen.larger, *_LARGER),
                seen.touched,
                min(seen.out**2, _OUT),
                seen.tilt**2,
            ]
        )

    def chance(self, habit: float) -> float:
        """Probability that it is a kong rather than a triplet; ``habit`` as `untidiness` gives it."""
        return self._seen_chance(habit) if self.kong is False else float(bool(self.kong))

    def raised(self, habit: float) -> bool:
        """Whether it is a kong rather than a triplet laid untidily."""
        return self.chance(habit) > 0.5

    def doubtful(self, habit: float) -> bool:
        """Whether the picture leaves open which of the two it is.

        Among other tiles that touch them, three alike are rather a part of the hand laid untidily, and three
        with backs may lack one that was not found.
        """
        if self.kong is None:
            return False
        chance, touched = self._seen_chance(habit), self.seen.touched
        if self.kong:
            return touched and chance < _DOUBTFUL[1]
        return _DOUBTFUL[0] < chance < (1.0 if touched else _DOUBTFUL[1])

    def _seen_chance(self, habit: float) -> float:
        return float(1 / (1 + np.exp(-self.signs(habit) @ np.array(_KONG))))


def find_stacks(boxes: Boxes, choices: Sequence[Sequence[str]], leading: Row) -> tuple[Stack, ...]:
    """Tiles seen above the line between two others that have room for one between them.

    Args:
        boxes: N×4.
        choices: the classes that each tile may be, by index. All three have to show one face or backs.
        leading: the longest row; melds lie as it does.
    """
    places = Places(boxes, choices, leading)
    found: list[tuple[float, Stack]] = []
    for first, second in places.pairs():
        top = places.between(first, second)
        if top is None:
            continue
        group = first, top, second
        shown = [choices[index] for index in group]
        enclosed = shown[1][0] == "back" and not any(shown[end][0] == "back" for end in (0, 2))
        # Nobody lays a back on a tile between two that lie open.
        if not one_face(shown) or enclosed:
            continue
        # Backs alone may be white dragons without a mark, which lie level.
        mixed = len({one[0] == "back" for one in shown}) == 2
        known = None if places.copied(group) else mixed and not places.completed(group)
        stack = Stack(top, (first, second), places.raised(group), known)
        off, share, span = places.off(group)
        if stack.chance(0.0) > _LEAST or off > _OFF_LINE:
            found.append((share + span, stack))
    taken: set[int] = set()
    stacks = []
    for _, stack in sorted(found, key=lambda entry: entry[0]):
        if not stack.group & taken:
            stacks.append(stack)
            taken |= stack.group
    return tuple(stacks)


def lowered(boxes: Boxes, stacks: Sequence[Stack]) -> Boxes:
    """The boxes N×4 with raised tiles moved between their neighbours, to where the hidden ones lie."""
    level = boxes.copy()
    points = centres(boxes)
    for stack in stacks:
        first, second = (points[index] for index in stack.beside)
        middle = (first + second) / 2 - points[stack.top]
        level[stack.top] += np.array([*middle, *middle], np.float32)
    return level


def untidiness(row: Row, boxes: Boxes) -> float:
    """How far the tiles of a row lie off the line of their two neighbours, tile sizes, the usual case."""
    points = centres(boxes[list(row.indices)])
    if len(points) < 3:
        return 0.0
    off = points[1:-1] - (points[:-2] + points[2:]) / 2
    return float(np.median(np.abs(row.across(off)))) / row.size


def one_face(choices: Sequence[Sequence[str]]) -> bool:
    """Whether tiles may all show one kind, those that may be backs aside."""
    faces = [set(one) for one in choices if "back" not in one]
    return not faces or bool(set.intersection(*faces) - {"flower"})
