"""A table that is deleted or archived: every way to book on it, tried one by one."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import FORM, add, hidden
from flask.testing import FlaskClient

from webapp.tally.fold import Table

SENTENCE = {
    "delete": "This table was deleted: bring it back first.",
    "archive": "This table is archived: resume it first.",
}
BACK = {"delete": "restore", "archive": "resume"}
DRAW = {"kind": "draw"}


def press(client: FlaskClient, table: str, act: str, sequence: int) -> Any:
    return client.post(f"{table}/{act}", data={"uuid": str(uuid.uuid4()), "expected": str(sequence)})


@pytest.fixture(params=["delete", "archive"])
def put_away(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_nothing_is_booked_on_it_and_every_answer_says_why(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    asked: dict[str, Any],
    put_away: str,
) -> None:
    table = open_table()
    add(client, table, "draw")
    line = state(table).steps[0].line.id
    ready = hidden(client.post(f"{table}/preview", data=DRAW).text)
    press(client, table, put_away, state(table).sequence)
    was = state(table).sequence
    again = {"uuid": str(uuid.uuid4()), "expected": was}
    answers = [
        client.post(f"{table}/preview", data=DRAW),
        client.post(f"{table}/preview", data={"kind": "removal", "line": line}),
        client.post(f"{table}/lines", data={**ready, "expected": str(was)}),
        client.post(f"{table}/entries", json={**again, "kind": "draw", "fields": []}),
        client.post(f"{table}/hands", json={**asked, **again}),
        client.post(f"{table}/score", json=asked),
        client.post(f"{table}/settings", data={**FORM, "name": "Saturday", "expected": str(was)}),
        press(client, table, "undo", was),
        client.post(f"{table}/camera/start", data={"source": "0"}),
        *(client.get(f"{table}/{form}") for form in ("hand", "add/draw", f"lines/{line}/edit", "settings")),
    ]
    for answer in answers:
        assert answer.status_code in {409, 422}, answer.request.path
        assert SENTENCE[put_away] in answer.text, answer.request.path
    assert state(table).sequence == was
    assert press(client, table, BACK[put_away], was).status_code == 303
    assert press(client, table, "undo", was + 1).status_code == 303
    assert state(table).deals == 0


def test_its_pages_offer_no_booking_and_say_so(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table], put_away: str
) -> None:
    table = open_table()
    add(client, table, "draw")
    line = state(table).steps[0].line.id
    press(client, table, put_away, state(table).sequence)
    for page in ("", "/tv", f"/lines/{line}", "/camera"):
        text = client.get(f"{table}{page}").text
        assert SENTENCE[put_away] in text, page
        for gone in ("/add/", "/preview", "/undo", "/settings", "/edit", "/camera/start"):
            assert f'{table}{gone}"' not in text, (page, gone)
            assert f"{table}{gone}/" not in text, (page, gone)
        assert "Up to date" not in text
    assert f"{table}/{BACK[put_away]}" in client.get(table).text


def test_what_was_booked_before_is_no_mistake_when_it_is_sent_again(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table], put_away: str
) -> None:
    table = open_table()
    entry = {"uuid": str(uuid.uuid4()), "expected": 1, "kind": "draw", "fields": []}
    assert client.post(f"{table}/entries", json=entry).status_code == 201
    press(client, table, put_away, 2)
    assert client.post(f"{table}/entries", json=entry).status_code == 201
    assert state(table).deals == 1


def test_an_archived_table_can_be_deleted_and_a_deleted_one_not_archived(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    press(client, table, "archive", 1)
    assert press(client, table, "delete", 2).status_code == 303
    assert press(client, table, "archive", 3).status_code == 409
    assert state(table).deleted
