"""Draw a reading over its photo: a box and a name on each tile, legible at any size and in grey."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.corrector import ReadTile
from vision.photo import Photo
from vision.scan import Scan

Colour = tuple[int, int, int]

# Okabe and Ito's colours, told apart with any colour sight; BGR.
_COLOURS: Final[dict[str, Colour]] = {
    "hand": (115, 158, 0),
    "meld": (178, 114, 0),
    "flower": (167, 121, 204),
    "table": (160, 160, 160),
    "back": (160, 160, 160),
}
_DOUBT: Final[Colour] = (0, 159, 230)
_WIN: Final[Colour] = (66, 228, 240)
_INK: Final[Colour] = (0, 0, 0)
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_SHORT: Final = {"flower": "fl", "back": "bk"}
_SMALLEST_SIDE: Final = 1000  # a smaller photo is enlarged, so that names fit over its tiles


def draw(photo: Photo, scan: Scan) -> npt.NDArray[np.uint8]:
    """The photo with its reading.

    Args:
        photo: the photo that was scanned.
        scan: what was read.

    Returns:
        H×W×3 uint8 BGR: ``photo.image``, enlarged if it is small. Doubtful tiles carry ``?`` and a thick
        orange box, the winning tile ``*`` and a yellow one.
    """
    zoom = max(1.0, _SMALLEST_SIDE / max(photo.image.shape[:2]))
    canvas = np.asarray(
        cv2.resize(photo.image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC), np.uint8
    )
    scale = photo.scale * zoom
    for index, tile in enumerate(scan.reading.tiles):
        _draw_tile(canvas, tile, scale, index == scan.reading.win)
    return canvas


def _draw_tile(canvas: npt.NDArray[np.uint8], tile: ReadTile, scale: float, wins: bool) -> None:
    x0, y0, x1, y1 = (round(value * scale) for value in tile.box)
    short = min(x1 - x0, y1 - y0)
    name = _SHORT.get(tile.tile, tile.tile) + ("?" if tile.doubtful else "") + ("*" if wins else "")
    colour = _WIN if wins else _DOUBT if tile.doubtful else _COLOURS[tile.role]
    line = max(1, round(short / 25)) + (tile.doubtful or wins)
    cv2.rectangle(canvas, (x0, y0), (x1, y1), colour, line, cv2.LINE_AA)
    # As large as the box is wide, within what can be read and what hides the tile.
    size = float(np.clip(0.8 * short / cv2.getTextSize(name, _FONT, 1, 1)[0][0], 0.35, 3.0))
    weight = max(1, round(1.6 * size))
    (width, height), base = cv2.getTextSize(name, _FONT, size, weight)
    left = max(0, min((x0 + x1 - width) // 2, canvas.shape[1] - width))
    bottom = y0 if y0 > height + base else min(y1 + height + base, canvas.shape[0])
    cv2.rectangle(canvas, (left - 2, bottom - height - base), (left + width + 2, bottom), colour, cv2.FILLED)
    cv2.putText(canvas, name, (left, bottom - base // 2 - 1), _FONT, size, _INK, weight, cv2.LINE_AA)
