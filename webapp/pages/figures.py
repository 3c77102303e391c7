"""A player's record in words and numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from scorer.rulesets import rule_set
from webapp.pages import scoring
from webapp.pages.table_words import joined
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


def figures_of(records: Iterable[Record]) -> list[Figure]:
    """The records of all who played together, for showing."""
    records = list(records)
    names = {record.key: record.name for record in records}
    return [figure_of(record, names) for record in records]


def figure_of(record: Record, names: Mapping[str, str]) -> Figure:
    """A record for showing. ``names``: key → name of whoever he played against."""
    return Figure(
        name=record.name,
        points=signed(record.points),
        pairs=[
            (_("Points"), signed(record.points)),
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
            (names[key], signed(points))
            for key, points in sorted(record.against.items(), key=lambda item: -item[1])
        ],
    )


def _share(record: Record, number: int) -> str:
    return f"{number} ({round(100 * record.rate(number))} %)"


def _best(record: Record) -> str:
    if record.best is None:
        return "–"
    points, rows = record.best
    title = scoring.title_of_rows(rule_set(rows[0][0]), [row for _rules, row in rows]) if rows else ""
    worth = scoring.points_word(points)
    return joined(title, worth)


def _row(rules: str, row: str) -> str:
    return scoring.title_of_rows(rule_set(rules), [row]) or row
