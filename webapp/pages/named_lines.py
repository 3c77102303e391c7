"""The lines that a player names where nobody has the tiles: grouped for a form."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Final

from scorer.predicates.relations import TOGETHER
from scorer.rulesets import RuleSet
from scorer.rulesets.model import Row
from webapp import words
from webapp.pages.language import reader_locale
from webapp.pages.rules import capital
from webapp.pages.scoring import row_worth
from webapp.pages.wording import _
from webapp.tally.named import BY_THEMSELVES
from webapp.tally.plausible import never_together, when

# Most frequent first.
_OFTEN: Final = (
    *("any_hand", "all_runs", "all_triplets", "half_flush", "full_flush", "red_dragon", "green_dragon"),
    *("white_dragon", "seat_wind", "round_wind", "closed", "no_meld", "any_kong", "seven_pairs"),
)
_LUCK: Final = (
    *("kong_draw", "double_kong_draw", "last_tile", "last_discard", "closed_self_drawn", "closed_by_other"),
    *("open_self_drawn", "ready_declared", "ready_in_the_first_round", "ready_from_the_deal"),
    *("heavenly", "earthly", "human", "earthly_or_human"),
)


@dataclass(frozen=True)
class NamedRow:
    """A line to tick.

    Attributes:
        id, label, value: what it is called and worth.
        find: what it is found by: its names, as they are written here and in Chinese.
        when: what must be so, see webapp.tally.plausible.
        clashes: ids of lines that are never in the same hand.
    """

    id: str
    label: str
    value: str
    find: str
    when: str
    clashes: tuple[str, ...]


def groups(rules: RuleSet, ticked: Container[str] = ()) -> list[tuple[str, list[NamedRow]]]:
    """The lines under their headings, the most frequent first.

    Those that count by themselves are left out unless they are ``ticked``: an earlier version asked for them.
    """
    rows = [
        row
        for row in rules.rows
        if rules.counts(row) and (row.predicate not in BY_THEMSELVES or row.id in ticked)
    ]
    often = sorted(
        (row for row in rows if row.predicate in _OFTEN), key=lambda row: _OFTEN.index(row.predicate)
    )
    luck = sorted((row for row in rows if row.predicate in _LUCK), key=lambda row: _LUCK.index(row.predicate))
    rest = [row for row in rows if row.predicate not in {*_OFTEN, *_LUCK}]
    rest.sort(key=lambda row: max(rules.row_value(row)))
    found = ((_("Often"), often), (_("How it came"), luck), (_("Seldom"), rest))
    return [(title, [_named(rules, row, rows) for row in part]) for title, part in found if part]


def together(rules: RuleSet) -> list[tuple[list[str], str]]:
    """Which lines make up which others: (ids, id)."""
    by = {row.predicate: row.id for row in rules.rows if rules.counts(row)}
    return [
        ([by[name] for name in given], by[then])
        for given, then in TOGETHER
        if then in by and all(name in by for name in given)
    ]


def _named(rules: RuleSet, row: Row, rows: Iterable[Row]) -> NamedRow:
    label = _label(rules, row)
    clashes = tuple(other.id for other in rows if never_together(row, other))
    value = row_worth(rules, row.id, *sorted(set(rules.row_value(row))))
    find = " ".join((label, row.name, row.english, row.id.replace("_", " "), row.id.replace("_", "")))
    return NamedRow(row.id, label, value, find.casefold(), when(rules, row), clashes)


def _label(rules: RuleSet, row: Row) -> str:
    return capital(words.row_name(rules, row.id, reader_locale()))
