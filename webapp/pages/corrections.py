"""Tiles that players put right: kept with their photo where the house wants it, exported, deleted."""

import hashlib
import tempfile
from typing import IO, Any, cast

from flask import (
    Blueprint,
    Response,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from webapp.access.guard import require_house
from webapp.access.levels import HOUSE, Level
from webapp.access.visitor import visitor
from webapp.corrections import FACES, Corrections, CorrectionsError
from webapp.pages.answers import malformed, refusal
from webapp.pages.attachment import attachment
from webapp.pages.form import FormError
from webapp.pages.json_in import posted
from webapp.pages.scans import job_called
from webapp.pages.wording import _

pages = Blueprint("corrections", __name__, url_prefix="/corrections")

_Answer = tuple[Response, int]
_IN_MEMORY = 8_000_000


def corrections() -> Corrections:
    """The application's kept corrections."""
    found: Corrections = current_app.extensions["fanpai-corrections"]
    return found


def state() -> str:
    """What the page does with corrections: ``on``, ``off``, or ``ask`` where this device may answer."""
    wanted = corrections().wanted()
    if wanted is None:
        return "ask" if visitor().level(HOUSE) >= Level.OWN else "off"
    return "on" if wanted else "off"


@pages.get("")
def index() -> str:
    """How many there are, whether more are kept, the way out, the way to be rid of them."""
    require_house()
    return _page("")


@pages.post("/want")
def want() -> AnyResponse | _Answer | tuple[str, int]:
    """The house's answer: form field or JSON ``keep``, ``yes`` or ``no``."""
    try:
        answer = posted().get("keep") if request.is_json else request.form.get("keep")
        if answer not in ("yes", "no"):
            raise FormError("keep")
        corrections().want(answer == "yes")
    except FormError as error:
        return malformed(error)
    except CorrectionsError as error:
        return _failed(error)
    return (
        (jsonify(keep=answer), 200) if request.is_json else redirect(url_for("corrections.index"), code=303)
    )


@pages.post("")
def add() -> _Answer:
    """Keep a photo with its labels: ``{scan, right: {index: kind}}``; answers whether it was kept."""
    try:
        body = posted()
        job = job_called(body.get("scan"))
        right = _right(body.get("right"))
    except FormError as error:
        return malformed(error)
    if job is None or job.scan is None or not job.picture:
        return refusal(404, "unknown_scan", _("This photo is no longer here. Take it again."))
    scan = job.scan
    if any(index >= len(scan.reading.tiles) for index in right):
        return malformed(FormError("right"))
    name = hashlib.sha256(job.id.encode()).hexdigest()[:32]
    try:
        kept = corrections().add(name, job.picture, (scan.width, scan.height), scan.reading.tiles, right)
    except CorrectionsError as error:
        current_app.logger.error("a correction could not be kept: %s", error)
        return refusal(507, "disk", _("Nothing could be written: the disk is full or read-only."))
    return jsonify(kept=kept), 201 if kept else 200


@pages.get("/fanpai-corrections.zip")
def export() -> AnyResponse:
    """All of them as a YOLO set."""
    require_house()
    out = cast(IO[bytes], tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115 - closed with the answer
    corrections().export(out)
    out.seek(0)
    return attachment(out, "application/zip", "fanpai-corrections.zip")


@pages.post("/delete-all")
def delete_all() -> AnyResponse | tuple[str, int]:
    """Forget them all."""
    try:
        corrections().delete_all()
    except CorrectionsError as error:
        return _failed(error)
    return redirect(url_for("corrections.index"), code=303)


def _right(data: Any) -> dict[int, str]:
    """Index → kind, as the page sends it. Raises FormError."""
    if not isinstance(data, dict) or len(data) > 400:
        raise FormError("right")
    found = {}
    for index, kind in data.items():
        if not (isinstance(index, str) and index.isdecimal() and len(index) < 5):
            raise FormError("right")
        if not isinstance(kind, str) or kind not in FACES:
            raise FormError("right")
        found[int(index)] = kind
    return found


def _failed(error: CorrectionsError) -> tuple[str, int]:
    current_app.logger.error("corrections: %s", error)
    return _page(_("Nothing could be written: the disk is full or read-only.")), 507


def _page(error: str) -> str:
    kept = corrections()
    return render_template(
        "sets/corrections.html", number=len(kept.names()), wanted=kept.wanted(), error=error
    )
