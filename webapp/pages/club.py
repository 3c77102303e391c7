"""All tables at a glance: for whoever runs a house with many, and for the screen in its hall."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, current_app, render_template

from webapp.clock import here
from webapp.live.hub import EVERYTHING
from webapp.live.screens import Screens
from webapp.pages import live, table_words
from webapp.pages.live_page import club_settings
from webapp.pages.tables import book, people_book
from webapp.tally.fold import Table

pages = Blueprint("club", __name__, url_prefix="/club")


@pages.get("")
def overview() -> str:
    """Every table in play, the one booked at last first: round, dealer, totals, last line, screens."""
    # First: what is booked while the page is drawn makes it draw itself once more.
    sequence = _events_booked()
    tables = [table for table in book().tables() if not table.archived and not table.deleted]
    screens: Screens = current_app.extensions["fanpai-screens"]
    counts, people = screens.counts(), people_book().people()
    return render_template(
        "tables/club.html",
        live_club=club_settings(sequence),
        tables=[_card(table, counts[table.id]) for table in tables],
        players=len({people.who(name) for table in tables for name in table.players.values()}),
        screens=sum(counts[table.id] for table in tables),
    )


@pages.get("/events")
def events() -> Response | tuple[Response, int]:
    """Server-sent like a table's own, with the number of all events together."""
    return live.screen_of(EVERYTHING, _events_booked)


def _events_booked() -> int:
    return sum(book().store.heads().values())


def _card(table: Table, screens: int) -> dict[str, Any]:
    last = table.steps[-1] if table.steps else None
    return {
        "table": table,
        "cards": table_words.seat_cards(table, table.totals),
        "round_name": table_words.round_name(table.seating.round_wind),
        "dealer": table.players[table.seating.dealer],
        "last": table_words.line_view(table, last).title if last else "",
        "at": _clock(last.line.at if last else table.began),
        "screens": screens,
    }


def _clock(moment: datetime) -> str:
    """The time of day by this machine's clock; before today, the day."""
    local = here(moment)
    today = datetime.now(UTC).astimezone().date() == local.date()
    return f"{local:%H:%M}" if today else local.date().isoformat()
