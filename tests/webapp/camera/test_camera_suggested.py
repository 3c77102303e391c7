"""Where the page puts the corners before anybody has said where the table lies."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import cv2
import pytest
from flask.testing import FlaskClient
from scripted_table import ScriptedSource, ScriptedTracker, frames, watched
from table_tops import TOP, a_table_top

from vision.live.frame import Frame
from webapp.camera.cameras import Cameras
from webapp.camera.setup import SUGGESTED, CameraSetup
from webapp.camera.suggested import UNSURE, suggestion


def film(at: Path, picture: object) -> str:
    at.mkdir()
    for number in range(2):
        cv2.imwrite(str(at / f"{number}.png"), picture)  # type: ignore[call-overload]
    return str(at)


def told(client: FlaskClient, table: str) -> tuple[list[float], str]:
    """The corners that the page begins with, and whether it is sure of them."""
    part = client.get(f"{table}/camera/board").text
    corners = re.search(r'data-suggested="([^"]*)" data-sure="(\w+)"', part)
    assert corners is not None
    return json.loads(unescape(corners[1])), corners[2]


def start(client: FlaskClient, cameras: Cameras, table: str, folder: str) -> None:
    assert client.post(f"{table}/camera/start", data={"other": folder}).status_code == 303
    session = cameras.session(table.rsplit("/", 1)[-1])
    assert session is not None
    assert session.join(20)


def test_the_corners_begin_where_the_picture_shows_the_table(
    client: FlaskClient, cameras: Cameras, open_table: Callable[..., str], tmp_path: Path
) -> None:
    table = open_table()
    assert told(client, table) == (list(SUGGESTED), "no")  # no picture yet
    start(client, cameras, table, film(tmp_path / "top", a_table_top()))
    corners, sure = told(client, table)
    assert corners == pytest.approx(TOP, abs=0.02)
    assert sure == "yes"
    assert CameraSetup().changed({"corners": corners}).corners == tuple(corners)
    # Nothing is taken before it is said; then nothing is suggested any more.
    assert cameras.setup(table.rsplit("/", 1)[-1]).corners == ()
    assert client.post(f"{table}/camera/setup", json={"corners": corners}).status_code == 200
    assert "data-suggested" not in client.get(f"{table}/camera/board").text


def test_a_picture_that_does_not_tell_is_said_to_be_none(
    client: FlaskClient, cameras: Cameras, open_table: Callable[..., str], tmp_path: Path
) -> None:
    table, cloth = open_table(), (60, 110, 40)
    start(client, cameras, table, film(tmp_path / "floor", a_table_top(cloth=cloth, around=cloth)))
    assert told(client, table) == (list(SUGGESTED), "no")
    page = client.get(f"{table}/camera").text
    assert "Where the table ends is not plain in the picture." in page


def test_corners_that_could_not_be_kept_are_not_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    session = watched(ScriptedSource(frames(1)), ScriptedTracker({}))
    flat = (0.1, 0.1, 0.9, 0.1, 0.9, 0.15, 0.1, 0.15)
    monkeypatch.setattr("webapp.camera.suggested.find_corners", lambda image: flat)
    assert suggestion(session) == UNSURE


def test_however_many_screens_ask_a_picture_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    monkeypatch.setattr("webapp.camera.suggested.find_corners", looks.append)
    session = watched(ScriptedSource(frames(3)), ScriptedTracker({}))
    assert [suggestion(session) for _ in range(3)] == [UNSURE] * 3
    assert len(looks) == 1
    session.frame = Frame(a_table_top(), 2.0, 9)
    suggestion(session)
    assert len(looks) == 1  # too soon
    monkeypatch.setattr("webapp.camera.suggested._EACH", 0.0)
    suggestion(session)
    assert len(looks) == 2
    assert suggestion(None) == UNSURE
