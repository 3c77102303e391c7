"""Kongs whose fourth tile lies on top: one tile is hidden, another seen raised above it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes
from vision.rows import Points, Row, centres, sizes

OFF_LINE: Final = 0.15  # tile sizes: a tile further off may be in no row
_LIKE_SIZE: Final = 1.3
_SPAN: Final = (1.3, 2.8)  # tile sizes between the two tiles that lie beside the stack
_MIDDLE: Final = (0.3, 0.7)  # where between them the raised tile is seen
_LIFT: Final = (0.03, 0.8)  # tile sizes off their middle: less is in line, more is in another row
_FREE: Final = 0.5  # tile sizes around the middle of the line without a tile of its own
_LEVEL: Final = 0.7  # cosine: rows that are less level may belong to a photo turned by a quarter
_PARALLEL: Final = 0.94  # cosine, 20°
# Share of the way between its neighbours that a raised tile is seen off their middle: at most, and
# where it does not lie off their line either.
_ASKEW: Final = (0.04, 0.08)
_ACROSS: Final = 1.18  # a tile reaching this much further than its neighbours lies across
# Of 139 drawn triplets the middle tile of 1 lay further off, of 80 stacks that of 48.
_RAISED: Final = 0.2
_HABIT: Final = 4.0  # times what the tiles of the long row lie off their line
_DOUBTFUL: Final = (0.1, 0.3)  # tile sizes: less is no stack, more is one without doubt


@dataclass(frozen=True)
class Stack:
    """Three tiles that may show a kong.

    Attributes:
        top: index of the raised tile.
        beside: indices of the tiles on both sides of it.
        lift: tile sizes that it lies off the middle between them.
        aside: tile sizes that it lies off the line through them.
        turned: whether a back is among them: only a kong shows backs.
    """

    top: int
    beside: tuple[int, int]
    lift: float
    aside: float
    turned: bool

    @property
    def group(self) -> frozenset[int]:
        """All three."""
        return frozenset((self.top, *self.beside))

    def raised(self, habit: float) -> bool:
        """Whether it is a kong rather than a triplet laid untidily; ``habit`` as `untidiness` gives it."""
        return self.turned or self.lift > max(_RAISED, _HABIT * habit)

    @property
    def doubtful(self) -> bool:
        """Whether the picture leaves open which of the two it is."""
        return self.lift < _DOUBTFUL[1] and (self.turned or self.lift > _DOUBTFUL[0])


def find_stacks(boxes: Boxes, choices: Sequence[Sequence[str]], along_row: Points) -> tuple[Stack, ...]:
    """Tiles seen above the line between two others that have room for one between them.

    Args:
        boxes: N×4.
        choices: the classes that each tile may be, by index. All three have to show one face or backs.
        along_row: the direction of the hand, a unit vector; melds lie as it does.
    """
    points, size = centres(boxes), sizes(boxes)
    wide = (boxes[:, 2:] - boxes[:, :2]).astype(np.float64)
    found: list[tuple[float, Stack]] = []
    for first, second in _pairs(points, size, along_row):
        usual = float(size[first] + size[second]) / 2
        line = points[second] - points[first]
        span = float(np.linalg.norm(line))
        direction = line / span
        offset = points - points[first]
        along = offset @ direction / span
        aside = np.abs(offset @ np.array([-direction[1], direction[0]])) / usual
        between = (along > _MIDDLE[0]) & (along < _MIDDLE[1]) & (aside < _LIFT[1])
        between[[first, second]] = False
        # A tile on the line itself leaves no room for one that is hidden.
        if between.sum() != 1:
            continue
        top = int(np.flatnonzero(between)[0])
        reach = wide @ np.abs(direction)
        if reach[top] > _ACROSS * max(reach[first], reach[second]) or not _alike(size, first, top):
            continue
        shown = [choices[index] for index in (first, top, second)]
        if one_face(shown):
            turned = any(one[0] == "back" for one in shown)
            lift = float(np.hypot(aside[top], (along[top] - 0.5) * span / usual))
            # What lies higher is seen further up, in a photo that is not turned; in a column, on either side.
            down = float(points[top][1] - (points[first][1] + points[second][1]) / 2)
            if abs(direction[0]) > _LEVEL and down > _LIFT[0] * usual:
                lift = min(lift, _RAISED)
            if not turned and lift < _LIFT[0]:
                continue
            stack = Stack(top, (first, second), lift, float(aside[top]), turned)
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
        line = second - first
        middle = (first + second) / 2 - points[stack.top]
        normal = np.array([-line[1], line[0]]) / np.linalg.norm(line)
        askew = abs(float(middle @ line)) / float(line @ line)
        # A tile in line, but much further from one than from the other, lies beside a gap.
        if not stack.turned and (askew > _ASKEW[1] or (askew > _ASKEW[0] and not stack.aside > _RAISED / 2)):
            middle = float(middle @ normal) * normal
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
