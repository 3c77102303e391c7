"""What pages say while the disk is full, or soon will be."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp.doctor import examine
from webapp.paths import DataFolder
from webapp.room import FULL, LOW


@pytest.fixture
def room(app: Flask) -> Callable[[int], None]:
    """``room(bytes)``: so many are left from now on."""

    def leave(count: int) -> None:
        app.extensions["fanpai-room"] = lambda: count

    return leave


def test_that_the_disk_is_full_is_told_to_everybody(
    client: FlaskClient, phone: Callable[..., FlaskClient], room: Callable[[int], None]
) -> None:
    room(FULL - 1)
    for browser in (client, phone()):
        assert "The disk is full: everything can be looked at" in browser.get("/").text


def test_it_is_told_in_the_readers_language(client: FlaskClient, room: Callable[[int], None]) -> None:
    room(FULL - 1)
    assert "磁盘满了：已有的都能看" in client.get("/", headers={"Accept-Language": "zh-CN"}).text


def test_that_it_is_filling_up_is_told_to_the_house(
    client: FlaskClient, phone: Callable[..., FlaskClient], room: Callable[[int], None]
) -> None:
    room(LOW - 1)
    assert "The disk is nearly full: 99 MB left" in client.get("/").text
    assert "disk" not in phone().get("/").text
    room(LOW)
    assert "The disk" not in client.get("/").text


def test_a_disk_that_cannot_be_asked_is_no_fault_of_the_page(client: FlaskClient, app: Flask) -> None:
    def fail() -> int:
        raise OSError("gone")

    app.extensions["fanpai-room"] = fail
    assert client.get("/").status_code == 200


def test_the_doctor_tells_how_much_room_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.room.left", lambda folder: LOW - 1)
    (found,) = (finding for finding in examine(DataFolder(tmp_path)) if finding.subject == "room")
    assert not found.healthy
    assert "100 MB left" in found.text
