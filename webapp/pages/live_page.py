"""What a table's page carries for the script that keeps it up to date."""

from typing import Any, Final

from flask import Flask, request, url_for

from webapp.access.levels import Level
from webapp.access.visitor import visitor
from webapp.live.hub import EVERYTHING
from webapp.pages.wording import _
from webapp.tally.closed import closed
from webapp.tally.fold import Table

# Pages that only show: they are drawn anew by themselves. Forms are left to whoever fills them in.
FOLLOWING: Final = frozenset(
    {"tables.show", "evening.history", "evening.looks", "evening.settle", "lines.show", "tv.show"}
)


def init_app(app: Flask) -> None:
    """Offer `live_settings` to templates."""
    app.context_processor(lambda: {"live_settings": live_settings})


def live_settings(table: Table) -> dict[str, Any]:
    """Addresses, words, and how far the page has come."""
    return {
        "table": table.id,
        "events": url_for("live.events", table_id=table.id),
        "entries": url_for("live.enter", table_id=table.id),
        "home": url_for("tables.show", table_id=table.id),
        "sequence": table.sequence,
        "follow": request.endpoint in FOLLOWING,
        "scores": visitor().level(table.id) >= Level.SCORE,
        "words": _words() | _put_away(table),
    }


def club_settings(sequence: int) -> dict[str, Any]:
    """The same for a page that follows all tables; ``sequence`` is the number of all events together."""
    return {
        "table": EVERYTHING,
        "events": url_for("club.events"),
        "sequence": sequence,
        "follow": True,
        "scores": False,
        "words": _words(),
    }


def _put_away(table: Table) -> dict[str, str]:
    """What stands in place of "Up to date" on a table that is put away."""
    now = {"": _("Up to date"), "deleted": _("Table deleted"), "archived": _("Table archived")}
    return {"now": now[closed(table)]}


def _words() -> dict[str, str]:
    return {
        "now": _("Up to date"),
        "stale": _("As of {time}"),
        "moved": _("The table has moved on"),
        "waiting": _("Waiting to be sent: {count}"),
        "refused": _("This could not be booked."),
        "insist": _("Book it all the same"),
        "drop": _("Drop it"),
        "late": _("There is no connection. The entry is kept on this phone and sent as soon as there is."),
        "later": _("Keep and send later"),
        "cancel": _("Cancel"),
        "who_what": _("{who}: {what}"),
        "and_then": _(", "),
        "and_also": _("; "),
        "from_seat": _("from {seat}"),
        "points": _("{points} points"),
        "booked": _("Booked: {what}"),
        "all_booked": _("All that waited is booked"),
        "to_table": _("To the table"),
    }
