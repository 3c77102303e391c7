"""What keeps a photo from being read well, each with a sentence that says what to do."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import Photo
from vision.reading import Reading, ReadTile

# Measured on won hands made darker and blurred step by step: below these, half of them were read wrong.
_DARK: Final = 28  # of 255, the brightest tenth: white tiles in a dim room still reach 50
# Spread of the Laplacian over the contrast: of the hand at 30 px a tile (sharp ones have 0.25 and more), and
# of a whole photo without tiles at 640 px (0.12 and more).
_BLURRED_HAND: Final = 0.12
_BLURRED_PHOTO: Final = 0.03
_SMALL: Final = 14.0  # pixels on the short side of a tile

_TILE: Final = 30.0  # pixels a tile is brought to, so that sharpness compares


@dataclass(frozen=True)
class Problem:
    """A code for programs and a sentence for the player."""

    code: str
    text: str


def problems(photo: Photo, reading: Reading) -> tuple[Problem, ...]:
    """Everything worth saying about a photo and its reading, the likeliest cause first."""
    hand = [tile for tile in reading.tiles if tile.role in ("hand", "meld")]
    grey = _grey(photo, hand)
    low, high = np.percentile(grey, (10, 90))
    found = []
    if high < _DARK:
        found.append(Problem("too_dark", "The photo is very dark. Switch on a lamp or step nearer to one."))
    elif cv2.Laplacian(grey, cv2.CV_32F).std() < (_BLURRED_HAND if hand else _BLURRED_PHOTO) * (high - low):
        text = "The photo is blurred. Wipe the lens, tap on the tiles to focus, and hold still."
        found.append(Problem("too_blurred", text))
    if not hand:
        text = "No tiles were found. Lay the hand face up in one row and fill the picture with it."
        return (*found, Problem("no_tiles", text))
    short = float(np.median([min(tile.box[2] - tile.box[0], tile.box[3] - tile.box[1]) for tile in hand]))
    if short < _SMALL:
        text = f"The tiles are only {short:.0f} pixels wide. Go nearer: let the hand fill the picture."
        found.append(Problem("too_small", text))
    return (*found, *hand_problems(reading))


def hand_problems(reading: Reading) -> tuple[Problem, ...]:
    """What is odd about the tiles themselves: copies and numbers that no hand has, whatever the photo."""
    found = [
        Problem(
            "five_of_a_kind", f"{count} × {kind}: a set holds four. Check these tiles; are two sets mixed?"
        )
        for kind, count in Counter(reading.hand).items()
        if count > 4 and kind != "back"
    ]
    return (*found, *_count_problems(reading))


def _count_problems(reading: Reading) -> list[Problem]:
    """Fourteen tiles, a kong counting as three; seventeen in sixteen-tile games."""
    count = len(reading.concealed) + (reading.win is not None) + 3 * len(reading.melds)
    if count in (14, 17):
        return []
    if count < 14:
        text = (
            f"{count} tiles were found, {14 - count} short of a whole hand (a kong counts as three). "
            "Add what is missing, or take the photo again with the winning tile and all melds in it."
        )
    else:
        text = (
            f"{count} tiles were found, a whole hand has 14 (a kong counts as three). "
            "Remove what is not part of it."
        )
    return [Problem("not_14", text)]


def _grey(photo: Photo, hand: Sequence[ReadTile]) -> npt.NDArray[np.uint8]:
    """The part of the photo that shows the hand, else the whole, in grey."""
    height, width = photo.image.shape[:2]
    part, factor = photo.image, min(1.0, 640 / max(height, width))
    if hand:
        boxes = np.array([tile.box for tile in hand]) * photo.scale
        x0, y0 = np.maximum(boxes[:, :2].min(axis=0), 0).astype(int)
        x1, y1 = np.ceil(boxes[:, 2:].max(axis=0)).astype(int)
        part = photo.image[y0:y1, x0:x1]
        factor = min(1.0, _TILE / float(np.median((boxes[:, 2:] - boxes[:, :2]).min(axis=1))))
    small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
