"""What every page says above its contents while the disk is full, or soon will be."""

from collections.abc import Callable

from flask import Flask, current_app

from webapp.access.levels import HOUSE, Level
from webapp.access.visitor import visitor
from webapp.pages.wording import _
from webapp.room import FULL, LOW


def init_app(app: Flask) -> None:
    """Offer `room_notice` to templates."""
    app.context_processor(lambda: {"room_notice": room_notice})


def room_notice() -> str:
    """A sentence, or nothing: that the disk is full is for everybody, that it is filling up for the house."""
    room: Callable[[], int] = current_app.extensions["fanpai-room"]
    try:
        left = room()
    except OSError:
        return ""  # whatever is wrong with the disk is told where something is kept
    if left < FULL:
        return _(
            "The disk is full: everything can be looked at, but nothing new can be kept. Make room on it, "
            "for example by deleting photos that were kept."
        )
    if left < LOW and visitor().level(HOUSE) >= Level.OWN:
        return _(
            "The disk is nearly full: %(count)s MB left. Make room before nothing more can be kept.",
            count=max(1, left // 1_000_000),
        )
    return ""
