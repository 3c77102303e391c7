"""Draw a reading over its photo: a box and a name on each tile, legible at any size and in grey."""

from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

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
    boxes = [_Box(*(round(value * scale) for value in tile.box)) for tile in scan.reading.tiles]
    for index, (tile, box) in enumerate(zip(scan.reading.tiles, boxes, strict=True)):
        wins = index == scan.reading.win
        colour = _WIN if wins else _DOUBT if tile.doubtful else _COLOURS[tile.role]
        name = _SHORT.get(tile.tile, tile.tile) + ("?" if tile.doubtful else "") + ("*" if wins else "")
        line = max(1, round(box.short / 25)) + (tile.doubtful or wins)
        cv2.rectangle(canvas, (box.left, box.top), (box.right, box.bottom), colour, line, cv2.LINE_AA)
        _write(canvas, name, box, colour, above=not any(other.holds_above(box) for other in boxes))
    return canvas


class _Box(NamedTuple):
    """A box in whole pixels of the drawing."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def short(self) -> int:
        """The shorter side."""
        return min(self.right - self.left, self.bottom - self.top)

    def holds_above(self, other: "_Box") -> bool:
        """Whether this box holds the place just above the middle of another."""
        x, y = (other.left + other.right) // 2, other.top - other.short // 4
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def _write(canvas: npt.NDArray[np.uint8], name: str, box: _Box, colour: Colour, above: bool) -> None:
    """A name in a label on the upper edge of its box, inside it where a neighbour would be covered."""
    # As large as the box is wide, within what can be read and what hides the tile.
    size = float(np.clip(0.62 * box.short / cv2.getTextSize(name, _FONT, 1, 1)[0][0], 0.38, 2.0))
    weight = max(1, round(1.6 * size))
    (width, height), base = cv2.getTextSize(name, _FONT, size, weight)
    left = max(0, min((box.left + box.right - width) // 2, canvas.shape[1] - width))
    bottom = box.top if above and box.top > height + base else min(box.top + height + base, canvas.shape[0])
    cv2.rectangle(canvas, (left - 2, bottom - height - base), (left + width + 2, bottom), colour, cv2.FILLED)
    cv2.putText(canvas, name, (left, bottom - base // 2 - 1), _FONT, size, _INK, weight, cv2.LINE_AA)
