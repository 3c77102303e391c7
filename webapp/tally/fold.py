"""The state of a table: every line of its ledger judged in order, with dealer, round and totals."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from scorer.dealer import Seating, next_dealer
from scorer.errors import RuleError
from scorer.hand import SEATS
from scorer.rulesets import RuleSet
from webapp.store import Event
from webapp.tally.judge import judge
from webapp.tally.ledger import Ledger, Line, StakeChange, Turn, ledger_of
from webapp.tally.result import Amounts, Result, recorded, result_of, under
from webapp.tally.table_rules import rules_of

# Enough to book the edit of a long evening's first deal after looking at what it changes.
_REMEMBERED = 1000


@dataclass(frozen=True, slots=True)
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

    def recorded(self) -> dict[str, Any]:
        """Its result to be kept beside the line in the log."""
        return recorded(self.result, under(self.rules, self.options, self.before))


@dataclass(frozen=True)
class Table:
    """A table as it is now.

    Attributes:
        id, name: of the table.
        players: seat → name.
        rules, options: in force for the next deal.
        stake: ``{"amount", "unit"}``: what a point is worth, and in which currency or chips.
        stakes: every change of the stake, oldest first; the newest counts for the whole evening.
        first_dealer: who dealt first.
        tile_set: id of the taught set that photos of this table are read with, ``""`` for none.
        seating: of the next deal; ``session_over`` once the North round has ended.
        steps: every line, judged, oldest first.
        totals: seat → points.
        deals: how many deals have been played.
        sequence: of the last event: what a change must be written against.
        turn: what the last event took back or put back; None where it was something else.
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
    turn: Turn | None
    undo: int
    redo: int
    archived: bool
    deleted: bool
    tile_set: str
    began: datetime
    changed: datetime
    stakes: tuple[StakeChange, ...] = ()
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


def state_of(table_id: str, ledger: Ledger, lines: Sequence[Line], before: Table | None = None) -> Table:
    """The table with these lines, which may be others than the ledger's: how a change would turn out.

    ``before`` is the same table at another time: what the first lines came to there need not be judged again.
    """
    created = ledger.created
    rules, options = str(created["rules"]), created["options"]
    first = str(created["first_dealer"])
    seating = Seating(first, 0, "E")
    totals: Amounts = dict.fromkeys(SEATS, 0)
    steps = [] if before is None else _same_start(before.steps, lines)
    deals = next((step.deal for step in reversed(steps) if step.deal is not None), 0)
    if steps:
        last = steps[-1]
        rules, options, seating, totals = last.rules, last.options, last.after, last.totals
    ruled = rules_of(rules, options)
    for line in lines[len(steps) :]:
        if line.entry["kind"] == "rules":
            rules, options = line.entry["rules"], line.entry["options"]
            ruled = rules_of(rules, options)
        result = _result(line, rules, options, seating)
        after, deal = seating, None
        if result.winners is not None:
            deals += 1
            deal = deals
            after = next_dealer(ruled, seating, first, result.winners)
        paid = result.payments
        east, south = totals["E"] + paid["E"], totals["S"] + paid["S"]
        west, north = totals["W"] + paid["W"], totals["N"] + paid["N"]
        totals = {"E": east, "S": south, "W": west, "N": north}
        if east + south + west + north:
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
        turn=ledger.turn,
        undo=len(ledger.done),
        redo=len(ledger.undone),
        archived=ledger.archived,
        deleted=ledger.deleted,
        tile_set=settings.get("tile_set_chosen", created).get("tile_set", ""),
        began=ledger.began,
        changed=ledger.changed,
        stakes=tuple(ledger.stakes),
        refused=tuple(step for step in steps if step.result.refused is not None),
    )


def _same_start(steps: Sequence[Step], lines: Sequence[Line]) -> list[Step]:
    """The steps of the lines up to the first that is another one."""
    for place, (step, line) in enumerate(zip(steps, lines, strict=False)):
        old = step.line
        # The very objects of the log: comparing their contents would cost more than it saves.
        if old.id != line.id or old.entry is not line.entry or old.recorded is not line.recorded:
            return list(steps[:place])
    return list(steps[: len(lines)])


def _result(line: Line, rules: str, options: Mapping[str, Any], seating: Seating) -> Result:
    if line.recorded is not None and line.recorded.under == under(rules, options, seating):
        return line.recorded.result
    return _judged(
        json.dumps(line.entry, sort_keys=True, ensure_ascii=False),
        rules,
        json.dumps(options, sort_keys=True, ensure_ascii=False),
        seating,
    )


@lru_cache(maxsize=_REMEMBERED)
def _judged(entry: str, rules: str, options: str, seating: Seating) -> Result:
    try:
        return result_of(judge(json.loads(entry), rules_of(rules, json.loads(options)), seating))
    except RuleError as error:
        kind = json.loads(entry)["kind"]
        nobody = () if kind in {"win", "named", "draw"} else None
        return Result(dict.fromkeys(SEATS, 0), winners=nobody, refused=error.explanation)
