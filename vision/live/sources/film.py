"""A video file as frames."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.live.frame import Frame
from vision.live.sources.pace import Pace
from vision.live.sources.source import Capture, SourceError

_USUAL_RATE: Final = 25.0


class Film:
    """The frames of a video file with their times.

    Args:
        path: the file.
        capture: whether it runs in real time.
        pace: the clock; for tests.
    """

    def __init__(self, path: Path, capture: Capture, pace: Pace | None = None) -> None:
        self.name = str(path)
        self._path = path
        self._pace = pace or Pace(capture.real_time)
        self._rate = _USUAL_RATE

    def now(self) -> float:
        """Where it stands, seconds."""
        return self._pace.now()

    def frames(self) -> Iterator[Frame]:
        """See `Source.frames`. Frames that are late are passed over without being decoded whole.

        Opened here: OpenCV may have to wait for a stream that is being opened.

        Raises:
            SourceError: it holds no film.
        """
        film = cv2.VideoCapture(str(self._path))
        if not film.isOpened():
            film.release()
            raise SourceError(
                "unreadable", f"{self._path} is no film that can be read. MP4 with H.264 always is."
            )
        rate = float(film.get(cv2.CAP_PROP_FPS))
        self._rate = rate if 0 < rate < 1000 else _USUAL_RATE
        self._pace.begin(0.0)
        number, last = 0, -1.0
        try:
            while film.grab():
                at = self._time(film, number, last)
                late = self._pace.passed(at + 1 / self._rate)
                if not late:
                    taken, image = film.retrieve()
                    if taken:
                        if not self._pace.due(at):
                            return
                        yield Frame(np.asarray(image, np.uint8), at, number)
                if self._pace.stopped:
                    return
                number, last = number + 1, at
            if not number:
                raise SourceError("unreadable", f"{self._path} holds no pictures. Film it again.")
        finally:
            film.release()

    def close(self) -> None:
        """End `frames`."""
        self._pace.stop()

    def _time(self, film: cv2.VideoCapture, number: int, last: float) -> float:
        """The frame's own time where the file has one that goes on, else by its number."""
        told = float(film.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        return told if told > last and (told > 0 or number == 0) else max(last, 0.0) + 1 / self._rate
