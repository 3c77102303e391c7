"""Undo and redo that would bring back what makes a line impossible: told as for a change, nothing booked."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import add, totals
from flask import Flask
from flask.testing import FlaskClient
from ledger_entries import points

from webapp.tally.entries import checked
from webapp.tally.fold import Table

EARTHLY = {
    "kind": "named",
    "wins": [{"winner": "S", "rows": ["di_hu"], "points": None}],
    "context": {"win_by": "self_draw"},
}


@pytest.fixture
def log(app: Flask, state: Callable[[str], Table]) -> Callable[..., None]:
    """``log(table, kind, line, entry)``: an event as an earlier version wrote it, looked at by nobody."""
    store = app.extensions["fanpai-tables"].store

    def write(table: str, kind: str, line: str = "", entry: Any = None) -> None:
        now = state(table)
        payload = {"id": line, "entry": checked(entry)} if entry else {}
        store.append(now.id, kind, payload, uuid=str(uuid.uuid4()), expected=now.sequence)

    return write


def turn(client: FlaskClient, table: str, act: str, state: Callable[[str], Table]) -> Any:
    data = {"uuid": str(uuid.uuid4()), "expected": state(table).sequence}
    return client.post(f"{table}/{act}", data=data)


def test_an_undo_that_makes_a_later_deal_impossible_is_refused(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    log: Callable[..., None],
) -> None:
    """With Cai's win in the first deal Bo deals the second, in which he has an earthly hand."""
    table, first, second = open_table(), str(uuid.uuid4()), str(uuid.uuid4())
    log(table, "line_added", first, points("W", 1, "N"))
    log(table, "line_added", second, EARTHLY)
    # Put right by a change: Ann deals again.
    fields = {"line": first, "winner": "E", "how": "self_draw", "points-E": "1"}
    add(client, table, "named", **fields)
    before = state(table)
    answer = turn(client, table, "undo", state)
    assert answer.status_code == 422
    assert "Deal 2 would become impossible: “Earthly hand” cannot be in a hand won like this." in answer.text
    assert state(table) == before


def test_a_redo_of_what_cannot_be_is_refused(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    log: Callable[..., None],
) -> None:
    """Ann's earthly hand is brought back by a redo, though she deals."""
    table = open_table()
    own = {**EARTHLY, "wins": [{"winner": "E", "rows": ["di_hu"], "points": None}]}
    log(table, "line_added", str(uuid.uuid4()), own)
    assert turn(client, table, "undo", state).status_code == 303
    answer = turn(client, table, "redo", state)
    assert (answer.status_code, "cannot be in a hand won like this" in answer.text) == (422, True)
    assert (totals(state(table)), state(table).redo) == ([0, 0, 0, 0], 1)


def test_an_undone_change_of_the_impossible_line_itself_is_refused(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    log: Callable[..., None],
) -> None:
    table, line = open_table(), str(uuid.uuid4())
    own = {**EARTHLY, "wins": [{"winner": "E", "rows": ["di_hu"], "points": None}]}
    log(table, "line_added", line, own)
    add(client, table, "named", line=line, winner="E", how="self_draw", **{"points-E": "2"})
    answer = turn(client, table, "undo", state)
    assert (answer.status_code, "Deal 1 would become impossible" in answer.text) == (422, True)
    assert totals(state(table)) == [6, -2, -2, -2]
