"""A table that is put away, on its pages: shown, but nothing is booked there before it is brought back."""

from typing import Final

from flask import Flask, Response, request

from webapp.access.guard import needed
from webapp.access.levels import Level
from webapp.access.visitor import visitor
from webapp.pages.answers import refusal
from webapp.pages.tables import book, new_uuid, page_of
from webapp.pages.wording import _
from webapp.tally.book import UnknownTableError
from webapp.tally.closed import ClosedError, closed, refuse_closed
from webapp.tally.fold import Table

# These look for themselves: what was booked before is no mistake when it is sent again, and a camera can be
# stopped, its pictures be deleted, at any time.
_LOOKED_AT_THERE: Final = frozenset(
    {"tables.act", "lines.keep", "live.enter", "play.keep", "camera.stop", "camera_evening.delete"}
)


def init_app(app: Flask) -> None:
    """Refuse forms and changes of tables that are put away, and tell templates which are."""
    app.before_request(_refuse)
    app.register_error_handler(ClosedError, refused)
    app.context_processor(
        lambda: {"may_book": _may_book, "closed_sentence": closed_sentence, "fresh_uuid": new_uuid}
    )


def closed_sentence(table: Table) -> str:
    """What a table that is put away says; nothing for one in play."""
    return {
        "": "",
        "deleted": _("This table was deleted: bring it back first."),
        "archived": _("This table is archived: resume it first."),
    }[closed(table)]


def refused(error: ClosedError) -> tuple[str | Response, int]:
    """Nothing was booked: the table as it is, with a sentence; the same sentence for a script."""
    if request.is_json or request.path.startswith("/api/"):
        sentence = closed_sentence(error.table)
        return refusal(422, closed(error.table), sentence, current=error.table.sequence)
    # The sentence stands on the page of every table that is put away.
    return page_of(error.table, _("Nothing was booked.")), 409


def _refuse() -> None:
    table_id = (request.view_args or {}).get("table_id")
    if request.endpoint is None or table_id is None or request.endpoint in _LOOKED_AT_THERE:
        return
    if needed(request.endpoint, request.method, table_id) != Level.SCORE:
        return
    try:
        refuse_closed(book().table(table_id), "")
    except UnknownTableError:
        return


def _may_book(table: Table) -> bool:
    return not closed(table) and visitor().level(table.id) >= Level.SCORE
