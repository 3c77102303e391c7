"""All tables at a glance and the ranking: what they show, whom they are shown, how they follow."""

import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from evening_forms import FORM, add
from flask import Flask
from flask.testing import FlaskClient
from screens import first_look, let_go, opened

from webapp.access.levels import HOUSE
from webapp.live.screens import Screens

PAGES = ("/club", "/club/ranking", "/club/events")


def test_the_overview_shows_round_dealer_totals_and_last_line_of_each_table(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    first = open_table(name="First", **{"player-N": "Eve"})
    second = open_table(name="Second")
    add(client, first, "free", payer="E", payee="S", amount="5", note="")
    shown = client.get("/club").text
    assert shown.index("First") < shown.index("Second"), "the one booked at last comes first"
    for text in ("East round", "dealer: Ann", "+5", "−5", "The first deal is being played.", "Up to date"):
        assert text in shown
    assert "<dt>Players</dt><dd>5</dd>" in shown
    table = second.rsplit("/", 1)[-1]
    assert f'id="table-{table}"' in shown
    for act in ("archive", "delete"):
        at = client.get(f"{second}").text
        sequence = at.split('name="expected" value="')[1].split('"')[0]
        client.post(f"{second}/{act}", data={"uuid": str(uuid.uuid4()), "expected": sequence})
        assert "Second" not in client.get("/club").text


def test_the_overview_works_before_the_first_table(client: FlaskClient) -> None:
    assert "No table is in play." in client.get("/club").text
    assert "Nobody has played in this time." in client.get("/club/ranking").text


def test_a_guest_of_one_table_does_not_see_the_clubs_pages(
    app: Flask, phone: Callable[..., FlaskClient]
) -> None:
    owner, guest, hall, helper = (phone(f"192.168.1.{number}") for number in (7, 8, 9, 10))
    table = str(owner.post("/tables/new", data={**FORM, "uuid": str(uuid.uuid4())}).location)
    access, keys = app.extensions["fanpai-access"], app.extensions["fanpai-keys"]
    for device, at, role in (
        (guest, table.rsplit("/", 1)[-1], "scorer"),
        (hall, HOUSE, "onlooker"),
        (helper, HOUSE, "owner"),
    ):
        device.get(f"/join/{keys.token(access.make_link(at, role))}")
    for page in PAGES:
        assert phone("192.168.1.11").get(page).status_code == 403
        # Whoever opened a table owns that table, not the club.
        assert owner.get(page).status_code == 403
        assert guest.get(page).status_code == 403
    for page in PAGES[:2]:
        assert hall.get(page).status_code == 200
        assert helper.get(page).status_code == 200
    assert "/club" not in guest.get("/tables").text
    assert "/club" in hall.get("/tables").text
    # The screen in the hall looks on: at every table, and at no more than that.
    assert hall.get(table).status_code == 200
    assert hall.post(f"{table}/entries", json={}).status_code == 403
    assert hall.post("/photos/delete-all").status_code == 403


def test_the_overview_follows_every_table(
    app: Flask, client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    lines = opened(client, "/club")
    first_look(app)
    add(client, table, "free", payer="E", payee="S", amount="5", note="")
    assert next(lines) == b"id: 2\nevent: table\ndata: 2\n\n"
    open_table(name="Other")
    assert next(lines) == b"id: 3\nevent: table\ndata: 3\n\n"
    assert '"sequence": 3' in client.get("/club").text.replace("&#34;", '"')
    let_go(app)


def test_the_overview_counts_the_screens_of_each_table(
    app: Flask, client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    lines = [opened(client, table) for _ in range(2)] + [opened(client, "/club")]
    deadline = time.monotonic() + 20
    while "<dt>Screens</dt><dd>2</dd>" not in client.get("/club").text:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    let_go(app)
    assert all(not list(left) for left in lines)


def test_processes_tell_each_other_how_many_screens_they_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Screens(tmp_path / "screens"), Screens(tmp_path / "screens")
    one.tell({"friday": 2})
    other.tell({"friday": 1, "sunday": 4})
    assert one.counts() == other.counts() == {"friday": 3, "sunday": 4}
    other.tell({})
    assert one.counts() == {"friday": 2}
    # A process that was killed says nothing any more.
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 120)
    assert other.counts() == {}
    assert list((tmp_path / "screens").iterdir()) == []


def test_a_page_alone_on_its_folder_writes_no_file_for_it(
    tmp_path: Path, client: FlaskClient, open_table: Callable[..., str]
) -> None:
    open_table()
    client.get("/club")
    assert not (tmp_path / "screens").exists()
    alone = Screens(None)
    alone.tell({"friday": 2})
    assert alone.counts() == {"friday": 2}


def test_the_ranking_can_be_ordered_and_cut_to_a_time(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="5", note="")
    shown = client.get("/club/ranking").text
    assert shown.index(">Bo<") < shown.index(">Cai<") < shown.index(">Ann<")
    for text in ("+5", "+2.5 €", "0 %", "Evenings with at least one line: 1", "Money"):
        assert text in shown
    by_money = client.get("/club/ranking?order=money").text
    assert 'aria-sort="descending">Money' in by_money
    tomorrow = (datetime.now(UTC).astimezone() + timedelta(days=1)).date().isoformat()
    assert "Nobody has played" in client.get(f"/club/ranking?period=own&first={tomorrow}").text
    for period in ("month", "year", "own", "nonsense"):
        assert ">Bo<" in client.get(f"/club/ranking?period={period}&first=x&last=&order=nonsense").text


def test_money_of_several_currencies_is_shown_but_orders_nothing(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    for unit in ("€", "元"):
        add(client, open_table(unit=unit), "free", payer="E", payee="S", amount="5", note="")
    shown = client.get("/club/ranking?order=money").text
    assert "+2.5 €" in shown
    assert "+2.5 元" in shown
    assert 'name-link" href="/club/ranking?order=money"' not in shown
    assert 'aria-sort="descending">Points' in shown
