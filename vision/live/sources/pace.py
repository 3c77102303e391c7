"""The clock of films and folders: in real time, or as fast as frames are asked for."""

import threading
import time
from collections.abc import Callable
from typing import Final

_NOW: Final = 1e-4  # seconds; below what any clock's rounding can leave


class Pace:
    """When a frame of a film is due.

    Args:
        real_time: whether a second of the film takes a second.
        clock: seconds, never going back; for tests.
        wait: waits so many seconds, or less; for tests.
    """

    def __init__(
        self,
        real_time: bool,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        self._real_time, self._clock = real_time, clock
        self._over = threading.Event()
        self._wait = wait or self._over.wait
        self._began = clock()
        self._last = 0.0

    def begin(self, at: float) -> None:
        """The film stands at ``at`` now."""
        self._began, self._last = self._clock() - at, at

    def now(self) -> float:
        """Where the film stands, seconds."""
        return self._clock() - self._began if self._real_time else self._last

    def due(self, at: float) -> bool:
        """Wait until a frame of this time is due; False once stopped."""
        self._last = max(self._last, at)
        while not self._over.is_set():
            left = at - self.now()
            if left < _NOW:
                return True
            self._wait(min(left, 0.5))
        return False

    def passed(self, at: float) -> bool:
        """Whether a frame of this time, the next one, is due already: the one before it is old then."""
        return self._real_time and at < self.now() + _NOW

    def stop(self) -> None:
        """End every wait."""
        self._over.set()

    @property
    def stopped(self) -> bool:
        """Whether it was stopped."""
        return self._over.is_set()
