"""What keeps a photo from being read well, each with a sentence that says what to do."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.corrector import Reading
from vision.photo import Photo

_DARK: Final = 40  # of 255: the brightest tenth of a photo with white tiles in it is far above
_BLURRED: Final = 1.0
_SMALL: Final = 14.0  # pixels on the short side of a tile


@dataclass(frozen=True)
class Problem:
    """A code for programs and a sentence for the player."""

    code: str
    text: str


def problems(photo: Photo, reading: Reading) -> tuple[Problem, ...]:
    """Everything worth saying about a photo and its reading, the likeliest cause first."""
    found = []
    hand = [tile for tile in reading.tiles if tile.role in ("hand", "meld")]
    unsure = not hand or sum(tile.doubtful for tile in hand) >= 2
    if unsure:
        grey = _small_grey(photo)
        if np.percentile(grey, 90) < _DARK:
            found.append(
                Problem("too_dark", "The photo is very dark. Switch on a lamp or step nearer to one.")
            )
        elif cv2.Laplacian(grey, cv2.CV_32F).std() < _BLURRED:
            text = "The photo is blurred. Wipe the lens, tap on the tiles to focus, and hold still."
            found.append(Problem("too_blurred", text))
    if not hand:
        text = "No tiles were found. Lay the hand face up in one row and fill the picture with it."
        return (*found, Problem("no_tiles", text))
    short = float(np.median([min(tile.box[2] - tile.box[0], tile.box[3] - tile.box[1]) for tile in hand]))
    if short < _SMALL:
        text = f"The tiles are only {short:.0f} pixels wide. Go nearer: let the hand fill the picture."
        found.append(Problem("too_small", text))
    for kind, count in Counter(reading.hand).items():
        if count > 4 and kind != "back":
            text = f"{count} × {kind}: a set holds four. Check these tiles; are two sets mixed?"
            found.append(Problem("five_of_a_kind", text))
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


def _small_grey(photo: Photo) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The photo in grey, at one size, so that sharpness compares."""
    factor = min(1.0, 640 / max(photo.image.shape[:2]))
    small = cv2.resize(photo.image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
