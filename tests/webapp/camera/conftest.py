"""A table whose camera has seen a won deal."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from scripted_table import a_folder, a_won_deal, scripted

from vision.live.sources import open_source
from webapp.camera.cameras import Cameras
from webapp.camera.session import Session

SCRIPT = a_won_deal()


@pytest.fixture
def app(app: Flask) -> Iterator[Flask]:
    cameras: Cameras = app.extensions["fanpai-cameras"]
    cameras._seams = replace(
        cameras._seams,
        make_tracker=scripted(SCRIPT),
        # Frame by frame, however slow the machine.
        sources=lambda text, capture: open_source(text, replace(capture, real_time=False)),
    )
    yield app
    cameras.close()


@pytest.fixture
def cameras(app: Flask) -> Cameras:
    found: Cameras = app.extensions["fanpai-cameras"]
    return found


@pytest.fixture
def watched(
    client: FlaskClient, cameras: Cameras, open_table: Callable[..., str], tmp_path: Path
) -> tuple[str, Session]:
    """A table whose camera has run through the won deal."""
    table = open_table()
    folder = a_folder(tmp_path / "deal", 8, rate=50)
    answer = client.post(f"{table}/camera/start", data={"other": str(folder)})
    assert answer.status_code == 303, answer.text
    session = cameras.session(table.rsplit("/", 1)[-1])
    assert session is not None
    assert session.join(20)
    return table, session
