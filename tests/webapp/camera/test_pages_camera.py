"""The page of the camera: what it shows, a hand booked from it, what is kept of an evening."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from scripted_table import a_hand, a_view

from vision.live.health import Health
from vision.live.sources import SourceError
from webapp.camera.session import Session
from webapp.pages.camera_words import TROUBLES, health_sentence, trouble_sentence
from webapp.tally.fold import Table


def test_before_the_first_start_the_page_asks_for_a_camera(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    page = client.get(f"{open_table()}/camera").text
    assert "The camera is off." in page
    assert 'value="pi"' in page
    assert "picture.jpg" in page
    assert 'value="other"' in page
    assert 'id="watch-other"' in page  # at home streams and films too


def test_the_page_shows_what_the_camera_sees(client: FlaskClient, watched: tuple[str, Session]) -> None:
    table, _session = watched
    page = client.get(f"{table}/camera").text
    assert "Bo has won" in page  # South sits at the right
    assert "from Cai" in page
    assert "The film is over." in page
    assert "In the middle (1)" in page
    assert "Dan: discard" in page
    board = client.get(f"{table}/camera/board").text
    for part in ("part-hands", "part-state", "part-boxes", "part-table", "part-seen", "part-control"):
        assert f'id="{part}"' in board
    picture = client.get(f"{table}/camera/picture.jpg")
    assert picture.data.startswith(b"\xff\xd8")
    assert picture.headers["Cache-Control"] == "no-store"


def fields(page: str) -> dict[str, str]:
    form = page[page.index('class="proposal"') :]
    found = re.findall(r'name="(uuid|expected|change|entry|scan)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in found}


def test_one_tap_books_the_hand_with_its_photo(
    client: FlaskClient, watched: tuple[str, Session], state: Callable[[str], Table]
) -> None:
    table, _session = watched
    deadline = time.monotonic() + 60
    sent = fields(client.get(f"{table}/camera").text)
    # The photo is made ready in the reading thread.
    while client.get(f"/api/scan/{sent['scan']}").json["state"] != "done":
        assert time.monotonic() < deadline
        time.sleep(0.02)
        sent = fields(client.get(f"{table}/camera").text)
    for _again in range(2):  # two taps book once
        answer = client.post(f"{table}/lines", data=sent)
        assert answer.status_code == 303, answer.text
    booked = state(table)
    assert booked.deals == 1
    (step,) = booked.steps
    assert step.line.entry["wins"][0]["winner"] == "S"
    assert step.line.entry["context"]["from"] == "W"
    assert client.get(f"/photos/{step.line.entry['photo']}.jpg").status_code == 200
    assert sum(booked.totals.values()) == 0
    assert booked.totals["S"] > 0
    # The deal is booked: nothing is proposed any more, until it is taken back.
    assert "has won" not in client.get(f"{table}/camera").text


def test_everything_can_be_changed_before_it_is_booked(
    client: FlaskClient, watched: tuple[str, Session]
) -> None:
    table, session = watched
    (hand,) = session.hands
    page = client.get(f"{table}/hand?camera={hand.id}").text

    given = json.loads(unescape(re.search(r'data-table="([^"]*)"', page)[1]))  # type: ignore[index]
    booked = json.loads(given["booked"])
    assert booked["wins"][0]["hand"]["win"] == "1s"
    assert len(booked["seen"]) == 11
    assert booked["seen"][0]["box"] == [60.0, 300.0, 98.0, 352.0]
    assert given["photo"]["url"].startswith("/api/scan/")
    assert given["line"] == ""  # it is booked as a new line
    gone = client.get(f"{table}/hand?camera=nothing").text
    assert json.loads(unescape(re.search(r'data-table="([^"]*)"', gone)[1]))["booked"] == ""  # type: ignore[index]


def test_a_hand_that_is_no_win_is_proposed_to_nobody_but_can_be_put_right(
    client: FlaskClient, watched: tuple[str, Session]
) -> None:
    table, session = watched
    (hand,) = session.hands
    misread = a_hand(["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9m", "1s"])
    session.hands = (replace(hand, scan=misread),)
    page = client.get(f"{table}/camera").text
    assert "has won" not in page
    assert "Bo has turned up a hand that is no win as it was read." in page
    assert "Take a photo of it instead" in page
    assert f'href="{table}/hand"' in page
    given = client.get(f"{table}/hand?camera={hand.id}").text
    booked = json.loads(json.loads(unescape(re.search(r'data-table="([^"]*)"', given)[1]))["booked"])  # type: ignore[index]
    assert booked["wins"][0]["hand"]["concealed"][-1] == "9m"
    assert booked["context"]["from"] == "W"
    assert booked["wins"][0]["hand"]["melds"][0]["tiles"] == ["C", "C", "C"]
    session.view = a_view(9.0)  # its tiles are gone
    assert "that is no win as it was read" not in client.get(f"{table}/camera").text


def test_tiles_that_lie_open_and_could_not_be_read_are_not_passed_over_in_silence(
    client: FlaskClient, watched: tuple[str, Session]
) -> None:
    table, session = watched
    session.hands, session.view = (), a_view(9.0, unread=frozenset({"right"}))
    said = "A hand seems to lie open before Bo. It could not be read yet."
    assert said not in client.get(f"{table}/camera").text  # without corners it may be a wall
    corners = {"corners": [0.1, 0.05, 0.9, 0.05, 0.9, 0.95, 0.1, 0.95]}
    assert client.post(f"{table}/camera/setup", json=corners).status_code == 200
    session.hands, session.view = (), a_view(9.0, unread=frozenset({"right"}))
    page = client.get(f"{table}/camera").text
    assert said in page
    assert "Take a photo of it instead" in page


def test_a_hand_that_is_none_is_put_away(client: FlaskClient, watched: tuple[str, Session]) -> None:
    table, session = watched
    assert client.post(f"{table}/camera/hands/{session.hands[0].id}/drop").status_code == 303
    assert session.hands == ()
    assert client.post(f"{table}/camera/hands/unknown/drop").status_code == 303


def test_corners_and_seats_are_remembered(client: FlaskClient, open_table: Callable[..., str]) -> None:
    table = open_table()
    corners = [0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9]
    answer = client.post(f"{table}/camera/setup", json={"corners": corners, "bottom": "W", "source": "/etc"})
    assert answer.status_code == 200
    wanted = {"source": "", "corners": corners, "bottom": "W", "record": True, "shape": 0.0}
    assert answer.json["setup"] == wanted
    assert "Cai at the lower edge" in client.get(f"{table}/camera").text
    assert client.post(f"{table}/camera/setup", json={"corners": [1, 2]}).status_code == 400
    assert client.post(f"{table}/camera/setup", json=[]).status_code == 400


def test_without_corners_the_page_says_what_does_not_work(
    client: FlaskClient, watched: tuple[str, Session]
) -> None:
    table, _session = watched
    lacking = "the seat of a discard is a guess"
    page = client.get(f"{table}/camera").text
    assert lacking in page
    assert "This is the table" in page
    assert 'data-corners="no"' in page
    assert "face down</span>" not in page
    whole = [0, 0, 1, 0, 1, 1, 0, 1]  # said, and nothing else than the whole picture
    assert client.post(f"{table}/camera/setup", json={"corners": whole}).status_code == 200
    page = client.get(f"{table}/camera").text
    assert lacking not in page
    assert 'data-corners="yes"' in page
    assert "13 face down</span>" in page


def test_the_evening_is_stepped_through_and_deleted(
    client: FlaskClient, watched: tuple[str, Session], state: Callable[[str], Table]
) -> None:
    table, _session = watched
    before = state(table).sequence
    page = client.get(f"{table}/camera/evening").text
    assert "Bo: hand turned up" in page
    assert "4 / 4" in page
    assert f"{table}/camera/evening/3" in page
    second = client.get(f"{table}/camera/evening/2").text
    assert "Bo: pung" in second or "Bo: peng" in second.lower() or "from Dan" in second
    frame = client.get(f"{table}/camera/frames/2/at.jpg")
    assert frame.mimetype == "image/jpeg"
    assert b"Exif" not in frame.data
    assert client.get(f"{table}/camera/evening/99").status_code == 404
    assert client.get(f"{table}/camera/frames/99/at.jpg").status_code == 404
    delete = second.index(f'action="{table}/camera/delete"')
    assert second.rindex("<details", 0, delete) > second.rindex("</details>", 0, delete)  # asked first
    gone = client.post(f"{table}/camera/delete")
    assert "Everything the camera had kept of this table was deleted." in client.get(gone.location).text
    assert client.get(f"{table}/camera/frames/2/at.jpg").status_code == 404
    assert "Nothing has been seen" in client.get(f"{table}/camera/evening").text
    assert state(table).sequence == before  # the log of the table knows nothing of it


def test_of_what_is_deleted_no_picture_and_no_hand_is_left(
    client: FlaskClient, watched: tuple[str, Session], app: Flask
) -> None:
    table, session = watched
    assert "has won" in client.get(f"{table}/camera").text
    photos: dict[str, str] = app.extensions["fanpai-camera-photos"]
    (kept,) = photos.values()
    asked = client.get(f"{table}/camera/evening").text
    assert "so does the photo kept with a booked hand" in asked
    client.post(f"{table}/camera/delete")
    page = client.get(f"{table}/camera").text
    assert "has won" not in page
    assert "The camera is off." in page
    assert client.get(f"{table}/camera/picture.jpg").status_code == 404
    assert (session.frame, session.view, session.hands) == (None, None, ())
    assert photos == {}
    assert app.extensions["fanpai-jobs"].get(kept) is None


def test_every_fault_has_a_sentence_that_says_what_to_do(app: Flask) -> None:
    with app.test_request_context("/"):
        sentences = [health_sentence(state) for state in TROUBLES]
        sentences += [
            trouble_sentence(SourceError(code, ""), source)
            for code in ("unknown", "missing", "unreadable", "lost", "garbled")
            for source in ("pi", "phone")
        ]
    assert all(len(sentence) > 30 for sentence in sentences)


@pytest.mark.parametrize(("state_", "said"), [("black", "The picture is black"), ("too_far", "too far away")])
def test_what_keeps_the_camera_from_seeing_is_said(
    client: FlaskClient, watched: tuple[str, Session], state_: Any, said: str
) -> None:
    table, session = watched
    session.view = a_view(health=Health(state_, 0.0))
    session.phase = "running"
    page = client.get(f"{table}/camera").text
    assert said in page
    assert "watch-ill" in page


@pytest.mark.parametrize(("apart", "slow"), [(1.0, True), (0.5, False)])
def test_too_few_pictures_a_second_are_said(
    client: FlaskClient, watched: tuple[str, Session], apart: float, slow: bool
) -> None:
    table, session = watched
    session.view, session.phase = a_view(), "running"
    session._taken.clear()
    session._taken.extend(apart * number for number in range(8))
    page = client.get(f"{table}/camera").text
    assert ("too few pictures to follow the play" in page) == slow
    assert ("The camera sees the table." in page) != slow
    session._taken.clear()
    assert "The camera sees the table." in client.get(f"{table}/camera").text  # it has only begun
