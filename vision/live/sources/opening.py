"""Which source a text means."""

import re
from pathlib import Path
from typing import Final

from vision.live.sources.camera import CvCamera
from vision.live.sources.film import Film
from vision.live.sources.folder import Folder
from vision.live.sources.phone import PhoneCamera
from vision.live.sources.pi import PiCamera
from vision.live.sources.source import Capture, Source, SourceError, masked

_PI: Final = re.compile(r"pi(?::(\d))?")
_STREAM: Final = re.compile(r"(rtsp|rtsps|http|https|rtmp|udp)://\S+", re.IGNORECASE)
_DEVICE: Final = re.compile(r"/dev/video\d+")
_SHOWN: Final = 120  # letters of a name that is none
USUAL: Final = Capture()


def open_source(text: str, capture: Capture = USUAL) -> Source:
    """The source that a text means.

    Args:
        text: ``pi`` or ``pi:1`` (a Raspberry Pi's camera), ``0`` or ``/dev/video0`` (a camera of this
            machine), ``rtsp://…`` or another stream's address, the path of a folder of pictures or of a film,
            ``phone`` (pictures are pushed in).
        capture: what is asked of it.

    Raises:
        SourceError: it means none, or the folder cannot be read. A camera or film is only opened when frames
            are asked for.
    """
    text = text.strip()
    if (camera := _camera(text, capture)) is not None:
        return camera
    try:
        path = Path(text).expanduser()
        is_folder, is_film = path.is_dir(), path.is_file()
    except (OSError, ValueError, RuntimeError):  # longer than a name can be, or of a user who is none
        is_folder = is_film = False
    if text and is_folder:
        return Folder(path, capture)
    if text and is_film:
        return Film(path, capture)
    shown = masked(text)
    if len(shown) > _SHOWN:
        shown = f"{shown[:_SHOWN]}…"
    raise SourceError(
        "unknown",
        f"{shown!r} is no camera, folder or film here. Write pi, a camera's number such as 0, a stream's "
        "address such as rtsp://…, the path of a film or of a folder of pictures, or phone.",
    )


def _camera(text: str, capture: Capture) -> Source | None:
    """The source that looks now; None where the text means none."""
    if found := _PI.fullmatch(text):
        return PiCamera(capture, int(found[1] or 0))
    if text == "phone":
        return PhoneCamera(capture)
    if text.isdecimal() and len(text) < 3:
        return CvCamera(int(text), capture)
    if _DEVICE.fullmatch(text):
        return CvCamera(text, capture)
    if found := _STREAM.fullmatch(text):  # a telephone's keyboard begins with a capital
        return CvCamera(found[1].lower() + text[found.end(1) :], capture)
    return None
