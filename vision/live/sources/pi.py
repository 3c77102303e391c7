"""A Raspberry Pi's camera: MJPEG from a child process of the system's own camera program."""

import shutil
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import IO, Final

import cv2
import numpy as np

from vision.live.frame import Frame
from vision.live.sources.mjpeg import JpegSplitter
from vision.live.sources.newest import Newest
from vision.live.sources.source import Capture, SourceError

PROGRAMS: Final = ("rpicam-vid", "libcamera-vid")  # the second name is that of older systems
_CHUNK: Final = 1 << 16
_PATIENCE: Final = 2.0  # seconds a program is given to end by itself
_SILENT: Final = "The Pi's camera has stopped giving pictures. Look at its ribbon cable; it is tried again."


class PiCamera:
    """Frames of one camera of a Raspberry Pi.

    Args:
        capture: size and rate.
        camera: which one, on boards with several.
        program: the camera program; None looks for it.
    """

    def __init__(self, capture: Capture, camera: int = 0, program: str | None = None) -> None:
        self.name = "pi" if camera == 0 else f"pi:{camera}"
        self._capture, self._camera, self._program = capture, camera, program
        self._started = time.monotonic()
        self._number = 0
        self._closed = False
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._newest: Newest[tuple[bytes, float, int]] | None = None

    def now(self) -> float:
        """Seconds since it was made."""
        return time.monotonic() - self._started

    def frames(self) -> Iterator[Frame]:
        """See `Source.frames`."""
        newest: Newest[tuple[bytes, float, int]] = Newest()
        child = self._start(newest)
        complaints: deque[str] = deque(maxlen=4)
        try:
            listening = _thread(_listen, child, complaints)
            _thread(self._read, child, newest, complaints, listening)
            # The program takes a moment to wake the sensor.
            silence = self._capture.silence + 4.0
            while (taken := newest.take(silence, _SILENT)) is not None:
                silence = self._capture.silence
                encoded, at, number = taken
                image = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR)
                if image is not None:
                    yield Frame(np.asarray(image, np.uint8), at, number)
        finally:
            _end(child)

    def close(self) -> None:
        """End the program."""
        with self._lock:
            self._closed = True
            if self._newest is not None:
                self._newest.close()
            child = self._child
        if child is not None:
            _end(child)

    def _start(self, newest: Newest[tuple[bytes, float, int]]) -> subprocess.Popen[bytes]:
        program = self._program or next(filter(None, map(shutil.which, PROGRAMS)), None)
        if program is None:
            raise SourceError(
                "missing",
                "rpicam-vid is not installed here. On a Raspberry Pi: sudo apt install rpicam-apps; "
                "elsewhere name another camera, such as 0 or a stream's address.",
            )
        wanted = self._capture
        command = [program, "--timeout", "0", "--nopreview", "--codec", "mjpeg", "--quality", "90"]
        command += ["--camera", str(self._camera), "--flush", "--output", "-"]
        command += ["--width", str(wanted.width), "--height", str(wanted.height)]
        command += ["--framerate", f"{wanted.rate:g}"]
        with self._lock:
            if self._closed:
                newest.close()
            try:
                child = subprocess.Popen(  # noqa: S603 - the system's camera program, no shell
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                )
            except OSError as error:
                raise SourceError("missing", f"{program} cannot be started: {error.strerror}.") from error
            self._child, self._newest = child, newest
        return child

    def _read(
        self,
        child: subprocess.Popen[bytes],
        newest: Newest[tuple[bytes, float, int]],
        complaints: deque[str],
        listening: threading.Thread,
    ) -> None:
        splitter = JpegSplitter()
        with _piped(child.stdout) as out:
            while data := out.read(_CHUNK):
                for encoded in splitter.feed(data):
                    newest.put((encoded, self.now(), self._number))
                    self._number += 1
        status = child.wait()
        listening.join(1)
        said = f" It said: {complaints[-1]}" if complaints else ""
        newest.fail(
            SourceError("lost", f"The camera program has ended (status {status}).{said} It is tried again.")
        )


def _thread(work: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, name="pi camera", daemon=True)
    thread.start()
    return thread


def _listen(child: subprocess.Popen[bytes], complaints: deque[str]) -> None:
    """Keep the last lines that the program says, so that its pipe never fills."""
    with _piped(child.stderr) as said:
        rest = b""
        while data := said.read(_CHUNK):
            *lines, rest = (rest[-1000:] + data).split(b"\n")
            complaints.extend(text[:200] for line in lines if (text := line.decode(errors="replace").strip()))


def _piped(pipe: IO[bytes] | None) -> IO[bytes]:
    """A pipe of a child that was started with one; read as it comes, closed by whoever reads it."""
    if pipe is None:
        raise ValueError("the child has no such pipe")
    return pipe


def _end(child: subprocess.Popen[bytes]) -> None:
    """End a program, kindly first, and let go of its pipes."""
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
