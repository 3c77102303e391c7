"""Kongs: those that show backs, and those whose fourth tile lies on top."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.live.ground import Ground
from vision.live.melds import Group, read_group, seat_of
from vision.live.tiles import Tile

Vector = npt.NDArray[np.float64]

_LINE: Final = 0.35  # tile sizes that a tile may lie off the line of a kong
_TOUCH: Final = (0.6, 1.2)  # steps between tiles that touch, in mean lengths


def find_kongs(tiles: Sequence[Tile], ground: Ground) -> list[Group]:
    """Four tiles that touch in a line along the table's side, faces and backs.

    Args:
        tiles: that lie before players, in no meld.
        ground: the table.
    """
    found: list[Group] = []
    for seed in tiles:
        if seed.tile in ("back", "flower") or any(seed in group.tiles for group in found):
            continue
        for across in (False, True):
            line = _line(seed, tiles, ground.along(*seed.middle, down=across))
            if len(line) != 4 or all(tile.tile != "back" for tile in line):
                continue
            group = read_group(line, seat_of(line, ground))
            # One blank face among backs is rather the top of a standing tile.
            if group is not None and set(group.kinds) > {"back"} and group.faces != ("B",):
                found.append(group)
                break
    return found


def _line(seed: Tile, tiles: Sequence[Tile], direction: Vector) -> list[Tile]:
    """The tiles that touch one another in a line through a tile, in order."""
    middle = np.array(seed.middle)
    normal = np.array([-direction[1], direction[0]])
    near = [
        tile for tile in tiles if abs(float((np.array(tile.middle) - middle) @ normal)) < _LINE * seed.size
    ]
    near.sort(key=lambda tile: float(np.array(tile.middle) @ direction))
    place = next(index for index, tile in enumerate(near) if tile is seed)
    first = last = place
    while first > 0 and _touching(near[first - 1], near[first], direction):
        first -= 1
    while last + 1 < len(near) and _touching(near[last], near[last + 1], direction):
        last += 1
    return near[first : last + 1]


def _touching(one: Tile, other: Tile, direction: Vector) -> bool:
    step = float((np.array(other.middle) - np.array(one.middle)) @ direction)
    lengths = [
        float(np.abs(direction) @ np.array([tile.box[2] - tile.box[0], tile.box[3] - tile.box[1]]))
        for tile in (one, other)
    ]
    return _TOUCH[0] < 2 * step / sum(lengths) < _TOUCH[1]


def lift(group: Group, ground: Ground) -> float:
    """How much farther out the middle one of three alike is seen than its neighbours, in tile sizes.

    A camera over the table sees what lies higher farther from the middle of the picture. Outer edges are
    compared: those of a meld lie in one line, also where a tile lies across.
    """
    if len(group.tiles) != 3 or len(set(group.kinds)) != 1:
        return 0.0
    first, middle, last = (np.array(tile.middle) for tile in group.tiles)
    line = (last - first) / max(float(np.linalg.norm(last - first)), 1e-6)
    outward = np.array([-line[1], line[0]])
    if float(outward @ (middle - np.array(ground.size) / 2)) < 0:
        outward = -outward
    edges = [_edge(tile, outward) for tile in group.tiles]
    # The neighbours' edge under the middle one, which need not lie half way between them.
    share = float((middle - first) @ line) / max(float((last - first) @ line), 1e-6)
    return (edges[1] - edges[0] - share * (edges[2] - edges[0])) / group.tiles[1].size


def _edge(tile: Tile, outward: Vector) -> float:
    """How far a tile reaches in a direction, pixels."""
    half = np.array([tile.box[2] - tile.box[0], tile.box[3] - tile.box[1]]) / 2
    return float(np.array(tile.middle) @ outward) + float(np.max(np.abs(outward) * half))
