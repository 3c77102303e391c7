"""Strips: a row of tiles cut out of a photo, laid level and scaled so that its tiles have one width."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes
from vision.letterbox import STRIDE
from vision.rows import Points, Row, centres, sizes
from vision.sampling import part_of

_BEYOND: Final = 1.6  # pitches added at both ends: the first look may have missed the last tile
_AROUND: Final = 1.1  # tile sizes from the line through the tiles to the strip's long edges
_LONGEST: Final = 1536  # pixels; a longer row gets narrower tiles
_SLANTED: Final = 0.94  # cosine, 20°
_LYING: Final = 0.1  # of the short side


@dataclass(frozen=True, eq=False)
class Strip:
    """Where a strip lies.

    Attributes:
        to_image: 2×3, strip pixels to image pixels.
        width: pixels, a multiple of 32.
        height: pixels, a multiple of 32.
        pitch: from tile to tile, in strip pixels.
        zoom: strip pixels per image pixel.
        turns: quarter turns that bring its tiles upright or upside down: 1 where they lie in it, else 0.
    """

    to_image: Points
    width: int
    height: int
    pitch: float
    zoom: float
    turns: int = 0

    def cut(self, image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """The strip's pixels, height×width×3; grey where it leaves the image."""
        return part_of(image, self.to_image, (self.width, self.height), exactly=False)

    def boxes_back(self, boxes: Boxes) -> Boxes:
        """Level boxes that hold the strip's boxes N×4, in image pixels."""
        corners = boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]].astype(np.float64)
        turned = corners @ self.to_image[:, :2].T + self.to_image[:, 2]
        return np.concatenate([turned.min(axis=1), turned.max(axis=1)], axis=1).astype(np.float32)

    def points_in(self, points: Points) -> Points:
        """Image points N×2 in strip pixels."""
        return np.asarray((points - self.to_image[:, 2]) @ np.linalg.inv(self.to_image[:, :2]).T, np.float64)


def strip_along(row: Row, boxes: Boxes, pitch: float) -> Strip:
    """The strip around a row.

    Args:
        row: a row found in ``boxes``.
        boxes: N×4, image pixels.
        pitch: wanted pixels from tile to tile.
    """
    own = boxes[list(row.indices)]
    along, across = row.along(centres(own)), row.across(centres(own))
    length = along.max() - along.min() + 2 * _BEYOND * row.pitch
    zoom = min(pitch / row.pitch, _LONGEST / length)
    around = across.max() - across.min() + 2 * _AROUND * float(np.median(sizes(own))) + 0.8 * row.pitch
    width, height = (math.ceil(side * zoom / STRIDE) * STRIDE for side in (length, around))
    normal = np.array([-row.direction[1], row.direction[0]])
    middle = row.direction * (along.min() + along.max()) / 2 + normal * (across.min() + across.max()) / 2
    axes = np.stack([row.direction, normal], axis=1) / zoom
    origin = middle - axes @ np.array([width / 2, height / 2])
    turns = int(_lie(row, own))
    return Strip(np.column_stack([axes, origin]), width, height, row.pitch * zoom, zoom, turns)


def _lie(row: Row, boxes: Boxes) -> bool:
    """Whether most tiles are longer along the row than across it: a column, or a row of tiles laid across."""
    wide, high = (boxes[:, 2:] - boxes[:, :2]).T
    along, aside = np.abs(row.direction)
    # The level box of a slanting tile tells neither side; what cannot be told is taken for the usual.
    excess = (wide - high) * np.sign(along - aside) if max(along, aside) > _SLANTED else -np.ones(len(boxes))
    return bool(np.median(excess / np.minimum(wide, high)) > _LYING)
