"""A changed stake: asked about before it is kept, as it counts for the whole evening, and in the history."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import render_template, request

from scorer.hand import SEATS
from webapp.access.marked_forms import FIELD
from webapp.pages import table_words
from webapp.pages.table_words import LineView
from webapp.pages.wording import _
from webapp.tally.fold import Table
from webapp.tally.ledger import StakeChange
from webapp.tally.money import money

_CONFIRMED: Final = "confirmed"


@dataclass(frozen=True)
class StakeView:
    """A change of the stake among the lines of a history; it is no line and has no page of its own."""

    title: str
    stake: bool = True
    photo: None = None


def history_of(table: Table, first: int, most: int) -> list[LineView | StakeView]:
    """Some lines, newest first, with the changes of the stake between them and right before them.

    Args:
        table: whose lines they are.
        first: how many newer lines are left out.
        most: how many lines at most.
    """
    newest_first = table.steps[::-1]
    changes = list(table.stakes)
    if first:  # what is newer than a line that is left out stands where that is shown
        changes = [change for change in changes if change.at <= newest_first[first - 1].line.at]
    found: list[LineView | StakeView] = []
    for step in newest_first[first : first + most]:
        while changes and changes[-1].at > step.line.at:
            found.append(_view(changes.pop()))
        found.append(table_words.line_view(table, step))
    if first + most >= len(newest_first):
        found += map(_view, reversed(changes))
    return found


def to_be_confirmed(table: Table, stake: Mapping[str, str]) -> str:
    """The page that asks whether a posted stake is meant; nothing where it has said so, or no money moves."""
    if stake == table.stake or not any(table.totals.values()) or _told(stake) == request.form.get(_CONFIRMED):
        return ""
    rows: list[dict[str, Any]] = [
        {
            "name": table.players[seat],
            "before": money(table.totals[seat], table.stake),
            "after": money(table.totals[seat], stake),
        }
        for seat in SEATS
    ]
    left_out = {FIELD, _CONFIRMED}
    return render_template(
        "tables/stake.html",
        table=table,
        was=_told(table.stake),
        now=_told(stake),
        rows=rows,
        entered=[pair for pair in request.form.items(multi=True) if pair[0] not in left_out],
    )


def _view(change: StakeChange) -> StakeView:
    return StakeView(
        _("A point is worth %(now)s instead of %(was)s.", now=_told(change.now), was=_told(change.was))
    )


def _told(stake: Mapping[str, str]) -> str:
    return f"{stake['amount']} {stake['unit']}".strip()
