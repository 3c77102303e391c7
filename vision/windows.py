"""Windows: what the reader sees of a tile, a small square cut at the photo's own resolution."""

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes
from vision.rows import Points
from vision.sampling import Pixels, part_of

SIDE: Final = 64  # pixels of a window
AROUND: Final = 1.2  # sides of the window in longer sides of the box
_SQUEEZED: Final = 1.9  # a box longer than this shows a tile that was squeezed when the photo was stored


def reach(width: float, height: float) -> tuple[float, float]:
    """Sides of the window around a box in image pixels: equal, unless the tile is squeezed.

    A squeezed tile comes out square: which of its sides is the longer one, the box does not tell.

    Args:
        width: of the box, pixels.
        height: of the box, pixels.
    """
    long, short = max(width, height), max(min(width, height), 1e-3)
    if long <= _SQUEEZED * short:
        return AROUND * long, AROUND * long
    return AROUND * width, AROUND * height


def window(box: npt.NDArray[np.float64], turn: float = 0.0, side: int = SIDE) -> Points:
    """2×3: window pixels to image pixels.

    Args:
        box: x0, y0, x1, y1 in image pixels.
        turn: of the window against the image, radians, clockwise.
        side: pixels of the window.
    """
    middle = (box[:2] + box[2:]) / 2
    wide, high = reach(box[2] - box[0], box[3] - box[1])
    cos, sin = math.cos(turn), math.sin(turn)
    if abs(wide - high) < 1e-6:
        axes = np.array([[cos, -sin], [sin, cos]]) * wide / side
    else:  # the squeeze lies along the image's sides, so the window turns before it is squeezed
        axes = np.diag([wide, high]) @ np.array([[cos, -sin], [sin, cos]]) / side
    return np.column_stack([axes, middle - axes @ np.full(2, (side - 1) / 2)])


def cut(image: Pixels, boxes: Boxes, turns: npt.NDArray[np.float64], side: int = SIDE) -> Pixels:
    """The windows around some boxes.

    Args:
        image: H×W×3 uint8.
        boxes: N×4 in image pixels.
        turns: N, radians.
        side: pixels of a window.

    Returns:
        N×side×side×3 uint8; grey where a window leaves the image.
    """
    windows = np.empty((len(boxes), side, side, 3), np.uint8)
    for index, (box, turn) in enumerate(zip(boxes.astype(np.float64), turns, strict=True)):
        windows[index] = part_of(image, window(box, float(turn), side), (side, side))
    return windows
