"""Groups: tiles of a row that lie together, split where the space between two tiles is a gap."""

from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes
from vision.rows import Row, centres, sides_along, sizes

Group = Sequence[int]
Covering = frozenset[frozenset[int]]
Floats = npt.NDArray[np.float64]

KONG: Final = 4  # tiles
_GAP: Final = 0.12  # pitches of free space between two tiles
_HABIT: Final = 0.2  # pitches of free space that are no habit, but a gap
_SHORT: Final = 3  # tiles: in a longer row some touch
_ACROSS: Final = 1.15  # usual widths: a tile that reaches further lies across
_LONGEST: Final = 1.4  # widths: no tile laid across reaches further
_TURNED: Final = 1.4  # times the usual width by height; across it would be 1.8


def split(row: Row, boxes: Boxes, covering: Covering = frozenset()) -> list[list[int]]:
    """The groups of a row, in its order.

    Args:
        row: a row of ``boxes``.
        boxes: N×4.
        covering: as in `shown`; one is never split.
    """
    indices = list(row.indices)
    steps = np.diff(row.along(centres(boxes[indices])))
    touching = np.minimum(_touching(steps, sizes(boxes[indices])), _usual(row, boxes))
    space = steps / touching - _reach(row, boxes, touching)
    # Tiles laid loosely have differing space: a gap is more than their habit.
    close = space[space < _HABIT]
    spread = float(np.median(np.abs(close - np.median(close)))) if close.size else 0.0
    groups = [[indices[0]]]
    for index, free in zip(indices[1:], space, strict=True):
        together = any(index in group and groups[-1][-1] in group for group in covering)
        if free > max(_GAP, min(3 * spread, _HABIT)) and not together:
            groups.append([])
        groups[-1].append(index)
    return groups


def _touching(steps: Floats, size: Floats) -> Floats:
    """The step that touching tiles would have at each place: as much larger towards the camera as tiles are.

    Args:
        steps: from each tile to the next.
        size: of the tiles: a row that runs away from the camera shows their sides in turn.
    """
    # A median of slopes passes over gaps, and over tiles that lie across or half under others.
    slopes = np.concatenate([_slopes(np.log(steps)), _slopes(np.log(size))])
    slope = float(np.median(slopes)) if slopes.size else 0.0
    places = np.arange(len(steps), dtype=np.float64)
    growth = np.exp(slope * places)
    return np.asarray(growth * float(np.percentile(steps / growth, 35)) if steps.size else growth, np.float64)


def _slopes(values: Floats) -> Floats:
    """From each value to those far behind it, per place."""
    first, second = np.triu_indices(len(values), max(1, len(values) // 3))
    return np.asarray((values[second] - values[first]) / (second - first), np.float64)


def _lengths(row: Row, boxes: Boxes) -> Floats:
    """Of its tiles along a row; where level boxes do not tell it, their sizes, which grow alike."""
    sides = _sides(row, boxes)
    return sizes(boxes[list(row.indices)]) if sides is None else np.asarray(sides[0], np.float64)


def _usual(row: Row, boxes: Boxes) -> float:
    """More than the step between tiles that touch can be, where the row is too short to show such."""
    if len(row.indices) > _SHORT:
        return np.inf
    return float(np.median(_lengths(row, boxes))) * (1 + _GAP)


def _reach(row: Row, boxes: Boxes, touching: Floats) -> Floats:
    """From neighbour to neighbour where they touch, in usual steps: 1, more beside a tile laid across."""
    sides = _sides(row, boxes)
    if sides is None or len(row.indices) < 3:
        return np.ones(len(row.indices) - 1)
    usual = np.concatenate([touching[:1], (touching[1:] + touching[:-1]) / 2, touching[-1:]])
    reach = sides[0] / usual
    middle = max(float(np.median(reach)), 0.3)
    extra = np.where(reach > _ACROSS * middle, np.minimum(reach / middle, _LONGEST) - 1, 0) / 2
    return np.asarray(1 + extra[:-1] + extra[1:], np.float64)


def lying_across(row: Row, boxes: Boxes) -> list[int]:
    """Indices of the tiles of a row that are wider, for their height, than its others: turned, or flat."""
    sides = _sides(row, boxes)
    if sides is None or len(row.indices) < 4:
        return []
    shape = sides[0] / sides[1]
    turned = shape > _TURNED * np.median(shape)
    return [index for index, is_turned in zip(row.indices, turned, strict=True) if is_turned]


def _sides(row: Row, boxes: Boxes) -> Floats | None:
    """As `sides_along`, of the tiles of a row."""
    return sides_along(boxes[list(row.indices)], row.direction)


def shown(group: Sequence[int], kinds: Sequence[str], covering: Covering = frozenset()) -> list[str]:
    """The classes of a group; what is hidden of a kong counts as backs.

    Args:
        group: indices.
        kinds: classes by index.
        covering: kongs of which not all is seen; see `vision.stacks`.
    """
    return [*(kinds[index] for index in group), *["back"] * hidden(group, covering)]


def hidden(group: Group, covering: Covering) -> int:
    """How many tiles of a group are not seen."""
    return KONG - len(group) if frozenset(group) in covering else 0


def cut_kongs(group: Group, kinds: Sequence[str], covering: Covering = frozenset()) -> list[list[int]]:
    """Take kongs of which a tile is turned over or hidden out of a group of tiles in a row.

    Args:
        group: indices, in the order of the row.
        kinds: classes by index.
        covering: as in `shown`.
    """
    backs = [kinds[index] == "back" for index in group]

    # From the end on: the parts that leave the fewest backs, and tiles, outside kongs, with their numbers;
    # the first part is what lies before the first kong, or empty.
    best: list[tuple[tuple[int, int], list[list[int]]]] = [((0, 0), [[]])]
    for start in range(len(group) - 1, -1, -1):
        (turned, left), (first, *others) = best[-1]
        found = (turned + backs[start], left + 1), [[group[start], *first], *others]
        for size in range(KONG, 0, -1):
            part = list(group[start : start + size])
            window = shown(part, kinds, covering)
            # Backs alone are a kong beside tiles, and a wall where there are no others.
            more = any(backs[start + size : start + size + 1])
            wall = all(backs) or (more and all(backs[start : start + size]))
            if len(window) == 4 and not wall and "back" in window and is_meld(window):
                lost, rest = best[-len(part)]
                found = min(found, (lost, [[], part, *rest]), key=lambda one: one[0])
        best.append(found)
    return [part for part in best[-1][1] if part]


def may_be_meld(choices: Sequence[Sequence[str]]) -> bool:
    """Whether three or four tiles are a meld in any way of reading them; choices hold the classes of each."""
    return len(choices) in (3, 4) and any(is_meld(tiles) for tiles in product(*choices))


def may_be(group: Group, choices: Sequence[Sequence[str]], covering: Covering = frozenset()) -> bool:
    """Whether a group is a meld in any way of reading it; arguments as in `cut_melds`."""
    unseen: list[Sequence[str]] = [("back",)] * hidden(group, covering)
    return may_be_meld([*(choices[index] for index in group), *unseen])


def cut_melds(
    group: Group, choices: Sequence[Sequence[str]], covering: Covering = frozenset()
) -> list[list[int]] | None:
    """Melds that lie against one another; None where the group is not made of melds.

    Args:
        group: indices, in the order of the row.
        choices: the classes that each tile may be, by index.
        covering: as in `shown`.
    """
    if not group:
        return []
    for size in (3, 4):
        first = list(group[:size])
        if may_be(first, choices, covering):
            rest = cut_melds(group[size:], choices, covering)
            if rest is not None:
                return [first, *rest]
    return None


def is_meld(tiles: Sequence[str]) -> bool:
    """Whether a group, as read, is a run, a triplet, a kong, or a kong that shows backs.

    Args:
        tiles: classes of a group.
    """
    faces = sorted(tile for tile in tiles if tile != "back")
    if "flower" in faces:
        return False
    if len(tiles) == 4:
        return len(set(faces)) <= 1
    if len(faces) != 3 or len(tiles) != 3:
        return False
    if len(set(faces)) == 1:
        return True
    if any(len(tile) == 1 for tile in faces) or len({tile[1] for tile in faces}) > 1:
        return False
    low, middle, high = (int(tile[0]) for tile in faces)
    return low + 2 == middle + 1 == high
