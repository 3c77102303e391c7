"""A phone as the camera: its page, and the pictures that it sends."""

from typing import Final

from flask import Blueprint, Response, jsonify, render_template, request, url_for

from vision.live.sources.phone import PhoneCamera
from webapp.pages.answers import refusal
from webapp.pages.camera_hands import cameras
from webapp.pages.tables import table_or_404
from webapp.pages.wording import _

pages = Blueprint("camera_phone", __name__, url_prefix="/tables/<table_id>/camera")

MOST_BYTES: Final = 4_000_000
_EACH: Final = 0.4  # seconds between two pictures: as many as a small machine looks at
_SIDE: Final = 2304
_QUALITY: Final = 0.85
_Answer = tuple[Response, int]


@pages.get("/phone")
def show(table_id: str) -> str:
    """The page that stays open on the phone."""
    table = table_or_404(table_id)
    settings = {
        "send": url_for("camera_phone.push", table_id=table.id),
        "each": _EACH,
        "side": _SIDE,
        "quality": _QUALITY,
        "most": MOST_BYTES,
        "words": {
            "sending": _("Pictures are being sent: {count}"),
            "denied": _("The browser may not use the camera. Allow it in the site's settings."),
            "missing": _("No camera answers on this phone."),
            "offline": _("The table's computer does not answer. It is tried again."),
            "stopped": _("No pictures are being sent."),
        },
    }
    return render_template("camera/phone.html", table=table, settings=settings)


@pages.post("/frames")
def push(table_id: str) -> _Answer:
    """Take one picture, the request's body. Answers 202; 409 when the camera is not started as a phone."""
    table = table_or_404(table_id)
    if (request.content_length or 0) > MOST_BYTES:
        return refusal(413, "too_many_bytes", _("This picture is too large."))
    picture = request.get_data(cache=False)
    if not picture or len(picture) > MOST_BYTES or request.mimetype != "image/jpeg":
        return refusal(400, "empty", _("The file is empty. Take the photo again or choose another one."))
    session = cameras().session(table.id)
    if session is None or not session.alive or not isinstance(session.source, PhoneCamera):
        return refusal(409, "not_started", _("The camera was stopped. Start it again on the camera's page."))
    session.source.push(picture)
    return jsonify(taken=True), 202
