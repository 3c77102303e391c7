"""What the bare table looks like, so that a place where a tile was can be told from a hand that covers it."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.live.frame import Box, Pixels

_BINS: Final = (12, 24, 24)  # lightness, and the two colours of CIELAB
_RANGES: Final = (0, 256, 64, 192, 64, 192)
_COMMON: Final = 0.004  # share of the table's pixels that makes a colour the table's
_BARE: Final = 0.75  # share of a place in the table's colours
_INNER: Final = 0.15  # of a box that is left out on each side: a neighbour may reach in
_KEEP: Final = 0.8  # weight of what was known before
_SMALL: Final = 480  # pixels of the long side of the copy that is learnt from
_FINE: Final = 12.0  # pixels of a tile's side in the copy in which things are looked for …
_THING: Final = 5  # … that are at least so wide: a part of a tile at least …
_LONG: Final = 6.0  # … and at most so many tiles long: longer are arms and standing hands


class Surface:
    """Colours of the table, learnt where nothing lies."""

    def __init__(self) -> None:
        self._shares: npt.NDArray[np.float32] | None = None

    def learn(
        self, image: Pixels, place: Box, tiles: Sequence[Box], still: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Look at a part of the table.

        Args:
            image: H×W×3 uint8.
            place: the part, pixels.
            tiles: boxes of what lies there.
            still: a mask over the whole picture, as coarse as may be: where nothing moved for long, so that
                it is no hand; None where all of it is to be learnt.
        """
        part = _cut(image, place)
        if part is None:
            return
        factor = min(1.0, _SMALL / max(part.shape[:2]))
        part = np.asarray(
            cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
        free = np.full(part.shape[:2], 255, np.uint8)
        for box in tiles:
            air = 0.15 * (box[2] - box[0])
            low = (round((box[0] - place[0] - air) * factor), round((box[1] - place[1] - air) * factor))
            high = (round((box[2] - place[0] + air) * factor), round((box[3] - place[1] + air) * factor))
            cv2.rectangle(free, low, high, (0,), cv2.FILLED)
        if still is not None:
            free[_stretched(still, image, place, (part.shape[1], part.shape[0])) == 0] = 0
        if (free > 0).mean() < 0.05:
            return
        counts = _histogram(part, free)
        shares = cv2.GaussianBlur(counts.reshape(_BINS[0], -1), (1, 3), 0).reshape(_BINS)
        shares = np.asarray(shares / max(float(shares.sum()), 1.0), np.float32)
        before = shares if self._shares is None else self._shares
        self._shares = np.asarray(_KEEP * before + (1 - _KEEP) * shares, np.float32)

    def bare(self, image: Pixels, box: Box) -> bool:
        """Whether a box shows the table and nothing else; False as long as nothing was learnt."""
        wide, high = (box[2] - box[0]) * _INNER, (box[3] - box[1]) * _INNER
        part = _cut(image, (box[0] + wide, box[1] + high, box[2] - wide, box[3] - high))
        if part is None or self._shares is None:
            return False
        common = (self._shares > _COMMON).astype(np.float32)
        counts = _histogram(cv2.GaussianBlur(part, (0, 0), 1.5), None)
        return float((counts * common).sum() / counts.sum()) > _BARE

    def things(self, image: Pixels, box: Box, tiles: Sequence[Box], size: float) -> list[Box]:
        """What lies in a box, is about as large as a tile or a meld, and is neither table nor known tile.

        Args:
            image: H×W×3 uint8.
            box: the place, pixels.
            tiles: boxes of all tiles that are known.
            size: short side of a tile, pixels.

        Returns:
            Boxes in pixels of the image.
        """
        part = _cut(image, box)
        if part is None or self._shares is None:
            return []
        factor = min(1.0, _FINE / size)
        part = np.asarray(
            cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
        unlike = (self._shares[_bins(part)] <= _COMMON).astype(np.uint8)
        left, top, air = round(max(0.0, box[0])), round(max(0.0, box[1])), _INNER * size
        for x0, y0, x1, y1 in tiles:
            low = (round((x0 - air - left) * factor), round((y0 - air - top) * factor))
            high = (round((x1 + air - left) * factor), round((y1 + air - top) * factor))
            cv2.rectangle(unlike, low, high, (0,), cv2.FILLED)
        compact = cv2.morphologyEx(unlike, cv2.MORPH_OPEN, np.ones((_THING, _THING)))
        count, _, stats, _ = cv2.connectedComponentsWithStats(compact, connectivity=4)
        return [
            (left + x / factor, top + y / factor, left + (x + wide) / factor, top + (y + high) / factor)
            for x, y, wide, high, _ in stats[1:count].tolist()
            if max(wide, high) <= _LONG * _FINE
        ]


def table_colours(image: Pixels, place: Pixels, common: float) -> npt.NDArray[np.uint8]:
    """What of a picture has the colours of a place in it.

    Lamps light a table unevenly: a colour counts also where it is a little lighter or darker.

    Args:
        image: H×W×3 uint8.
        place: a mask H×W uint8 over it, not 0 where it is learnt from.
        common: share of the place's pixels that makes a colour its own.

    Returns:
        H×W, 1 there and 0 elsewhere.
    """
    levels = np.stack([cv2.GaussianBlur(level, (3, 3), 0) for level in _histogram(image, place)])
    darker, lighter = np.concatenate([levels[:1], levels[:-1]]), np.concatenate([levels[1:], levels[-1:]])
    counts = np.asarray(0.25 * darker + 0.5 * levels + 0.25 * lighter, np.float32)
    return np.asarray(counts[_bins(image)] > common * counts.sum(), np.uint8)


def _bins(part: Pixels) -> tuple[npt.NDArray[np.int64], ...]:
    """Which bin of the histogram each pixel is in, an array for each of its axes."""
    bins = (_lab(part) - np.array(_RANGES[::2])) * _BINS // (np.array(_RANGES[1::2]) - _RANGES[::2])
    return tuple(np.moveaxis(bins.astype(np.int64), -1, 0))


def _lab(part: Pixels | cv2.typing.MatLike) -> Pixels:
    """CIELAB; stronger colours than the bins hold count as the strongest: every pixel is counted."""
    lab = cv2.cvtColor(part, cv2.COLOR_BGR2LAB)
    return np.asarray(
        np.clip(lab, (0, _RANGES[2], _RANGES[4]), (255, _RANGES[3] - 1, _RANGES[5] - 1)), np.uint8
    )


def _histogram(part: Pixels | cv2.typing.MatLike, mask: Pixels | None) -> npt.NDArray[np.float32]:
    return np.asarray(cv2.calcHist([_lab(part)], [0, 1, 2], mask, list(_BINS), list(_RANGES)), np.float32)


def _cut(image: Pixels, box: Box) -> Pixels | None:
    height, width = image.shape[:2]
    x0, y0 = max(0, round(box[0])), max(0, round(box[1]))
    part = image[y0 : min(height, round(box[3])), x0 : min(width, round(box[2]))]
    return part if min(part.shape[:2]) >= 4 else None


def _stretched(
    mask: npt.NDArray[np.bool_], image: Pixels, place: Box, size: tuple[int, int]
) -> npt.NDArray[np.uint8]:
    """The part of a coarse mask over an image that covers a place, width × height ``size``."""
    rows, columns = mask.shape
    height, width = image.shape[:2]
    x0, x1 = (round(value * columns / width) for value in (place[0], place[2]))
    y0, y1 = (round(value * rows / height) for value in (place[1], place[3]))
    part = mask[max(0, y0) : max(1, y1), max(0, x0) : max(1, x1)].astype(np.uint8)
    return np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_NEAREST), np.uint8)
