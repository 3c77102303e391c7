"""The ranking of all players, over a stretch of time."""

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

from flask import Blueprint, render_template, request, url_for

from webapp.pages.tables import book, people_book
from webapp.pages.wording import _
from webapp.tally.money import signed
from webapp.tally.ranking import ORDERS, Place, played, ranking, units_of

pages = Blueprint("ranking", __name__, url_prefix="/club")


@pages.get("/ranking")
def show() -> str:
    """``?period=all|month|year|own``, with ``first`` and ``last`` for a stretch of one's own; ``order``."""
    period = request.args.get("period", "all")
    first, last = _stretch(period)
    tables = played(book().tables(), first, last)
    units = units_of(tables)
    order = request.args.get("order", "points")
    if order not in ORDERS or (order == "money" and len(units) != 1):
        order = "points"
    places = ranking(tables, people_book().people(), order)
    return render_template(
        "tables/ranking.html",
        rows=[_row(place) for place in places],
        evenings=len(tables),
        money=bool(units),
        period=period,
        periods=[
            (name, label, url_for("ranking.show", period=name, order=order))
            for name, label in (
                ("all", _("Everything")),
                ("month", _("Last 30 days")),
                ("year", _("This year")),
            )
        ],
        first=first.isoformat() if first and period == "own" else "",
        last=last.isoformat() if last and period == "own" else "",
        order=order,
        columns=[
            (name, label, _ordered(name) if name != "money" or len(units) == 1 else "")
            for name, label in (
                ("points", _("Points")),
                ("money", _("Money")),
                ("wins", _("Win rate")),
                ("evenings", _("Evenings")),
            )
            if name != "money" or units
        ],
    )


def _stretch(period: str) -> tuple[date | None, date | None]:
    today = datetime.now(UTC).astimezone().date()
    if period == "month":
        return today - timedelta(days=29), None
    if period == "year":
        return date(today.year, 1, 1), None
    if period == "own":
        return _day("first"), _day("last")
    return None, None


def _day(name: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(request.args.get(name, ""))
    return None


def _ordered(name: str) -> str:
    """The same list in another order."""
    kept: dict[str, Any] = {
        key: request.args[key] for key in ("period", "first", "last") if key in request.args
    }
    return url_for("ranking.show", order=name, **kept)


def _row(place: Place) -> dict[str, Any]:
    record = place.record
    return {
        "rank": place.rank,
        "name": record.name,
        "url": url_for("players.show", name=record.name),
        "points": signed(record.points),
        "money": [f"{signed(amount)} {unit}".strip() for unit, amount in sorted(place.money.items())],
        "wins": f"{round(100 * record.rate(record.wins))} %",
        "evenings": record.evenings,
        "deals": record.deals,
        "state": "gets" if record.points > 0 else "pays" if record.points < 0 else "even",
    }
