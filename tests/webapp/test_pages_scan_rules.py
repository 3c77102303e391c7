"""/api/scan under the rules of a table or those chosen on the page, and the same hand under others."""

import io
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.rulesets import rule_set
from scorer.rulesets.house import named
from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.evidence import evidence_of
from vision.layout import arrange
from vision.photo import Photo
from vision.scan import Scan
from webapp.house_rules import HouseRules

PAIRS = ["1m", "1m", "2m", "2m", "3p", "3p", "5p", "5p", "7s", "7s", "9s", "9s", "E", "S"]
RUNS = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "7p", "7p", "E", "E", "2s", "3s", "8p"]
OPEN = {"S": {"S": 0.5, "E": 0.4}, "8p": {"8p": 0.5, "9p": 0.4}}


def open_scan(photo: Photo, kinds: list[str]) -> Scan:
    """A row whose last tile the picture leaves open: seven pairs or a wild tile decide it."""
    tiles = []
    for place, kind in enumerate(kinds):
        probabilities = np.full(len(CLASSES), 0.0005, np.float32)
        shares = OPEN.get(kind, {kind: 0.95})
        for name, share in shares.items():
            probabilities[CLASSES.index(name)] = share
        tiles.append(Detection((place * 50.0, 100.0, place * 50.0 + 50, 166.0), probabilities))
    layout = arrange(tiles)
    evidence = evidence_of(layout.tiles)
    return Scan(photo.width, photo.height, layout.tiles, correct(layout, evidence), (), {}, layout, evidence)


@pytest.fixture
def read(
    client: FlaskClient, jpeg: bytes, scanner: Any, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """``read(kinds, field=value)``: send a photo of these tiles; its id and the last tile as it was read."""

    def send(kinds: list[str], **fields: str) -> tuple[str, str]:
        monkeypatch.setattr(scanner, "scan", lambda source, progress, **_more: open_scan(source, kinds))
        sent = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "photo.jpg"), **fields})
        assert sent.status_code == 202, sent.json
        deadline = time.monotonic() + 20
        while (answer := client.get(f"/api/scan/{sent.json['id']}").json)["state"] != "done":
            assert time.monotonic() < deadline, answer
            time.sleep(0.005)
        return sent.json["id"], last_tile(answer["reading"])

    return send


def last_tile(reading: Any) -> str:
    tile: str = reading["tiles"][-1]["tile"]
    return tile


def test_a_photo_is_read_by_the_rules_chosen_on_the_page(read: Callable[..., Any]) -> None:
    assert read(PAIRS)[1] == "E"
    assert read(PAIRS, rules="xin_zhang")[1] == "E"
    assert read(PAIRS, rules="ji_ping_hu")[1] == "S"  # no seven pairs
    assert read(RUNS, rules="lishui")[1] == "8p"
    assert read(RUNS, rules="lishui", wild="9p")[1] == "9p"


def test_a_photo_at_a_table_is_read_by_its_rules(
    read: Callable[..., Any], open_table: Callable[..., str]
) -> None:
    table = open_table(rules="ji_ping_hu").rsplit("/", 1)[-1]
    assert read(PAIRS, table=table)[1] == "S"
    table = open_table(rules="lishui").rsplit("/", 1)[-1]
    assert read(RUNS, table=table, wild="9p")[1] == "9p"


def test_house_rules_of_a_table_count_even_after_they_are_gone(
    app: Flask, read: Callable[..., Any], open_table: Callable[..., str]
) -> None:
    """Tui dao hu without its seven pairs."""
    house: HouseRules = app.extensions["fanpai-house-rules"]
    house.save(named(rule_set("tui_dao_hu").with_options({"seven_pairs": False}), "ours"))
    table = open_table(rules="ours").rsplit("/", 1)[-1]
    house.delete("ours")
    assert read(PAIRS, table=table)[1] == "S"
    assert read(PAIRS, rules="tui_dao_hu")[1] == "E"


def test_another_rule_set_reads_the_same_photo_at_once(client: FlaskClient, read: Callable[..., Any]) -> None:
    name, tile = read(PAIRS, rules="ji_ping_hu")
    assert tile == "S"
    again = client.post(f"/api/scan/{name}/again", json={"rules": "xin_zhang"})
    assert again.status_code == 200
    assert last_tile(again.json["reading"]) == "E"
    assert again.json["reading"]["photo"].endswith(f"{name}/photo.jpg")
    # Whoever looks at the photo later sees the same.
    assert last_tile(client.get(f"/api/scan/{name}").json["reading"]) == "E"


def test_what_a_player_put_right_stays_whatever_the_rules(
    client: FlaskClient, read: Callable[..., Any]
) -> None:
    name, _ = read(PAIRS)
    reading = client.post(f"/api/scan/{name}/again", json={"right": {"13": "S"}}).json["reading"]
    assert last_tile(reading) == "S"
    assert not reading["tiles"][13]["doubt"]
    reading = client.post(f"/api/scan/{name}/again", json={"rules": "xin_zhang"}).json["reading"]
    assert last_tile(reading) == "E"


def test_tiles_put_right_in_the_first_photo_count_when_the_second_is_added(
    client: FlaskClient, read: Callable[..., Any]
) -> None:
    name, _ = read(["1m", "2m", "3m", "5p", "5p", "5p", "E", "S"])
    joined, _ = read(["C", "C", "C", "4s", "5s", "6s"], **{"with": name, "right": json.dumps({"7": "N"})})
    tiles = client.get(f"/api/scan/{joined}").json["reading"]["tiles"]
    assert tiles[7]["tile"] == "N"


@pytest.mark.parametrize(
    "known",
    [
        {"rules": "nothing"},
        {"rules": 7},
        {"table": "nothing"},
        {"wild": "10m"},
        {"wild": ["5m"]},
        {"right": {"0": "10m"}},
        {"right": {"first": "1m"}},
        {"right": ["1m"]},
        {"right": "{"},
    ],
)
def test_rules_and_tiles_that_there_are_not_are_refused(
    client: FlaskClient, read: Callable[..., Any], known: dict[str, Any]
) -> None:
    name, before = read(PAIRS)
    answer = client.post(f"/api/scan/{name}/again", json=known)
    assert answer.status_code == 400
    assert answer.json["error"]["code"] == "malformed"
    assert last_tile(client.get(f"/api/scan/{name}").json["reading"]) == before


def test_a_photo_with_rules_that_there_are_not_is_refused_at_once(client: FlaskClient, jpeg: bytes) -> None:
    answer = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "photo.jpg"), "rules": "nothing"})
    assert answer.status_code == 400


def test_a_photo_that_is_gone_cannot_be_read_again(client: FlaskClient) -> None:
    assert client.post("/api/scan/nothing/again", json={"rules": "lishui"}).status_code == 404


def test_a_phone_learns_nothing_of_a_table_that_it_may_not_watch(
    phone: Callable[..., FlaskClient], open_table: Callable[..., str], jpeg: bytes
) -> None:
    table = open_table().rsplit("/", 1)[-1]
    sent = {"photo": (io.BytesIO(jpeg), "photo.jpg"), "table": table}
    answer = phone().post("/api/scan", data=sent)
    assert answer.status_code == 400
