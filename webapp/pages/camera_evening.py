"""An evening step by step: what the camera saw, with the frames around it; and all of it deleted."""

from typing import Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.camera.recording import PARTS
from webapp.pages.camera_hands import cameras, forget_photos
from webapp.pages.camera_words import observation_view
from webapp.pages.left_hands import left_seen
from webapp.pages.tables import table_or_404
from webapp.pages.wording import _

pages = Blueprint("camera_evening", __name__, url_prefix="/tables/<table_id>/camera")

MOST_LISTED: Final = 400


@pages.get("/evening")
@pages.get("/evening/<int:number>")
def show(table_id: str, number: int = 0) -> str:
    """One observation with its frames; without a number the last one."""
    table = table_or_404(table_id)
    every = cameras().store.of(table.id)
    recordings = cameras().recordings
    place = next((at for at, one in enumerate(every) if one.number == number), None)
    if number and place is None:
        abort(404)
    if place is None:
        place = len(every) - 1
    one = every[place] if every else None
    parts = recordings.parts(table.id, one.number) if one else ()
    wanted = request.args.get("part", "at")
    start = max(0, place - MOST_LISTED // 2)
    return render_template(
        "camera/evening.html",
        table=table,
        deleted="deleted" in request.args,
        one=observation_view(one, table.players) if one else None,
        parts=parts,
        part=wanted if wanted in parts else (parts[0] if parts else ""),
        part_names={"before": _("just before"), "at": _("the moment"), "after": _("just after")},
        place=place + 1,
        total=len(every),
        before=every[place - 1].number if place > 0 else None,
        after=every[place + 1].number if place + 1 < len(every) else None,
        every=[observation_view(other, table.players) for other in every[start : start + MOST_LISTED]],
        size=recordings.size(table.id),
        left=left_seen(table, one.number) if one else None,
    )


@pages.get("/frames/<int:number>/<any(before, at, after, detail):part>.jpg")
def frame(table_id: str, number: int, part: str) -> Response:
    """A kept frame."""
    table = table_or_404(table_id)
    known = next((name for name in (*PARTS, "detail") if name == part), None)
    kept = cameras().recordings.read(table.id, number, known) if known else None
    if kept is None:
        abort(404)
    # Deleted pictures must not live on in browsers.
    return Response(kept, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.post("/delete")
def delete(table_id: str) -> BaseResponse:
    """Delete every observation and frame of this table; what was booked stays, with its photo."""
    table = table_or_404(table_id)
    session = cameras().session(table.id)
    hands = session.hands if session is not None else ()
    cameras().forget(table.id)
    forget_photos(hands)
    return redirect(url_for("camera_evening.show", table_id=table.id, deleted="yes"), code=303)


@pages.get("/delete")
def deleted(table_id: str) -> BaseResponse:
    """Reloaded: to the page."""
    return redirect(url_for("camera_evening.show", table_id=table_id))
