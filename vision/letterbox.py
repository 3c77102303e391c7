"""Fit a picture into the network's input, and the boxes it finds back into the picture."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes
from vision.sampling import shrunk

STRIDE: Final = 32
_NEARLY: Final = 0.93
_PADDING: Final = 114  # the grey that the network saw around its training pictures


@dataclass(frozen=True)
class Letterbox:
    """How a picture was fitted: input = picture × ``scale`` + (``left``, ``top``), all in pixels."""

    scale: float
    left: int
    top: int

    def boxes_back(self, boxes: Boxes) -> Boxes:
        """Boxes N×4 of the input as boxes of the picture."""
        offset = np.array([self.left, self.top, self.left, self.top], np.float32)
        return np.asarray((boxes - offset) / self.scale, np.float32)


def letterbox(
    image: npt.NDArray[np.uint8], long_side: int, enlarge: bool = True
) -> tuple[npt.NDArray[np.float32], Letterbox]:
    """Scale a picture to a long side of ``long_side`` or a little less; pad it with grey to multiples of 32.

    Args:
        image: H×W×3 uint8 BGR.
        long_side: pixels, a multiple of 32.
        enlarge: False leaves pictures smaller than ``long_side`` as they are.

    Returns:
        1×3×h×w float32 RGB in 0..1, and the way back.
    """
    height, width = image.shape[:2]
    scale = _by_halves(max(height, width), long_side) or long_side / max(height, width)
    if not enlarge:
        scale = min(scale, 1.0)
    inner = max(1, round(width * scale)), max(1, round(height * scale))
    if scale < 1:
        scaled = shrunk(image, inner)
    else:
        scaled = np.asarray(cv2.resize(image, inner, interpolation=cv2.INTER_LINEAR), np.uint8)
    outer = [math.ceil(side / STRIDE) * STRIDE for side in inner]
    left, top = (outer[0] - inner[0]) // 2, (outer[1] - inner[1]) // 2
    padded = np.full((outer[1], outer[0], 3), _PADDING, np.uint8)
    padded[top : top + inner[1], left : left + inner[0]] = scaled
    return as_input(padded), Letterbox(scale, left, top)


def _by_halves(longest: int, wanted: int) -> float | None:
    """A scale of halves alone, many times quicker, where that comes near what is wanted; else None."""
    times = math.ceil(math.log2(longest / wanted))
    return 0.5**times if times > 0 and longest * 0.5**times >= _NEARLY * wanted else None


def as_input(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """H×W×3 uint8 BGR as 1×3×H×W float32 RGB in 0..1; H and W must be multiples of 32 already."""
    return np.asarray(cv2.dnn.blobFromImage(image, 1 / 255, swapRB=True), np.float32)
