"""Windows: what the reader sees of a tile, a small square cut at the photo's own resolution."""

import math
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes
from vision.rows import Points

SIDE: Final = 64  # pixels of a window
AROUND: Final = 1.2  # sides of the window in longer sides of the box
_SQUEEZED: Final = 1.9  # a box longer than this shows a tile that was squeezed when the photo was stored
_PADDING: Final = (114, 114, 114)

Pixels = npt.NDArray[np.uint8]


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
        windows[index] = _cut(image, box, float(turn), side)
    return windows


def _cut(image: Pixels, box: npt.NDArray[np.float64], turn: float, side: int) -> Pixels:
    part, matrix = image, window(box, turn, side)
    # One window pixel of a 12 MP photo spans several: those are averaged, not skipped.
    shrink = 1 / max(float(np.linalg.norm(matrix[:, 0])), float(np.linalg.norm(matrix[:, 1])))
    if shrink < 0.6:
        # Half the diagonal of the widest window, and a pixel of the reduced part beyond it.
        reached = math.ceil(AROUND * math.sqrt(0.5) * float((box[2:] - box[:2]).max()) + 2 / shrink)
        corner = np.maximum(np.floor((box[:2] + box[2:]) / 2 - reached), 0).astype(int)
        far = np.ceil((box[:2] + box[2:]) / 2 + reached).astype(int)
        near = image[corner[1] : far[1], corner[0] : far[0]]
        if near.size:
            part = np.asarray(cv2.resize(near, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
            matrix = matrix.copy()
            matrix[:, 2] -= corner
            ratio = np.array([part.shape[1] / near.shape[1], part.shape[0] / near.shape[0]])
            matrix = matrix * ratio[:, None]
            matrix[:, 2] += (ratio - 1) / 2
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(part, matrix, (side, side), flags=flags, borderValue=_PADDING), np.uint8)
