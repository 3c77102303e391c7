"""What keeps screens up to date, and takes what was entered while a phone had no connection."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request, url_for
from werkzeug.datastructures import MultiDict

from webapp.access.levels import HOUSE, ROLES, Level
from webapp.access.visitor import access_store, visitor
from webapp.live.hub import FullError, Hub
from webapp.live.stream import stream
from webapp.pages import line_forms
from webapp.pages.answers import refusal
from webapp.pages.booking import NOT_BOOKED, name_and_sequence, not_booked
from webapp.pages.form import FormError
from webapp.pages.json_in import posted
from webapp.pages.tables import book, table_or_404
from webapp.pages.two_figures import refuse_two_figures
from webapp.pages.wording import _
from webapp.tally.book import Change
from webapp.tally.fold import Table

pages = Blueprint("live", __name__, url_prefix="/tables/<table_id>")

_Answer = tuple[Response, int]


@pages.get("/events")
def events(table_id: str) -> Response | _Answer:
    """Server-sent: ``table`` with each new sequence number, ``beat`` every 15 seconds, ``gone`` at the end.

    The number comes at once: a screen that was away compares it with its own and catches up.
    """
    table = table_or_404(table_id)
    return screen_of(table.id, lambda: book().table(table.id).sequence)


def screen_of(table_id: str, sequence_now: Callable[[], int]) -> Response | _Answer:
    """The stream of a screen that follows a table, or `webapp.live.hub.EVERYTHING`.

    ``sequence_now`` looks up how far that has come; it is asked once the screen has joined.
    """
    hub: Hub = current_app.extensions["fanpai-hub"]
    who, store = visitor(), access_store()
    # A proxy must not gather the lines before it passes them on.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if request.method == "HEAD":
        return Response(mimetype="text/event-stream", headers=headers)
    try:
        viewer = hub.join(table_id, who.name, request.args.get("tab", "")[:40])
    except FullError:
        return refusal(503, "full", _("Too many screens are watching. This one asks again by itself."))

    def may_watch() -> bool:
        roles = store.roles(who.name)
        return who.at_home or any(
            ROLES.get(role, Level.NOTHING) >= Level.WATCH and at in {table_id, HOUSE} for at, role in roles
        )

    try:
        sequence = sequence_now()
    except BaseException:
        hub.leave(viewer)
        raise
    lines = stream(hub, viewer, sequence, may_watch)
    answer = Response(lines, mimetype="text/event-stream", headers=headers)
    # A stream that is closed before its first line never comes to its own end.
    answer.call_on_close(lambda: hub.leave(viewer))
    return answer


@pages.post("/entries")
def enter(table_id: str) -> _Answer:
    """Book a line that waited on a phone: ``{uuid, expected, kind, fields: [[name, value], …]}``.

    Sent twice it is booked once. Answers 201; 409 ``{current}`` when somebody else has booked in between; 422
    with a sentence when the rules refuse it.
    """
    table = table_or_404(table_id)
    try:
        body = posted()
        name, known = name_and_sequence(body)
        change = Change("line_added", name, _entry(table, body))
        book().change(table.id, change, uuid=name, expected=known)
    except NOT_BOOKED as error:
        return not_booked(
            error,
            table,
            _("Somebody else has booked in the meantime. Look at the table: is this still to be booked?"),
        )
    return jsonify(url=url_for("tables.show", table_id=table.id)), 201


def _entry(table: Table, body: Mapping[str, Any]) -> dict[str, Any]:
    kind, fields = body.get("kind"), body.get("fields")
    if kind not in line_forms.KINDS or not isinstance(fields, list):
        raise FormError("kind")
    form: MultiDict[str, str] = MultiDict()
    for field in fields:
        if not (isinstance(field, list) and len(field) == 2 and all(isinstance(part, str) for part in field)):
            raise FormError("fields")
        form.add(*field)
    entry = line_forms.entry_of(kind, form, table.rule_set)
    refuse_two_figures(entry, table.rule_set, table.seating, table.players)
    return entry
