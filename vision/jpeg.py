"""JPEG decoded by OpenCV: the same pixels as from Pillow for half the price, reduced where that is enough.

OpenCV gives out half a picture without a word, so the door for pictures hands it whole files only.
"""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

FACTORS: Final = (8, 4, 2, 1)  # by which the decoder can reduce, the largest first
_END: Final = b"\xff\xd9"  # the end-of-image marker: bytes that stand nowhere within the picture's own data
_FLAGS: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_TURNS: Final[dict[int, Callable[[cv2.typing.MatLike], cv2.typing.MatLike]]] = {
    2: lambda pixels: cv2.flip(pixels, 1),
    3: lambda pixels: cv2.rotate(pixels, cv2.ROTATE_180),
    4: lambda pixels: cv2.flip(pixels, 0),
    5: cv2.transpose,
    6: lambda pixels: cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE),
    7: lambda pixels: cv2.flip(cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE), 0),
    8: lambda pixels: cv2.rotate(pixels, cv2.ROTATE_90_COUNTERCLOCKWISE),
}


def is_whole(encoded: bytes) -> bool:
    """Whether a file ends as a JPEG must; one that was cut off anywhere does not."""
    return encoded.endswith(_END)


def decode_jpeg(encoded: bytes, factor: int, orientation: int) -> npt.NDArray[np.uint8] | None:
    """An upright BGR picture, H×W×3; None where OpenCV cannot read it.

    Args:
        encoded: a whole JPEG file of three colours.
        factor: one of `FACTORS`.
        orientation: the EXIF orientation, 1 to 8.
    """
    flags = _FLAGS[factor] | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        stored = cv2.imdecode(np.frombuffer(encoded, np.uint8), flags)
    except cv2.error:  # too little memory among others
        return None
    if stored is None:
        return None
    turn = _TURNS.get(orientation)
    return np.asarray(stored if turn is None else turn(stored), np.uint8)
