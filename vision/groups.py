"""Groups: tiles of a row that lie together, split where the space between two tiles is a gap."""

from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes
from vision.rows import Row, centres

Group = Sequence[int]
Covering = frozenset[frozenset[int]]

_GAP: Final = 0.12  # pitches of free space between two tiles
_SHORT: Final = 3  # tiles: in a longer row some touch
_ACROSS: Final = 1.15  # usual widths: a tile that reaches further lies across
_LONGEST: Final = 1.4  # widths: no tile laid across reaches further
_TURNED: Final = 1.4  # times the usual width by height; across it would be 1.8
_SLANTED: Final = 0.8  # |cos 2θ|: nearer to 45° the sides of a tile cannot be told from its level box


def split(row: Row, boxes: Boxes) -> list[list[int]]:
    """The groups of a row, in its order.

    Args:
        row: a row of ``boxes``.
        boxes: N×4.
    """
    indices = list(row.indices)
    steps = np.diff(row.along(centres(boxes[indices])))
    touching = np.minimum(_touching(steps), _usual(row, boxes))
    space = steps / touching - _reach(row, boxes, touching)
    # Tiles laid loosely have differing space: a gap is more than their habit.
    spread = float(np.median(np.abs(space - np.median(space)))) if space.size else 0.0
    groups = [[indices[0]]]
    for index, free in zip(indices[1:], space, strict=True):
        if free > max(_GAP, 3 * spread):
            groups.append([])
        groups[-1].append(index)
    return groups


def _touching(steps: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The step that touching tiles would have at each place: growing evenly towards the camera."""
    if len(steps) < 4:
        return np.full(len(steps), np.min(steps, initial=np.inf))
    places = np.arange(len(steps), dtype=np.float64)
    fits = steps <= 1.5 * np.percentile(steps, 35)
    level: npt.NDArray[np.float64] = np.full(len(steps), np.median(steps[fits]))
    for _ in range(3):  # each round leaves out the gaps that the last one showed
        if fits.sum() >= 4:
            level = np.asarray(np.polyval(np.polyfit(places[fits], steps[fits], 1), places), np.float64)
        fits = steps <= (1 + _GAP) * level
    return np.maximum(level, 0.5 * np.percentile(steps, 35))


def _usual(row: Row, boxes: Boxes) -> float:
    """More than the step between tiles that touch can be, where the row is too short to show such."""
    if len(row.indices) > _SHORT:
        return np.inf
    own = boxes[list(row.indices)].astype(np.float64)
    return float(np.median((own[:, 2:] - own[:, :2]) @ np.abs(row.direction))) * (1 + _GAP)


def _reach(row: Row, boxes: Boxes, touching: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
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


def _sides(row: Row, boxes: Boxes) -> npt.NDArray[np.float64] | None:
    """Length along and across the row of each of its tiles, 2×N; None where level boxes do not tell it."""
    own = boxes[list(row.indices)].astype(np.float64)
    wide, high = own[:, 2] - own[:, 0], own[:, 3] - own[:, 1]
    along, aside = np.abs(row.direction)
    slant = along**2 - aside**2
    if abs(slant) < _SLANTED:
        return None
    sides = np.stack([wide * along - high * aside, high * along - wide * aside]) / slant
    return np.asarray(np.maximum(sides, 1e-3), np.float64)


def shown(group: Sequence[int], kinds: Sequence[str], covering: Covering = frozenset()) -> list[str]:
    """The classes of a group; a tile that one of them hides counts as a back.

    Args:
        group: indices.
        kinds: classes by index.
        covering: groups that hide a tile; see `vision.stacks`.
    """
    hidden = ["back"] if frozenset(group) in covering else []
    return [*(kinds[index] for index in group), *hidden]


def cut_kongs(group: Group, kinds: Sequence[str], covering: Covering = frozenset()) -> list[list[int]]:
    """Take kongs of which a tile is turned over or hidden out of a group of tiles in a row.

    Args:
        group: indices, in the order of the row.
        kinds: classes by index.
        covering: as in `shown`.
    """
    for start in range(len(group) - 2):
        for size in (4, 3):
            part = list(group[start : start + size])
            window = shown(part, kinds, covering)
            faces = any(kinds[index] != "back" for index in part)
            if len(window) == 4 and faces and "back" in window and is_meld(window):
                rest = cut_kongs(group[start + size :], kinds, covering)
                return [one for one in (list(group[:start]), part, *rest) if one]
    return [list(group)] if group else []


def may_be_meld(choices: Sequence[Sequence[str]]) -> bool:
    """Whether three or four tiles are a meld in any way of reading them; choices hold the classes of each."""
    return len(choices) in (3, 4) and any(is_meld(tiles) for tiles in product(*choices))


def may_be(group: Group, choices: Sequence[Sequence[str]], covering: Covering = frozenset()) -> bool:
    """Whether a group is a meld in any way of reading it; arguments as in `cut_melds`."""
    hidden: list[Sequence[str]] = [("back",)] if frozenset(group) in covering else []
    return may_be_meld([*(choices[index] for index in group), *hidden])


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
