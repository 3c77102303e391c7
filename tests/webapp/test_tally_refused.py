"""What the ledger does not take: tables that cannot be, lines that are none."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from ledger_entries import HAND, SETUP, won

from webapp.pages.form import FormError
from webapp.tally.book import Change, RefusedError, TableBook
from webapp.tally.fold import Table
from webapp.tally.setup import SetupError


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"players": {"E": "Ann", "S": "Bo", "W": "Cai"}}, "players"),
        ({"players": {"E": "Ann", "S": "Bo"}}, "players"),
        ({"players": {"E": "Ann", "S": "Bo", "W": "Cai", "N": "ann"}}, "same_names"),
        ({"name": "  "}, "name"),
        ({"stake": {"amount": "0", "unit": ""}}, "stake"),
        ({"stake": {"amount": "much", "unit": ""}}, "stake"),
        ({"stake": {"amount": "1e9999999", "unit": ""}}, "stake"),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(book: TableBook, change: dict[str, Any], code: str) -> None:
    with pytest.raises(SetupError) as refused:
        book.create({**SETUP, **change}, str(uuid.uuid4()))
    assert refused.value.code == code
    assert book.tables() == ()


@pytest.mark.parametrize(
    "entry",
    [
        None,
        {"kind": "gift"},
        {"kind": "free", "transfers": [["E", "E", 1]]},
        {"kind": "free", "transfers": [["E", "S", -1]]},
        {"kind": "free", "transfers": [["E", "S", "1/0"]]},
        {"kind": "free", "transfers": [["E", "S", "1e999999999"]]},
        {**won("E"), "wins": [{"winner": "E", "hand": HAND, "flags": 5}]},
        {**won("E"), "wins": [{"winner": "E", "hand": HAND, "flags": None}]},
        {**won("E"), "wins": [{"winner": "E", "hand": None}]},
        {**won("E"), "context": {"win_by": "self_draw", "key_pair": ["E"]}},
        {"kind": "free", "transfers": [["E", "S", 1]], "note": "x" * 500},
        {"kind": "win", "wins": [], "context": {"win_by": "self_draw"}},
        {"kind": "named", "wins": [{"winner": "E", "points": -1}], "context": {"win_by": "self_draw"}},
        {"kind": "named", "wins": [{"winner": "X"}], "context": {"win_by": "self_draw"}},
        {"kind": "rules", "rules": "ji_ping_hu", "options": {"base": "lots"}},
    ],
)
def test_what_is_no_line_is_refused(do: Callable[..., Table], entry: Any) -> None:
    with pytest.raises(FormError):
        do(entry)


def test_winners_of_one_tile_hold_no_more_of_it_than_there_is(book: TableBook) -> None:
    table = book.create(SETUP, str(uuid.uuid4()))
    wins = [{"winner": seat, "hand": HAND, "flags": []} for seat in "SN"]
    entry = {"kind": "win", "wins": wins, "context": {"win_by": "discard", "from": "W"}}
    with pytest.raises(RefusedError, match="too_many_copies"):
        book.change(table.id, Change("line_added", "x", entry), uuid=str(uuid.uuid4()), expected=1)
