"""The pages of an evening: open a table, book, look, change, settle, take it elsewhere."""

import io
import json
import re
import uuid
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.rulesets import rule_set
from scorer.rulesets.house import named
from webapp.app import create_app
from webapp.paths import DataFolder
from webapp.store import StoreError
from webapp.tally.fold import Table

FORM = {
    "name": "Friday",
    "player-E": "Ann",
    "player-S": "Bo",
    "player-W": "Cai",
    "player-N": "Dan",
    "rules": "ji_ping_hu",
    "stake": "0.5",
    "unit": "€",
    "first_dealer": "E",
}


@pytest.fixture
def open_table(client: FlaskClient) -> Callable[..., str]:
    """``open_table(**fields)``: a new table's address."""

    def make(**fields: str) -> str:
        answer = client.post("/tables/new", data={**FORM, "uuid": str(uuid.uuid4()), **fields})
        assert answer.status_code == 303, answer.text
        return str(answer.location)

    return make


@pytest.fixture
def state(app: Flask) -> Callable[[str], Table]:
    """``state(address)``: the table behind an address."""

    def read(address: str) -> Table:
        table: Table = app.extensions["fanpai-tables"].table(address.rsplit("/", 1)[-1])
        return table

    return read


def hidden(page: str) -> dict[str, str]:
    """The last form's hidden fields."""
    form = page[page.rindex("<form") :]
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    return {name: value.replace("&#34;", '"').replace("&amp;", "&") for name, value in found.items()}


def add(client: FlaskClient, table: str, kind: str, **fields: Any) -> str:
    """Fill a form, look at the preview, book it; gives the preview."""
    shown = client.post(f"{table}/preview", data={"kind": kind, **fields})
    assert shown.status_code == 200, shown.text
    booked = client.post(f"{table}/lines", data=hidden(shown.text))
    assert (booked.status_code, booked.location) == (303, table)
    return shown.text


def totals(table: Table) -> list[Any]:
    return [table.totals[seat] for seat in "ESWN"]


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


def test_a_hand_is_scored_and_booked(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    asked: dict[str, Any],
) -> None:
    table = open_table()
    assert "Friday" in client.get(f"{table}/hand").text
    score = client.post(f"{table}/score", json=asked).json["score"]  # type: ignore[index]
    assert score["payments"] == {"E": 0, "S": 2, "W": -2, "N": 0}
    # The players are called by their names.
    assert score["transfers"][0]["why"] == "Cai discarded the winning tile and pays 2."
    answer = client.post(f"{table}/hands", json={**asked, "uuid": str(uuid.uuid4()), "expected": 1})
    assert answer.json == {"url": table}
    assert totals(state(table)) == [0, 2, -2, 0]
    page = client.get(table).text
    assert "Bo: Red dragon" in page


def test_two_winners_on_one_tile(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    asked: dict[str, Any],
) -> None:
    table = open_table()
    asked["hand"]["melds"][0]["from"] = None
    others = [{"winner": "N", "hand": asked["hand"], "flags": []}]
    body = {**asked, "others": others, "uuid": str(uuid.uuid4()), "expected": 1}
    assert client.post(f"{table}/score", json=body).json["score"]["payments"]["W"] == -4  # type: ignore[index]
    assert client.post(f"{table}/hands", json=body).status_code == 201
    assert totals(state(table)) == [0, 2, -4, 2]


def test_a_refused_hand_says_why(
    client: FlaskClient, open_table: Callable[..., str], asked: dict[str, Any]
) -> None:
    table = open_table()
    asked["hand"]["win"] = "8s"
    error = client.post(f"{table}/score", json=asked).json["error"]  # type: ignore[index]
    assert error["code"] == "not_a_win"
    answer = client.post(f"{table}/hands", json={**asked, "uuid": str(uuid.uuid4()), "expected": 1})
    assert answer.status_code == 422


def test_of_two_phones_the_second_is_told(
    client: FlaskClient, open_table: Callable[..., str], asked: dict[str, Any]
) -> None:
    table = open_table()
    body = {**asked, "uuid": str(uuid.uuid4()), "expected": 1}
    assert client.post(f"{table}/hands", json=body).status_code == 201
    # The same entry again is the same deal; another one was written against an older state.
    assert client.post(f"{table}/hands", json=body).status_code == 201
    late = client.post(f"{table}/hands", json={**body, "uuid": str(uuid.uuid4())})
    assert late.status_code == 409
    stale = client.post(f"{table}/undo", data={"uuid": str(uuid.uuid4()), "expected": 1})
    assert stale.status_code == 409
    assert "Somebody else has changed this table" in stale.text


def test_lines_without_tiles(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    shown = add(client, table, "named", winner="S", how="self_draw", **{"rows-S": ["hun_yi_se"]})
    assert "Half flush" in shown
    assert totals(state(table)) == [-4, 12, -4, -4]
    add(client, table, "named", winner="N", how="E", **{"points-N": "7"})
    add(client, table, "draw")
    add(client, table, "penalty", player="W", penalty="false_win", note="eager")
    add(client, table, "free", payer="E", payee="all", amount="1,5", note="tea")
    now = state(table)
    assert totals(now) == [-7.5, 21.5, -26.5, 12.5]
    assert sum(now.totals.values()) == 0
    assert now.deals == 3
    page = client.get(table).text
    for word in ("eager", "tea", "Drawn deal", "from Ann"):
        assert word in page


def test_penalties_are_those_of_the_rule_set(client: FlaskClient, open_table: Callable[..., str]) -> None:
    page = client.get(f"{open_table(rules='lishui')}/add/penalty").text
    assert 'value="followed"' in page
    assert 'value="wild_discarded"' in page
    assert 'value="followed"' not in client.get(f"{open_table()}/add/penalty").text


def test_nobody_named_is_told_on_the_form(client: FlaskClient, open_table: Callable[..., str]) -> None:
    answer = client.post(f"{open_table()}/preview", data={"kind": "named", "how": "self_draw"})
    assert answer.status_code == 422
    assert "Say who won." in answer.text


def test_a_change_is_shown_before_it_is_kept(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": "2"})
    add(client, table, "draw")
    first = state(table).steps[0].line.id
    assert 'value="2"' in client.get(f"{table}/lines/{first}/edit").text
    fields = {"line": first, "winner": "E", "how": "S", "points-E": "9"}
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
        for path in ("/tables", "/tables/new", "/tables/bring", "/players", "/players/ann", "/photos"):
            assert client.get(path, headers=headers).status_code == 200, path


def test_unknown_tables_and_lines_are_not_found(client: FlaskClient, open_table: Callable[..., str]) -> None:
    table = open_table()
    for path in ("/tables/nowhere", f"{table}/lines/nothing", "/players/nobody", "/photos/nothing.jpg"):
        assert client.get(path).status_code == 404


def test_settling_names_the_payments_and_a_text_to_copy(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="7")
    page = client.get(f"{table}/settle").text
    assert "Ann pays Bo 3.5 €." in page
    assert "Ann → Bo" in page


def test_names_and_stake_are_changed(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    fields = {**FORM, "name": "Sunday", "player-E": "Eve", "expected": "1"}
    assert client.post(f"{table}/settings", data=fields).status_code == 303
    now = state(table)
    assert (now.name, now.players["E"], now.stake["amount"]) == ("Sunday", "Eve", "0.5")
    assert "Four players" in client.post(f"{table}/settings", data={**fields, "player-E": ""}).text


def test_a_table_is_archived_deleted_and_brought_back(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    for act, seen in (("archive", "Archived"), ("delete", "Bring back"), ("restore", "Friday")):
        data = {"uuid": str(uuid.uuid4()), "expected": state(table).sequence}
        assert client.post(f"{table}/{act}", data=data).status_code == 303
        assert seen in client.get("/tables").text


@pytest.mark.parametrize("suffix", ["json", "zip"])
def test_a_table_goes_to_another_house_whole(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    tmp_path: Path,
    suffix: str,
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": "2"})
    add(client, table, "free", payer="E", payee="S", amount="1/3", note="tea")
    client.post(f"{table}/undo", data={"uuid": str(uuid.uuid4()), "expected": 3})
    file = client.get(f"{table}/table.{suffix}").data
    other = create_app({"DATA_FOLDER": DataFolder(tmp_path / "other"), "TESTING": True})
    with other.test_client() as visitor:
        visitor.environ_base["HTTP_SEC_FETCH_SITE"] = "same-origin"
        answer = visitor.post("/tables/bring", data={"file": (io.BytesIO(file), f"t.{suffix}")})
        assert answer.status_code == 303
        found: Table = other.extensions["fanpai-tables"].table(answer.location.rsplit("/", 1)[-1])
        was = state(table)
        assert (found.totals, found.players, found.stake) == (was.totals, was.players, was.stake)
        assert (found.undo, found.redo) == (1, 1)
        again = json.loads(visitor.get(f"{answer.location}/table.json").data)
    given = json.loads(file if suffix == "json" else zipfile.ZipFile(io.BytesIO(file)).read("table.json"))
    strip = [{name: event[name] for name in ("kind", "payload", "at")} for event in again["events"]]
    assert strip == [{name: event[name] for name in ("kind", "payload", "at")} for event in given["events"]]


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "no table"),
        (b"{}", "no table"),
        (b"PK\x03\x04", "no table"),
        (b'{"format": "fanpai-table", "version": 99}', "newer"),
        (b'{"format": "fanpai-table", "version": 1, "events": [{}]}', "damaged"),
    ],
)
def test_what_is_no_table_is_not_brought_in(client: FlaskClient, data: bytes, word: str) -> None:
    answer = client.post("/tables/bring", data={"file": (io.BytesIO(data), "x.json")})
    assert answer.status_code == 422
    assert word in answer.text


def test_a_spreadsheet_gets_every_line_and_no_formula(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table(**{"player-E": "=1+1"})
    add(client, table, "free", payer="E", payee="S", amount="7", note="@SUM(A1)")
    text = client.get(f"{table}/table.csv").text
    assert "'@SUM(A1)" in text
    assert ",'=1+1," in text
    assert ",-7,7,0,0,-7,7,0,0" in text


def test_a_photo_stays_with_its_hand_until_it_is_deleted(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    asked: dict[str, Any],
    jpeg: bytes,
) -> None:
    table = open_table()
    scan = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "p.jpg")}).json["id"]  # type: ignore[index]
    while client.get(f"/api/scan/{scan}").json["state"] not in {"done", "failed"}:  # type: ignore[index]
        pass
    body = {**asked, "scan": scan, "uuid": str(uuid.uuid4()), "expected": 1}
    assert client.post(f"{table}/hands", json=body).status_code == 201
    step = state(table).steps[0]
    photo = step.line.entry["photo"]
    assert f"/photos/{photo}.jpg" in client.get(f"{table}/lines/{step.line.id}").text
    assert client.get(f"/photos/{photo}.jpg").mimetype == "image/jpeg"
    names = zipfile.ZipFile(io.BytesIO(client.get(f"{table}/table.zip").data)).namelist()
    assert names == ["table.json", "table.csv", f"photos/{photo}.jpg"]
    assert client.post(f"/photos/{photo}/delete", data={"back": "/photos"}).location == "/photos"
    assert "The photo was deleted." in client.get(f"{table}/lines/{step.line.id}").text
    assert client.get(f"/photos/{photo}.jpg").status_code == 404


def test_a_full_disk_is_told_and_nothing_is_booked(
    app: Flask,
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_table()

    def full(*args: Any, **more: Any) -> None:
        raise StoreError("database or disk is full")

    data = {"uuid": str(uuid.uuid4()), "expected": 1}
    monkeypatch.setattr(app.extensions["fanpai-tables"].store, "append", full)
    answer = client.post(f"{table}/archive", data=data)
    assert answer.status_code == 507
    assert "The disk is full" in answer.text
    assert state(table).sequence == 1
    monkeypatch.undo()
    assert client.post(f"{table}/archive", data=data).status_code == 303


def test_pages_that_a_form_leads_to_can_be_reloaded(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    for path in ("preview", "lines", "undo"):
        assert client.get(f"{table}/{path}").location == table


def test_going_back_and_beginning_again_opens_a_second_table(client: FlaskClient) -> None:
    data = {**FORM, "uuid": str(uuid.uuid4())}
    first = client.post("/tables/new", data=data).location
    assert client.post("/tables/new", data=data).location == first
    asked = client.post("/tables/new", data={**data, "name": "Sunday"})
    assert asked.status_code == 409
    again = client.post("/tables/new", data={**data, "name": "Sunday", **hidden(asked.text)})
    assert again.location not in {None, first}


@pytest.mark.parametrize(
    "change",
    [
        {"payments": {"E": 1, "S": 0, "W": 0, "N": 0}},
        {"wins": [["E", ["zi_mo"], "three", 8]]},
        {"winners": ["X"]},
        {"payments": None},
    ],
)
def test_a_file_whose_results_were_tampered_with_is_not_brought_in(
    client: FlaskClient, open_table: Callable[..., str], change: dict[str, Any]
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": "2"})
    file = json.loads(client.get(f"{table}/table.json").data)
    file["events"][1]["payload"]["recorded"] |= change
    data = {"file": (io.BytesIO(json.dumps(file).encode()), "x.json")}
    answer = client.post("/tables/bring", data=data)
    assert answer.status_code == 422
    assert "does not add up" in answer.text
    assert client.get("/tables").text.count("Friday") == 1
