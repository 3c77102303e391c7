"""A phone that sends one JPEG after the other."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from vision.live.frame import Frame
from vision.live.sources.newest import Newest
from vision.live.sources.source import Capture, SourceError
from vision.photo import PhotoError, load_photo

FIRST_SECONDS: Final = 60.0  # until somebody has opened the page on the phone
_SILENT: Final = (
    "No picture comes from the phone. Keep its page open, its screen on, and the phone in the Wi-Fi."
)


class PhoneCamera:
    """Frames that are pushed in; only the newest waits.

    Args:
        capture: ``silence`` is how long the phone may pause.
        clock: seconds, never going back; for tests.
    """

    def __init__(self, capture: Capture, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = "phone"
        self._silence = max(capture.silence, 4.0)  # a weak Wi-Fi stutters
        self._clock = clock
        self._started = clock()
        self._number = 0
        self._newest: Newest[tuple[bytes, float, int]] = Newest()
        self._first = True

    def now(self) -> float:
        """Seconds since it was made."""
        return self._clock() - self._started

    def push(self, encoded: bytes) -> None:
        """A picture as it was sent: any file that `vision.photo` opens. It is opened when it is looked at."""
        self._newest.put((encoded, self.now(), self._number))
        self._number += 1

    def frames(self) -> Iterator[Frame]:
        """See `Source.frames`. What is no picture ends it, as ``garbled``."""
        silence = FIRST_SECONDS if self._first else self._silence
        while (taken := self._newest.take(silence, _SILENT)) is not None:
            self._first, silence = False, self._silence
            encoded, at, number = taken
            try:
                yield Frame(load_photo(encoded, 2304).image, at, number)
            except PhotoError as error:
                said = f"The phone's picture cannot be read: {error.message}"
                raise SourceError("garbled", said) from error

    def close(self) -> None:
        """End `frames`."""
        self._newest.close()
