"""Where something moves, where something changed, and what of it has come to rest.

Everything is seen on a small grey copy, and judged in cells of a few pixels. What the table looked like when
it was last read is remembered; light that changes as a whole or slowly is taken out before they are compared.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.live.frame import Box, Pixels
from vision.live.settings import Settings

Mask = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.float32]

CELL: Final = 4  # pixels of the small copy
_LEAST: Final = 5.0  # grey levels that a cell has to change by; …
_NOISE: Final = 3.0  # … more where the camera is noisy: times what a usual cell changes by
_ADAPT: Final = 1.5  # seconds after which slow changes of light are taken for granted
_BACK: Final = 0.25  # seconds: what moves slowly is seen against an older picture
_MOST: Final = 10  # frames kept for that
_FEWEST: Final = 5  # cells of a change that is looked at


@dataclass(frozen=True, eq=False)
class Seen:
    """What one frame shows.

    Attributes:
        grey: h×w float32, the small copy.
        scale: its pixels per pixel of the frame.
        moving: rows×columns, cells that moved just now.
        changed: the same, cells that differ from what was last read.
        calm: the same, seconds since a cell last moved.
        resting: boxes around changes that lie still, pixels of the frame, the largest first.
    """

    grey: Cells
    scale: float
    moving: Mask
    changed: Mask
    calm: npt.NDArray[np.float64]
    resting: tuple[Box, ...]

    def cells(self, box: Box) -> tuple[slice, slice]:
        """The cells under a box in pixels of the frame: rows and columns."""
        factor = self.scale / CELL
        rows, columns = self.changed.shape
        x0, y0 = (max(0, int(value * factor)) for value in box[:2])
        x1, y1 = (int(np.ceil(value * factor)) for value in box[2:])
        return slice(y0, min(rows, max(y1, y0 + 1))), slice(x0, min(columns, max(x1, x0 + 1)))

    @property
    def share(self) -> float:
        """How much of the picture is changed, 0..1."""
        return float(self.changed.mean())


class Motion:
    """Compares each frame with those before.

    Args:
        settings: of the tracker.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._settled: Cells | None = None
        self._recent: list[tuple[float, Cells]] = []
        self._moved_at: npt.NDArray[np.float64] = np.zeros((0, 0))

    def see(self, image: Pixels, at: float) -> Seen:
        """Take one frame.

        Args:
            image: H×W×3 uint8.
            at: seconds; not before the last one.
        """
        grey, scale = small(image, self._settings.motion)
        settled = self._settled
        if settled is None or settled.shape != grey.shape:
            settled = self._begin(grey, at)
        gain = _gain(grey, settled)
        apart = _by_cell(np.abs(grey - np.minimum(settled * gain, 255)))
        changed = apart > _limit(apart)
        moving = np.zeros_like(changed)
        for _, before in {id(entry): entry for entry in (*self._recent[:1], *self._recent[-1:])}.values():
            step = _by_cell(np.abs(grey - np.minimum(before * _gain(grey, before), 255)))
            moving |= step > _limit(step)
        self._moved_at[moving] = at
        self._remember(grey, at)
        self._adapt(settled, grey, changed | moving, at)
        return Seen(grey, scale, moving, changed, at - self._moved_at, self._resting(changed, at, scale))

    def settle(self, seen: Seen, box: Box) -> None:
        """What lies in a box has been read: from now on changes are against this."""
        if self._settled is not None and self._settled.shape == seen.grey.shape:
            rows, columns = seen.cells(box)
            place = (
                slice(rows.start * CELL, rows.stop * CELL),
                slice(columns.start * CELL, columns.stop * CELL),
            )
            self._settled[place] = seen.grey[place]

    @property
    def settled(self) -> Cells | None:
        """What the table looked like when it was last read, as `Seen.grey`; None before."""
        return self._settled

    def restart(self) -> None:
        """Forget what the table looked like: the next frame begins anew."""
        self._settled = None

    def _begin(self, grey: Cells, at: float) -> Cells:
        settled = np.full_like(grey, -255)  # unlike anything, until it is read
        self._settled, self._recent = settled, []
        self._moved_at = np.full((grey.shape[0] // CELL, grey.shape[1] // CELL), at)
        return settled

    def _remember(self, grey: Cells, at: float) -> None:
        """Keep the last frame, and one from a while ago."""
        self._recent.append((at, grey))
        while len(self._recent) > 2 and (self._recent[1][0] <= at - _BACK or len(self._recent) > _MOST):
            self._recent.pop(0)

    def _adapt(self, settled: Cells, grey: Cells, busy: Mask, at: float) -> None:
        if len(self._recent) < 2:
            return
        share = min(1.0, (at - self._recent[-2][0]) / _ADAPT)
        size = (grey.shape[1], grey.shape[0])
        weight = cv2.resize((~busy).astype(np.float32), size, interpolation=cv2.INTER_NEAREST)
        settled += np.float32(share) * weight * (grey - settled)

    def _resting(self, changed: Mask, at: float, scale: float) -> tuple[Box, ...]:
        recent = (at - self._moved_at < self._settings.still).astype(np.uint8)
        near = cv2.dilate(recent, np.ones((3, 3), np.uint8)).astype(bool)
        rest = cv2.dilate((changed & ~near).astype(np.uint8), np.ones((3, 3), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(rest, connectivity=8)
        boxes = [
            tuple(float(value) * CELL / scale for value in (x, y, x + width, y + height))
            for x, y, width, height, area in sorted(stats[1:count].tolist(), key=lambda entry: -entry[4])
            if area >= _FEWEST + 12
        ]
        return tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in boxes)


def small(image: Pixels, side: int) -> tuple[Cells, float]:
    """A grey copy h×w float32 with sides that are whole cells, and its pixels per pixel of the picture."""
    height, width = image.shape[:2]
    scale = min(1.0, side / max(height, width))
    size = (
        max(CELL, round(width * scale) // CELL * CELL),
        max(CELL, round(height * scale) // CELL * CELL),
    )
    copy = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(copy, cv2.COLOR_BGR2GRAY), np.float32), size[0] / width


def _by_cell(values: Cells) -> Cells:
    rows, columns = values.shape[0] // CELL, values.shape[1] // CELL
    return np.asarray(cv2.resize(values, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def _limit(apart: Cells) -> float:
    """What a cell has to differ by that it is no noise."""
    return max(_LEAST, min(_NOISE * float(np.median(apart)), 4 * _LEAST))


def _gain(grey: Cells, before: Cells) -> float:
    """How much brighter the picture is as a whole than one before."""
    now, then = _by_cell(grey), _by_cell(before)
    lit = (then > 20) & (now < 245) & (then < 245)
    if lit.mean() < 0.05:
        return 1.0
    return float(np.median(now[lit] / then[lit]))
