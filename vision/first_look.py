"""The first look at a photo: find the tiles at all, however the photo was turned, squeezed or reduced."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.letterbox import STRIDE
from vision.looks import Found, join_ways
from vision.photo import Photo
from vision.rows import Row, find_rows
from vision.settings import Settings
from vision.sight import Sight
from vision.views import LONGEST, SQUEEZES, View, heights, shaped, turned, unsqueezed, upright

_ENOUGH: Final = 0.35  # score from which a tile counts as evidence
_LYING: Final = 0.9  # height by width: tiles less high lie on their sides, from 1/_LYING they stand


@dataclass(frozen=True, eq=False)
class Look:
    """What the first look found.

    Attributes:
        view: the photo as it was looked at.
        found: tiles and what may be tiles, in pixels of ``view.photo.image``.
        side: long side of the look, pixels.
    """

    view: View
    found: Found
    side: int

    @cached_property
    def lines(self) -> tuple[Row, ...]:
        """The rows of what was found, the longest first."""
        return find_rows(self.found.boxes)

    def rows(self, settings: Settings) -> list[Row]:
        """The rows that gain from a closer look along them, the longest first."""
        # A photo smaller than the look gains nothing from being enlarged.
        zoom = min(settings.whole / max(self.view.photo.image.shape[:2]), 1.0)
        rows = [row for row in self.lines if long(row)]
        return [row for row in rows if row.pitch * zoom * settings.gain < settings.pitch][: settings.strips]


def long(row: Row) -> bool:
    """Enough tiles in line that it is no accident."""
    return len(row.indices) >= 4


def first_look(sight: Sight, photo: Photo, settings: Settings) -> Look:
    """Look at the whole photo.

    Where its tiles seem to lie on their sides, it is turned; where there are none, a squeeze is undone;
    where they are small, the look is larger; where no row is seen, it is searched in parts.
    """
    look = Look(upright(photo), sight.whole(photo.image, settings.whole), settings.whole)
    clear = _clear(look.found, settings)
    look = _turn(sight, look, clear, settings) if clear.any() else _unsqueeze(sight, look, settings)
    look = _enlarge(sight, look, settings)
    if look.rows(settings):
        return look  # rows are seen both ways up when they are looked at along
    if _width(look) < settings.narrow and not any(long(row) for row in look.lines):
        return _search(sight, look, settings)
    other = sight.whole(look.view.photo.image, look.side, turns=2)
    return Look(look.view, join_ways(look.found, other).above(settings.suspicion), look.side)


def evidence(found: Found) -> float:
    """How much speaks for a look: the sum of what its tiles most surely are."""
    return float(found.clarity[found.clarity >= _ENOUGH].sum())


def _clear(found: Found, settings: Settings) -> npt.NDArray[np.bool_]:
    """Which are tiles without doubt: certain, and not longer than a tile may look from low down."""
    height = heights(found.boxes)
    return (found.clarity >= settings.clear) & (height < LONGEST) & (height > 1 / LONGEST)


def _turn(sight: Sight, look: Look, clear: npt.NDArray[np.bool_], settings: Settings) -> Look:
    """The photo after a quarter turn, if its tiles lie or, where that cannot be told, if it shows more."""
    height = float(np.median(heights(look.found.boxes[clear])))
    if height > 1 / _LYING:
        return look
    view = turned(look.view.photo)
    found = sight.whole(view.photo.image, look.side)
    better = height < _LYING or evidence(found) > evidence(look.found)
    return Look(view, found, look.side) if better else look


def _unsqueeze(sight: Sight, look: Look, settings: Settings) -> Look:
    """Undo a squeeze, if tiles are found then that were not before."""
    views = [unsqueezed(look.view.photo, factors) for factors in SQUEEZES]
    best = _best(sight, look, views, settings)
    if evidence(best.found) < evidence(look.found) + 1:
        return look
    tiles = best.found.boxes[best.found.clarity >= _ENOUGH]
    return _best(sight, best, shaped(best.view, tiles), settings)


def _best(sight: Sight, look: Look, views: Sequence[View], settings: Settings) -> Look:
    """The look itself or one at another view of the same photo, whichever shows the most."""
    others = [Look(view, sight.whole(view.photo.image, look.side), look.side) for view in views]
    return max(look, *others, key=lambda each: evidence(each.found))


def _enlarge(sight: Sight, look: Look, settings: Settings) -> Look:
    """The same photo enlarged where its tiles are small."""
    width = _width(look)
    if not 0 < width < settings.narrow:
        return look
    side = min(settings.largest, round(look.side * settings.wide / width / STRIDE) * STRIDE)
    return Look(look.view, sight.whole(look.view.photo.image, side), side)


def _search(sight: Sight, look: Look, settings: Settings) -> Look:
    """The same photo with its quarters enlarged."""
    found = look.found
    for corner, part in _quarters(look.view.photo.image):
        near = sight.whole(part, settings.largest)
        found += Found(near.boxes + np.array(corner * 2, np.float32), near.probabilities)
    return Look(look.view, found.above(settings.suspicion), look.side)


def _width(look: Look) -> float:
    """The usual width of a tile in the look, pixels; 0 where none was found."""
    boxes = look.found.boxes
    if not len(boxes):
        return 0.0
    widths = (boxes[:, 2:] - boxes[:, :2]).min(axis=1)
    return float(np.median(widths) * look.side / max(look.view.photo.image.shape[:2]))


def _quarters(image: npt.NDArray[np.uint8]) -> Iterator[tuple[tuple[int, int], npt.NDArray[np.uint8]]]:
    """Four parts of 60 % of each side with their corners x, y: a tile cut by one lies whole in another."""
    height, width = image.shape[:2]
    tall, wide = round(0.6 * height), round(0.6 * width)
    for top in (0, height - tall):
        for left in (0, width - wide):
            yield (left, top), image[top : top + tall, left : left + wide]
