"""A table under a camera that follows a script, for tests of its pages."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from scripted_table import a_folder, scripted

from vision.live.sources import open_source
from webapp.camera.cameras import Cameras
from webapp.camera.session import Session


def cameras_of(app: Flask, script: Any) -> Cameras:
    """The application's cameras, which see what the script says, frame by frame."""
    cameras: Cameras = app.extensions["fanpai-cameras"]
    cameras._seams = replace(
        cameras._seams,
        make_tracker=scripted(script),
        sources=lambda text, capture: open_source(text, replace(capture, real_time=False)),
    )
    return cameras


def watcher(client: FlaskClient, cameras: Cameras, home: Path) -> Callable[..., Session]:
    """``watch(table, at)``: start the camera of a table over a folder of pictures, wait for its end."""

    def watch(table: str, at: str = "deal") -> Session:
        folder = a_folder(home / at, 8, rate=50)
        answer = client.post(f"{table}/camera/start", data={"other": str(folder)})
        assert answer.status_code == 303, answer.text
        session = cameras.session(table.rsplit("/", 1)[-1])
        assert session is not None
        assert session.join(20)
        return session

    return watch
