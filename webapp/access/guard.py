"""Which requests are let through to the pages, by what the device may do.

Whatever names a table needs at least the right to watch it, and to score when it changes something or shows a
form for it. What changes something without naming a table is for the house alone, unless it is listed here.
"""

from collections.abc import Iterable
from typing import Final

from flask import Flask, request
from werkzeug.exceptions import Forbidden

from webapp.access.levels import HOUSE, Level
from webapp.access.visitor import keep_cookie, visitor
from webapp.tally.fold import Table

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
# Pages with forms: of no use to somebody who may only watch.
FORMS: Final = frozenset({"play.hand", "lines.add", "lines.edit", "tables.settings", "camera_phone.show"})
OWNERS: Final = frozenset({"join.links", "join.revoke", "join.revoked"})
# Pages that show every table: for whoever may watch them all, not for a table's guests.
CLUB: Final = frozenset({"club.overview", "club.events", "ranking.show"})
# What anybody in the house may do: it reaches no table.
OPEN: Final = frozenset(
    {
        "settings",
        "tables.create",  # whoever opens a table becomes its owner
        "exchange.brought",
        "scans.send",
        "scans.read_once_more",
        "scans.send_part",
        "teach.send",
        "teach.keep",
        "corrections.add",  # keeps nothing unless the house wants it
        "scores.score",
        "scores.keep",
        "kept_hand.turn",  # looks for itself whose hand it is
        "kept.delete",  # looks for itself at which table the photo belongs to
        "join.enter",
    }
)


class NotAllowedError(Forbidden):
    """The device may not do this. ``level`` is what it would need, ``table_id`` where."""

    def __init__(self, level: Level, table_id: str) -> None:
        super().__init__()
        self.level, self.table_id = level, table_id


def init_app(app: Flask) -> None:
    """Look at each request before any page does, and give new devices their cookie."""
    app.before_request(let_in)
    app.after_request(keep_cookie)
    app.context_processor(_for_templates)


def needed(endpoint: str, method: str, table_id: str | None) -> Level:
    """What a device must be allowed to do for this request."""
    safe = method in SAFE_METHODS
    if endpoint in OWNERS:
        return Level.OWN
    if endpoint in CLUB:
        return Level.WATCH
    if table_id is None:
        return Level.NOTHING if safe or endpoint in OPEN else Level.OWN
    return Level.WATCH if safe and endpoint not in FORMS else Level.SCORE


def let_in() -> None:
    """Refuse what the device may not do. An address that does not exist is left to be not found."""
    if request.endpoint is None:
        return
    table_id = (request.view_args or {}).get("table_id")
    level = needed(request.endpoint, request.method, table_id)
    if level > Level.NOTHING and visitor().level(table_id or HOUSE) < level:
        raise NotAllowedError(level, table_id or HOUSE)


def seen(tables: Iterable[Table]) -> tuple[Table, ...]:
    """Those tables that the visitor may watch."""
    return tuple(table for table in tables if visitor().level(table.id) >= Level.WATCH)


def require_house() -> None:
    """Answer 403 unless the visitor may do everything here."""
    if visitor().level(HOUSE) < Level.OWN:
        raise NotAllowedError(Level.OWN, HOUSE)


def _for_templates() -> dict[str, object]:
    def may_score(table: Table) -> bool:
        return visitor().level(table.id) >= Level.SCORE

    def owns(table: Table | None = None) -> bool:
        return visitor().level(table.id if table else HOUSE) >= Level.OWN

    def sees_all() -> bool:
        return visitor().level(HOUSE) >= Level.WATCH

    return {"may_score": may_score, "owns": owns, "sees_all": sees_all}
