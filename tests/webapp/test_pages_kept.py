"""Hands and their photos as they are kept: opened again, changed, sent twice."""

import io
import json
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import hidden
from flask.testing import FlaskClient
from ledger_entries import DRAW

from webapp.tally.fold import Table


def photos(client: FlaskClient) -> int:
    """How many photos are kept."""
    return len(client.application.extensions["fanpai-tables"].store.photos())


@pytest.fixture
def scan(client: FlaskClient, jpeg: bytes) -> Callable[[], str]:
    """Send a photo, wait until it is read; gives the scan's name."""

    def send() -> str:
        answer = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "photo.jpg")}).json
        assert answer is not None
        ends = time.monotonic() + 20
        while client.get(f"/api/scan/{answer['id']}").json["state"] != "done":  # type: ignore[index]
            assert time.monotonic() < ends
            time.sleep(0.005)
        return str(answer["id"])

    return send


def test_a_kept_hand_can_be_opened_with_photo_score_and_reasons(
    client: FlaskClient, asked: dict[str, Any], scan: Callable[[], str]
) -> None:
    body = {**asked, "uuid": str(uuid.uuid4()), "scan": scan()}
    assert client.post("/api/hands", json=body).status_code == 201
    link = re.search(r'href="(/hands/\d+)"', client.get("/recent").text)
    assert link is not None
    page = client.get(link[1]).text
    assert "Red dragon" in page
    assert "discarded and pays 2." in page
    picture = re.search(r'src="(/photos/\w+\.jpg)"', page)
    assert picture is not None
    assert client.get(picture[1]).mimetype == "image/jpeg"
    client.post(picture[1].replace(".jpg", "/delete"), data={"back": link[1]})
    assert "The photo was deleted." in client.get(link[1]).text


@pytest.mark.parametrize("number", ["0", "1", "999999999", "99999999999999999999"])
def test_a_hand_that_is_not_there_is_not_found(client: FlaskClient, number: str) -> None:
    assert client.get(f"/hands/{number}").status_code == 404


def test_a_change_that_is_not_kept_leaves_no_photo(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    asked: dict[str, Any],
    scan: Callable[[], str],
) -> None:
    table = open_table()
    client.post(f"{table}/hands", json={**asked, "uuid": str(uuid.uuid4()), "expected": 1})
    line = state(table).steps[0].line.id
    asked["context"]["from"] = "N"
    body = {**asked, "uuid": str(uuid.uuid4()), "expected": 2, "line": line, "scan": scan()}
    answer = client.post(f"{table}/hands", json=body).json
    assert answer is not None
    form = {"kind": "win", **{name: answer[name] for name in ("entry", "line", "scan", "expected")}}
    shown = client.post(answer["preview"], data=form)
    assert shown.status_code == 200
    # Looked at and left: nothing is kept.
    assert photos(client) == 0
    for _sent in range(2):
        assert client.post(f"{table}/lines", data=hidden(shown.text)).status_code == 303
    assert photos(client) == 1
    assert state(table).steps[0].line.entry["photo"] is not None
    # Without a new photo the old one stays.
    again = client.post(f"{table}/hands", json={**body, "expected": 3, "scan": None}).json
    assert again is not None
    assert state(table).steps[0].line.entry["photo"] in again["entry"]


def test_a_hand_sent_again_with_its_photo_read_anew_is_booked_once(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    asked: dict[str, Any],
    scan: Callable[[], str],
) -> None:
    table = open_table()
    body = {**asked, "uuid": str(uuid.uuid4()), "expected": 1, "scan": scan()}
    assert client.post(f"{table}/hands", json=body).status_code == 201
    # The answer was lost; the page reads its photo anew and sends the hand once more.
    again = client.post(f"{table}/hands", json={**body, "scan": scan()})
    assert (again.status_code, again.json) == (201, {"url": table})
    assert (state(table).deals, photos(client)) == (1, 1)
    # Other contents under the same name are no repetition.
    asked["context"]["from"] = "N"
    assert client.post(f"{table}/hands", json=body | asked).status_code == 409


@pytest.mark.parametrize(
    "sent",
    [
        ("line_added", {"kind": "free", "transfers": [["E", "S", 1]], "note": ""}),
        ("line_added", {"kind": "draw", "context": {}}),
        ("line_removed", None),
    ],
)
def test_a_photo_of_no_hand_is_not_kept(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    scan: Callable[[], str],
    sent: tuple[str, Any],
) -> None:
    table, (change, entry) = open_table(), sent
    client.post(
        f"{table}/lines", data={"uuid": str(uuid.uuid4()), "expected": "1", "entry": json.dumps(DRAW)}
    )
    line = state(table).steps[0].line.id
    form = {"uuid": str(uuid.uuid4()), "expected": "2", "change": change, "line": line, "scan": scan()}
    answer = client.post(f"{table}/lines", data={**form, "entry": json.dumps(entry)})
    assert answer.status_code == 303
    assert photos(client) == 0
