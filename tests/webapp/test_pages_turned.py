"""After an undo or a redo the table says what it was."""

import re
import uuid
from collections.abc import Callable

from evening_forms import add
from flask import Flask
from flask.testing import FlaskClient

from webapp.tally.fold import Table


def told(client: FlaskClient, table: str, act: str, state: Callable[[str], Table]) -> str:
    """Press the button; gives what the table's page says then."""
    data = {"uuid": str(uuid.uuid4()), "expected": state(table).sequence}
    assert client.post(f"{table}/{act}", data=data).status_code == 303
    found = re.search(
        r'<p class="notice turned" role="status">.*?</svg>\s*<span>([^<]+)</span></p>', client.get(table).text
    )
    return found[1].strip() if found else ""


def test_a_line_taken_back_and_put_back(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="W", **{"rows-S": ["hong_zhong"]})
    what = "Bo: Red dragon (Bo +2, Cai −2)."
    assert told(client, table, "undo", state) == f"Taken back: {what}"
    assert told(client, table, "redo", state) == f"Booked again: {what}"
    # Something new is booked: the notice goes.
    add(client, table, "draw")
    assert "notice turned" not in client.get(table).text


def test_a_change_taken_back_and_put_back(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="1", note="tea")
    line = state(table).steps[0].line.id
    add(client, table, "free", line=line, payer="E", payee="S", amount="7", note="cake")
    was, now = "tea (Ann −1, Bo +1)", "cake (Ann −7, Bo +7)"
    assert told(client, table, "undo", state) == f"The change was taken back; as it is now: {was}."
    assert told(client, table, "redo", state) == f"The change counts again; as it is now: {now}."


def test_a_line_taken_out_comes_back_and_goes_again(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "draw")
    add(client, table, "removal", line=state(table).steps[0].line.id)
    assert told(client, table, "undo", state) == "Back in its place: Drawn deal."
    assert told(client, table, "redo", state) == "Taken out again: Drawn deal."


def test_a_line_of_an_old_log_is_called_by_who_won(
    app: Flask, client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    win = {"winner": "S", "rows": [], "points": 2}
    entry = {
        "kind": "named",
        "wins": [win],
        "context": {"win_by": "self_draw"},
        "pays_all": None,
        "open_melds": 0,
    }
    payload = {"id": str(uuid.uuid4()), "entry": entry}
    store = app.extensions["fanpai-tables"].store
    store.append(state(table).id, "line_added", payload, uuid=str(uuid.uuid4()), expected=1)
    assert told(client, table, "undo", state) == "Taken back: Bo."
