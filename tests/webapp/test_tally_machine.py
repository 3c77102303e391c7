"""Any order of booking, editing, deleting, undo, redo, penalties and rule changes, against a simple model."""

import uuid
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from webapp.store import ConflictError, Event
from webapp.tally.book import Change, TableBook
from webapp.tally.fold import fold
from webapp.tally.money import settle_up

SEATS = "ESWN"
seats = st.sampled_from(SEATS)


class MemoryStore:
    """The log in memory, with the store's promises."""

    def __init__(self) -> None:
        self.log: list[Event] = []

    def append(
        self, table_id: str, kind: str, payload: Any, *, uuid: str, expected: int | None = None
    ) -> Event:
        if expected is not None and expected != len(self.log):
            raise ConflictError(table_id, expected, len(self.log))
        event = Event(table_id, len(self.log) + 1, uuid, kind, payload, datetime(2026, 1, 1, tzinfo=UTC))
        self.log.append(event)
        return event

    def events(self, table_id: str, after: int = 0) -> tuple[Event, ...]:
        return tuple(self.log[after:])

    def event(self, uuid: str) -> Event | None:
        return next((event for event in self.log if event.uuid == uuid), None)

    def head(self, table_id: str) -> int:
        return len(self.log)


@st.composite
def entries(draw: st.DrawFn) -> dict[str, Any]:
    """A line whose amounts are plain: what it moves is worked out by `moved`."""
    kind = draw(st.sampled_from(["self_draw", "discard", "draw", "penalty", "free", "rules"]))
    one = draw(seats)
    other = draw(st.sampled_from([seat for seat in SEATS if seat != one]))
    number = draw(st.integers(1, 50))
    if kind == "draw":
        return {"kind": "draw", "context": {}}
    if kind == "penalty":
        return {"kind": "penalty", "player": one, "penalty": "false_win"}
    if kind == "free":
        part = draw(st.fractions(min_value=1, max_value=9, max_denominator=7))
        return {"kind": "free", "transfers": [[one, other, str(part)]], "note": ""}
    if kind == "rules":
        return {"kind": "rules", "rules": "ji_ping_hu", "options": {"false_win": number}}
    context = {"win_by": kind} | ({"from": other} if kind == "discard" else {})
    return {"kind": "named", "wins": [{"winner": one, "points": number}], "context": context}


def moved(entry: dict[str, Any], false_win: int) -> dict[str, Fraction]:
    """What a line moves, the false win's price given: ji ping hu, where the discarder alone pays."""
    amounts = dict.fromkeys(SEATS, Fraction(0))
    payments: list[tuple[str, str, Fraction]] = []
    if entry["kind"] == "penalty":
        payer = entry["player"]
        payments = [(payer, seat, Fraction(false_win)) for seat in SEATS if seat != payer]
    elif entry["kind"] == "free":
        payments = [(payer, payee, Fraction(value)) for payer, payee, value in entry["transfers"]]
    elif entry["kind"] == "named":
        winner, number = entry["wins"][0]["winner"], Fraction(entry["wins"][0]["points"])
        loser = entry["context"].get("from")
        payers = [seat for seat in SEATS if seat != winner] if loser is None else [loser]
        payments = [(payer, winner, number) for payer in payers]
    for payer, payee, value in payments:
        amounts[payer] -= value
        amounts[payee] += value
    return amounts


class Evening(RuleBasedStateMachine):
    """The model keeps every version of the ledger as a list; undo and redo walk along the versions."""

    @initialize()
    def begin(self) -> None:
        self.store = MemoryStore()
        self.book = TableBook(self.store)  # type: ignore[arg-type]  # of the store it needs just these
        setup = {
            "name": "Friday",
            "players": {"E": "Ann", "S": "Bo", "W": "Cai", "N": "Dan"},
            "rules": "ji_ping_hu",
            "options": {"false_win": 8},
            "stake": {"amount": "1", "unit": ""},
            "first_dealer": "E",
        }
        self.id = self.book.create(setup, str(uuid.uuid4())).id
        self.versions: list[list[tuple[str, dict[str, Any]]]] = [[]]
        self.at = 0

    @property
    def lines(self) -> list[tuple[str, dict[str, Any]]]:
        return self.versions[self.at]

    def change(self, kind: str, line: str | None, entry: dict[str, Any] | None) -> str:
        name = str(uuid.uuid4())
        expected = self.book.table(self.id).sequence
        self.book.change(self.id, Change(kind, line or name, entry), uuid=name, expected=expected)
        return name

    def keep(self, lines: list[tuple[str, dict[str, Any]]]) -> None:
        self.versions = [*self.versions[: self.at + 1], lines]
        self.at += 1

    @rule(entry=entries())
    def add(self, entry: dict[str, Any]) -> None:
        name = self.change("line_added", None, entry)
        self.keep([*self.lines, (name, entry)])

    @precondition(lambda self: self.lines)
    @rule(entry=entries(), data=st.data())
    def edit(self, entry: dict[str, Any], data: st.DataObject) -> None:
        place = data.draw(st.integers(0, len(self.lines) - 1))
        name = self.lines[place][0]
        self.change("line_edited", name, entry)
        self.keep([*self.lines[:place], (name, entry), *self.lines[place + 1 :]])

    @precondition(lambda self: self.lines)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        place = data.draw(st.integers(0, len(self.lines) - 1))
        self.change("line_removed", self.lines[place][0], None)
        self.keep([*self.lines[:place], *self.lines[place + 1 :]])

    def step(self, kind: str) -> None:
        expected = self.book.table(self.id).sequence
        self.book.set(self.id, kind, {}, uuid=str(uuid.uuid4()), expected=expected)

    @precondition(lambda self: self.at > 0)
    @rule()
    def undo(self) -> None:
        self.step("undone")
        self.at -= 1

    @precondition(lambda self: self.at < len(self.versions) - 1)
    @rule()
    def redo(self) -> None:
        self.step("redone")
        self.at += 1

    @invariant()
    def the_table_is_as_the_model_says(self) -> None:
        table = self.book.table(self.id)
        totals, false_win = dict.fromkeys(SEATS, Fraction(0)), 8
        for _, entry in self.lines:
            if entry["kind"] == "rules":
                false_win = entry["options"]["false_win"]
            amounts = moved(entry, false_win)
            totals = {seat: totals[seat] + amounts[seat] for seat in SEATS}
        assert dict(table.totals) == totals
        assert [step.line.id for step in table.steps] == [name for name, _ in self.lines]
        assert (table.undo, table.redo) == (self.at, len(self.versions) - 1 - self.at)
        assert table.deals == sum(entry["kind"] in {"named", "draw"} for _, entry in self.lines)

    @invariant()
    def every_step_sums_to_zero(self) -> None:
        for step in self.book.table(self.id).steps:
            assert sum(step.result.payments.values()) == 0
            assert sum(step.totals.values()) == 0

    @invariant()
    def the_log_read_anew_gives_the_same_table(self) -> None:
        assert fold(self.store.log) == self.book.table(self.id)


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)


@given(st.lists(st.integers(-200, 200), min_size=3, max_size=3))
def test_settling_up_brings_everybody_to_zero_with_at_most_three_payments(first: list[int]) -> None:
    totals = dict(zip(SEATS, [*first, -sum(first)], strict=True))
    left = {seat: Fraction(value) for seat, value in totals.items()}
    payments = settle_up(totals)
    for payer, payee, value in payments:
        assert value > 0
        left[payer] += value
        left[payee] -= value
    assert set(left.values()) == {0}
    assert len(payments) <= max(0, sum(value != 0 for value in totals.values()) - 1)


def test_two_pairs_settle_with_two_payments() -> None:
    assert len(settle_up({"E": 5, "S": 3, "W": -5, "N": -3})) == 2
