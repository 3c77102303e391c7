"""The state of a table: every line of its ledger judged in order, with dealer, round and totals."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Any

from scorer.dealer import Seating, next_dealer
from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import SEATS
from scorer.rulesets import RuleSet
from webapp.store import Event
from webapp.tally.judge import Verdict, judge
from webapp.tally.ledger import Ledger, Line, ledger_of
from webapp.tally.table_rules import rules_of

Amount = int | Fraction
Amounts = Mapping[str, Amount]
_REMEMBERED = 20_000


@dataclass(frozen=True)
class WinFacts:
    """What statistics want to know of one paid winner."""

    winner: str
    rows: tuple[str, ...]
    total_fan: int
    points: int


@dataclass(frozen=True)
class Result:
    """What a line came to: the four amounts in points, the paid winners, who counts for the next dealer
    (None: the deal goes on), and the refusal of a line that the rules do not allow (any more)."""

    payments: Amounts
    wins: tuple[WinFacts, ...] = ()
    winners: tuple[str, ...] | None = None
    refused: Explanation | None = None


@dataclass(frozen=True)
class Step:
    """A judged line: where the session stood before and after it, under which rules, and the new totals.

    ``deal`` numbers the deals from 1; None for penalties and other lines between deals.
    """

    line: Line
    rules: str
    options: Mapping[str, Any]
    before: Seating
    after: Seating
    result: Result
    totals: Amounts
    deal: int | None


@dataclass(frozen=True)
class Table:
    """A table as it is now.

    Attributes:
        id, name: of the table.
        players: seat → name.
        rules, options: in force for the next deal.
        stake: ``{"amount", "unit"}``: what a point is worth, and in which currency or chips.
        first_dealer: who dealt first.
        seating: of the next deal; ``session_over`` once the North round has ended.
        steps: every line, judged, oldest first.
        totals: seat → points.
        deals: how many deals have been played.
        sequence: of the last event: what a change must be written against.
        undo, redo: how many changes can be taken back and put back.
    """

    id: str
    name: str
    players: Mapping[str, str]
    rules: str
    options: Mapping[str, Any]
    stake: Mapping[str, str]
    first_dealer: str
    seating: Seating
    steps: tuple[Step, ...]
    totals: Amounts
    deals: int
    sequence: int
    undo: int
    redo: int
    archived: bool
    deleted: bool
    began: datetime
    changed: datetime
    refused: tuple[Step, ...] = field(default=())

    @property
    def rule_set(self) -> RuleSet:
        """The rules in force for the next deal."""
        return rules_of(self.rules, self.options)


def fold(events: Iterable[Event]) -> Table:
    """A table from all its events. Raises ValueError for a log that is no table."""
    events = tuple(events)
    ledger = ledger_of(events)
    return state_of(events[0].table_id, ledger, ledger.lines())


def state_of(table_id: str, ledger: Ledger, lines: Iterable[Line]) -> Table:
    """The table with these lines, which may be others than the ledger's: how a change would turn out."""
    created = ledger.created
    rules, options = str(created["rules"]), created["options"]
    ruled = rules_of(rules, options)
    first = str(created["first_dealer"])
    seating = Seating(first, 0, "E")
    totals: dict[str, Amount] = dict.fromkeys(SEATS, 0)
    steps: list[Step] = []
    deals = 0
    for line in lines:
        if line.entry["kind"] == "rules":
            rules, options = line.entry["rules"], line.entry["options"]
            ruled = rules_of(rules, options)
        result = _result(line, rules, options, seating)
        after, deal = seating, None
        if result.winners is not None:
            deals += 1
            deal = deals
            after = next_dealer(ruled, seating, first, result.winners)
        totals = {seat: totals[seat] + result.payments[seat] for seat in SEATS}
        if sum(totals.values()):
            raise ArithmeticError(f"the totals {totals} of table {table_id} do not sum to zero")
        steps.append(Step(line, rules, options, seating, after, result, totals, deal))
        seating = after
    settings = ledger.settings
    return Table(
        id=table_id,
        name=settings.get("table_renamed", created)["name"],
        players=settings.get("players_named", created)["players"],
        rules=rules,
        options=options,
        stake=settings.get("stake_set", created)["stake"],
        first_dealer=first,
        seating=seating,
        steps=tuple(steps),
        totals=totals,
        deals=deals,
        sequence=ledger.sequence,
        undo=len(ledger.done),
        redo=len(ledger.undone),
        archived=ledger.archived,
        deleted=ledger.deleted,
        began=ledger.began,
        changed=ledger.changed,
        refused=tuple(step for step in steps if step.result.refused is not None),
    )


def recorded(step: Step) -> dict[str, Any]:
    """The result of a line to be kept beside it: what was booked stays, whatever later versions count.

    It holds as long as the line is judged under the same rules and the same seating.
    """
    result = step.result
    return {
        "under": _under(step.rules, step.options, step.before),
        "payments": {
            seat: value if isinstance(value, int) else str(value) for seat, value in result.payments.items()
        },
        "wins": [[win.winner, list(win.rows), win.total_fan, win.points] for win in result.wins],
        "winners": None if result.winners is None else list(result.winners),
    }


def facts_of(verdict: Verdict) -> Result:
    """The short form of a verdict."""
    return Result(
        {seat: _plain(value) for seat, value in verdict.settlement.payments.items()},
        tuple(
            WinFacts(winner, tuple(line.row for line in score.lines), score.total_fan, score.points)
            for winner, score in verdict.wins
        ),
        verdict.winners,
    )


def _result(line: Line, rules: str, options: Mapping[str, Any], seating: Seating) -> Result:
    if line.recorded is not None and line.recorded["under"] == _under(rules, options, seating):
        return _recorded(line.recorded)
    return _judged(
        json.dumps(line.entry, sort_keys=True, ensure_ascii=False),
        rules,
        json.dumps(options, sort_keys=True, ensure_ascii=False),
        seating,
    )


def _recorded(kept: Mapping[str, Any]) -> Result:
    payments = {seat: _plain(kept["payments"][seat]) for seat in SEATS}
    if sum(payments.values()):
        raise ArithmeticError(f"recorded payments {payments} do not sum to zero")
    winners = kept["winners"]
    return Result(
        payments,
        tuple(WinFacts(win[0], tuple(win[1]), win[2], win[3]) for win in kept["wins"]),
        None if winners is None else tuple(winners),
    )


@lru_cache(maxsize=_REMEMBERED)
def _judged(entry: str, rules: str, options: str, seating: Seating) -> Result:
    try:
        return facts_of(judge(json.loads(entry), rules_of(rules, json.loads(options)), seating))
    except RuleError as error:
        kind = json.loads(entry)["kind"]
        nobody = () if kind in {"win", "named", "draw"} else None
        return Result(dict.fromkeys(SEATS, 0), (), nobody, error.explanation)


def _under(rules: str, options: Mapping[str, Any], seating: Seating) -> list[Any]:
    return [rules, options, seating.dealer, seating.dealer_streak, seating.round_wind]


def _plain(value: Any) -> Amount:
    if isinstance(value, int):
        return value
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else exact
