"""Players across evenings: whoever has sat at a table is remembered by name."""

from flask import Blueprint, abort, render_template, url_for

from webapp.pages.figures import figure_of
from webapp.pages.tables import book
from webapp.tally.money import signed
from webapp.tally.statistics import player_records

pages = Blueprint("players", __name__, url_prefix="/players")


@pages.get("")
def index() -> str:
    """Everybody, the most points first."""
    tables = [table for table in book().tables() if not table.deleted]
    records = sorted(player_records(tables).values(), key=lambda record: -record.points)
    return render_template(
        "tables/players.html",
        players=[
            {
                "name": record.name,
                "evenings": record.evenings,
                "deals": record.deals,
                "wins": record.wins,
                "points": signed(record.points),
                "url": url_for("players.show", name=record.name),
            }
            for record in records
        ],
    )


@pages.get("/<path:name>")
def show(name: str) -> str:
    """One player's figures over all evenings, and at which tables he sat."""
    tables = [table for table in book().tables() if not table.deleted]
    record = player_records(tables).get(name.casefold())
    if record is None:
        abort(404)
    return render_template(
        "tables/player.html",
        figure=figure_of(record),
        evenings=[
            {
                "name": table.name,
                "id": table.id,
                "points": signed(table.totals[seat]),
            }
            for table in tables
            for seat, player in table.players.items()
            if player.casefold() == name.casefold()
        ],
    )
