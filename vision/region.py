"""The part of a photo that a player marked with four corners: it is the hand, and is looked at level.

The marked part is laid level like a sheet seen from above, so that small and slanted tiles are seen large and
upright; what is found there is brought back into pixels of the photo.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes
from vision.detector import CLASSES, Detection
from vision.groups import may_be_meld
from vision.layout import Layout
from vision.photo import REDUCED_SIDE, Photo
from vision.reading import Reading, ReadTile
from vision.rows import Points, centres, find_rows

_LEAST_SIDE: Final = 12.0  # pixels: less is a slip of the finger, no part of a photo
_AROUND: Final = 0.12  # of the short side: corners are set roughly, a tile they cut is still seen whole
_FARTHEST: Final = (
    0.35  # depth of the marked part's far end by that of its near end, beyond which no margin fits
)
_SAME: Final = 0.6  # widths of a tile: two views that put a tile so near mean the same one
_FULL: Final = 18  # tiles of a hand with four kongs, each counted whole
_SHOWN: Final = 3  # candidates of a tile outside


class RegionError(ValueError):
    """Corners that mark no part of a photo; the message says what to do."""


@dataclass(frozen=True, eq=False)
class Region:
    """A convex part of a photo.

    Attributes:
        corners: 4×2 float64, pixels of the upright original, clockwise from the one at the upper left.
    """

    corners: Points

    def holds(self, points: Points) -> npt.NDArray[np.bool_]:
        """Which of the points N×2 lie in it."""
        sides = np.roll(self.corners, -1, axis=0) - self.corners
        away = points[:, None] - self.corners[None]
        return np.asarray((_cross(sides[None], away) >= 0).all(axis=1), np.bool_)


def region_of(corners: Sequence[float], width: int, height: int) -> Region:
    """The part of a photo within four corners.

    Args:
        corners: x, y, x, y, x, y, x, y in pixels of the upright original, going round either way from any of
            the four, or crosswise; beyond the photo's edges they are moved onto them.
        width: of the upright original, pixels.
        height: of the upright original, pixels.

    Raises:
        RegionError: if they are not eight numbers, or do not enclose a part of the photo.
    """
    if len(corners) != 8 or not all(np.isfinite(corners)):
        raise RegionError("Four corners are eight numbers: x,y of each, in pixels of the upright photo.")
    points = np.clip(np.reshape(np.asarray(corners, np.float64), (4, 2)), 0, [width, height])
    away = points - points.mean(axis=0)
    points = points[np.argsort(np.arctan2(away[:, 1], away[:, 0]), kind="stable")]
    points = np.roll(points, -int(points.sum(axis=1).argmin()), axis=0)
    sides = np.roll(points, -1, axis=0) - points
    lengths = np.linalg.norm(sides, axis=1)
    # How far each corner stands off the line through the two before it: none may dent the outline.
    if (
        lengths.min() < _LEAST_SIDE
        or (_cross(sides, np.roll(sides, -1, axis=0)) < _LEAST_SIDE * lengths).any()
    ):
        raise RegionError(
            "The four corners enclose no part of the photo. Set them around the hand, one at each end."
        )
    return Region(points)


@dataclass(frozen=True, eq=False)
class LevelView:
    """A region laid level.

    Attributes:
        region: the part of the photo.
        photo: its pixels as a photo of its own, a little of the surroundings included.
        to_original: 3×3, pixels of ``photo`` to pixels of the upright original, homogeneous.
        whole: width and height of the upright original, pixels.
    """

    region: Region
    photo: Photo
    to_original: Points
    whole: tuple[int, int]

    def parted(
        self, near: Sequence[Detection], afar: Sequence[Detection]
    ) -> tuple[tuple[Detection, ...], tuple[Detection, ...]]:
        """What lies in the region, in pixels of this view, and what lies beside it, in original pixels.

        Args:
            near: tiles found in this view, its pixels.
            afar: tiles found in the whole photo, original pixels; those that this view missed are added.
        """
        inside = self.region.holds(_through(self.to_original, centres(_boxes(near))))
        own = [tile for tile, kept in zip(near, inside, strict=True) if kept]
        places = centres(_boxes(own))
        usual = np.median(np.diff(_boxes(own).reshape(-1, 2, 2), axis=1)[:, 0], axis=0) if own else None
        beside, to_view = [], np.asarray(np.linalg.inv(self.to_original), np.float64)
        held = self.region.holds(centres(_boxes(afar)))
        seen = _level_boxes(to_view, _boxes(afar))
        # Not the middles of their boxes here: of a large one seen at a slant that may lie beyond the photo.
        middles = _through(to_view, centres(_boxes(afar)))
        for tile, box, place, kept in zip(afar, seen, middles, held, strict=True):
            apart = np.linalg.norm(places - place, axis=1).min(initial=np.inf)
            size = np.asarray(box[2:] - box[:2] if usual is None else usual, np.float64)
            # A tile on the border is one tile, whichever view puts its middle where.
            if apart < _SAME * float(size.min()):
                continue
            if kept:
                own.append(replace(tile, box=_box(np.concatenate([place - size / 2, place + size / 2]))))
            else:
                beside.append(tile)
        return tuple(own), tuple(beside)

    def boxes_back(self, boxes: Boxes) -> Boxes:
        """Level boxes around boxes N×4 of this view, in pixels of the upright original."""
        return np.asarray(np.clip(_level_boxes(self.to_original, boxes), 0, self.whole * 2), np.float32)

    def back(self, tiles: Sequence[Detection]) -> tuple[Detection, ...]:
        """Detections of this view in pixels of the upright original."""
        boxes = self.boxes_back(_boxes(tiles))
        return tuple(replace(tile, box=_box(box)) for tile, box in zip(tiles, boxes, strict=True))

    def placed(self, reading: Reading) -> Reading:
        """A reading of this view in pixels of the upright original."""
        boxes = self.boxes_back(np.array([tile.box for tile in reading.tiles], np.float32).reshape(-1, 4))
        placed = (replace(tile, box=_box(box)) for tile, box in zip(reading.tiles, boxes, strict=True))
        return replace(reading, tiles=tuple(placed))


def level(photo: Photo, region: Region) -> LevelView:
    """Lay a region level, with as many of the original's pixels as it has, up to 2000 on its long side."""
    top, right, bottom, left = np.linalg.norm(np.roll(region.corners, -1, axis=0) - region.corners, axis=1)
    sides = np.array([max(top, bottom), max(left, right)])
    zoom = min(1.0, REDUCED_SIDE / float(sides.max()))
    source = photo.finer(0.9 * zoom)
    zoom = min(zoom, source.scale)
    inner = np.maximum(sides * zoom, 8)
    far = min(min(top, bottom) / max(top, bottom), min(left, right) / max(left, right))
    air = _AROUND * float(inner.min()) * (far > _FARTHEST)
    width, height = (round(float(side) + 2 * air) for side in inner)
    low, high = np.array([air, air]), np.array([width - air, height - air])
    laid = np.array([low, [high[0], low[1]], high, [low[0], high[1]]], np.float32)
    to_original = cv2.getPerspectiveTransform(laid, region.corners.astype(np.float32))
    to_source = np.diag([source.scale, source.scale, 1.0]) @ to_original
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    image = cv2.warpPerspective(
        source.image, to_source, (width, height), flags=flags, borderValue=(114, 114, 114)
    )
    cut = Photo(np.asarray(image, np.uint8), width, height, 1.0)
    return LevelView(region, cut, np.asarray(to_original, np.float64), (photo.width, photo.height))


def enclosed(layout: Layout) -> Layout:
    """A layout of what a player marked: tiles that lie far from the others are of the hand too.

    Args:
        layout: of the tiles within the region alone. Where they are too many for a hand it stays as it is.
    """
    apart = [index for index in range(len(layout.tiles)) if layout.role(index) == "table"]
    count = len(layout.concealed) + (layout.win is not None) + 3 * len(layout.melds)
    if not apart or count + len(apart) > _FULL:
        return layout
    if len(apart) == 1 and count in (13, 16) and layout.win is None:
        return replace(layout, win=apart[0])
    groups = [
        tuple(sorted(apart[place] for place in row.indices))
        for row in find_rows(_boxes([layout.tiles[index] for index in apart]))
    ]
    melds = [group for group in groups if may_be_meld([layout.tiles[index].choices for index in group])]
    loose = [index for group in groups if group not in melds for index in group]
    return replace(
        layout, concealed=tuple(sorted((*layout.concealed, *loose))), melds=(*layout.melds, *melds)
    )


def aside(tile: Detection) -> ReadTile:
    """A tile beside the region: nothing depends on it, so that it is never in doubt."""
    order = np.argsort(-tile.probabilities, kind="stable")[:_SHOWN]
    candidates = tuple((CLASSES[index], float(tile.probabilities[index])) for index in order)
    return ReadTile(tile.tile, tile.box, tile.score, "table", candidates, tile.tile, doubtful=False)


def _through(matrix: Points, points: Points) -> Points:
    """Points N×2 through a homography."""
    seen = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float64)


def _level_boxes(matrix: Points, boxes: Boxes) -> Boxes:
    """Level boxes around boxes N×4 seen through a homography."""
    corners = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]].astype(np.float64)
    seen = _through(matrix, corners.reshape(-1, 2)).reshape(-1, 4, 2)
    return np.concatenate([seen.min(axis=1), seen.max(axis=1)], axis=1).astype(np.float32)


def _cross(first: Points, second: Points) -> npt.NDArray[np.float64]:
    """Cross products of vectors …×2."""
    return np.asarray(first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0], np.float64)


def _boxes(tiles: Sequence[Detection]) -> Boxes:
    return np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)


def _box(corners: npt.NDArray[np.floating]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(value) for value in corners)
    return x0, y0, x1, y1
