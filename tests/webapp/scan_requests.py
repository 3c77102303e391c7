"""Sending a photo to be read, and waiting for the reading."""

import io
import time
from typing import Any

from flask.testing import FlaskClient


def send(client: FlaskClient, photo: bytes, name: str = "photo.jpg") -> Any:
    return client.post("/api/scan", data={"photo": (io.BytesIO(photo), name)})


def finished(client: FlaskClient, name: str) -> Any:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        answer = client.get(f"/api/scan/{name}").json
        if answer["state"] in {"done", "failed"}:
            return answer
        time.sleep(0.005)
    raise AssertionError("the photo was never read")
