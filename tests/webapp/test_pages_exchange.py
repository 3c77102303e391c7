"""A table in other houses and programs: JSON, CSV, zip, photos; and what is no table."""

import io
import json
import re
import struct
import uuid
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from evening_forms import FORM, add
from flask import Flask
from flask.testing import FlaskClient
from ledger_entries import won
from page_open import with_page_open

from webapp.app import create_app
from webapp.paths import DataFolder
from webapp.store import StoreError
from webapp.tally.fold import Table


@pytest.mark.parametrize("suffix", ["json", "zip"])
def test_a_table_goes_to_another_house_whole(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    tmp_path: Path,
    suffix: str,
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": "2"})
    add(client, table, "free", payer="E", payee="S", amount="1/3", note="tea")
    client.post(f"{table}/undo", data={"uuid": str(uuid.uuid4()), "expected": 3})
    file = client.get(f"{table}/table.{suffix}").data
    other = create_app({"DATA_FOLDER": DataFolder(tmp_path / "other"), "TESTING": True})
    with other.test_client() as visitor:
        with_page_open(visitor)
        answer = visitor.post("/tables/bring", data={"file": (io.BytesIO(file), f"t.{suffix}")})
        assert answer.status_code == 303
        found: Table = other.extensions["fanpai-tables"].table(answer.location.rsplit("/", 1)[-1])
        was = state(table)
        assert (found.totals, found.players, found.stake) == (was.totals, was.players, was.stake)
        assert (found.undo, found.redo) == (1, 1)
        again = json.loads(visitor.get(f"{answer.location}/table.json").data)
    given = json.loads(file if suffix == "json" else zipfile.ZipFile(io.BytesIO(file)).read("table.json"))
    strip = [{name: event[name] for name in ("kind", "payload", "at")} for event in again["events"]]
    assert strip == [{name: event[name] for name in ("kind", "payload", "at")} for event in given["events"]]


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "no table"),
        (b"{}", "no table"),
        (b"PK\x03\x04", "damaged"),
        (b'{"format": "fanpai-table", "version": 99}', "newer"),
        (b'{"format": "fanpai-table", "version": 1, "events": [{}]}', "damaged"),
    ],
)
def test_what_is_no_table_is_not_brought_in(client: FlaskClient, data: bytes, word: str) -> None:
    answer = client.post("/tables/bring", data={"file": (io.BytesIO(data), "x.json")})
    assert answer.status_code == 422
    assert word in answer.text


def test_a_spreadsheet_gets_every_line_and_no_formula(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table(**{"player-E": "=1+1"})
    add(client, table, "free", payer="E", payee="S", amount="7", note="@SUM(A1)")
    text = client.get(f"{table}/table.csv").text
    assert "'@SUM(A1)" in text
    assert ",'=1+1," in text
    assert ",-7,7,0,0,-7,7,0,0" in text


def test_a_photo_stays_with_its_hand_until_it_is_deleted(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    asked: dict[str, Any],
    jpeg: bytes,
) -> None:
    table = open_table()
    scan = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "p.jpg")}).json["id"]  # type: ignore[index]
    while client.get(f"/api/scan/{scan}").json["state"] not in {"done", "failed"}:  # type: ignore[index]
        pass
    body = {**asked, "scan": scan, "uuid": str(uuid.uuid4()), "expected": 1}
    assert client.post(f"{table}/hands", json=body).status_code == 201
    step = state(table).steps[0]
    photo = step.line.entry["photo"]
    shown = client.get(f"{table}/lines/{step.line.id}").text
    assert f"/photos/{photo}.jpg" in shown
    delete = shown.index(f"/photos/{photo}/delete")
    assert shown.rindex("<details", 0, delete) > shown.rindex("</details>", 0, delete)  # asked first
    assert all("with photo" in client.get(f"{table}{page}").text for page in ("", "/history"))
    assert client.get(f"/photos/{photo}.jpg").mimetype == "image/jpeg"
    names = zipfile.ZipFile(io.BytesIO(client.get(f"{table}/table.zip").data)).namelist()
    assert names == ["table.json", "table.csv", f"photos/{photo}.jpg"]
    deleted = client.post(f"/photos/{photo}/delete", data={"back": "/photos"})
    assert "Deleted." in client.get(deleted.location).text
    assert not any("with photo" in client.get(f"{table}{page}").text for page in ("", "/history"))
    assert "The photo was deleted." in client.get(f"{table}/lines/{step.line.id}").text
    assert client.get(f"/photos/{photo}.jpg").status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        {"payments": {"E": 1, "S": 0, "W": 0, "N": 0}},
        {"wins": [["E", ["zi_mo"], "three", 8]]},
        {"winners": ["X"]},
        {"payments": None},
    ],
)
def test_a_file_whose_results_were_tampered_with_is_not_brought_in(
    client: FlaskClient, open_table: Callable[..., str], change: dict[str, Any]
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": "2"})
    file = json.loads(client.get(f"{table}/table.json").data)
    file["events"][1]["payload"]["recorded"] |= change
    data = {"file": (io.BytesIO(json.dumps(file).encode()), "x.json")}
    answer = client.post("/tables/bring", data=data)
    assert answer.status_code == 422
    assert "does not add up" in answer.text
    assert client.get("/tables").text.count("Friday") == 1


@pytest.mark.parametrize("name", ["周五晚", 'a "b"; c', "…/../x"])
def test_files_are_named_after_the_table_whatever_it_is_called(
    client: FlaskClient, open_table: Callable[..., str], name: str
) -> None:
    table = open_table(name=name, **{"player-E": "A/B", "player-S": "小明 <b>"})
    for suffix in ("json", "csv", "zip"):
        answer = client.get(f"{table}/table.{suffix}")
        assert answer.status_code == 200
        assert answer.headers["Content-Disposition"].startswith("attachment")
        assert "/.." not in answer.headers["Content-Disposition"]
    assert "小明 &lt;b&gt;" in client.get(table).text
    for link in re.findall(r'name-link" href="([^"]+)"', client.get("/players").text):
        assert client.get(link).status_code == 200


@pytest.mark.parametrize("value", [r'"\ud800"', "1e400", "NaN", "9" * 4300, "9" * 4301, "[" * 100_000])
def test_a_file_beyond_sense_is_refused(client: FlaskClient, open_table: Any, value: str) -> None:
    file = client.get(f"{open_table()}/table.json").json
    assert isinstance(file, dict)
    file["events"][0]["payload"]["more"] = "HERE"
    spoilt = json.dumps(file).replace('"HERE"', value).encode()
    answer = client.post("/tables/bring", data={"file": (io.BytesIO(spoilt), "table.json")})
    assert answer.status_code == 422


def a_zip(client: FlaskClient, table: str, photo: bytes, shown: bool) -> bytes:
    """A table's file with one hand, and a photo that is the hand's or nobody's."""
    entry = json.dumps(won("S", "W"))
    booked = client.post(f"{table}/lines", data={"uuid": str(uuid.uuid4()), "expected": "1", "entry": entry})
    assert booked.status_code == 303
    file = client.get(f"{table}/table.json").json
    assert isinstance(file, dict)
    if shown:
        file["events"][1]["payload"]["entry"]["photo"] = "0" * 32
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("table.json", json.dumps(file))
        archive.writestr(f"photos/{'0' * 32}.jpg", photo)
    return made.getvalue()


def test_a_huge_photo_in_a_tables_file_is_left_out(
    app: Flask, client: FlaskClient, open_table: Callable[..., str]
) -> None:
    # The head of a PNG of 30000 x 30000 pixels: 2.7 GB once decoded.
    head = b"IHDR" + struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    huge = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    made = a_zip(client, open_table(), huge, shown=True)
    answer = client.post("/tables/bring", data={"file": (io.BytesIO(made), "t.zip"), "copy": "yes"})
    assert answer.status_code == 303
    assert app.extensions["fanpai-tables"].store.photos() == ()


@pytest.mark.parametrize("shown", [True, False])
def test_of_a_tables_file_the_photos_of_its_hands_are_kept(
    app: Flask, client: FlaskClient, open_table: Callable[..., str], jpeg: bytes, shown: bool
) -> None:
    made = a_zip(client, open_table(), jpeg, shown)
    answer = client.post("/tables/bring", data={"file": (io.BytesIO(made), "t.zip"), "copy": "yes"})
    assert answer.status_code == 303
    assert len(app.extensions["fanpai-tables"].store.photos()) == shown


def test_a_table_that_cannot_be_brought_in_leaves_no_photo(
    app: Flask,
    client: FlaskClient,
    open_table: Callable[..., str],
    jpeg: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = a_zip(client, open_table(), jpeg, shown=True)
    store = app.extensions["fanpai-tables"].store

    def full(*_: Any) -> None:
        raise StoreError("the disk is full", "full")

    monkeypatch.setattr(store, "append_all", full)
    answer = client.post("/tables/bring", data={"file": (io.BytesIO(made), "t.zip"), "copy": "yes"})
    assert answer.status_code == 507
    assert store.photos() == ()
    assert list(store._photos.iterdir()) == []


@pytest.mark.parametrize("suffix", ["json", "csv", "zip"])
@pytest.mark.parametrize("name", ["周五", "a🀄b", "é"])
def test_a_table_of_any_name_is_exported(
    client: FlaskClient, open_table: Callable[..., str], name: str, suffix: str
) -> None:
    answer = client.get(f"{open_table(name=name)}/table.{suffix}")
    assert answer.status_code == 200
    answer.headers["Content-Disposition"].encode("latin-1")


def test_a_zip_with_a_broken_part_is_called_damaged(client: FlaskClient) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("table.json", "x" * 500)
    data = bytearray(out.getvalue())
    start = 30 + len("table.json")
    data[start : start + 4] = b"\xff" * 4
    answer = client.post("/tables/bring", data={"file": (io.BytesIO(bytes(data)), "x.zip"), "copy": "yes"})
    assert answer.status_code == 422
    assert "damaged" in answer.text


def test_no_table_is_opened_within_one_that_was_brought_in(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    file = client.get(f"{open_table()}/table.json").data
    brought = client.post(
        "/tables/bring", data={"file": (io.BytesIO(file), "t.json"), "copy": "yes"}
    ).location
    assert brought is not None
    form = {**FORM, "uuid": brought.rsplit("/", 1)[-1]}
    assert client.post("/tables/new", data=form).status_code == 409
    assert state(brought).sequence == 1
