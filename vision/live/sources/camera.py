"""A USB camera or a network stream, through OpenCV."""

import threading
import time
from collections.abc import Iterator
from typing import Any, Final

import cv2
import numpy as np

from vision.live.frame import Frame
from vision.live.sources.answering import answers
from vision.live.sources.newest import Newest
from vision.live.sources.source import Capture, SourceError, masked

_MJPG: Final = cv2.VideoWriter.fourcc(*"MJPG")  # raw frames of this size do not fit through USB 2
_WAKING: Final = 6.0  # seconds more for a camera or stream to give its first frame
_ANSWER: Final = 3.0  # seconds for a stream's machine to say anything
# For FFmpeg, whose own patience is half a minute; while it opens one stream no other can be opened.
_PATIENCE: Final = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 4000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 4000)
_opening: set[int | str] = set()  # places that a thread of this process is opening now
_opening_lock = threading.Lock()


class CvCamera:
    """Frames of a camera that OpenCV can open.

    Args:
        place: a camera's number, a device such as ``/dev/video0``, or a stream's address.
        capture: size and rate; a stream keeps its own.
    """

    def __init__(self, place: int | str, capture: Capture) -> None:
        self.name = masked(str(place))
        self._place, self._capture = place, capture
        self._started = time.monotonic()
        self._number = 0
        self._newest: Newest[Frame] | None = None
        self._reader: threading.Thread | None = None
        self._stop = threading.Event()

    def now(self) -> float:
        """Seconds since it was made."""
        return time.monotonic() - self._started

    def frames(self) -> Iterator[Frame]:
        """See `Source.frames`. While the camera is still being opened no second try begins."""
        silent = f"The camera {self.name} has stopped giving pictures. Look at its cable; it is tried again."
        if self._reader is not None:
            self._reader.join(self._capture.silence)
            if self._reader.is_alive():
                raise SourceError("lost", silent)
        newest: Newest[Frame] = Newest()
        over = threading.Event()
        self._newest = newest
        if self._stop.is_set():
            return
        reader = threading.Thread(target=self._read, args=(newest, over), name="camera", daemon=True)
        self._reader = reader
        reader.start()
        silence = self._capture.silence + _WAKING
        try:
            while (frame := newest.take(silence, silent)) is not None:
                silence = self._capture.silence
                yield frame
        finally:
            over.set()

    def close(self) -> None:
        """Let go of the camera."""
        self._stop.set()
        if self._newest is not None:
            self._newest.close()

    def _read(self, newest: Newest[Frame], over: threading.Event) -> None:
        # Opened here: a camera that does not answer holds its thread for some seconds.
        device = self._opened()
        if device is None:
            newest.fail(
                SourceError(
                    "lost",
                    f"The camera {self.name} cannot be opened: is it plugged in, and not in use by "
                    "another program? It is tried again.",
                )
            )
            return
        try:
            if isinstance(self._place, int) or self._place.startswith("/dev/"):
                _ask(device, self._capture)
            while not (over.is_set() or self._stop.is_set()):
                taken, image = device.read()
                if not taken:
                    newest.fail(
                        SourceError("lost", f"The camera {self.name} is gone: plug it in. It is tried again.")
                    )
                    return
                newest.put(Frame(np.asarray(image, np.uint8), self.now(), self._number))
                self._number += 1
        finally:
            device.release()

    def _opened(self) -> cv2.VideoCapture | None:
        """The camera, open; None where that cannot be, or another thread is at it."""
        with _opening_lock:
            if self._place in _opening:
                return None
            _opening.add(self._place)
        try:
            if not (isinstance(self._place, str) and "://" in self._place):
                device = cv2.VideoCapture(self._place)
            elif answers(self._place, _ANSWER) and not self._stop.is_set():
                device = cv2.VideoCapture(self._place, cv2.CAP_FFMPEG, _PATIENCE)
            else:
                return None
            if device.isOpened():
                return device
            device.release()
            return None
        finally:
            with _opening_lock:
                _opening.discard(self._place)


def _ask(device: Any, capture: Capture) -> None:
    """Ask for size and rate; a camera takes the nearest it has."""
    for what, value in (
        (cv2.CAP_PROP_FOURCC, _MJPG),
        (cv2.CAP_PROP_FRAME_WIDTH, capture.width),
        (cv2.CAP_PROP_FRAME_HEIGHT, capture.height),
        (cv2.CAP_PROP_FPS, capture.rate),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
    ):
        device.set(what, value)
