"""A won hand that nobody booked before the next deal's: listed until it is booked or put aside."""

import json
import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from camera_hand import given_at, posted
from flask import Flask
from flask.testing import FlaskClient
from ledger_entries import DRAW
from page_open import with_page_open
from scripted_scanner import FakeScanner
from scripted_table import a_hand, a_won_deal, two_deals, two_winners

from webapp.app import create_app
from webapp.camera.cameras import Cameras
from webapp.camera.session import Session
from webapp.paths import DataFolder
from webapp.tally.fold import Table

Watch = Callable[..., Session]
State = Callable[[str], Table]


@pytest.fixture
def later(watch: Watch, open_table: Callable[..., str]) -> str:
    """A table where South has won a deal, and West the next one; nothing is booked."""
    table = open_table()
    watch(table, script=two_deals())
    return table


def left_of(client: FlaskClient, table: str) -> str:
    """What waits, without what was put aside."""
    page = client.get(f"{table}/camera").text
    part = page[page.index('<section id="part-left">') :]
    return part[: part.index("</section>")].split("<details")[0]


def titles(client: FlaskClient, table: str) -> list[str]:
    return re.findall(r"<strong>(.*?)</strong>", left_of(client, table))


def add(client: FlaskClient, table: str, state: State, entry: Any) -> None:
    data = {
        "uuid": str(uuid.uuid4()),
        "expected": state(table).sequence,
        "change": "line_added",
        "entry": entry if isinstance(entry, str) else json.dumps(entry),
    }
    assert client.post(f"{table}/lines", data=data).status_code == 303


def undo(client: FlaskClient, table: str, state: State) -> None:
    data = {"uuid": str(uuid.uuid4()), "expected": state(table).sequence}
    assert client.post(f"{table}/undo", data=data).status_code == 303


def number_of(part: str) -> str:
    return re.search(r"/camera/left/(\d+)", part)[1]  # type: ignore[index]


def filled(client: FlaskClient, table: str) -> dict[str, Any]:
    """What the page of hands is given of the hand that is left."""
    address = unescape(re.search(r'href="([^"]*/hand\?camera=[^"#]*)', left_of(client, table))[1])  # type: ignore[index]
    return given_at(client, address)


def booked(client: FlaskClient, table: str, state: State) -> None:
    """Book it as the page of hands does."""
    body = posted(filled(client, table), state(table).sequence)
    assert client.post(f"{table}/hands", json=body).status_code == 201


def test_a_hand_that_nobody_booked_before_the_next_stays_listed(client: FlaskClient, later: str) -> None:
    page = client.get(f"{later}/camera").text
    assert "Cai has won" in page
    assert page.count('class="proposal"') == 1
    assert titles(client, later) == ["the hand of Bo"]
    assert re.search(r"Not booked yet: the hand of Bo, \d\d:\d\d", client.get(later).text)


def test_it_outlives_the_camera(client: FlaskClient, later: str, cameras: Cameras) -> None:
    cameras.stop(later.rsplit("/", 1)[-1])
    assert titles(client, later) == ["the hand of Cai", "the hand of Bo"]  # newest first
    assert "Won hands not booked yet: 2" in client.get(later).text


def test_it_is_booked_from_its_tiles_and_listed_again_when_that_is_undone(
    client: FlaskClient, later: str, state: State
) -> None:
    booked(client, later, state)
    (step,) = state(later).steps
    assert step.line.entry["wins"][0]["winner"] == "S"
    assert [meld["type"] for meld in step.line.entry["wins"][0]["hand"]["melds"]] == ["peng"]
    assert len(step.line.entry["observed"]) == 1
    assert titles(client, later) == []
    assert "Cai has won" in client.get(f"{later}/camera").text  # the deal after it is another one
    hand_id = step.line.entry["observed"][0]
    assert client.get(f"{later}/hand?camera={hand_id}").location.endswith(f"/lines/{step.line.id}")
    undo(client, later, state)
    assert titles(client, later) == ["the hand of Bo"]


def test_its_picture_stands_beside_its_tiles_where_one_is_kept(
    client: FlaskClient, later: str, cameras: Cameras
) -> None:
    given = filled(client, later)
    assert given["photo"]["url"].endswith("/camera/frames/4/at.jpg")
    assert client.get(given["photo"]["url"]).status_code == 200
    cameras.recordings.delete(later.rsplit("/", 1)[-1])
    assert filled(client, later)["photo"] is None


def test_the_next_deal_booked_in_another_way_books_it_not_away(
    client: FlaskClient, later: str, state: State
) -> None:
    add(client, later, state, DRAW)  # West's deal, as the table sees it
    assert titles(client, later) == ["the hand of Bo"]
    assert "dealt by" in left_of(client, later)


def test_its_own_deal_booked_in_another_way_takes_it_away(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str], state: State, cameras: Cameras
) -> None:
    """Booked as the cards lay there, before anything of the next deal was seen."""
    table = open_table()
    watch(table)
    add(client, table, state, DRAW)
    cameras.stop(table.rsplit("/", 1)[-1])
    assert titles(client, table) == []
    undo(client, table, state)
    assert titles(client, table) == ["the hand of Bo"]


def test_the_same_tiles_booked_from_a_photo_take_it_away_however_late(
    client: FlaskClient, later: str, state: State
) -> None:
    given = json.loads(filled(client, later)["booked"])
    add(
        client, later, state, {key: value for key, value in given.items() if key not in {"observed", "photo"}}
    )
    assert titles(client, later) == []


def test_it_is_put_aside_and_taken_back(client: FlaskClient, later: str) -> None:
    number = number_of(left_of(client, later))
    answer = client.post(f"{later}/camera/left/{number}")
    assert (answer.status_code, answer.location) == (303, f"{later}/camera#part-left")
    assert titles(client, later) == []
    assert "Not booked yet" not in client.get(later).text
    assert "Put aside without booking" in client.get(f"{later}/camera").text
    client.post(f"{later}/camera/left/{number}", data={"back": "yes"})
    assert titles(client, later) == ["the hand of Bo"]
    assert client.post(f"{later}/camera/left/999").status_code == 303
    assert client.get(f"{later}/camera/left/{number}").location == f"{later}/camera"


def test_the_evening_offers_it_also_when_it_is_put_aside(client: FlaskClient, later: str) -> None:
    number = number_of(left_of(client, later))
    client.post(f"{later}/camera/left/{number}")
    step = client.get(f"{later}/camera/evening/{number}").text
    assert "Not booked yet: the hand of Bo" in step
    assert "Take it back" in step
    assert "Look and book" in step
    assert "Look and book" not in client.get(f"{later}/camera/evening/1").text


def test_whoever_looks_on_sees_it_and_puts_nothing_aside(
    app: Flask, client: FlaskClient, phone: Callable[..., FlaskClient], later: str
) -> None:
    number = number_of(left_of(client, later))
    onlooker, links = phone(), app.extensions["fanpai-access"]
    token = app.extensions["fanpai-keys"].token(links.make_link(later.rsplit("/", 1)[-1], "onlooker"))
    onlooker.get(f"/join/{token}")
    assert titles(onlooker, later) == ["the hand of Bo"]
    assert "Put aside" not in left_of(onlooker, later)
    assert onlooker.post(f"{later}/camera/left/{number}").status_code == 403
    assert titles(client, later) == ["the hand of Bo"]


def test_it_outlives_the_program(later: str, cameras: Cameras, tmp_path: Path, scanner: FakeScanner) -> None:
    cameras.close()
    again = create_app({"DATA_FOLDER": DataFolder(tmp_path), "SCANNER": lambda: scanner, "TESTING": True})
    with again.test_client() as browser:
        assert titles(with_page_open(browser), later) == ["the hand of Cai", "the hand of Bo"]


def test_what_is_said_to_be_no_win_can_be_taken_back(
    client: FlaskClient, watched: tuple[str, Session], cameras: Cameras
) -> None:
    table, session = watched
    client.post(f"{table}/camera/hands/{session.hands[0].id}/drop")
    assert titles(client, table) == []
    (one,) = cameras.store.turned_up(table.rsplit("/", 1)[-1], 1)
    client.post(f"{table}/camera/left/{one.number}", data={"back": "yes"})
    assert titles(client, table) == ["the hand of Bo"]


def test_tiles_that_a_camera_started_anew_sees_again_are_listed_once(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str], cameras: Cameras
) -> None:
    table = open_table()
    watch(table)
    watch(table, "again")
    assert titles(client, table) == []
    cameras.stop(table.rsplit("/", 1)[-1])
    assert titles(client, table) == ["the hand of Bo"]


def test_winners_of_one_tile_are_listed_and_booked_together(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str], state: State, cameras: Cameras
) -> None:
    table = open_table()
    session = watch(table, script=two_winners())
    ids = [hand.id for hand in session.hands]
    cameras.stop(table.rsplit("/", 1)[-1])
    assert titles(client, table) == ["the hands of Bo and Dan"]
    booked(client, table, state)
    (step,) = state(table).steps
    assert [win["winner"] for win in step.line.entry["wins"]] == ["S", "N"]
    assert step.line.entry["observed"] == ids
    assert titles(client, table) == []


def test_a_winner_whom_the_booked_deal_lacks_is_added_to_it(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str], state: State, cameras: Cameras
) -> None:
    table = open_table()
    session = watch(table, script=two_winners())
    south, north = session.hands
    session.hands = (south,)
    entry = re.search(r'name="entry" value="([^"]*)"', client.get(f"{table}/camera").text)[1]  # type: ignore[index]
    add(client, table, state, unescape(entry))
    cameras.stop(table.rsplit("/", 1)[-1])
    assert titles(client, table) == ["the hand of Dan"]
    part = left_of(client, table)
    assert "Deal 1 is booked without this hand." in part
    assert client.get(f"{table}/hand?camera={north.id}").location == f"{table}/camera"
    posted = dict(re.findall(r'name="(\w+)" value="([^"]*)"', part))
    confirm = client.post(f"{table}/preview", data={name: unescape(value) for name, value in posted.items()})
    assert confirm.status_code == 200


def test_at_most_five_are_listed(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str], cameras: Cameras
) -> None:
    table, script = open_table(), a_won_deal()
    events, view = script[5]
    for number in range(7):
        starts = (1 + number, 1 + 3 * number % 7, 1 + 5 * number % 7)  # no two of them alike
        runs = [
            f"{start + step}{suit}" for start, suit in zip(starts, "mps", strict=True) for step in range(3)
        ]
        seen = replace(view, turned_up={"right": a_hand((*runs, "1s"))})
        watch(table, f"deal{number}", {**script, 5: (events, seen)})
    cameras.stop(table.rsplit("/", 1)[-1])
    assert titles(client, table) == ["the hand of Bo"] * 5
    assert "Won hands not booked yet: 7" in client.get(table).text


def test_what_is_no_win_is_not_listed(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str], cameras: Cameras
) -> None:
    table, script = open_table(), a_won_deal()
    events, view = script[5]
    watch(table, script={**script, 5: (events, replace(view, turned_up={"right": a_hand(("1m", "9p"))}))})
    cameras.stop(table.rsplit("/", 1)[-1])
    assert titles(client, table) == []
    assert "ot booked yet" not in client.get(table).text


def test_a_drawn_deal_after_it_books_no_hand_that_still_stands_on_the_page(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str], state: State
) -> None:
    table = open_table()
    script = two_deals()
    cleared = script[6][0][0]
    script[7] = ((cleared,), script[6][1])  # drawn: nobody turns anything up
    watch(table, script=script)
    add(client, table, state, DRAW)
    assert "Bo has won" in client.get(f"{table}/camera").text
