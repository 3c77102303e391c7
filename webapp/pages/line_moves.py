"""Which other deals a change of one line moves."""

from dataclasses import dataclass
from typing import Final

from scorer.dealer import Seating
from webapp.pages import table_words
from webapp.pages.wording import _
from webapp.tally.fold import Step, Table

MOST_MOVED: Final = 30


@dataclass(frozen=True)
class Moved:
    """A later deal that a change moves: what it is, its amounts before and after."""

    title: str
    number: int | None
    before: str
    after: str


def moved_by(before: Table, after: Table, changed: str) -> tuple[list[Moved], int]:
    """The first other lines whose amounts, dealer or round a change moves, and how many more there are.

    A deal that only gets another number is none of them.
    """
    old = {step.line.id: step for step in before.steps}
    pairs = [
        (old[step.line.id], step)
        for step in after.steps
        if step.line.id in old and step.line.id != changed and _differs(old[step.line.id], step)
    ]
    shown = []
    for was, now in pairs[:MOST_MOVED]:
        rounds = was.before.round_wind != now.before.round_wind
        title = table_words.line_view(after, now).title
        shown.append(Moved(title, now.deal, _short(before, was, rounds), _short(after, now, rounds)))
    return shown, len(pairs) - len(shown)


def renumbered(before: Table, after: Table) -> bool:
    """Whether deals get another number, since one before them is taken out."""
    old = {step.line.id: step.deal for step in before.steps}
    return any(old.get(step.line.id, step.deal) != step.deal for step in after.steps)


def dealer_told(table: Table, seating: Seating) -> str:
    """``dealer: Ann (repeat 1)``."""
    name, streak = table.players[seating.dealer], seating.dealer_streak
    if streak:
        return _("dealer: %(name)s (repeat %(number)s)", name=name, number=streak)
    return _("dealer: %(name)s", name=name)


def _differs(was: Step, now: Step) -> bool:
    return was.result.payments != now.result.payments or was.before != now.before


def _short(table: Table, step: Step, rounds: bool) -> str:
    parts = [dealer_told(table, step.before)]
    if rounds:
        parts.insert(0, table_words.round_name(step.before.round_wind))
    if any(step.result.payments.values()):
        parts.insert(0, table_words.amounts(step.result.payments, table.players))
    return " · ".join(parts)
