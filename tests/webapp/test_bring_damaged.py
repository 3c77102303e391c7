"""Table files that no fanpai wrote: names and times that pages cannot live with are refused whole."""

import io
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from evening_forms import add
from flask.testing import FlaskClient

from webapp.clock import here


def brought(client: FlaskClient, file: Any) -> Any:
    data = {"file": (io.BytesIO(json.dumps(file).encode()), "t.json"), "copy": "yes"}
    return client.post("/tables/bring", data=data)


@pytest.fixture
def file(client: FlaskClient, open_table: Callable[..., str]) -> Any:
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="7")
    add(client, table, "free", payer="E", payee="W", amount="8")
    return client.get(f"{table}/table.json").json


@pytest.mark.parametrize("name", ["", "new", "a/../b", "..", 7])
def test_a_line_with_a_name_that_no_page_gives_is_refused(client: FlaskClient, file: Any, name: Any) -> None:
    file["events"][1]["payload"]["id"] = name
    answer = brought(client, file)
    assert (answer.status_code, "damaged" in answer.text) == (422, True)


@pytest.mark.parametrize("what", ["event", "line"])
def test_two_of_one_name_are_refused(client: FlaskClient, file: Any, what: str) -> None:
    first, second = file["events"][1:3]
    if what == "event":
        second["uuid"] = first["uuid"]
    else:
        second["payload"]["id"] = first["payload"]["id"]
    answer = brought(client, file)
    assert (answer.status_code, "damaged" in answer.text) == (422, True)


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00", "2026-01-01"])
def test_a_time_that_no_clock_shows_is_refused(client: FlaskClient, file: Any, at: str) -> None:
    file["events"][0]["at"] = at
    answer = brought(client, file)
    assert (answer.status_code, "damaged" in answer.text) == (422, True)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone cannot be set here")
def test_the_first_day_of_the_calendar_is_shown_west_of_greenwich(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "America/New_York")
        time.tzset()
        assert here(datetime(1, 1, 1, tzinfo=UTC)).year == 1
    time.tzset()


def test_a_file_that_is_whole_comes_in(client: FlaskClient, file: Any) -> None:
    assert brought(client, file).status_code == 303


@pytest.mark.parametrize(
    "change",
    [
        {"payments": {"E": -900, "S": 900, "W": 0, "N": 0}, "paid": [["E", "S", 900]]},
        {"winners": []},
        {"wins": [["S", [], 0, 7]], "winners": ["S"]},
    ],
)
def test_money_between_two_is_what_they_said(client: FlaskClient, file: Any, change: Any) -> None:
    file["events"][1]["payload"]["recorded"] |= change
    assert brought(client, file).status_code == 422


@pytest.mark.parametrize("winners", [None, [], ["S", "E", "N", "W"], ["S", "S"], ["E"]])
def test_who_won_is_who_the_line_says(
    client: FlaskClient, open_table: Callable[..., str], winners: Any
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": "10"})
    file: Any = client.get(f"{table}/table.json").json
    assert brought(client, file).status_code == 303
    file["events"][1]["payload"]["recorded"]["winners"] = winners
    assert brought(client, file).status_code == 422
