"""What keeps a photo from being read well, each with a sentence that says what to do."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.automaton import Win
from vision.photo import Photo
from vision.reading import Reading, ReadTile
from vision.rows import find_rows
from vision.sampling import shrunk

# Measured on won hands made darker and blurred step by step: below these, half of them were read wrong.
_DARK: Final = 28  # of 255, the brightest tenth: white tiles in a dim room still reach 50
# Spread of the Laplacian over the contrast: of the hand at 30 px a tile (sharp ones have 0.25 and more), and
# of a whole photo without tiles at 640 px (0.12 and more).
_BLURRED_HAND: Final = 0.12
_BLURRED_PHOTO: Final = 0.03
# Short side of a tile, pixels. Photos of known sets were shrunk: as many were read exactly at 14 pixels as at
# 38, three quarters at 8.5, a third at 6.6.
_SMALL: Final = 8.0

_HAND_ROW: Final = 11  # tiles in a line: discards lie in sixes, two rows of one hand are shorter
_LIKE_SIZE: Final = 1.6
_EDGE: Final = 0.3  # short sides of a tile: what is cut by the edge is not found, its neighbour is

_OF_THE_HAND: Final = frozenset({"five_of_a_kind", "not_14", "no_tiles"})  # codes
_TILE: Final = 30.0  # pixels a tile is brought to, so that sharpness compares


@dataclass(frozen=True)
class Problem:
    """A code for programs, a sentence for the player, and the kinds of tiles that it is about."""

    code: str
    text: str
    kinds: tuple[str, ...] = ()


def problems(photo: Photo, reading: Reading, win: Win | None = None) -> tuple[Problem, ...]:
    """Everything worth saying about a photo and its reading, the likeliest cause first.

    Args:
        photo: the photo.
        reading: what was read in it.
        win: what wins at the table; see `vision.scan.Scanner.scan`.
    """
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
    if _several_hands(reading):
        text = "Several hands are in view. Photograph only the one to be scored."
        return (*found, Problem("several_hands", text), *_copies(reading))
    if _count(reading) < _least(win) and _at_edge(photo, hand, short):
        text = (
            "The hand reaches the edge of the photo. Step back a little, so that all of it is in the picture."
        )
        found.append(Problem("cut_off", text))
    return (*found, *hand_problems(reading, win))


def problems_anew(before: Sequence[Problem], reading: Reading, win: Win | None = None) -> tuple[Problem, ...]:
    """Problems of photos whose tiles were read once more: those of the hand are found anew.

    Args:
        before: of the photos; each code is told once.
        reading: the new one.
        win: what wins at the table.
    """
    whole = _count(reading) >= _least(win)
    faults = {problem.code: problem for problem in before if problem.code not in _OF_THE_HAND}
    kept = tuple(problem for code, problem in faults.items() if not (code == "cut_off" and whole))
    return (*kept, *(_copies(reading) if "several_hands" in faults else hand_problems(reading, win)))


def hand_problems(reading: Reading, win: Win | None = None) -> tuple[Problem, ...]:
    """What is odd about the tiles themselves: copies and numbers that no hand has, whatever the photo."""
    return (*_copies(reading), *_count_problems(reading, win or Win()))


def _copies(reading: Reading) -> list[Problem]:
    """Kinds of which there are more than a set holds."""
    many = {kind: count for kind, count in Counter(reading.hand).items() if count > 4 and kind != "back"}
    if not many:
        return []
    text = ", ".join(f"{count} × {kind}" for kind, count in many.items())
    text += ": a set holds four of a kind. Check these tiles; are two sets mixed?"
    return [Problem("five_of_a_kind", text, tuple(many))]


def _several_hands(reading: Reading) -> bool:
    """Whether two rows of faces are in view, each as long as only a hand is."""
    boxes = np.array(
        [tile.box for tile in reading.tiles if tile.tile not in ("back", "flower")], np.float32
    ).reshape(-1, 4)
    if len(boxes) < 2 * _HAND_ROW:
        return False
    sizes = [row.size for row in find_rows(boxes) if len(row.indices) >= _HAND_ROW]
    return len(sizes) > 1 and sorted(sizes)[-1] < _LIKE_SIZE * sorted(sizes)[-2]


def _at_edge(photo: Photo, hand: Sequence[ReadTile], short: float) -> bool:
    """Whether a tile of the hand touches the edge of the photo, so that others may lie beyond it."""
    boxes = np.array([tile.box for tile in hand])
    space = min(
        float(boxes[:, :2].min()),
        photo.width - float(boxes[:, 2].max()),
        photo.height - float(boxes[:, 3].max()),
    )
    return space < _EDGE * short


def _count(reading: Reading) -> int:
    """Tiles of the hand, a meld counting as three."""
    return len(reading.concealed) + (reading.win is not None) + 3 * len(reading.melds)


def _least(win: Win | None) -> int:
    """Tiles of a whole hand; of the smaller one where the rules are not known."""
    return min((win or Win()).sizes)


def _count_problems(reading: Reading, win: Win) -> list[Problem]:
    """A whole hand's tiles, a kong counting as three: fourteen, or seventeen in sixteen-tile games."""
    count, whole = _count(reading), _least(win)
    if count in win.sizes:
        return []
    found = "1 tile was found" if count == 1 else f"{count} tiles were found"
    if count < whole:
        text = (
            f"{found}, {whole - count} short of a whole hand (a kong counts as three). "
            "Add what is missing, or take the photo again with the winning tile and all melds in it."
        )
    else:
        text = f"{found}, a whole hand has {whole} (a kong counts as three). Remove what is not part of it."
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
    size = max(1, round(factor * part.shape[1])), max(1, round(factor * part.shape[0]))
    small = shrunk(part, size)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
