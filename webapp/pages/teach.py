"""Teaching a tile set: a photo of its 34 kinds in, what was learnt out, kept once it is confirmed."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge

from vision.photo import Photo
from vision.scan import Lesson
from webapp.pages.answers import malformed, refusal
from webapp.pages.form import FormError
from webapp.pages.jobs import BusyError, Job, Jobs, Progress, ScannerLike
from webapp.pages.json_in import posted
from webapp.pages.reading import photo_error_sentence
from webapp.pages.set_reading import taught_sets
from webapp.pages.wording import _
from webapp.taught_sets import LONGEST_NAME, SetError

api = Blueprint("teach", __name__, url_prefix="/api/teach")

_Answer = tuple[Response, int]


def learn(scanner: ScannerLike, photo: Photo, progress: Progress) -> Lesson:
    """The work that a photo of a set's kinds is sent for."""
    return scanner.teach(photo, progress=progress)


@api.post("")
def send() -> _Answer:
    """Put a photo (form field ``photo``) in line. Answers 202 ``{id}``; 503 at once when too many wait."""
    try:
        sent = request.files.get("photo")
    except RequestEntityTooLarge:
        return refusal(413, "too_many_bytes", photo_error_sentence("too_many_bytes"))
    photo = sent.read() if sent is not None else b""
    if not photo:
        return refusal(400, "empty", photo_error_sentence("empty"))
    try:
        job = _jobs().submit(photo, work=learn)
    except BusyError:
        return refusal(503, "busy", _("Several photos are being read just now. Try again in a few seconds."))
    return jsonify(id=job.id), 202


@api.get("/<name>")
def look(name: str) -> _Answer:
    """How far a photo is: ``{state, stage}``, with ``reading`` once done or ``error`` once failed.

    ``reading`` holds ``tiles``: the address of the cut-out tiles, ``vision.taught.COLUMNS`` beside each other
    in the order laid; and ``doubtful``: kind → what it was taken for.
    """
    job = _jobs().get(name)
    if job is None:
        return _unknown()
    answer: dict[str, Any] = {"state": job.state, "stage": job.stage}
    if job.state == "done" and job.lesson is not None:
        answer["reading"] = {
            "tiles": url_for("teach.tiles", name=job.id),
            "doubtful": job.lesson.doubtful,
        }
    elif job.state == "failed":
        answer["error"] = {"code": job.error, "message": teach_error_sentence(job)}
    return jsonify(answer), 200


@api.get("/<name>/tiles.jpg")
def tiles(name: str) -> Response | _Answer:
    """The cut-out tiles."""
    job = _jobs().get(name)
    if job is None or job.lesson is None:
        return _unknown()
    headers = {"Cache-Control": "private, max-age=3600"}
    return Response(job.lesson.taught.cells, mimetype="image/jpeg", headers=headers)


@api.post("/<name>/keep")
def keep(name: str) -> _Answer:
    """Keep what was learnt: ``{name}`` → 201 ``{url}``. Sent twice it is kept once."""
    job = _jobs().get(name)
    if job is None or job.lesson is None:
        return _unknown()
    try:
        body: Mapping[str, Any] = posted()
        wanted = body.get("name")
        if not isinstance(wanted, str):
            raise FormError("name")
    except FormError as error:
        return malformed(error)
    with job.keeping:
        if "sets" not in job.kept_as:
            try:
                job.kept_as["sets"] = taught_sets().add(job.lesson.taught, wanted)
            except SetError as error:
                return refusal(422, error.code, set_error_sentence(error))
    return jsonify(url=url_for("sets.index", _anchor=f"set-{job.kept_as['sets']}")), 201


def teach_error_sentence(job: Job) -> str:
    """What a player can do about a photo that taught nothing."""
    if job.error == "teach_rows" and job.found:
        return _(
            "Rows of 9, 9, 9 and 7 tiles are wanted, found were rows of %(found)s. Lay each row straight and "
            "the rows a tile apart, leave nothing else in the picture, and take the photo again.",
            found=", ".join(map(str, job.found)),
        )
    return {
        "teach_rows": _(
            "No rows of tiles were found. Lay the tiles as shown, face up, and fill the picture with them."
        ),
        "teach_order": _(
            "Most tiles look like others than those that should lie there. Compare with the order shown, and "
            "take the photo again."
        ),
        "teach_no_reader": _("No set can be taught here: a part of fanpai is missing. Install it anew."),
    }.get(job.error) or photo_error_sentence(job.error)


def set_error_sentence(error: SetError) -> str:
    """What a player can do about a set that could not be kept or changed."""
    return {
        "unknown": _("This tile set is no longer here."),
        "name": _("Give the set a name of at most %(most)s characters.", most=LONGEST_NAME),
        "taken": _("Another set has this name already. Choose another name."),
        "damaged": _("The file of this set is damaged. Delete it and teach the set again."),
    }.get(error.code) or _("Nothing could be written: the disk is full or read-only.")


def _jobs() -> Jobs:
    jobs: Jobs = current_app.extensions["fanpai-jobs"]
    return jobs


def _unknown() -> _Answer:
    return refusal(404, "unknown_scan", _("This photo is no longer here. Take it again."))
