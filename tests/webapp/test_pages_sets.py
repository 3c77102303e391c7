"""Teaching a set on the page: photo, confirmation, name, list; at a table; tiles put right."""

import io
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from evening_forms import FORM
from flask import Flask
from flask.testing import FlaskClient
from scripted_scanner import TAUGHT, TeachableScanner

from scorer.tiles import KINDS
from vision.laid import TeachError
from vision.taught import TaughtSet
from webapp.pages.attachment import attachment
from webapp.taught_sets import TaughtSets


@pytest.fixture
def scanner() -> TeachableScanner:
    return TeachableScanner()


@pytest.fixture
def sets(app: Flask) -> TaughtSets:
    found: TaughtSets = app.extensions["fanpai-sets"]
    return found


def finished(client: FlaskClient, address: str) -> Any:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        answer = client.get(address).json
        if answer["state"] in {"done", "failed"}:
            return answer
        time.sleep(0.01)
    raise AssertionError("the photo was never read")


def taught(client: FlaskClient, jpeg: bytes) -> tuple[str, Any]:
    sent = client.post("/api/teach", data={"photo": (io.BytesIO(jpeg), "set.jpg")})
    assert sent.status_code == 202
    address = f"/api/teach/{sent.json['id']}"
    return address, finished(client, address)


def test_a_photo_teaches_a_set_that_is_kept_under_its_name(
    client: FlaskClient, jpeg: bytes, sets: TaughtSets
) -> None:
    address, answer = taught(client, jpeg)
    assert answer["reading"]["doubtful"] == {"2p": "4p"}
    picture = client.get(answer["reading"]["tiles"])
    assert (picture.mimetype, picture.data) == ("image/jpeg", TAUGHT.cells)
    kept = client.post(f"{address}/keep", json={"name": "Jade"})
    assert kept.status_code == 201
    assert client.post(f"{address}/keep", json={"name": "Jade"}).json == kept.json
    assert list(sets.names().values()) == ["Jade"]
    page = client.get(kept.json["url"].split("#")[0]).text
    assert "Jade" in page


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (TeachError("rows", "", (9, 8, 9, 7)), "rows of 9, 8, 9, 7"),
        (TeachError("rows", ""), "No rows of tiles"),
        (TeachError("order", ""), "Compare with the order shown"),
    ],
)
def test_what_is_wrong_with_the_photo_is_said(
    client: FlaskClient, jpeg: bytes, scanner: TeachableScanner, refusal: TeachError, said: str
) -> None:
    scanner.refusal = refusal
    _, answer = taught(client, jpeg)
    assert answer["error"]["code"] == f"teach_{refusal.code}"
    assert said in answer["error"]["message"]


def test_a_refusal_is_said_in_the_readers_language(
    client: FlaskClient, jpeg: bytes, scanner: TeachableScanner
) -> None:
    scanner.refusal = TeachError("rows", "", (9, 8, 9, 7))
    address, _ = taught(client, jpeg)
    answer = client.get(address, headers={"Accept-Language": "zh-TW"}).json
    assert "看到的是 9, 8, 9, 7" in answer["error"]["message"]


def test_a_name_that_is_taken_is_refused_and_nothing_is_kept(
    client: FlaskClient, jpeg: bytes, sets: TaughtSets
) -> None:
    sets.add(TAUGHT, "Jade")
    address, _ = taught(client, jpeg)
    answer = client.post(f"{address}/keep", json={"name": "jade"})
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "taken")
    assert client.post(f"{address}/keep", json={}).status_code == 400
    assert client.post("/api/teach/unknown/keep", json={"name": "x"}).status_code == 404
    assert len(sets.names()) == 1


def test_the_buttons_of_the_list(client: FlaskClient, sets: TaughtSets) -> None:
    set_id = sets.add(TAUGHT, "Jade")
    assert client.post(f"/sets/{set_id}/rename", data={"name": "Bone"}).status_code == 303
    assert client.post(f"/sets/{set_id}/rename", data={"name": ""}).status_code == 422
    assert sets.names() == {set_id: "Bone"}
    download = client.get(f"/sets/{set_id}/file")
    assert TaughtSet.from_bytes(download.data).name == "Bone"
    client.post(f"/sets/{set_id}/delete")
    assert "Bring back" in client.get("/sets").text
    client.post(f"/sets/{set_id}/restore")
    assert sets.names() == {set_id: "Bone"}
    client.post(f"/sets/{set_id}/delete")
    client.post(f"/sets/{set_id}/purge")
    assert sets.all() == ()
    assert client.post(f"/sets/{set_id}/purge").status_code == 422
    assert client.get(f"/sets/{set_id}/tiles.jpg").status_code == 404


def test_a_guest_may_teach_a_set_but_not_take_one_away(
    phone: Callable[..., FlaskClient], jpeg: bytes, sets: TaughtSets
) -> None:
    guest = phone()
    address, _ = taught(guest, jpeg)
    assert guest.post(f"{address}/keep", json={"name": "Jade"}).status_code == 201
    (set_id,) = sets.names()
    assert guest.post(f"/sets/{set_id}/delete").status_code == 403
    assert guest.get("/corrections").status_code == 403
    assert guest.get("/corrections/fanpai-corrections.zip").status_code == 403


def test_a_photo_is_read_with_the_chosen_set(
    client: FlaskClient, jpeg: bytes, sets: TaughtSets, scanner: TeachableScanner
) -> None:
    set_id = sets.add(replace(TAUGHT, reader="an old reader"), "Jade")
    for chosen in (set_id, ""):
        sent = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "p.jpg"), "set": chosen})
        finished(client, f"/api/scan/{sent.json['id']}")
    assert scanner.read_with == ["Jade", ""]
    assert sets.load(set_id).reader == "this reader"


def test_a_set_that_is_gone_is_said_and_the_photo_is_read_all_the_same(
    client: FlaskClient, jpeg: bytes
) -> None:
    sent = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "p.jpg"), "set": "0" * 16})
    reading = finished(client, f"/api/scan/{sent.json['id']}")["reading"]
    assert len(reading["tiles"]) == 16
    assert any("tile set" in problem for problem in reading["problems"])


def test_a_photo_is_read_without_a_set_whose_numbers_are_damaged(
    client: FlaskClient, jpeg: bytes, sets: TaughtSets, scanner: TeachableScanner
) -> None:
    set_id = sets.add(replace(TAUGHT, prototypes=TAUGHT.prototypes[:, :, :64]), "Jade")
    sent = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "p.jpg"), "set": set_id})
    reading = finished(client, f"/api/scan/{sent.json['id']}")["reading"]
    assert any("the photo was read without it" in problem for problem in reading["problems"])
    assert scanner.read_with == [""]


def test_a_table_names_its_set(
    client: FlaskClient, sets: TaughtSets, open_table: Callable[..., str], state: Callable[[str], Any]
) -> None:
    assert "tile-set" not in client.get("/tables/new").text
    set_id = sets.add(TAUGHT, "Jade")
    plain, named = open_table(), open_table(tile_set=set_id)
    assert (state(plain).tile_set, state(named).tile_set) == ("", set_id)
    assert f'id="tile-set" value="{set_id}"' in client.get(f"{named}/hand").text
    form = {**FORM, "name": "x", "stake": "1", "expected": str(state(plain).sequence), "tile_set": set_id}
    assert client.post(f"{plain}/settings", data=form).status_code == 303
    assert state(plain).tile_set == set_id
    # Forms that do not know of sets leave it as it is.
    del form["tile_set"]
    client.post(f"{plain}/settings", data={**form, "expected": str(state(plain).sequence)})
    assert state(plain).tile_set == set_id
    sets.delete(set_id)
    assert "a set that is not here" in client.get(f"{plain}/settings").text


def test_a_table_with_a_set_goes_to_another_computer(
    client: FlaskClient, sets: TaughtSets, open_table: Callable[..., str], state: Callable[[str], Any]
) -> None:
    set_id = sets.add(TAUGHT, "Jade")
    file = client.get(f"{open_table(tile_set=set_id)}/table.json").data
    brought = client.post("/tables/bring", data={"file": (io.BytesIO(file), "table.json"), "copy": "yes"})
    assert state(str(brought.location)).tile_set == set_id


def test_a_set_id_that_is_none_opens_no_table(client: FlaskClient) -> None:
    form = {**FORM, "uuid": "00000000-0000-4000-8000-000000000001", "tile_set": "../x"}
    assert client.post("/tables/new", data=form).status_code == 422


def scanned(client: FlaskClient, jpeg: bytes) -> str:
    sent = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "p.jpg")})
    name = str(sent.json["id"])
    finished(client, f"/api/scan/{name}")
    return name


def test_tiles_put_right_are_asked_for_once_kept_exported_and_deleted(
    client: FlaskClient, jpeg: bytes
) -> None:
    body = {"scan": scanned(client, jpeg), "right": {"5": "9p"}}
    assert 'data-corrections="ask"' in client.get("/").text
    assert client.post("/corrections", json=body).json == {"kept": False}
    assert client.post("/corrections/want", json={"keep": "yes"}).status_code == 200
    assert 'data-corrections="on"' in client.get("/").text
    assert client.post("/corrections", json=body).json == {"kept": True}
    assert "Photos kept: 1" in client.get("/corrections").text
    with zipfile.ZipFile(
        io.BytesIO(client.get("/corrections/fanpai-corrections.zip", buffered=True).data)
    ) as archive:
        labels = next(name for name in archive.namelist() if name.startswith("labels/"))
        lines = archive.read(labels).decode().splitlines()
    assert len(lines) == 16
    assert lines[5].startswith(f"{KINDS.index('9p')} ")
    client.post("/corrections/delete-all")
    assert "Photos kept: 0" in client.get("/corrections").text
    client.post("/corrections/want", data={"keep": "no"})
    assert 'data-corrections="off"' in client.get("/").text


@pytest.mark.parametrize(
    "right", [None, [], {"x": "1m"}, {"1": "back"}, {"1": "10m"}, {"400": "1m"}, {"0": []}, {"0": {}}]
)
def test_what_puts_nothing_right_is_refused(client: FlaskClient, jpeg: bytes, right: Any) -> None:
    client.post("/corrections/want", json={"keep": "yes"})
    body = {"scan": scanned(client, jpeg), "right": right}
    assert client.post("/corrections", json=body).status_code == 400
    assert "Photos kept: 0" in client.get("/corrections").text


@pytest.mark.parametrize("keep", [[], {}, None, 1])
def test_an_answer_of_another_type_is_refused(client: FlaskClient, keep: Any) -> None:
    assert client.post("/corrections/want", json={"keep": keep}).status_code == 400


@pytest.mark.parametrize("name", ["竹", "two\nlines"])
def test_a_set_of_any_name_is_handed_out(client: FlaskClient, name: str) -> None:
    with client.application.test_request_context():
        answer = attachment(b"x", "application/octet-stream", f"{name}.set")
    header = answer.headers["Content-Disposition"]
    header.encode("latin-1")
    assert "\n" not in header


def test_a_damaged_set_is_shown_and_can_be_deleted(client: FlaskClient, sets: TaughtSets) -> None:
    set_id = sets.add(TAUGHT, "Jade")
    sets._path(set_id).write_bytes(b"half a file")
    page = client.get("/sets").text
    assert f"Damaged set {set_id[:6]}" in page
    assert "teach the set again" in page
    assert "Damaged" not in client.get("/tables/new").text
    assert client.post(f"/sets/{set_id}/delete").status_code == 303
    page = client.get("/sets").text
    assert "Bring back" not in page
    assert "Remove for good" in page
    assert client.post(f"/sets/{set_id}/purge").status_code == 303
    assert "Damaged" not in client.get("/sets").text
