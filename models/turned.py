"""Photos turned by quarters before they are read: does it matter how the phone was held?

Phones note how they were held, and that is undone when a photo is opened. A photo sent on by another program
may have lost the note; then its pixels lie on their side.
"""

import io
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from PIL import Image, ImageOps

from vision.boxes import turned_back
from vision.placed import Box, placed
from vision.scan import Scan

ANGLES: Final = (0, 90, 180, 270)  # degrees, anticlockwise
_TURNS: Final = {
    90: Image.Transpose.ROTATE_90,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_270,
}


class ByteScanner(Protocol):
    """What reads the bytes of a picture file: `vision.scan.Scanner`."""

    def scan(self, source: bytes) -> Scan:
        """Read one photo."""
        ...


class Turned:
    """Reads photos turned by an angle, and tells where their tiles lie in the photos as they are.

    Args:
        scanner: reads the photos. With 0 it is given the same pixels in the same kind of file as with other
            angles, so that nothing but the angle differs.
        angle: one of `ANGLES`.

    Raises:
        KeyError: for any other angle.
    """

    def __init__(self, scanner: ByteScanner, angle: int) -> None:
        self._scanner, self._angle = scanner, angle
        self._turn = _TURNS[angle] if angle else None

    def scan(self, source: Path) -> Scan:
        """Read one photo.

        Raises:
            OSError: if it is no picture.
        """
        with Image.open(source) as opened:
            picture = ImageOps.exif_transpose(opened).convert("RGB")
        width, height = picture.size
        turned = picture if self._turn is None else picture.transpose(self._turn)
        file = io.BytesIO()
        turned.save(file, "PNG", compress_level=1)
        scan = self._scanner.scan(file.getvalue())
        return placed(scan, lambda box: box_back(box, self._angle, width, height), (width, height))


def box_back(box: Box, angle: int, width: int, height: int) -> Box:
    """A box of a turned picture in the picture as it is.

    Args:
        box: x0, y0, x1, y1 in pixels of the turned picture.
        angle: by which it was turned, degrees anticlockwise.
        width: of the picture as it is, pixels.
        height: of the same.
    """
    (back,) = turned_back(np.array([box]), angle // 90, width, height).tolist()
    return back[0], back[1], back[2], back[3]
