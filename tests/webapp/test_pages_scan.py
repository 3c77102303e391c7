"""/api/scan: a photo in, stages, tiles out; too many, too large and no pictures refused."""

import io
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from page_open import with_page_open
from PIL import Image
from scan_requests import finished, send

from vision.reading import RunnerUp
from webapp.store import Store


def test_a_photo_becomes_tiles(client: FlaskClient, jpeg: bytes) -> None:
    sent = send(client, jpeg)
    assert sent.status_code == 202
    reading = finished(client, sent.json["id"])["reading"]
    assert (reading["width"], reading["height"]) == (900, 300)
    assert [tile["tile"] for tile in reading["tiles"] if tile["role"] == "hand"] == [
        *("1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E", "7s")
    ]
    assert reading["win"] == 10
    assert reading["melds"] == [{"type": "peng"}]
    assert [tile["meld"] for tile in reading["tiles"][11:14]] == [0, 0, 0]
    assert [tile["role"] for tile in reading["tiles"][14:]] == ["flower", "table"]


def test_a_doubtful_tile_comes_with_its_likeliest_faces(client: FlaskClient, jpeg: bytes) -> None:
    reading = finished(client, send(client, jpeg).json["id"])["reading"]
    assert [index for index, tile in enumerate(reading["tiles"]) if tile["doubt"]] == [5]
    # A flower is no face that a tile of the hand can be changed to.
    assert reading["tiles"][5]["candidates"] == [["6p", 0.6], ["9m", 0.3]]


def test_what_the_rules_changed_comes_with_the_face_it_shows(
    client: FlaskClient, jpeg: bytes, scanner: Any
) -> None:
    read = scanner.reading
    tiles = list(read.tiles)
    tiles[5] = replace(tiles[5], seen="9p")
    other = RunnerUp(((5, "9p"), (15, None)), 12.34)
    scanner.reading = replace(read, tiles=tuple(tiles), left_out=(15,), runner_up=other)
    reading = finished(client, send(client, jpeg).json["id"])["reading"]
    assert {index: tile["seen"] for index, tile in enumerate(reading["tiles"]) if tile["seen"]} == {5: "9p"}
    assert [index for index, tile in enumerate(reading["tiles"]) if tile["left_out"]] == [15]
    assert reading["complete"] is read.complete
    assert reading["runner_up"] == {"changes": [[5, "9p"], [15, None]], "odds": 12.3}
    scanner.reading = replace(read, runner_up=RunnerUp(((5, "9p"),), 99.0))
    assert finished(client, send(client, jpeg).json["id"])["reading"]["runner_up"] is None


def test_a_second_photo_adds_its_melds_to_the_hand_of_the_first(
    client: FlaskClient, jpeg: bytes, scanner: Any
) -> None:
    scanner.hand = ["1m", "2m", "3m", "5p", "5p", "5p", "C", "C"]
    first = send(client, jpeg).json["id"]
    assert finished(client, first)["reading"]["melds"] == []
    scanner.hand = ["E", "E", "E", "4s", "5s", "6s"]
    sent = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "melds.jpg"), "with": first})
    assert sent.status_code == 202
    reading = finished(client, sent.json["id"])["reading"]
    assert [meld["type"] for meld in reading["melds"]] == ["peng", "chi"]
    assert [tile["meld"] for tile in reading["tiles"]] == [None] * 8 + [0, 0, 0, 1, 1, 1]
    assert (reading["width"], reading["height"]) == (900, 600)
    shown = Image.open(io.BytesIO(client.get(f"/api/scan/{sent.json['id']}/photo.jpg").data))
    assert shown.size == (900, 600)


def test_a_second_photo_of_a_forgotten_one_is_refused(client: FlaskClient, jpeg: bytes) -> None:
    answer = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "melds.jpg"), "with": "nothing"})
    assert answer.status_code == 404
    assert answer.json["error"]["code"] == "unknown_scan"


def test_stages_are_told_while_a_photo_is_read(client: FlaskClient, jpeg: bytes, scanner: Any) -> None:
    scanner.gate.clear()
    first, second = (send(client, jpeg).json["id"] for _ in range(2))
    deadline = time.monotonic() + 20
    while client.get(f"/api/scan/{first}").json["stage"] != "detect" and time.monotonic() < deadline:
        time.sleep(0.005)
    assert client.get(f"/api/scan/{first}").json == {"state": "reading", "stage": "detect"}
    assert client.get(f"/api/scan/{second}").json == {"state": "waiting", "stage": ""}
    scanner.gate.set()
    assert finished(client, second)["state"] == "done"


def test_a_full_line_says_busy_at_once(client: FlaskClient, jpeg: bytes, scanner: Any) -> None:
    scanner.gate.clear()
    try:
        answers = [send(client, jpeg) for _ in range(5)]
    finally:
        scanner.gate.set()
    # One is read at most, two wait.
    refused = [answer for answer in answers if answer.status_code == 503]
    assert len(refused) in {2, 3}
    assert refused[0].json["error"]["code"] == "busy"
    assert refused[0].json["error"]["message"]


def test_the_shown_photo_is_upright_and_says_nothing_of_the_camera(client: FlaskClient) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by 90°
    exif[0x010F] = "A camera maker"
    made = io.BytesIO()
    Image.new("RGB", (400, 200), "green").save(made, "JPEG", exif=exif)
    assert b"A camera maker" in made.getvalue()
    name = send(client, made.getvalue()).json["id"]
    finished(client, name)
    shown = client.get(f"/api/scan/{name}/photo.jpg")
    assert shown.mimetype == "image/jpeg"
    assert b"A camera maker" not in shown.data
    picture = Image.open(io.BytesIO(shown.data))
    assert picture.size == (200, 400)
    assert not picture.getexif()


@pytest.mark.parametrize(
    ("photo", "code"),
    [(b"GIF89a but not really", "not_a_picture"), (b"\xff\xd8\xff\xe0 cut", "not_a_picture")],
)
def test_what_is_no_picture_fails_with_a_way_out(client: FlaskClient, photo: bytes, code: str) -> None:
    answer = finished(client, send(client, photo).json["id"])
    assert answer["state"] == "failed"
    assert answer["error"]["code"] in {code, "damaged"}
    assert answer["error"]["message"].endswith(".")


def test_an_empty_or_missing_photo_is_refused_at_once(client: FlaskClient) -> None:
    assert send(client, b"").status_code == 400
    assert client.post("/api/scan").status_code == 400
    assert client.post("/api/scan", data={"photo": "text"}).status_code == 400


def test_a_photo_over_40_megabytes_is_refused(client: FlaskClient) -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
    body = head + b"\xff" * 41_500_000 + b"\r\n--x--\r\n"
    answer = client.post("/api/scan", data=body, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
    assert "40 MB" in answer.json["error"]["message"]


def test_an_unknown_scan_is_not_found(client: FlaskClient) -> None:
    for path in ("/api/scan/nothing", "/api/scan/nothing/photo.jpg", "/api/scan/..%2f..%2fetc%2fpasswd"):
        assert client.get(path).status_code == 404


def test_a_reader_that_breaks_is_told_as_such_and_the_next_photo_is_read(
    client: FlaskClient, jpeg: bytes, scanner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: Any, **_more: Any) -> None:
        raise RuntimeError("no network")

    with monkeypatch.context() as patch:
        patch.setattr(scanner, "scan", broken)
        answer = finished(client, send(client, jpeg).json["id"])
    assert answer["error"]["code"] == "internal"
    assert "no network" not in answer["error"]["message"]
    assert finished(client, send(client, jpeg).json["id"])["state"] == "done"


def test_old_photos_are_forgotten(app: Flask, client: FlaskClient, jpeg: bytes) -> None:
    first = send(client, jpeg).json["id"]
    finished(client, first)
    for _ in range(24):
        finished(client, send(client, jpeg).json["id"])
    assert client.get(f"/api/scan/{first}").status_code == 404


def test_the_photo_of_a_kept_hand_is_kept_once(
    app: Flask, client: FlaskClient, jpeg: bytes, asked: Any
) -> None:
    name = send(client, jpeg).json["id"]
    finished(client, name)
    body = asked | {"uuid": "0b1f6c1e-0000-4000-8000-00000000000b", "scan": name}
    for _ in range(2):
        assert client.post("/api/hands", json=body).json == {"kept": 1}
    store = Store.open(app.config["DATA_FOLDER"])
    (photo,) = store.photos()
    (event,) = store.events("single-hands")
    assert event.payload["photo"] == photo.id
    with Image.open(photo.path) as picture:
        assert not picture.getexif()
    store.close()


def test_one_hand_sent_by_many_at_once_keeps_one_photo(
    app: Flask, client: FlaskClient, jpeg: bytes, asked: Any
) -> None:
    names = [send(client, jpeg).json["id"] for _ in range(2)]
    assert {finished(client, name)["state"] for name in names} == {"done"}
    uuid = "0b1f6c1e-0000-4000-8000-00000000000c"

    def keep(name: str | None) -> tuple[int, Any]:
        own = with_page_open(app.test_client())
        answer = own.post("/api/hands", json=asked | {"uuid": uuid, "scan": name})
        return answer.status_code, answer.json

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(keep, [*names, *names, *names, *names]))
    # Read anew, or sent again once the photo is forgotten: still the same hand.
    answers.append(keep(None))
    assert answers == [(201, {"kept": 1})] * 9
    store = app.extensions["fanpai-tables"].store
    (event,) = store.events("single-hands")
    assert [photo.id for photo in store.photos()] == [event.payload["photo"]]


def test_a_hand_that_cannot_be_kept_leaves_no_photo(
    app: Flask, client: FlaskClient, jpeg: bytes, asked: Any, open_table: Any
) -> None:
    table = open_table()
    first = {"uuid": "0b1f6c1e-0000-4000-8000-00000000000d"}
    assert client.post("/api/hands", json=asked | first).status_code == 201
    name = send(client, jpeg).json["id"]
    finished(client, name)
    asked["context"]["from"] = "N"
    asked["scan"] = name
    assert client.post("/api/hands", json=asked | first).status_code == 409
    stale = {"uuid": "0b1f6c1e-0000-4000-8000-00000000000e", "expected": 0}
    assert client.post(f"{table}/hands", json=asked | stale).status_code == 409
    assert app.extensions["fanpai-tables"].store.photos() == ()
