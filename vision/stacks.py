"""Kongs whose fourth tile lies on top: one tile is hidden, another seen raised above it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes
from vision.rows import Points, Row, centres, sides_along, sizes

_LIKE_SIZE: Final = 1.3
_SPAN: Final = (1.3, 2.8)  # tile sizes between the two tiles that lie beside the stack
_MIDDLE: Final = (0.3, 0.7)  # where between them the raised tile is seen
_LIFT: Final = 0.8  # tile sizes off their line: more is in another row
_FREE: Final = 0.5  # tile sizes around the middle of the line without a tile of its own
_LEVEL: Final = 0.7  # cosine: rows that are less level may belong to a photo turned by a quarter
_PARALLEL: Final = 0.9  # cosine, 26°: rows that run away from the camera spread
_ACROSS: Final = 1.18  # a tile reaching this much further than its neighbours lies across
_BESIDE_GAP: Final = 1.1  # times two pitches: both may be further apart only where there is a gap beside one
_IN_LINE: Final = (0.1, 0.1)  # tile sizes off the line, and off the middle: less and more is beside a gap
# Log odds that three alike are a kong of which one is hidden: of 0, and for each tile size that the middle
# one lies off the line, for each that it lies off the middle, and for each e-fold by which it is larger, so
# nearer to the camera. Fitted on 37 kongs and 154 triplets of drawn hands, as the networks find them.
_KONG: Final = (-6.0, 22.0, 75.0, 75.0)
_LARGER: Final = 0.05  # more of it is no better evidence
_HABIT: Final = 1.0  # times what the tiles of the long row lie off their line, which says nothing
_LEAST: Final = 0.1  # probability: less is no stack
_OFF_LINE: Final = 0.15  # tile sizes: a tile further off may be in no row, stack or not
_DOUBTFUL: Final = (0.1, 0.9)  # probabilities between which the picture leaves it open


@dataclass(frozen=True)
class Stack:
    """Three tiles that may show a kong.

    Attributes:
        top: index of the raised tile.
        beside: indices of the tiles on both sides of it.
        lift: tile sizes that it lies above the line through them; in a column, on either side of it.
        along: tile sizes that it lies off the middle between them, along their line.
        larger: natural logarithm of its size by theirs.
        turned: whether a back is among them: only a kong shows backs.
    """

    top: int
    beside: tuple[int, int]
    lift: float
    along: float
    larger: float
    turned: bool

    @property
    def group(self) -> frozenset[int]:
        """All three."""
        return frozenset((self.top, *self.beside))

    def chance(self, habit: float) -> float:
        """Probability that it is a kong rather than a triplet; ``habit`` as `untidiness` gives it."""
        if self.turned:
            return 1.0
        none, lift, along, larger = _KONG
        clear = max(0.0, self.lift - _HABIT * habit), max(0.0, self.along - _HABIT * habit)
        odds = none + lift * clear[0] + along * clear[1] + larger * min(self.larger, _LARGER)
        return float(1 / (1 + np.exp(-odds)))

    def raised(self, habit: float) -> bool:
        """Whether it is a kong rather than a triplet laid untidily."""
        return self.chance(habit) > 0.5

    def doubtful(self, habit: float) -> bool:
        """Whether the picture leaves open which of the two it is."""
        return _DOUBTFUL[0] < self.chance(habit) < _DOUBTFUL[1]


def find_stacks(boxes: Boxes, choices: Sequence[Sequence[str]], leading: Row) -> tuple[Stack, ...]:
    """Tiles seen above the line between two others that have room for one between them.

    Args:
        boxes: N×4.
        choices: the classes that each tile may be, by index. All three have to show one face or backs.
        leading: the longest row; melds lie as it does.
    """
    points, size = centres(boxes), sizes(boxes)
    sides = sides_along(boxes, leading.direction)
    long = size if sides is None else sides[0]
    touching = long * leading.pitch / float(np.median(long[list(leading.indices)]))
    found: list[tuple[float, Stack]] = []
    for first, second in _pairs(points, size, leading.direction):
        usual = float(size[first] + size[second]) / 2
        line = points[second] - points[first]
        span = float(np.linalg.norm(line))
        direction = line / span
        offset = points - points[first]
        along = offset @ direction / span
        aside = np.abs(offset @ np.array([-direction[1], direction[0]])) / usual
        between = (along > _MIDDLE[0]) & (along < _MIDDLE[1]) & (aside < _LIFT)
        between[[first, second]] = False
        # A tile on the line itself leaves no room for one that is hidden.
        if between.sum() != 1:
            continue
        top = int(np.flatnonzero(between)[0])
        if long[top] > _ACROSS * max(long[first], long[second]) or not _alike(size, first, top):
            continue
        shown = [choices[index] for index in (first, top, second)]
        askew = abs(float(along[top]) - 0.5) * span
        usual_span = float(touching[first] + touching[second])
        if askew > _IN_LINE[1] * usual and aside[top] < _IN_LINE[0] and span > _BESIDE_GAP * usual_span:
            continue
        if one_face(shown):
            # What lies higher is seen further up, in a photo that is not turned; in a column, on either side.
            down = float(points[top][1] - (points[first][1] + points[second][1]) / 2)
            lower = abs(direction[0]) > _LEVEL and down > 0
            # Beside a tile laid across, the middle of both is not where the one between them lies.
            across = max(long[first], long[second]) > _ACROSS * min(long[first], long[second])
            stack = Stack(
                top,
                (first, second),
                0.0 if lower else float(aside[top]),
                0.0 if across else askew / usual,
                float(np.log(2 * size[top] / (size[first] + size[second]))),
                any(one[0] == "back" for one in shown),
            )
            if stack.chance(0.0) > _LEAST or aside[top] > _OFF_LINE:
                found.append((abs(float(along[top]) - 0.5) + span / usual, stack))
    taken: set[int] = set()
    stacks = []
    for _, stack in sorted(found, key=lambda entry: entry[0]):
        if not stack.group & taken:
            stacks.append(stack)
            taken |= stack.group
    return tuple(stacks)


def _pairs(points: Points, size: npt.NDArray[np.float64], along_row: Points) -> list[tuple[int, int]]:
    """Tiles of like size in line with the row that have room for one between them."""
    line = points[None] - points[:, None]
    span = np.linalg.norm(line, axis=2)
    usual = (size[None] + size[:, None]) / 2
    fits = (span > _SPAN[0] * usual) & (span < _SPAN[1] * usual)
    fits &= np.abs(line @ along_row) >= _PARALLEL * span
    fits &= np.maximum(size[None], size[:, None]) < _LIKE_SIZE * np.minimum(size[None], size[:, None])
    return [(int(first), int(second)) for first, second in np.argwhere(np.triu(fits, 1))]


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


def _alike(size: npt.NDArray[np.float64], one: int, other: int) -> bool:
    return bool(max(size[one], size[other]) < _LIKE_SIZE * min(size[one], size[other]))
