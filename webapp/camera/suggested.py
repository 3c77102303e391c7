"""Where the page puts the table's corners before anybody has said where the table lies."""

import time
import weakref
from dataclasses import dataclass
from typing import Final

from vision.live.corners import find_corners
from vision.live.frame import Frame
from webapp.camera.session import Session
from webapp.camera.setup import SUGGESTED, CameraSetup
from webapp.pages.form import FormError

_EACH: Final = 2.0  # seconds between two looks, however many screens ask


@dataclass(frozen=True)
class Suggestion:
    """Four corners to be pulled right.

    Attributes:
        corners: as `webapp.camera.setup.CameraSetup` has them.
        sure: whether the picture tells them; else they are the picture without a rim.
    """

    corners: tuple[float, ...] = SUGGESTED
    sure: bool = False


UNSURE: Final = Suggestion()
_known: weakref.WeakKeyDictionary[Session, tuple[float, weakref.ref[Frame], Suggestion]] = (
    weakref.WeakKeyDictionary()
)


def suggestion(session: Session | None) -> Suggestion:
    """The corners of the table in the last picture of a session."""
    frame = session.frame if session is not None else None
    if session is None or frame is None:
        return UNSURE
    now, known = time.monotonic(), _known.get(session)
    if known is not None and (known[1]() is frame or now - known[0] < _EACH):
        return known[2]
    made = _seen_in(frame)
    _known[session] = now, weakref.ref(frame), made
    return made


def _seen_in(frame: Frame) -> Suggestion:
    found = find_corners(frame.image)
    if found is None:
        return UNSURE
    corners = tuple(round(share, 3) for share in found)
    try:
        CameraSetup().changed({"corners": corners})
    except FormError:  # nobody could say that this is the table
        return UNSURE
    return Suggestion(corners, True)
