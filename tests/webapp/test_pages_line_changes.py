"""Changing what was booked: shown before it is kept, taken out and brought back."""

import uuid
from collections.abc import Callable
from typing import Any

from evening_forms import add, hidden, totals
from flask.testing import FlaskClient

from webapp.tally.fold import Table


def test_a_deal_taken_out_meanwhile_is_not_booked_anew_by_its_change(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    asked: dict[str, Any],
) -> None:
    table = open_table()
    client.post(f"{table}/hands", json={**asked, "uuid": str(uuid.uuid4()), "expected": 1})
    line = state(table).steps[0].line.id
    assert client.get(f"{table}/hand?line={line}").status_code == 200
    assert client.post(f"{table}/undo", data={"uuid": str(uuid.uuid4()), "expected": 2}).status_code == 303
    change = {**asked, "line": line, "uuid": str(uuid.uuid4()), "expected": 3}
    for path in ("score", "hands"):
        answer = client.post(f"{table}/{path}", json=change)
        assert answer.status_code == 409
        assert "taken out in the meantime" in answer.text
    assert client.get(f"{table}/hand?line={line}").status_code == 404
    assert totals(state(table)) == [0, 0, 0, 0]


def test_a_change_is_shown_before_it_is_kept(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": "2"})
    add(client, table, "draw")
    first = state(table).steps[0].line.id
    form = client.get(f"{table}/lines/{first}/edit").text
    assert 'value="2"' in form
    assert "Deal 1 is being changed." in form
    fields = {"line": first, "expected": 3, "winner": "E", "how": "S", "points-E": "9"}
    shown = client.post(f"{table}/preview", data={"kind": "named", **fields}).text
    # The second deal is Ann's now instead of Bo's.
    assert "Deals that change with it" in shown
    assert totals(state(table)) == [-2, 6, -2, -2]
    assert client.post(f"{table}/lines", data=hidden(shown)).status_code == 303
    assert totals(state(table)) == [9, -9, 0, 0]
    assert state(table).steps[1].before.dealer == "E"


def test_a_deal_is_taken_out_and_brought_back(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": "2"})
    add(client, table, "removal", line=state(table).steps[0].line.id)
    assert totals(state(table)) == [0, 0, 0, 0]
    data = {"uuid": str(uuid.uuid4()), "expected": state(table).sequence}
    assert client.post(f"{table}/undo", data=data).status_code == 303
    assert totals(state(table)) == [-2, 6, -2, -2]
    assert "Redo" in client.get(table).text


def test_options_change_from_a_line_on(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "rules", **{"ji_ping_hu.base": "3"})
    assert state(table).options == {"base": 3}
    line = state(table).steps[0].line.id
    assert client.get(f"{table}/lines/{line}/edit").status_code == 200


def test_going_back_from_a_change_of_a_line_changes_that_line(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="3", note="taxi")
    line = state(table).steps[0].line.id
    data = {"kind": "free", "line": line, "payer": "E", "payee": "S", "amount": "7", "note": "taxi"}
    data["expected"] = "2"
    shown = client.post(f"{table}/preview", data=data).text
    assert "Change it" in shown
    again = client.post(f"{table}/add/free", data=data).text
    assert f'name="line" value="{line}"' in again
    assert 'value="7"' in again
    assert client.post(f"{table}/add/free", data=data | {"line": "gone"}).status_code == 404


def test_a_deal_that_only_gets_another_number_is_not_said_to_change(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "named", winner="E", how="self_draw", **{"points-E": "2"})
    for _ in range(2):
        add(client, table, "named", winner="S", how="self_draw", **{"points-S": "2"})
    # Without the first deal Ann deals the second one all the same, only not as a repeat.
    now = state(table)
    first = {"kind": "removal", "line": now.steps[0].line.id, "expected": now.sequence}
    shown = client.post(f"{table}/preview", data=first).text
    assert "dealer: Ann (repeat 1)" in shown
    assert "The numbers of the deals after it move up by one." in shown
    assert shown.count("→ ") == 1  # of the third nothing changes but its number
    assert "Next deal: East round, dealer: Bo (repeat 1)." in shown


def test_a_fine_before_deals_is_taken_out_and_no_deal_changes(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="8")
    add(client, table, "draw")
    now = state(table)
    fine = {"kind": "removal", "line": now.steps[0].line.id, "expected": now.sequence}
    shown = client.post(f"{table}/preview", data=fine).text
    assert "No other deal changes." in shown
