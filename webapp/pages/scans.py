"""Photos in, tiles out: send a photo, ask how far it is, see it."""

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge

from scorer.errors import OptionError
from vision.again import read_again
from vision.region import RegionError
from vision.scan import Scan
from webapp.pages.answers import malformed, refusal
from webapp.pages.form import FormError
from webapp.pages.jobs import BusyError, Job, Jobs, Part, Work, read_hand, read_part
from webapp.pages.json_in import posted
from webapp.pages.marking import marks_of, posted_part
from webapp.pages.reading import photo_error_sentence, reading_of
from webapp.pages.scan_rules import known_by
from webapp.pages.set_reading import read_with, taught_sets
from webapp.pages.wording import _

api = Blueprint("scans", __name__, url_prefix="/api/scan")

_Answer = tuple[Response, int]


def _jobs() -> Jobs:
    jobs: Jobs = current_app.extensions["fanpai-jobs"]
    return jobs


@api.post("")
def send() -> _Answer:
    """Put a photo (form field ``photo``) in line. Answers 202 ``{id}``; 503 at once when too many wait.

    A second photo of the same hand, of its melds, names the first one's id in ``with``: both become one hand.
    The field ``set`` names the taught tile set on the table by its id. What else is known of the hand stands
    in the fields of `webapp.pages.scan_rules.known_by`.
    """
    try:
        sent = request.files.get("photo")
    except RequestEntityTooLarge:
        return refusal(413, "too_many_bytes", photo_error_sentence("too_many_bytes"))
    photo = sent.read() if sent is not None else b""
    if not photo:
        return refusal(400, "empty", photo_error_sentence("empty"))
    before = None
    if first := request.form.get("with"):
        before = _jobs().get(first)
        if before is None or before.state != "done":
            return _unknown()
    try:
        known = known_by(request.form)
    except (FormError, OptionError) as error:
        return malformed(error)
    try:
        job = _jobs().submit(photo, before, _work(request.form.get("set", "")), known)
    except BusyError:
        return _busy()
    return jsonify(id=job.id), 202


@api.post("/<name>/part")
def send_part(name: str) -> _Answer:
    """Read a photo again, as ``{corners: [x, y, …], set}`` marks the hand in it. Answers as `send`.

    The four corners are in the pixels of its reading.
    """
    job = _jobs().get(name)
    if job is None or job.scan is None:
        return _unknown()
    try:
        body = posted()
        part, known = posted_part(body, job.scan), known_by(body)
    except (FormError, OptionError) as error:
        return malformed(error)
    except RegionError:
        return refusal(
            422, "corners", _("These corners hold no part of the photo. Pull them around the whole hand.")
        )
    try:
        work = _work(str(body.get("set") or ""), part)
        again = _jobs().submit(job.source, work=work, known=known, marked=True)
    except BusyError:
        return _busy()
    return jsonify(id=again.id), 202


def _work(set_id: str, part: Part | None = None) -> Work:
    if set_id:
        return read_with(taught_sets(), set_id, part)
    return read_hand if part is None else read_part(part)


@api.get("/<name>")
def look(name: str) -> _Answer:
    """How far a photo is: ``{state, stage}``, with ``reading`` once done or ``error`` once failed."""
    job = _jobs().get(name)
    if job is None:
        return _unknown()
    answer: dict[str, Any] = {"state": job.state, "stage": job.stage}
    if job.state == "done" and job.scan is not None:
        answer["reading"] = _reading(job, job.scan)
    elif job.state == "failed":
        answer["error"] = {"code": job.error, "message": photo_error_sentence(job.error)}
    return jsonify(answer), 200


@api.post("/<name>/again")
def read_once_more(name: str) -> _Answer:
    """Read a photo's hand by other rules or with tiles put right, without the photo: ``{reading}``.

    Takes the JSON object that `webapp.pages.scan_rules.known_by` reads.
    """
    job = _jobs().get(name)
    if job is None or job.scan is None:
        return _unknown()
    try:
        job.known = known_by(posted())
    except (FormError, OptionError) as error:
        return malformed(error)
    job.scan = read_again(job.scan, job.known)
    return jsonify(reading=_reading(job, job.scan)), 200


@api.get("/<name>/photo.jpg")
def photo(name: str) -> Response | _Answer:
    """The photo as it was read: upright, without anything the camera wrote beside the pixels."""
    job = _jobs().get(name)
    if job is None or not job.picture:
        return _unknown()
    return Response(job.picture, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


def job_called(name: object) -> Job | None:
    """The job with this id, if there is one; ``name`` may be anything a request holds."""
    return _jobs().get(name) if isinstance(name, str) else None


def _reading(job: Job, scan: Scan) -> dict[str, Any]:
    photo = {"photo": url_for("scans.photo", name=job.id)}
    return reading_of(scan) | marks_of(scan, job.marked) | photo


def _busy() -> _Answer:
    return refusal(503, "busy", _("Several photos are being read just now. Try again in a few seconds."))


def _unknown() -> _Answer:
    return refusal(404, "unknown_scan", _("This photo is no longer here. Take it again."))
