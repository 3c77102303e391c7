"""Tables whose cameras follow a script, frame by frame however slow the machine."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from scripted_table import a_folder, a_won_deal, scripted

from vision.live.sources import open_source
from webapp.camera.cameras import Cameras
from webapp.camera.session import Session

Watch = Callable[..., Session]


@pytest.fixture
def app(app: Flask) -> Iterator[Flask]:
    cameras: Cameras = app.extensions["fanpai-cameras"]
    cameras._seams = replace(
        cameras._seams,
        make_tracker=scripted(a_won_deal()),
        sources=lambda text, capture: open_source(text, replace(capture, real_time=False)),
    )
    yield app
    cameras.close()


@pytest.fixture
def cameras(app: Flask) -> Cameras:
    found: Cameras = app.extensions["fanpai-cameras"]
    return found


@pytest.fixture
def watch(client: FlaskClient, cameras: Cameras, tmp_path: Path) -> Watch:
    """``watch(table)``: start the camera of a table over a folder of pictures, wait for its end.

    ``at`` names the folder, ``script`` is what is seen in place of the won deal.
    """

    def start(table: str, at: str = "deal", script: Mapping[int, Any] | None = None) -> Session:
        if script is not None:
            cameras._seams = replace(cameras._seams, make_tracker=scripted(script))
        folder = a_folder(tmp_path / at, 8, rate=50)
        answer = client.post(f"{table}/camera/start", data={"other": str(folder)})
        assert answer.status_code == 303, answer.text
        session = cameras.session(table.rsplit("/", 1)[-1])
        assert session is not None
        assert session.join(20)
        return session

    return start


@pytest.fixture
def watched(watch: Watch, open_table: Callable[..., str]) -> tuple[str, Session]:
    """A table whose camera has run through the won deal."""
    table = open_table()
    return table, watch(table)
