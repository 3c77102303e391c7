"""What a camera is called and what replaces it: names that are none, passwords, a restart."""

import re
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from patient import eventually
from scripted_table import ScriptedSource, frames

from vision.live.sources import SourceError
from webapp.camera.cameras import Cameras
from webapp.camera.session import Session
from webapp.pages.tables import new_uuid

SECRET = "rtsp://user:s3cret@127.0.0.1:1/x"  # noqa: S105 - nobody's
Watch = Callable[..., Session]


def test_a_restarted_camera_shows_its_own_picture(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str]
) -> None:
    table = open_table()
    session = watch(table)
    before = client.get(f"{table}/camera/picture.jpg").data
    assert client.get(f"{table}/camera/picture.jpg").data == before
    fresh = watch(table, "other")
    assert fresh is not session
    assert fresh.frame is not None
    assert session.frame is not None
    # Another camera, whose frames have the same numbers.
    fresh.frame = replace(session.frame, image=np.full_like(session.frame.image, 255))
    assert client.get(f"{table}/camera/picture.jpg").data != before


def test_a_password_is_on_no_page_and_in_no_log(
    client: FlaskClient,
    cameras: Cameras,
    open_table: Callable[..., str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked: list[str] = []

    def opened(text: str, _capture: object) -> ScriptedSource:
        asked.append(text)
        return ScriptedSource([SourceError("lost", "gone"), *frames(2)])

    cameras._seams = replace(cameras._seams, sources=opened)
    table = open_table()
    assert client.post(f"{table}/camera/start", data={"other": SECRET}).status_code == 303
    pages = [client.get(f"{table}/camera{path}").text for path in ("", "/board")]
    pages.append(client.post(f"{table}/camera/setup", json={"bottom": "S"}).text)
    assert not [page for page in pages if "s3cret" in page]
    assert "rtsp://***@127.0.0.1:1/x" in pages[2]
    # Sent back as it was shown, it is the same camera.
    assert client.post(f"{table}/camera/start", data={"other": "rtsp://***@127.0.0.1:1/x"}).status_code == 303
    assert asked == [SECRET, SECRET]
    assert "s3cret" not in caplog.text


@pytest.mark.parametrize("other", ["x" * 290, "/films/" + "y" * 256, "a\0b"])
def test_a_name_that_no_file_can_have_is_told(
    client: FlaskClient, open_table: Callable[..., str], other: str
) -> None:
    answer = client.post(f"{open_table()}/camera/start", data={"other": other})
    assert answer.status_code == 422
    assert "no camera here" in answer.text


def test_a_camera_that_never_answers_holds_up_no_other_table(
    client: FlaskClient, cameras: Cameras, watch: Watch, open_table: Callable[..., str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        mute, address = open_table(), f"rtsp://127.0.0.1:{silent.getsockname()[1]}/live"
        for _again in range(4):
            assert client.post(f"{mute}/camera/start", data={"other": address}).status_code == 303
        other = open_table()
        assert watch(other).phase == "finished"
        assert sum(thread.name == "camera" for thread in threading.enumerate()) <= 2
        cameras.close()


def test_a_film_that_is_none_is_told_and_not_tried_again(
    client: FlaskClient, cameras: Cameras, open_table: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "x.mp4").write_bytes(b"no film")
    table = open_table()
    assert client.post(f"{table}/camera/start", data={"other": str(tmp_path / "x.mp4")}).status_code == 303
    session = cameras.session(table.rsplit("/", 1)[-1])
    assert session is not None
    assert session.join(20)
    page = client.get(f"{table}/camera").text
    assert "holds no pictures that can be read" in page
    assert f'value="{tmp_path / "x.mp4"}"' in page


def checked(page: str) -> list[str]:
    return re.findall(r'name="source" value="(\w+)" checked', page)


@pytest.mark.parametrize("chosen", ["pi", "other"])  # chosen, or only typed beside the first choice
def test_what_is_no_camera_stays_typed_and_chosen(
    client: FlaskClient, open_table: Callable[..., str], chosen: str
) -> None:
    form = {"source": chosen, "other": "/no/such/film.mp4"}
    answer = client.post(f"{open_table()}/camera/start", data=form)
    assert answer.status_code == 422
    assert "no camera here" in answer.text
    assert checked(answer.text) == ["other"]
    assert 'value="/no/such/film.mp4"' in answer.text


def test_another_choice_is_taken_whatever_was_typed_before(
    client: FlaskClient, cameras: Cameras, watch: Watch, open_table: Callable[..., str], tmp_path: Path
) -> None:
    table = open_table()
    watch(table)
    assert checked(client.get(f"{table}/camera").text) == ["other"]
    form = {"source": "phone", "other": str(tmp_path / "deal")}
    assert client.post(f"{table}/camera/start", data=form).status_code == 303
    assert cameras.setup(table.rsplit("/", 1)[-1]).source == "phone"
    cameras.close()
    assert checked(client.get(f"{table}/camera").text) == ["phone"]
    assert client.post(f"{table}/camera/start", data={"source": "other", "other": "2"}).status_code == 303
    cameras.close()
    assert checked(client.get(f"{table}/camera").text) == ["other"]
    assert 'name="other" value="2"' in client.get(f"{table}/camera").text


def test_a_folder_of_damaged_pictures_is_told(
    client: FlaskClient, cameras: Cameras, open_table: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    table = open_table()
    client.post(f"{table}/camera/start", data={"other": str(tmp_path)})
    session = cameras.session(table.rsplit("/", 1)[-1])
    assert session is not None
    assert session.join(20)
    assert "holds no pictures that can be read" in client.get(f"{table}/camera").text


def test_a_phone_that_sends_no_pictures_is_told_so(
    client: FlaskClient, cameras: Cameras, open_table: Callable[..., str]
) -> None:
    table = open_table()
    client.post(f"{table}/camera/start", data={"source": "phone"})
    session = cameras.session(table.rsplit("/", 1)[-1])
    assert session is not None
    client.post(f"{table}/camera/frames", data=b"no picture", content_type="image/jpeg")
    eventually(lambda: session.phase, "waiting")
    assert "What the phone sends are no pictures" in client.get(f"{table}/camera").text
    cameras.close()


def test_a_camera_started_while_its_table_is_deleted_does_not_run(
    app: Flask, client: FlaskClient, cameras: Cameras, open_table: Callable[..., str]
) -> None:
    table = open_table()
    name = table.rsplit("/", 1)[-1]
    plain = cameras._seams.sources

    def deleted_meanwhile(text: str, capture: Any) -> Any:
        app.extensions["fanpai-tables"].set(name, "table_deleted", {}, uuid=new_uuid(), expected=None)
        return plain(text, capture)

    cameras._seams = replace(cameras._seams, sources=deleted_meanwhile)
    assert client.post(f"{table}/camera/start", data={"source": "phone"}).status_code == 409
    assert cameras.session(name) is None
