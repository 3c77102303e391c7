"""A table on a television: readable from four metres, nothing to tap."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, render_template

from webapp.pages import scoring, table_words
from webapp.pages.tables import table_or_404
from webapp.tally.fold import Step, Table
from webapp.tally.judge import judge
from webapp.tally.table_rules import rules_of

pages = Blueprint("tv", __name__, url_prefix="/tables/<table_id>")


@pages.get("/tv")
def show(table_id: str) -> str:
    """Totals, round, dealer, the last deal with its tiles, and how long this one has been going on."""
    table = table_or_404(table_id)
    newest = table.steps[-1] if table.steps else None
    # A penalty between two deals stands below the last hand, not in its place.
    last = _last_deal(table) or newest
    return render_template(
        "tables/tv.html",
        table=table,
        cards=table_words.seat_cards(table, table.totals),
        round_name=table_words.round_name(table.seating.round_wind),
        dealer=table.players[table.seating.dealer],
        deal=table.deals + 1,
        last=table_words.line_view(table, last) if last else None,
        groups=_groups(last) if last else [],
        since_then=table_words.line_view(table, newest) if newest and newest is not last else None,
        # Clocks of televisions are wrong: it counts from here.
        since=max(0, int((datetime.now(UTC) - _begun(table)).total_seconds())),
    )


def _last_deal(table: Table) -> Step | None:
    return next((step for step in reversed(table.steps) if step.deal is not None), None)


def _begun(table: Table) -> datetime:
    """When the deal that is being played began: with the end of the one before it."""
    last = _last_deal(table)
    return last.line.at if last else table.began


def _groups(step: Step) -> list[Any]:
    """The tiles of the first paid winner, grouped as they were counted; empty without tiles."""
    wins = step.line.entry.get("wins", ())
    if step.result.refused is not None or not any("hand" in win for win in wins):
        return []
    verdict = judge(step.line.entry, rules_of(step.rules, step.options), step.before)
    for _winner, score in verdict.wins:
        return list(scoring.reading_groups(score.reading))
    return []
