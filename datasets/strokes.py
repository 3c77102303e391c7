"""The characters of the tiles as brush strokes drawn by code, for machines without a Chinese font."""

from functools import lru_cache
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Picture
from datasets.canvas import Canvas

Place = tuple[float, float]
_INK: Final = (255, 255, 255)

# Strokes in writing order, separated by "/", each a path of x,y in a box of 100 by 100.
STROKES: Final[dict[str, str]] = {
    "一": "12,54 50,50 88,48",
    "二": "25,30 75,27 / 10,76 90,73",
    "三": "20,20 80,18 / 27,50 73,48 / 8,83 92,80",
    "四": ("15,24 20,84 / 15,24 85,22 80,84 / 40,26 38,46 26,60 / 60,26 60,50 64,54 77,53 / 20,80 80,80"),
    "五": "15,18 85,16 / 48,18 35,85 / 22,50 72,48 68,85 / 8,87 92,85",
    "伍": ("28,8 18,30 5,48 / 18,36 18,94 / 42,18 92,16 / 64,18 56,84 / 44,50 84,48 82,84 / 34,87 98,85"),
    "六": "46,6 55,20 / 8,36 92,33 / 38,50 30,70 12,90 / 62,50 76,66 90,88",
    "七": "10,54 88,38 / 42,10 45,72 54,86 82,83 87,70",
    "八": "40,20 32,58 7,88 / 52,12 62,50 95,87",
    "九": "14,36 66,32 64,72 71,87 90,84 95,70 / 40,8 37,52 10,92",
    "萬": (
        "8,13 92,12 / 33,2 35,23 / 67,2 65,23 / "
        "24,30 26,58 / 24,30 77,29 74,58 / 26,44 74,43 / "
        "26,58 74,57 / 50,30 50,82 / 11,68 13,97 / "
        "11,68 89,67 86,93 76,88 / 49,80 33,88 66,85 / 60,76 70,91"
    ),
    "万": "10,18 90,16 / 46,18 42,52 12,93 / 43,44 80,42 74,86 60,81",
    "東": (
        "10,20 90,18 / 24,34 26,62 / 24,34 77,33 74,62 / 26,48 74,47 / 26,62 74,61 / 50,3 50,97 / "
        "48,64 34,80 8,91 / 52,64 68,78 93,89"
    ),
    "南": (
        "18,18 82,16 / 50,3 50,35 / 12,36 14,95 / 12,36 88,35 86,92 76,88 / 34,43 40,54 / 66,43 60,54 / "
        "30,59 70,58 / 25,75 75,74 / 50,59 50,93"
    ),
    "西": (
        "10,16 90,14 / 14,38 18,91 / 14,38 86,37 82,91 / 40,16 38,46 23,65 / 60,16 60,56 77,61 / 18,87 82,86"
    ),
    "北": "8,40 37,34 / 38,9 38,92 / 5,82 38,66 / 92,28 62,47 / 60,7 60,78 68,88 91,86 95,71",
    "中": "16,28 20,63 / 16,28 84,26 80,63 / 20,61 80,60 / 50,3 50,98",
    "發": (
        "10,14 40,12 34,27 8,47 / 19,24 30,33 / 52,5 62,25 94,45 / "
        "85,9 66,22 / 95,21 75,33 / 12,51 42,50 40,63 / "
        "15,64 40,63 / 15,64 12,77 43,76 40,93 29,90 / 60,50 58,62 49,70 / "
        "60,50 82,49 82,62 93,63 / 53,72 87,71 74,85 50,97 / 59,76 72,89 94,97"
    ),
    "白": "52,3 40,20 / 18,24 22,96 / 18,24 82,23 80,96 / 22,58 78,57 / 22,93 79,92",
    "春": (
        "20,10 80,8 / 26,24 74,22 / 10,38 90,36 / 48,2 40,40 8,66 / 56,38 92,64 / 32,54 34,97 / "
        "32,54 70,53 68,97 / 34,74 68,73 / 34,95 68,94"
    ),
    "冬": ("40,2 12,42 / 36,18 70,16 50,42 8,64 / 34,24 58,44 94,60 / 44,60 58,70 / 36,78 62,94"),
    "竹": "26,4 6,42 / 20,26 46,24 / 32,26 30,94 / 66,4 50,40 / 58,26 94,24 / 76,26 76,92 64,86",
}


@lru_cache(maxsize=256)
def stroke_mask(character: str, weight: float = 1.0) -> Picture:
    """The character as a mask cropped to its ink (255), at most 240 pixels wide and high.

    Args:
        character: one of ``STROKES``.
        weight: multiplies the brush's width; 0.6 is thin, 1.5 fat.

    Raises:
        KeyError: for a character that has no strokes here.
    """
    canvas = Canvas(240, 1.0, (0, 0, 0))
    for stroke in STROKES[character].split("/"):
        points = [_point(pair) for pair in stroke.split()]
        pieces = list(pairwise(points))
        for number, (start, end) in enumerate(pieces):
            canvas.brush(_piece(start, end, weight, len(pieces) > 1 and number == len(pieces) - 1), _INK)
    x, y, columns, rows = cv2.boundingRect(canvas.ink)
    return canvas.ink[y : y + rows, x : x + columns]


def _piece(start: Place, end: Place, weight: float, last: bool) -> list[tuple[float, float, float]]:
    """One straight piece with the widths a brush gives it: falling strokes taper, level ones are thin."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    if last and np.hypot(dx, dy) < 18:  # the hook at the end of a longer stroke
        widths = (4.6, 3.0, 0.9)
    elif abs(dy) < 0.25 * abs(dx):
        widths = (3.6, 2.9, 4.4)
    elif dx < -0.3 * dy:
        widths = (5.4, 4.2, 1.3)
    elif dx > 0.3 * dy:
        widths = (3.0, 4.6, 5.6) if not last else (3.2, 5.2, 3.4)
    else:
        widths = (5.6, 4.7, 5.2)
    # Drawn a little towards the middle of the box, so that thick ends stay inside it.
    return [
        (50 + (x - 50) * 0.84, 50 + (y - 50) * 0.84, width * weight)
        for (x, y), width in zip((start, middle, end), widths, strict=True)
    ]


def _point(text: str) -> Place:
    x, y = text.split(",")
    return float(x), float(y)
