"""Table files whose lines say what their rules do not: told with the line, and with both figures."""

import io
import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import add, totals
from flask.testing import FlaskClient
from ledger_entries import won

from webapp.tally.fold import Table

MUCH = {"payments": {"E": 0, "S": 900, "W": -900, "N": 0}, "paid": [["W", "S", 900]]}


def brought(client: FlaskClient, file: Any, **fields: str) -> Any:
    data = {"file": (io.BytesIO(json.dumps(file).encode()), "t.json"), "copy": "yes", **fields}
    return client.post("/tables/bring", data=data)


def taken(client: FlaskClient, table: str) -> Any:
    return client.get(f"{table}/table.json").json


def book_hand(client: FlaskClient, table: str, expected: int) -> None:
    entry = json.dumps(won("S", "W"))
    data = {"uuid": str(uuid.uuid4()), "expected": str(expected), "entry": entry}
    assert client.post(f"{table}/lines", data=data).status_code == 303


@pytest.mark.parametrize("by", ["tiles", "lines"])
def test_a_win_with_other_money_than_its_lines_is_refused_with_both_figures(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table], by: str
) -> None:
    """Bo's red dragon on Cai's tile is two points; the file says nine hundred."""
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="1")
    if by == "tiles":
        book_hand(client, table, 2)
    else:
        add(client, table, "named", winner="S", how="W", **{"rows-S": ["hong_zhong"]})
    file = taken(client, table)
    assert brought(client, file).status_code == 303
    file["events"][2]["payload"]["recorded"] |= MUCH
    answer = brought(client, file)
    assert answer.status_code == 422
    said = "Line 2 of this file says Bo +900, Cai −900, but its rules count Bo +2, Cai −2."
    assert said in answer.text
    assert client.get("/tables").text.count("Friday") == 2
    # An evening of a version that counted otherwise can still be brought in, as the rules count it.
    assert 'name="anew"' in answer.text
    again = brought(client, file, anew="yes")
    assert again.status_code == 303
    assert totals(state(again.location)) == totals(state(table)) == [-1, 3, -2, 0]


def test_a_superseded_amount_is_looked_at_too(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    """An undo after bringing it in would show it."""
    table = open_table()
    book_hand(client, table, 1)
    line = state(table).steps[0].line.id
    data = {"uuid": str(uuid.uuid4()), "expected": "2", "change": "line_edited", "line": line}
    client.post(f"{table}/lines", data={**data, "entry": json.dumps(won("S", "E"))})
    file = taken(client, table)
    file["events"][1]["payload"]["recorded"] |= MUCH
    answer = brought(client, file)
    assert (answer.status_code, "Line 1 of this file says Bo +900" in answer.text) == (422, True)


def test_a_hand_that_is_no_win_is_refused_with_the_reason(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    book_hand(client, table, 1)
    file = taken(client, table)
    file["events"][1]["payload"]["entry"]["wins"][0]["hand"]["win"] = "8s"
    for fields in ({}, {"anew": "yes"}):
        answer = brought(client, file, **fields)
        assert answer.status_code == 422
        assert "Line 1 of this file (Bo +2, Cai −2) cannot be:" in answer.text
    # Without its result, too: the rules are asked then.
    del file["events"][1]["payload"]["recorded"]
    assert "Line 1 of this file (0) cannot be:" in brought(client, file).text


def test_what_nobody_could_book_is_not_brought_in(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    """Bo's earthly hand while he deals himself."""
    table = open_table()
    add(client, table, "named", winner="E", how="self_draw", **{"points-E": "1"})
    add(client, table, "named", winner="S", how="self_draw", **{"rows-S": ["di_hu"]})
    file = taken(client, table)
    first = file["events"][1]["payload"]
    first["entry"]["wins"][0]["winner"] = "W"
    for event in file["events"][1:]:
        del event["payload"]["recorded"]
    answer = brought(client, file)
    assert answer.status_code == 422
    assert "Line 2 of this file" in answer.text
    assert "“Earthly hand” cannot be in a hand won like this." in answer.text
