"""/api/scan/ID/part: a part of a photo that was sent, marked by four corners, read again."""

import io
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from scan_requests import finished, send


def test_a_reading_tells_where_to_begin_to_mark_the_hand(client: FlaskClient, jpeg: bytes) -> None:
    reading = finished(client, send(client, jpeg).json["id"])["reading"]
    assert len(reading["corners"]) == 8
    (row,) = reading["rows"]
    assert row["tiles"][:3] == ["1m", "2m", "3m"]
    assert reading["asks_mark"] is False


def test_the_marked_part_is_read_from_the_photo_as_it_was_sent(
    client: FlaskClient, scanner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    plain = scanner.scan

    def noted(source: Any, progress: Any, corners: Any = None) -> Any:
        asked.append((source.width, source.height, corners))
        return plain(source, progress)

    monkeypatch.setattr(scanner, "scan", noted)
    made = io.BytesIO()
    Image.new("RGB", (4400, 3000), "green").save(made, "JPEG")
    first = send(client, made.getvalue()).json["id"]
    finished(client, first)
    corners = [100, 200, 4000, 200, 4000, 900, 100, 900]
    sent = client.post(f"/api/scan/{first}/part", json={"corners": corners})
    assert sent.status_code == 202
    assert finished(client, sent.json["id"])["state"] == "done"
    assert asked[0] == (4400, 3000, None)
    assert asked[1][:2] == (4400, 3000)
    assert asked[1][2] == pytest.approx(corners)
    assert client.get(f"/api/scan/{sent.json['id']}/photo.jpg").status_code == 200


def test_a_photo_of_which_only_the_picture_is_left_can_still_be_marked(
    app: Flask, client: FlaskClient, scanner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    plain = scanner.scan

    def noted(source: Any, progress: Any, corners: Any = None) -> Any:
        asked.append((source.width, corners))
        return plain(source, progress)

    monkeypatch.setattr(scanner, "scan", noted)
    made = io.BytesIO()
    Image.new("RGB", (4400, 3000), "green").save(made, "JPEG")
    first = send(client, made.getvalue()).json["id"]
    finished(client, first)
    app.extensions["fanpai-jobs"].get(first).sent = b""
    corners = [440, 300, 4400, 300, 4400, 900, 440, 900]
    finished(client, client.post(f"/api/scan/{first}/part", json={"corners": corners}).json["id"])
    width, halved = asked[1]
    assert width == 2200
    assert halved == pytest.approx([value / 2 for value in corners])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ([], 400, "malformed"),
        ({}, 400, "malformed"),
        ({"corners": "0,0"}, 400, "malformed"),
        ({"corners": [0, 0, 10, 0, 10, 10]}, 400, "malformed"),
        ({"corners": [0, 0, 10, 0, 10, 10, True, 10]}, 400, "malformed"),
        ({"corners": [5, 5, 5, 5, 5, 5, 5, 5]}, 422, "corners"),
    ],
)
def test_corners_that_mark_nothing_are_refused(
    client: FlaskClient, jpeg: bytes, body: Any, status: int, code: str
) -> None:
    name = send(client, jpeg).json["id"]
    finished(client, name)
    answer = client.post(f"/api/scan/{name}/part", json=body)
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)


def test_a_part_of_an_unknown_photo_is_not_found(client: FlaskClient) -> None:
    corners = {"corners": [0, 0, 10, 0, 10, 10, 0, 10]}
    assert client.post("/api/scan/nothing/part", json=corners).status_code == 404
