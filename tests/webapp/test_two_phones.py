"""Two phones at one table: who comes second is told, and nothing is overwritten or booked twice unasked."""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import add, totals
from filled_form import filled
from flask.testing import FlaskClient
from ledger_entries import HAND

from webapp.tally.fold import Table

State = Callable[[str], Table]
BO_WINS = {"winner": "S", "how": "W", "points-S": "8"}


@pytest.fixture
def table(open_table: Callable[..., str]) -> str:
    return open_table()


def form(client: FlaskClient, page: str, action: str) -> dict[str, str]:
    """What the form of an opened page sends."""
    return dict(filled(client.get(page).text, action))


def act(client: FlaskClient, table: str, act: str, state: State) -> Any:
    data = {"uuid": str(uuid.uuid4()), "expected": state(table).sequence}
    return client.post(f"{table}/{act}", data=data)


def opened_and_overtaken(
    client: FlaskClient, table: str, state: State, page: str
) -> tuple[str, dict[str, str]]:
    """A line, and what the form of its page sends that was opened before another phone made it 50 points."""
    add(client, table, "named", **BO_WINS)
    line = state(table).steps[0].line.id
    mine = form(client, f"{table}/lines/{line}{page}", f"{table}/preview")
    add(client, table, "named", line=line, **{**BO_WINS, "points-S": "50"})
    return line, mine


def test_a_change_opened_before_another_phones_change_does_not_overwrite_it(
    client: FlaskClient, table: str, state: State
) -> None:
    line, mine = opened_and_overtaken(client, table, state, "/edit")
    answer = client.post(f"{table}/preview", data={**mine, "points-S": "9"})
    assert answer.status_code == 409
    assert "Somebody else has changed this table in the meantime." in answer.text
    assert "Bo +50" in answer.text
    # What was filled in is there, and so is the way to what stands now.
    assert f'id="load-anew" href="{table}/lines/{line}/edit"' in answer.text
    again = dict(filled(answer.text, f"{table}/preview"))
    assert again["points-S"] == "9"
    assert totals(state(table)) == [0, 50, -50, 0]
    # Sent once more it is done knowingly.
    shown = client.post(f"{table}/preview", data=again)
    assert client.post(f"{table}/lines", data=dict(filled(shown.text, f"{table}/lines"))).status_code == 303
    assert totals(state(table)) == [0, 9, -9, 0]


def test_a_change_previewed_before_another_phones_change_is_filled_in_again(
    client: FlaskClient, table: str, state: State
) -> None:
    add(client, table, "named", **BO_WINS)
    line = state(table).steps[0].line.id
    mine = form(client, f"{table}/lines/{line}/edit", f"{table}/preview")
    shown = client.post(f"{table}/preview", data={**mine, "points-S": "9"}).text
    add(client, table, "named", line=line, **{**BO_WINS, "points-S": "50"})
    answer = client.post(f"{table}/lines", data=dict(filled(shown, f"{table}/lines")))
    assert answer.status_code == 409
    assert dict(filled(answer.text, f"{table}/preview"))["points-S"] == "9"
    assert totals(state(table)) == [0, 50, -50, 0]


def test_a_line_changed_on_another_phone_is_not_taken_out_unseen(
    client: FlaskClient, table: str, state: State
) -> None:
    _line, mine = opened_and_overtaken(client, table, state, "")
    answer = client.post(f"{table}/preview", data=mine)
    assert (answer.status_code, "Bo +50" in answer.text) == (409, True)


def test_a_change_of_what_is_gone_says_so(client: FlaskClient, table: str, state: State) -> None:
    add(client, table, "named", **BO_WINS)
    mine = form(client, f"{table}/lines/{state(table).steps[0].line.id}/edit", f"{table}/preview")
    act(client, table, "undo", state)
    assert client.post(f"{table}/preview", data=mine).status_code == 409


def test_a_hand_with_tiles_changed_meanwhile_is_not_overwritten(
    client: FlaskClient, table: str, state: State
) -> None:
    context = {"winner": "S", "win_by": "discard", "from": "W"}
    body = {"hand": HAND, "context": context, "others": [], "uuid": str(uuid.uuid4()), "expected": 1}
    assert client.post(f"{table}/hands", json=body).status_code == 201
    line, known = state(table).steps[0].line.id, state(table).sequence
    change = {**body, "line": line, "context": {**context, "from": "N"}, "expected": known}
    ready = client.post(f"{table}/hands", json=change).json
    assert ready is not None
    add(client, table, "draw")
    answer = client.post(f"{table}/hands", json=change)
    assert answer.status_code == 409
    assert answer.json is not None
    assert answer.json["error"]["code"] == "conflict"
    assert "Drawn deal: deal 2" in answer.json["error"]["message"]
    fields = {"kind": "win", **{name: ready[name] for name in ("entry", "line", "scan", "expected")}}
    assert client.post(f"{table}/preview", data=fields).status_code == 409


@pytest.mark.parametrize(
    "filled_in",
    [
        ("named", {"winner": "N", "how": "S", "points-N": "8"}, "Book it as another deal"),
        ("draw", {}, "Book it as another deal"),
        ("penalty", {"player": "W", "penalty": "false_win"}, "Book it beside that"),
        ("free", {"payer": "E", "payee": "S", "amount": "3"}, "Book it beside that"),
    ],
)
def test_a_new_line_says_what_was_booked_since_its_form_was_opened(
    client: FlaskClient, table: str, state: State, filled_in: tuple[str, dict[str, str], str]
) -> None:
    kind, fields, button = filled_in
    mine = form(client, f"{table}/add/{kind}", f"{table}/preview") | fields
    alone = client.post(f"{table}/preview", data=mine).text
    assert "in the meantime" not in alone
    add(client, table, "named", **{"winner": "N", "how": "S", "points-N": "8"})
    shown = client.post(f"{table}/preview", data=mine)
    assert shown.status_code == 200
    notice = shown.text[shown.text.index("meanwhile") :]
    assert "Dan: 8 points, from Bo: deal 1" in notice[: notice.index("</div>")]
    assert button in shown.text
    # The one looked at before that is not booked either: it asks the same.
    late = client.post(f"{table}/lines", data=dict(filled(alone, f"{table}/lines")))
    assert (late.status_code, button in late.text) == (409, True)
    assert len(state(table).steps) == 1
    assert client.post(f"{table}/lines", data=dict(filled(late.text, f"{table}/lines"))).status_code == 303
    assert len(state(table).steps) == 2


def test_a_form_gone_back_to_is_as_old_as_what_its_preview_told(
    client: FlaskClient, table: str, state: State
) -> None:
    mine = form(client, f"{table}/add/draw", f"{table}/preview")
    add(client, table, "draw")
    shown = client.post(f"{table}/preview", data=mine).text
    back = client.post(f"{table}/add/draw", data=dict(filled(shown, f"{table}/add/draw"))).text
    assert dict(filled(back, f"{table}/preview"))["expected"] == str(state(table).sequence)


def test_what_waited_on_a_phone_is_told_what_was_booked(
    client: FlaskClient, table: str, state: State
) -> None:
    add(client, table, "named", **{"winner": "N", "how": "S", "points-N": "8"})
    body = {"uuid": str(uuid.uuid4()), "expected": 1, "kind": "draw", "fields": []}
    answer = client.post(f"{table}/entries", json=body)
    assert answer.status_code == 409
    assert answer.json is not None
    assert "Dan: 8 points, from Bo: deal 1" in answer.json["error"]["message"]


@pytest.mark.parametrize("kind", ["draw", "named"])
def test_what_was_taken_back_is_not_said_to_be_booked(
    client: FlaskClient, table: str, state: State, kind: str
) -> None:
    mine = form(client, f"{table}/add/{kind}", f"{table}/preview") | (BO_WINS if kind == "named" else {})
    booking = dict(filled(client.post(f"{table}/preview", data=mine).text, f"{table}/lines"))
    for _sent in range(2):
        assert client.post(f"{table}/lines", data=booking).status_code == 303
    act(client, table, "undo", state)
    answer = client.post(f"{table}/lines", data=booking)
    assert answer.status_code == 409
    assert "has been taken back since. Book it again?" in answer.text
    assert state(table).deals == 0
    again = dict(filled(answer.text, f"{table}/lines"))
    assert again["uuid"] != booking["uuid"]
    assert client.post(f"{table}/lines", data=again).status_code == 303
    assert state(table).deals == 1


def test_a_change_that_was_taken_back_asks_as_well(client: FlaskClient, table: str, state: State) -> None:
    add(client, table, "free", payer="E", payee="S", amount="3")
    line = state(table).steps[0].line.id
    mine = form(client, f"{table}/lines/{line}/edit", f"{table}/preview") | {"amount": "5"}
    booking = dict(filled(client.post(f"{table}/preview", data=mine).text, f"{table}/lines"))
    assert client.post(f"{table}/lines", data=booking).status_code == 303
    act(client, table, "undo", state)
    answer = client.post(f"{table}/lines", data=booking)
    assert answer.status_code == 409
    assert client.post(f"{table}/lines", data=dict(filled(answer.text, f"{table}/lines"))).status_code == 303
    assert totals(state(table)) == [-5, 5, 0, 0]


@pytest.mark.parametrize("way", ["hands", "entries"])
def test_a_request_that_was_taken_back_is_refused(
    client: FlaskClient, table: str, state: State, way: str
) -> None:
    context = {"winner": "S", "win_by": "discard", "from": "W"}
    ways: dict[str, dict[str, Any]] = {
        "hands": {"hand": HAND, "context": context},
        "entries": {"kind": "draw", "fields": []},
    }
    what = ways[way]
    body = {**what, "uuid": str(uuid.uuid4()), "expected": 1}
    assert client.post(f"{table}/{way}", json=body).status_code == 201
    act(client, table, "undo", state)
    answer = client.post(f"{table}/{way}", json=body)
    assert answer.status_code == 409
    assert json.loads(answer.text)["error"]["code"] == "taken_back"
    act(client, table, "redo", state)
    assert client.post(f"{table}/{way}", json=body).status_code == 201


def test_an_undo_that_finds_nothing_is_no_entry(client: FlaskClient, table: str, state: State) -> None:
    for turn in ("undo", "redo"):
        assert act(client, table, turn, state).status_code == 303
        assert state(table).sequence == 1
