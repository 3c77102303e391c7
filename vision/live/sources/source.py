"""What every source of frames is, and what goes wrong with one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from vision.live.frame import Frame

# Of an address: who logs in, and what is asked for or set, where cameras take passwords too
# (``/video?pwd=…``, ``/user=…&password=…``, ``/user_…_password_…``).
_LOGIN: Final = re.compile(r"://\S.*@|://@")
_ASKED: Final = re.compile(
    r"(://[^?=]*?(?:[?=]|(?<![a-z])(?:user(?:name)?|login|pass(?:word|wd)?|pwd|token|key)[_:/-])).*", re.I
)


def masked(text: str) -> str:
    """A source's text as it may be shown and logged: without what logs in to an address."""
    return _ASKED.sub(r"\1***", _LOGIN.sub("://***@", text))


class SourceError(Exception):
    """A source gives no frames (any more).

    Attributes:
        code: ``unknown`` (a name that is no source), ``missing`` (a program or file that is not there),
            ``unreadable`` (there, but no pictures), ``lost`` (it has stopped giving frames: asking for
            `Source.frames` again opens it anew), ``garbled`` (the same, since what comes is no picture).
        message: a sentence that says what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True)
class Capture:
    """What is asked of a source.

    Attributes:
        width, height: pixels asked of a camera. Faces are read at this size: less than 2304×1296 is seldom
            enough for a whole table.
        rate: frames a second asked of a camera, and of a folder without times.
        real_time: whether films and folders run as fast as they were taken, frames being skipped where the
            consumer is slow; else each frame is given as soon as it is asked for.
        silence: seconds without a frame after which a camera counts as lost.
    """

    width: int = 2304
    height: int = 1296
    rate: float = 10.0
    real_time: bool = True
    silence: float = 3.0


class Source(Protocol):
    """Gives frames, one consumer at a time."""

    name: str

    def frames(self) -> Iterator[Frame]:
        """The newest frame each time one is asked for; frames between are skipped, never queued.

        A film or folder ends; a camera goes on until `close`. Called again it goes on (a camera) or begins
        anew (a film).

        Raises:
            SourceError: while asking for a frame.
        """
        ...  # pragma: no cover

    def now(self) -> float:
        """The source's clock, seconds: how old a frame is, is this less its ``at``."""
        ...  # pragma: no cover

    def close(self) -> None:
        """Let go of it, from any thread; `frames` ends."""
        ...  # pragma: no cover
