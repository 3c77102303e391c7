"""A place for the newest thing only: a capture thread puts, a slower consumer takes and skips."""

import threading
from typing import Generic, TypeVar

from vision.live.sources.source import SourceError

Thing = TypeVar("Thing")


class Newest(Generic[Thing]):
    """Holds one thing at most. One thread puts, another takes."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._thing: Thing | None = None
        self._trouble: SourceError | None = None
        self._over = False

    def put(self, thing: Thing) -> None:
        """Offer a thing; one that nobody took is gone."""
        with self._changed:
            self._thing = thing
            self._changed.notify_all()

    def fail(self, trouble: SourceError) -> None:
        """There will be no more: `take` raises this."""
        with self._changed:
            self._trouble = trouble
            self._changed.notify_all()

    def close(self) -> None:
        """There will be no more: `take` gives None."""
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def take(self, silence: float, sentence: str) -> Thing | None:
        """Wait for a thing that was not taken yet; None once closed.

        Args:
            silence: how long to wait, seconds.
            sentence: what to say when nothing came.

        Raises:
            SourceError: nothing came, or the putting side has failed.
        """
        with self._changed:
            came = self._changed.wait_for(
                lambda: self._over or self._thing is not None or self._trouble is not None, silence
            )
            if self._over:
                return None
            if self._thing is not None:
                thing, self._thing = self._thing, None
                return thing
            if self._trouble is not None:
                raise self._trouble
            if not came:
                raise SourceError("lost", sentence)
            return None
