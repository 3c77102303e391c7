"""Where a player may begin to mark the hand: outlines around what was found in a photo."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.boxes import Boxes
from vision.reading import Reading, ReadTile
from vision.region import RegionError, region_of
from vision.rows import Points, find_rows

_LONG: Final = 4  # tiles: shorter rows are melds and accidents
_MOST: Final = 6  # rows offered
_AIR: Final = 0.25  # of a tile, around them
_BARE: Final = 0.12  # of each side left out where nothing was found


@dataclass(frozen=True)
class FoundRow:
    """A row of tiles.

    Attributes:
        tiles: their kinds, ``flower`` and ``back`` included, from one end to the other.
        corners: x, y of each, in pixels of the upright original, clockwise from the upper left.
    """

    tiles: tuple[str, ...]
    corners: tuple[float, ...]


def found_rows(tiles: Sequence[ReadTile], width: int, height: int) -> tuple[FoundRow, ...]:
    """The rows that may be the hand, from the upper edge of the photo to the lower.

    Args:
        tiles: all that were read in the photo.
        width: of the upright original, pixels.
        height: of the upright original, pixels.
    """
    boxes = _boxes(tiles)
    found = []
    for row in find_rows(boxes)[:_MOST]:
        kinds = tuple(tiles[index].tile for index in row.indices)
        if len(kinds) < _LONG or set(kinds) == {"back"}:
            continue
        own = boxes[list(row.indices)]
        # The corners of level boxes stand out over a slanting row, the middles of their sides do not.
        axes = np.stack([row.direction, [-row.direction[1], row.direction[0]]], axis=1)
        outline = _outline(_sides(own) @ axes, own)
        corners = _inside((outline @ axes.T).ravel(), width, height)
        if corners is not None:
            found.append(FoundRow(kinds, corners))
    return tuple(sorted(found, key=lambda row: sum(row.corners[1::2])))


def hand_outline(reading: Reading, width: int, height: int) -> tuple[float, ...]:
    """Corners around the hand as it was read; where nothing was, around most of the photo.

    Returns:
        x, y of each, in pixels of the upright original, clockwise from the upper left.
    """
    hand = [tile for tile in reading.tiles if tile.role in ("hand", "meld")] or list(reading.tiles)
    boxes = _boxes(hand)
    corners = None
    if hand:
        points = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]].reshape(-1, 2)
        middle, sides, angle = cv2.minAreaRect(points)
        air = 2 * _AIR * float(np.median((boxes[:, 2:] - boxes[:, :2]).min(axis=1)))
        marked = cv2.boxPoints((middle, (sides[0] + air, sides[1] + air), angle))
        corners = _inside(np.asarray(marked, np.float64).ravel(), width, height)
    if corners is None:
        left, top = _BARE * width, _BARE * height
        corners = (left, top, width - left, top, width - left, height - top, left, height - top)
    return corners


def _sides(boxes: Boxes) -> Points:
    """The middles of the four sides of boxes N×4, 4N×2."""
    low, high = boxes[:, :2].astype(np.float64), boxes[:, 2:].astype(np.float64)
    middle = (low + high) / 2
    return np.concatenate(
        [
            np.column_stack(pair)
            for x, y in ((low, middle), (high, middle))
            for pair in ((x[:, 0], y[:, 1]), (y[:, 0], x[:, 1]))
        ]
    )


def _outline(points: Points, boxes: Boxes) -> Points:
    """The corners 4×2 of the level rectangle around points N×2, with some air."""
    air = _AIR * float(np.median((boxes[:, 2:] - boxes[:, :2]).min(axis=1)))
    (left, top), (right, bottom) = points.min(axis=0) - air, points.max(axis=0) + air
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _inside(corners: Points, width: int, height: int) -> tuple[float, ...] | None:
    """Corners in order and within the photo; None where nothing is left of them."""
    try:
        region = region_of([float(value) for value in corners], width, height)
    except RegionError:
        return None
    return tuple(round(float(value), 1) for value in region.corners.ravel())


def _boxes(tiles: Sequence[ReadTile]) -> Boxes:
    return np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)
