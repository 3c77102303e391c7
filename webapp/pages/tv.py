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
    """Totals, round, dealer, the last line with its tiles, and how long this deal has been going on."""
    table = table_or_404(table_id)
    last = table.steps[-1] if table.steps else None
    return render_template(
        "tables/tv.html",
        table=table,
        cards=table_words.seat_cards(table, table.totals),
        round_name=table_words.round_name(table.seating.round_wind),
        dealer=table.players[table.seating.dealer],
        deal=table.deals + 1,
        last=table_words.line_view(table, last) if last else None,
        groups=_groups(last) if last else [],
        # Clocks of televisions are wrong: it counts from here.
        since=max(0, int((datetime.now(UTC) - _begun(table)).total_seconds())),
    )


def _begun(table: Table) -> datetime:
    """When the deal that is being played began: with the line before it."""
    return table.steps[-1].line.at if table.steps else table.began


def _groups(step: Step) -> list[Any]:
    """The tiles of the first paid winner, grouped as they were counted; empty without tiles."""
    wins = step.line.entry.get("wins", ())
    if step.result.refused is not None or not any("hand" in win for win in wins):
        return []
    verdict = judge(step.line.entry, rules_of(step.rules, step.options), step.before)
    for _winner, score in verdict.wins:
        return list(scoring.reading_groups(score.reading))
    return []
