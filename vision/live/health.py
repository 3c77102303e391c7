"""Whether the camera sees the table well."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from vision.live.motion import Cells
from vision.live.settings import Settings

State = Literal["ok", "too_far", "dark", "frozen", "black", "moved", "upside_down", "lost"]

# A lens cap or a dead sensor: no more than noise. Of 255.
_BLACK: Final = 14.0
_FLAT: Final = 6.0  # spread of it
_DARK: Final = 28.0  # the brightest tenth; the same as for photos


@dataclass(frozen=True)
class Health:
    """How the camera does.

    Attributes:
        state: ``too_far``: tiles are too small for their faces to be read; ``dark``: too little light;
            ``frozen``: the very same picture again and again; ``black``: nothing but black; ``moved``: the
            camera was knocked or shifted; ``upside_down``: it was turned; ``lost``: no pictures come.
        since: seconds on the source's clock.
    """

    state: State
    since: float


class Watch:
    """Follows the camera's health; ``blind`` tells whether this frame shows nothing at all.

    Args:
        settings: of the tracker.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.health = Health("ok", 0.0)
        self.blind = False
        self._last: Cells | None = None
        self._same_since: float | None = None
        self._at: float | None = None
        self._until = -np.inf  # a fault that has gone is told so long

    def see(self, grey: Cells, at: float) -> Health:
        """Take a frame's grey copy: tells what can be told from it alone."""
        same = self._last is not None and np.array_equal(self._last, grey)
        if not same:
            self._same_since = at
        self._last, self._at = grey, at
        low, high = (float(value) for value in np.percentile(grey[::4, ::4], (2, 90)))
        black = high < _BLACK and high - low < _FLAT
        frozen = self._same_since is not None and at - self._same_since >= self._settings.frozen
        self.blind = black
        if black or frozen or high < _DARK:
            self.tell("black" if black else "frozen" if frozen else "dark", at)
        elif self.health.state in ("black", "frozen", "dark", "lost", "moved"):
            self._gone(at)
        return self.health

    def sized(self, short: float | None, at: float) -> None:
        """Take the usual short side of a tile, pixels of the frame; None where there are too few."""
        if short is not None and short < self._settings.far:
            if self.health.state == "ok":
                self.tell("too_far", at)
        elif self.health.state == "too_far":
            self._gone(at)

    def tell(self, state: State, at: float) -> None:
        """A fault is seen now."""
        if self.health.state != state:
            self.health = Health(state, at)
        self._until = at + self._settings.said

    def well(self, at: float) -> None:
        """The camera is as it was again."""
        if self.health.state in ("upside_down", "moved"):
            self._gone(at)

    def idle(self, at: float) -> Health:
        """Time has passed without a frame."""
        if self._at is None:
            self._at = at
        if at - self._at >= self._settings.lost:
            self.tell("lost", at)
        return self.health

    def _gone(self, at: float) -> None:
        if at >= self._until:
            self.health = Health("ok", at)
