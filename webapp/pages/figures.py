"""A player's record in words and numbers."""

from dataclasses import dataclass
from typing import Final

from scorer.rulesets import rule_set
from webapp.pages import scoring
from webapp.pages.wording import _
from webapp.tally.money import signed
from webapp.tally.statistics import Record

MOST_ROWS: Final = 8


@dataclass(frozen=True)
class Figure:
    """What is shown of a record: (label, value) pairs, best hand, hand types with numbers, against whom."""

    name: str
    points: str
    pairs: list[tuple[str, str]]
    best: str
    rows: list[tuple[str, int]]
    against: list[tuple[str, str]]


def figure_of(record: Record) -> Figure:
    """A record for showing."""
    return Figure(
        name=record.name,
        points=signed(record.points),
        pairs=[
            (_("Deals"), str(record.deals)),
            (_("Wins"), _share(record, record.wins)),
            (_("Self-draws"), _share(record, record.self_draws)),
            (_("Dealt in"), _share(record, record.deal_ins)),
            (_("Best hand"), str(record.best[0]) if record.best else "–"),
            (_("Longest run of wins"), str(record.longest)),
        ],
        best=_best(record),
        rows=[
            (_row(rules, row), times)
            for (rules, row), times in sorted(record.rows.items(), key=lambda item: (-item[1], item[0]))[
                :MOST_ROWS
            ]
        ],
        against=[
            (name, signed(points))
            for name, points in sorted(record.against.items(), key=lambda item: -item[1])
        ],
    )


def _share(record: Record, number: int) -> str:
    return f"{number} ({round(100 * record.rate(number))} %)"


def _best(record: Record) -> str:
    if record.best is None:
        return "–"
    points, rows = record.best
    title = scoring.title_of_rows(rule_set(rows[0][0]), [row for _rules, row in rows]) if rows else ""
    worth = _("%(points)s points", points=points)
    return f"{title}, {worth}" if title else worth


def _row(rules: str, row: str) -> str:
    return scoring.title_of_rows(rule_set(rules), [row]) or row
