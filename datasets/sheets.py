"""Art that comes as one picture with all tiles on it, body and all: faces are cut out of the grid."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from PIL import Image

from datasets.arrays import Picture
from scorer.tiles import INDEX

_FLOWER: Final = "flower"


def _suit(letter: str) -> tuple[str, ...]:
    return tuple(f"{rank}{letter}" for rank in range(1, 10))


@dataclass(frozen=True)
class Sheet:
    """A grid of tiles: its file, columns and rows, the tiles row by row, and a face's margins in its cell.

    ``margins`` are left, top, right, bottom as shares of the cell.
    """

    file: str
    columns: int
    rows: int
    order: tuple[str, ...]
    margins: tuple[float, float, float, float]


SHEETS: Final[dict[str, Sheet]] = {
    "gnome-smooth": Sheet(
        "share/gnome-mahjongg/themes/smooth.png", 43, 2,
        (*_suit("p"), "N", "W", "S", "E", "C", "F", *_suit("m"), *_suit("s"), *([_FLOWER] * 4), "B",
         *([_FLOWER] * 4)),
        (0.1, 0.03, 0.04, 0.12),
    ),
    "xmahjongg-real": Sheet(
        "share/games/xmahjongg/tiles/real.gif", 9, 5,
        (*_suit("p"), *_suit("s"), *_suit("m"), *([_FLOWER] * 4), "N", "S", "E", "W", "", *([_FLOWER] * 4),
         "F", "B", "C"),
        (0.03, 0.03, 0.03, 0.03),
    ),
}  # fmt: skip


@lru_cache(maxsize=4)
def _load(path: Path) -> Picture:
    return np.ascontiguousarray(np.asarray(Image.open(path).convert("RGB"), np.uint8)[..., ::-1])


def cut(path: Path, sheet: Sheet, index: int, picture: int, width: int, height: int) -> Picture:
    """The face of class ``index`` (0..34) as width×height BGR; ``picture`` chooses among the flowers."""
    name = next((tile for tile, number in INDEX.items() if number == index), _FLOWER)
    places = [place for place, tile in enumerate(sheet.order) if tile == name]
    row, column = divmod(places[picture % len(places)], sheet.columns)
    whole = _load(path)
    cell_x, cell_y = whole.shape[1] / sheet.columns, whole.shape[0] / sheet.rows
    left, top, right, bottom = sheet.margins
    x0, x1 = round((column + left) * cell_x), round((column + 1 - right) * cell_x)
    y0, y1 = round((row + top) * cell_y), round((row + 1 - bottom) * cell_y)
    face = whole[y0:y1, x0:x1]
    method = cv2.INTER_AREA if face.shape[1] > width else cv2.INTER_CUBIC
    return cv2.resize(face, (width, height), interpolation=method).astype(np.uint8)
