"""Which other deals a change of one line moves."""

from dataclasses import dataclass
from typing import Final

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
    """The first other lines whose amounts or dealer a change moves, and how many more there are."""
    old = {step.line.id: step for step in before.steps}
    pairs = [
        (old[step.line.id], step)
        for step in after.steps
        if step.line.id in old and step.line.id != changed and _differs(old[step.line.id], step)
    ]
    shown = [
        Moved(table_words.line_view(after, now).title, now.deal, _short(before, was), _short(after, now))
        for was, now in pairs[:MOST_MOVED]
    ]
    return shown, len(pairs) - len(shown)


def _differs(was: Step, now: Step) -> bool:
    return was.result.payments != now.result.payments or was.before != now.before


def _short(table: Table, step: Step) -> str:
    dealer = _("dealer: %(name)s", name=table.players[step.before.dealer])
    paid = step.result.payments
    return f"{table_words.amounts(paid, table.players)} · {dealer}" if any(paid.values()) else dealer
