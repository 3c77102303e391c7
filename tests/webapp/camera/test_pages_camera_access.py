"""The camera's routes: who may start, see and stop what, and a phone as the camera."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from scripted_table import a_folder

from webapp.access.guard import needed
from webapp.access.levels import Level
from webapp.camera.cameras import Cameras
from webapp.camera.session import Session


def admitted(app: Flask, phone: Callable[..., FlaskClient], table: str, role: str) -> FlaskClient:
    """A phone that came by the table's link."""
    guest = phone("192.168.1.44")
    links = app.extensions["fanpai-access"]
    link = links.make_link(table.rsplit("/", 1)[-1], role)
    guest.get(f"/join/{app.extensions['fanpai-keys'].token(link)}")
    return guest


def test_an_on_looker_watches_the_camera_and_changes_nothing(
    app: Flask, phone: Callable[..., FlaskClient], watched: tuple[str, Session]
) -> None:
    table, session = watched
    looker = admitted(app, phone, table, "onlooker")
    page = looker.get(f"{table}/camera")
    assert page.status_code == 200
    assert "Bo has won" in page.text
    assert "<form" not in page.text[page.text.index('id="part-hands"') :]
    assert looker.get(f"{table}/camera/picture.jpg").status_code == 200
    assert looker.get(f"{table}/camera/evening").status_code == 200
    assert looker.get(f"{table}/camera/phone").status_code == 403
    for path in ("start", "stop", "setup", "delete", "frames", f"hands/{session.hands[0].id}/drop"):
        assert looker.post(f"{table}/camera/{path}", data={"source": "pi"}).status_code == 403, path


def test_a_guest_sees_no_camera(phone: Callable[..., FlaskClient], watched: tuple[str, Session]) -> None:
    table, _session = watched
    for path in ("", "/board", "/picture.jpg", "/evening", "/frames/1/at.jpg", "/phone"):
        assert phone().get(f"{table}/camera{path}").status_code == 403, path


def test_only_the_house_names_streams_films_and_folders(
    app: Flask,
    phone: Callable[..., FlaskClient],
    open_table: Callable[..., str],
    tmp_path: Path,
    cameras: Cameras,
) -> None:
    table = open_table()
    scorer = admitted(app, phone, table, "scorer")
    folder = a_folder(tmp_path / "deal", 3)
    for source in (str(folder), "http://192.168.1.1/admin", "/dev/video9"):
        answer = scorer.post(f"{table}/camera/start", data={"other": source})
        assert answer.status_code == 403
        assert "Only whoever sits at this computer" in answer.text
    assert cameras.session(table.rsplit("/", 1)[-1]) is None
    # What the house has chosen before may be started again.
    cameras.change(table.rsplit("/", 1)[-1], {"source": str(folder)})
    assert scorer.post(f"{table}/camera/start", data={"other": str(folder)}).status_code == 303
    assert scorer.post(f"{table}/camera/start", data={"source": "phone"}).status_code == 303


@pytest.mark.parametrize(("source", "said"), [("nowhere", "no camera here"), ("", "no camera here")])
def test_a_camera_that_is_none_is_told(
    client: FlaskClient, open_table: Callable[..., str], source: str, said: str
) -> None:
    answer = client.post(f"{open_table()}/camera/start", data={"other": source})
    assert answer.status_code == 422
    assert said in answer.text


def test_a_phone_sends_the_pictures(
    client: FlaskClient, open_table: Callable[..., str], jpeg: bytes, cameras: Cameras
) -> None:
    table = open_table()
    answer = client.post(f"{table}/camera/frames", data=jpeg, content_type="image/jpeg")
    assert answer.status_code == 409
    answer = client.post(f"{table}/camera/start", data={"here": "1", "source": "pi"})
    assert answer.location.endswith("/camera/phone")
    assert "Start sending pictures" in client.get(answer.location).text
    assert client.post(f"{table}/camera/frames", data=jpeg, content_type="image/jpeg").status_code == 202
    session = cameras.session(table.rsplit("/", 1)[-1])
    assert session is not None
    deadline = time.monotonic() + 20
    while session.frame is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert session.frame is not None
    assert session.frame.image.shape == (300, 900, 3)
    for body, kind, status in (
        (b"", "image/jpeg", 400),
        (jpeg, "text/plain", 400),
        (b"x" * 4_000_001, "image/jpeg", 413),
    ):
        assert client.post(f"{table}/camera/frames", data=body, content_type=kind).status_code == status
    assert client.post(f"{table}/camera/stop").status_code == 303
    assert client.post(f"{table}/camera/frames", data=jpeg, content_type="image/jpeg").status_code == 409


def test_a_phone_that_sends_too_many_pictures_is_slowed_down(
    app: Flask, phone: Callable[..., FlaskClient], open_table: Callable[..., str], jpeg: bytes
) -> None:
    table = open_table()
    scorer = admitted(app, phone, table, "scorer")
    scorer.post(f"{table}/camera/start", data={"source": "phone"})
    answers = [
        scorer.post(f"{table}/camera/frames", data=jpeg, content_type="image/jpeg").status_code
        for _ in range(30)
    ]
    assert answers[0] == 202
    assert 429 in answers


def test_a_camera_is_for_the_scorer_to_start(app: Flask) -> None:
    assert needed("camera.start", "POST", "t") == Level.SCORE
    assert needed("camera.picture", "GET", "t") == Level.WATCH
    assert needed("camera_phone.show", "GET", "t") == Level.SCORE
