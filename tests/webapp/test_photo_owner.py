"""A photo belongs to the table it was kept for: nobody gets a right to it by naming it elsewhere."""

import io
import json
import time
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import FORM
from flask import Flask
from flask.testing import FlaskClient
from ledger_entries import points, won

from webapp.tally.book import TableBook
from webapp.tally.entries import checked
from webapp.tally.fold import Table

Book = tuple[str, str, str]


@pytest.fixture
def shot(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table], jpeg: bytes
) -> Book:
    """A table with a hand and its photo: the table's path, the photo's id, the scan's."""
    table = open_table()
    scan = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "p.jpg")}).json["id"]  # type: ignore[index]
    ends = time.monotonic() + 20
    while client.get(f"/api/scan/{scan}").json["state"] != "done":  # type: ignore[index]
        assert time.monotonic() < ends
        time.sleep(0.005)
    assert book(client, table, 1, won("S", "W"), scan=scan) == 303
    return table, str(state(table).steps[0].line.entry["photo"]), scan


@pytest.fixture
def onlooker(app: Flask, phone: Callable[..., FlaskClient], shot: Book) -> FlaskClient:
    guest = phone("192.168.1.44")
    link = app.extensions["fanpai-access"].make_link(shot[0].rsplit("/", 1)[-1], "onlooker")
    guest.get(f"/join/{app.extensions['fanpai-keys'].token(link)}")
    assert guest.get(f"/photos/{shot[1]}.jpg").status_code == 200
    return guest


def book(client: FlaskClient, table: str, expected: int, entry: Any, **more: str) -> int:
    data = {"uuid": str(uuid.uuid4()), "expected": str(expected), "entry": json.dumps(entry), **more}
    return client.post(f"{table}/lines", data=data).status_code


def own_table(guest: FlaskClient) -> str:
    opened = guest.post("/tables/new", data={**FORM, "uuid": str(uuid.uuid4())})
    assert opened.location is not None
    return opened.location


@pytest.mark.parametrize("way", ["named", "edited", "scanned", "brought"])
def test_an_on_looker_deletes_no_photo_by_booking_it_at_a_table_of_his_own(
    client: FlaskClient, onlooker: FlaskClient, shot: Book, state: Callable[[str], Table], way: str
) -> None:
    _, photo, scan = shot
    own = own_table(onlooker)
    entry = points("S", 10) | {"photo": photo}
    if way == "named":
        assert book(onlooker, own, 1, entry) == 303
    elif way == "edited":
        assert book(onlooker, own, 1, points("S", 10)) == 303
        line = state(own).steps[0].line.id
        assert book(onlooker, own, 2, entry, change="line_edited", line=line) == 303
    elif way == "scanned":
        assert book(onlooker, own, 1, points("S", 10), scan=scan) == 303
    else:
        assert book(onlooker, own, 1, points("S", 10)) == 303
        file: Any = onlooker.get(f"{own}/table.json").json
        file["events"][1]["payload"]["entry"]["photo"] = photo
        sent = {"file": (io.BytesIO(json.dumps(file).encode()), "t.json"), "copy": "yes"}
        brought = onlooker.post("/tables/bring", data=sent)
        assert brought.status_code == 303
        own = str(brought.location)
    assert state(own).steps[0].line.entry["photo"] != photo
    assert onlooker.post(f"/photos/{photo}/delete").status_code == 403
    assert client.get(f"/photos/{photo}.jpg").status_code == 200


def test_a_photo_named_twice_in_an_older_log_belongs_to_the_first_line(
    app: Flask, client: FlaskClient, onlooker: FlaskClient, shot: Book
) -> None:
    _, photo, _ = shot
    own = own_table(onlooker)
    books: TableBook = app.extensions["fanpai-tables"]
    name = str(uuid.uuid4())
    payload = {"id": name, "entry": checked(points("S", 10) | {"photo": photo})}
    books.store.append(own.rsplit("/", 1)[-1], "line_added", payload, uuid=name)
    assert onlooker.post(f"/photos/{photo}/delete").status_code == 403
    assert f"photos/{photo}.jpg".encode() not in onlooker.get(f"{own}/table.zip").data
    assert client.post(f"/photos/{photo}/delete").status_code == 303


def test_a_line_that_is_edited_keeps_the_photo_it_had(
    client: FlaskClient, shot: Book, state: Callable[[str], Table]
) -> None:
    table, photo, _ = shot
    line = state(table).steps[0].line.id
    assert book(client, table, 2, won("S", "N") | {"photo": photo}, change="line_edited", line=line) == 303
    assert state(table).steps[0].line.entry["photo"] == photo
