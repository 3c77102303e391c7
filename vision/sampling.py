"""Pictures made smaller, whole or in part, by averaging pixels rather than skipping them.

Most of the way goes by halves: OpenCV averages blocks of two by two pixels ten times faster than parts of
pixels.
"""

import math
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]

_PADDING: Final = (114, 114, 114)
_SKIPPED: Final = (
    1 / 0.6
)  # pixels of the picture for one of the part that sampling between two still does justice


def halved(image: Pixels) -> Pixels:
    """The mean of every block of two by two pixels; an odd last row or column is left out.

    Args:
        image: H×W×3, both sides two pixels or more.
    """
    height, width = image.shape[0] // 2, image.shape[1] // 2
    even = image[: 2 * height, : 2 * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def shrunk(image: Pixels, size: tuple[int, int]) -> Pixels:
    """A picture made smaller; what its halves leave out moves nothing by a pixel of the result.

    Args:
        image: H×W×3.
        size: width and height wanted, neither more than the picture's own.
    """
    while image.shape[1] >= 2 * size[0] and image.shape[0] >= 2 * size[1]:
        image = halved(image)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def part_of(image: Pixels, to_image: Matrix, size: tuple[int, int], exactly: bool = True) -> Pixels:
    """A part of a picture, turned and scaled; grey where it leaves the picture.

    Args:
        image: H×W×3.
        to_image: 2×3, pixels of the part to pixels of the picture.
        size: width and height of the part.
        exactly: whether it is shrunk to its very size rather than by halves alone, which costs half.
    """
    source, matrix = image, to_image
    stride = max(float(np.linalg.norm(to_image[:, 0])), float(np.linalg.norm(to_image[:, 1])))
    if stride > _SKIPPED:
        times = int(math.log2(stride)) if exactly else math.ceil(math.log2(stride / _SKIPPED))
        block = 2**times
        ends = np.array([[0, 0, 1], [size[0], 0, 1], [0, size[1], 1], [*size, 1]]) @ to_image.T
        low = np.maximum(ends.min(axis=0) // block - 2, 0).astype(int) * block
        high = (ends.max(axis=0) // block + 3).astype(int) * block
        near = image[low[1] : max(high[1], 0), low[0] : max(high[0], 0)]
        if min(near.shape[:2]) < block:
            return np.full((size[1], size[0], 3), _PADDING, np.uint8)
        for _ in range(times):
            near = halved(near)
        rest, source = 1.0, near
        if exactly:
            rest = block / stride
            small = cv2.resize(near, None, fx=rest, fy=rest, interpolation=cv2.INTER_AREA)
            source = np.asarray(small, np.uint8)
        matrix = to_image * rest / block
        # Places count from the middle of the first pixel, half a pixel from the edge, large or small.
        matrix[:, 2] += (0.5 - low) * rest / block - 0.5
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(source, matrix, size, flags=flags, borderValue=_PADDING), np.uint8)
