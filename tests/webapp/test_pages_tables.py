"""The tables of the house: opened, listed, looked at, renamed, put away."""

import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from evening_forms import FORM, add, hidden, totals
from flask import Flask
from flask.testing import FlaskClient

from scorer.rulesets import rule_set
from scorer.rulesets.house import named
from webapp.pages import days
from webapp.store import Event, Store, StoreError
from webapp.tally.fold import Table


def test_a_table_is_opened_and_listed(client: FlaskClient, open_table: Callable[..., str]) -> None:
    page = client.get(open_table()).text
    for word in ("Friday", "Ann", "Bo", "Cai", "Dan", "East round", "dealer: Ann", "Book a won hand"):
        assert word in page
    assert "Friday" in client.get("/tables").text


def test_two_or_three_players_are_refused_with_a_sentence(client: FlaskClient) -> None:
    fields = {**FORM, "uuid": str(uuid.uuid4()), "player-N": "", "player-W": " "}
    answer = client.post("/tables/new", data=fields)
    assert answer.status_code == 422
    assert "Four players are needed" in answer.text
    # What was typed is still there.
    assert 'value="Ann"' in answer.text


def test_an_option_is_chosen_and_shown_as_a_difference(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table(**{"ji_ping_hu.base": "5"})
    assert state(table).options == {"base": 5}
    assert "What this table plays differently" in client.get(table).text


def test_a_saved_house_rule_stays_with_the_table_when_its_file_goes(
    app: Flask, client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    house = rule_set("ji_ping_hu").with_options({"base": 2}).with_row_values({"hun_yi_se": 3})
    saved = app.extensions["fanpai-house-rules"]
    saved.save(named(house, "ours"))
    table = open_table(rules="ours", **{"ours.cap": "5"})
    saved.delete("ours")
    now = state(table)
    assert now.rules == "ji_ping_hu"
    assert now.options == {"base": 2, "cap": 5, "row_values": {"hun_yi_se": 3}}
    # Three fan and the self-draw: two doubled four times from each.
    add(client, table, "named", winner="S", how="self_draw", **{"rows-S": ["hun_yi_se", "zi_mo"]})
    assert totals(state(table)) == [-32, 96, -32, -32]
    # Other options leave the values of the rows as they are.
    add(client, table, "rules", **{"ji_ping_hu.base": "4", "ji_ping_hu.cap": "5"})
    assert state(table).options == {"base": 4, "cap": 5, "row_values": {"hun_yi_se": 3}}


@pytest.mark.parametrize("value", ["x", "-1", "99999999999"])
def test_an_option_that_cannot_be_is_refused(client: FlaskClient, value: str) -> None:
    fields = {**FORM, "uuid": str(uuid.uuid4()), "ji_ping_hu.base": value}
    answer = client.post("/tables/new", data=fields)
    assert answer.status_code == 422
    assert "not possible" in answer.text


def test_every_page_of_an_evening_opens_in_three_languages(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table], asked: dict[str, Any]
) -> None:
    table = open_table()
    client.post(f"{table}/hands", json={**asked, "uuid": str(uuid.uuid4()), "expected": 1})
    add(client, table, "free", payer="E", payee="S", amount="1/3", note="tea")
    line = state(table).steps[0].line.id
    paths = [
        "",
        "/hand",
        f"/hand?line={line}",
        "/history",
        "/looks",
        "/settle",
        "/take",
        "/print",
        "/settings",
    ]
    paths += [f"/lines/{line}", *(f"/add/{kind}" for kind in ("named", "draw", "kongs", "free", "rules"))]
    for language in ("en", "zh-CN", "zh-TW"):
        headers = {"Accept-Language": language}
        for path in paths:
            assert client.get(table + path, headers=headers).status_code == 200, path
        for path in ("/tables", "/tables/new", "/tables/bring", "/players", "/player?name=ann", "/photos"):
            assert client.get(path, headers=headers).status_code == 200, path


def test_unknown_tables_and_lines_are_not_found(client: FlaskClient, open_table: Callable[..., str]) -> None:
    table = open_table()
    for path in ("/tables/nowhere", f"{table}/lines/nothing", "/player?name=nobody", "/photos/nothing.jpg"):
        assert client.get(path).status_code == 404


def test_settling_names_the_payments_and_a_text_to_copy(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="7")
    page = client.get(f"{table}/settle").text
    assert "Ann pays Bo 3.5 €." in page
    assert "Ann → Bo" in page
    assert "Bo  +7  (+3.5 €)" in page


def test_points_alone_leave_no_empty_brackets_in_the_text_for_a_chat(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table(stake="1", unit="")
    add(client, table, "free", payer="E", payee="S", amount="7")
    page = client.get(f"{table}/settle").text
    assert "Bo  +7\n" in page
    assert "()" not in page


def test_money_stands_below_the_points_only_where_it_is_worth_telling(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    page = client.get(open_table()).text
    assert page.count('class="seat-money"') == 4
    assert "A point is worth 0.5 €." in page
    # Points alone: the same number twice would tell nothing.
    assert 'class="seat-money"' not in client.get(open_table(stake="1", unit="")).text
    assert "A point is worth 2." in client.get(open_table(stake="2", unit="")).text


def test_names_and_stake_are_changed(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    fields = {**FORM, "name": "Sunday", "player-E": "Eve", "expected": "1"}
    assert client.post(f"{table}/settings", data=fields).status_code == 303
    now = state(table)
    assert (now.name, now.players["E"], now.stake["amount"]) == ("Sunday", "Eve", "0.5")
    assert "Four players" in client.post(f"{table}/settings", data={**fields, "player-E": ""}).text


def test_settings_are_changed_together_or_not_at_all(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_table()
    fields = {**FORM, "name": "Sunday", "player-E": "Eve", "stake": "2", "expected": "1"}
    book_events = Store.append_all
    written: list[Event] = []

    def beaten(store: Store, events: Sequence[Event], expected: int = 0) -> None:
        """Somebody else books at the very last moment."""
        if not written:
            written.append(store.append(state(table).id, "table_renamed", {"name": "Monday"}, uuid="other"))
        book_events(store, events, expected)

    monkeypatch.setattr(Store, "append_all", beaten)
    answer = client.post(f"{table}/settings", data=fields)
    assert answer.status_code == 409
    assert "Nothing of yours was booked" in answer.text
    now = state(table)
    assert (now.name, now.players["E"], now.sequence) == ("Monday", "Ann", 2)


def test_a_table_is_archived_deleted_and_brought_back(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    for act, seen in (("archive", "Archived"), ("delete", "Bring the table back"), ("restore", "Friday")):
        data = {"uuid": str(uuid.uuid4()), "expected": state(table).sequence}
        assert client.post(f"{table}/{act}", data=data).status_code == 303
        assert seen in client.get("/tables").text


@pytest.mark.parametrize(
    "trouble",
    [
        ("full", 507, "The disk is full"),
        ("read_only", 507, "The data folder is read-only"),
        ("locked", 503, "Another program is holding the database"),
        ("damaged", 507, "The database is damaged"),
        ("other", 507, "fanpai doctor"),
    ],
)
def test_what_is_wrong_with_the_disk_is_told_and_nothing_is_booked(
    trouble: tuple[str, int, str],
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_table()
    code, status, sentence = trouble

    def fail(*args: Any, **more: Any) -> None:
        raise StoreError("the database says so", code)

    data = {"uuid": str(uuid.uuid4()), "expected": 1}
    monkeypatch.setattr(client.application.extensions["fanpai-tables"].store, "append", fail)
    answer = client.post(f"{table}/archive", data=data)
    assert answer.status_code == status
    assert sentence in answer.text
    assert state(table).sequence == 1
    monkeypatch.undo()
    assert client.post(f"{table}/archive", data=data).status_code == 303


def test_going_back_and_beginning_again_opens_a_second_table(client: FlaskClient) -> None:
    data = {**FORM, "uuid": str(uuid.uuid4())}
    first = client.post("/tables/new", data=data).location
    assert client.post("/tables/new", data=data).location == first
    asked = client.post("/tables/new", data={**data, "name": "Sunday"})
    assert asked.status_code == 409
    again = client.post("/tables/new", data={**data, "name": "Sunday", **hidden(asked.text)})
    assert again.location not in {None, first}


@pytest.mark.parametrize(("language", "shown"), [("en", "9 Nov 2026"), ("zh-Hant", "2026年11月9日")])
def test_a_new_table_and_the_list_name_the_day_as_the_reader_writes_it(
    app: Flask,
    client: FlaskClient,
    open_table: Callable[..., str],
    language: str,
    shown: str,
) -> None:
    noon = datetime(2026, 11, 9, 12, tzinfo=UTC)
    with app.test_request_context(headers={"Accept-Language": language}):
        assert days.day(noon) == shown
        today = days.day(datetime.now(UTC))
        assert today in days.this_evening()
    open_table()
    headers = {"Accept-Language": language}
    assert today in client.get("/tables", headers=headers).text
    assert today in client.get("/tables/new", headers=headers).text
