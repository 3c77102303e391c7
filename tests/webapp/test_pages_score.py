"""POST /api/score and /api/hands: hands in, lines and payments out; nonsense refused with a sentence."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.rulesets import names
from webapp.pages.form import context_of, hand_of
from webapp.store import Store

UUID = "0b1f6c1e-0000-4000-8000-00000000000a"


def ask(client: FlaskClient, body: Any, **headers: str) -> Any:
    return client.post("/api/score", json=body, headers=headers)


def test_a_discard_is_scored_and_paid_by_the_discarder(client: FlaskClient, asked: Any) -> None:
    score = ask(client, asked).json["score"]
    # No run in the meld, no flush: chicken hand, and one fan for the red dragons.
    assert {(line["row"], line["value"]) for line in score["lines"]} == {("ji_hu", 0), ("hong_zhong", 1)}
    assert score["total_fan"] == 1
    assert score["points"] == 2
    assert score["payments"] == {"E": 0, "S": 2, "W": -2, "N": 0}
    assert [(one["payer"], one["payee"], one["amount"]) for one in score["transfers"]] == [("W", "S", 2)]


def test_every_line_and_payment_says_why(client: FlaskClient, asked: Any) -> None:
    score = ask(client, asked).json["score"]
    assert all(line["why"] for line in score["lines"])
    assert all(one["why"] for one in score["transfers"])


def test_a_self_draw_is_paid_by_all_three(client: FlaskClient, asked: Any) -> None:
    asked["context"] |= {"win_by": "self_draw", "from": None}
    score = ask(client, asked).json["score"]
    assert score["payments"] == {"E": -4, "S": 12, "W": -4, "N": -4}


def test_names_come_in_the_readers_language(client: FlaskClient, asked: Any) -> None:
    titles = {}
    for tag in ("zh-CN", "zh-TW", "en"):
        titles[tag] = ask(client, asked, **{"Accept-Language": tag}).json["score"]["title"]
    assert titles["zh-CN"] == "红中"
    assert titles["zh-TW"] == "紅中"
    assert titles["en"].lower() == "red dragon"


def test_a_hand_that_is_no_win_says_which_exchange_would_make_it_one(client: FlaskClient, asked: Any) -> None:
    asked["hand"]["win"] = "9s"
    error = ask(client, asked).json["error"]
    assert error["code"] == "not_a_win"
    assert error["message"]
    # 77s EE wait for either pair to become a triplet.
    assert {"tile": None, "other": "7s"} in error["fixes"]
    assert {"tile": None, "other": "E"} in error["fixes"]


def test_a_hand_far_from_a_win_says_how_far(client: FlaskClient, asked: Any) -> None:
    asked["hand"]["concealed"] = ["1m", "4m", "7m", "1p", "4p", "7p", "1s", "4s", "7s", "E"]
    error = ask(client, asked).json["error"]
    assert error["fixes"] == []
    # The meld and a pair of 7s are there; each of the three other sets has one tile to start from.
    assert "6 tiles" in error["help"]


def test_a_missing_tile_is_told_in_a_sentence(client: FlaskClient, asked: Any) -> None:
    asked["hand"]["concealed"].pop()
    error = ask(client, asked).json["error"]
    assert error["code"] == "wrong_tile_count"
    assert error["message"]


def test_a_wild_tile_is_asked_for_and_used(client: FlaskClient, asked: Any) -> None:
    asked |= {"rules": "lishui"}
    asked["hand"]["concealed"][0] = "9p"
    assert "wild" in ask(client, asked).json["error"]["message"]
    asked["context"] |= {"wild": "9p", "dealer_streak": 1}
    assert ask(client, asked).json["score"]["points"] > 0


def test_horses_and_the_winners_kongs_are_paid(client: FlaskClient, asked: Any) -> None:
    asked |= {"rules": "tui_dao_hu"}
    asked["hand"]["melds"] = [{"type": "an_gang", "tiles": ["C"] * 4, "from": None}]
    asked["context"] |= {"win_by": "self_draw", "from": None, "horses": ["2m", "9s"]}
    asked["context"]["gangs"] = [{"seat": "S", "type": "an_gang", "from": None}]
    # Small win 1, one horse (the dealer's next has 2 and 6): 2 from each; the concealed kong 2 from each.
    assert ask(client, asked).json["score"]["payments"] == {"E": -4, "S": 12, "W": -4, "N": -4}


@pytest.mark.parametrize("name", names())
def test_every_rule_set_that_is_offered_answers(client: FlaskClient, asked: Any, name: str) -> None:
    asked |= {"rules": name}
    asked["context"] |= {"win_by": "self_draw", "from": None, "wild": "9p"}
    answer = ask(client, asked)
    assert answer.status_code == 200
    assert answer.json.get("score") or answer.json["error"]["message"]


@pytest.mark.parametrize("rules", ["ji_ping_hu", "ji_ping_hu_5"])
def test_options_of_the_house_are_taken(client: FlaskClient, asked: Any, rules: str) -> None:
    asked |= {"rules": rules, "options": {"cap": 1}}
    asked["context"] |= {"win_by": "self_draw", "from": None}
    assert ask(client, asked).json["score"]["total_fan"] == 1


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("rules",), "no_such_rules"),
        (("rules",), 7),
        (("options",), {"no_such_option": 1}),
        (("options",), []),
        (("hand",), None),
        (("hand",), []),
        (("hand", "concealed"), "123m"),
        (("hand", "concealed"), [1, 2, 3]),
        (("hand", "concealed"), ["1m"] * 41),
        (("hand", "concealed"), [""]),
        (("hand", "melds"), {}),
        (("hand", "melds"), [{}] * 7),
        (("hand", "melds"), [{"type": "pair", "tiles": ["1m"]}]),
        (("hand", "melds"), ["peng"]),
        (("hand", "win"), None),
        (("hand", "win"), "x" * 9),
        (("hand", "flowers"), -1),
        (("hand", "flowers"), True),
        (("context",), "S"),
        (("context", "winner"), "X"),
        (("context", "winner"), ["S"]),
        (("context", "win_by"), "luck"),
        (("context", "from"), 3),
        (("context", "flags"), "last_tile"),
        (("context", "flags"), ["no_such_flag"]),
        (("context", "flags"), [{}]),
        (("context", "dealer_streak"), -1),
        (("context", "dealer_streak"), "2"),
        (("context", "wild"), "5x"),
        (("context", "wild"), ["5m"]),
        (("context", "horses"), "5m"),
        (("context", "horses"), ["5x"]),
        (("context", "ready"), 1),
        (("context", "gangs"), {}),
        (("context", "gangs"), [{"seat": "S", "type": "peng"}]),
        (("context", "gangs"), ["S"]),
        (("context", "caishen_counts"), [1]),
        (("context", "caishen_counts"), {"X": 1}),
        (("context", "caishen_counts"), {"S": True}),
    ],
)
def test_a_request_that_no_page_sends_is_refused(
    client: FlaskClient, asked: Any, place: tuple[str, ...], value: Any
) -> None:
    target = asked
    for key in place[:-1]:
        target = target[key]
    target[place[-1]] = value
    answer = ask(client, asked)
    assert answer.status_code == 400
    assert answer.json["error"]["message"]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[]", b'"hand"', b"null", b"1e999", b"[" * 5000])
def test_garbage_is_refused(client: FlaskClient, body: bytes) -> None:
    for path in ("/api/score", "/api/hands"):
        answer = client.post(path, data=body, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json["error"]["message"]


def test_tiles_that_do_not_exist_are_the_scorers_business(client: FlaskClient, asked: Any) -> None:
    asked["hand"]["concealed"][0] = "0m"
    assert ask(client, asked).json["error"]["code"] == "invalid_tile"


def test_a_huge_request_is_refused(client: FlaskClient) -> None:
    huge = json.dumps({"rules": "x" * 41_500_000})
    answer = client.post("/api/score", data=huge, content_type="application/json")
    assert answer.status_code in {400, 413}


def test_a_kept_hand_shows_on_the_first_page(client: FlaskClient, asked: Any) -> None:
    answer = client.post("/api/hands", json=asked | {"uuid": UUID})
    assert answer.status_code == 201
    page = client.get("/", headers={"Accept-Language": "zh-CN"}).text
    assert "最近几手" in page
    assert "红中" in page


def test_sending_a_kept_hand_twice_keeps_it_once(client: FlaskClient, asked: Any) -> None:
    numbers = [client.post("/api/hands", json=asked | {"uuid": UUID}).json for _ in range(2)]
    assert numbers == [{"kept": 1}, {"kept": 1}]


def test_one_uuid_for_two_hands_is_refused(client: FlaskClient, asked: Any) -> None:
    client.post("/api/hands", json=asked | {"uuid": UUID})
    asked["context"]["from"] = "N"
    answer = client.post("/api/hands", json=asked | {"uuid": UUID})
    assert answer.status_code == 409


@pytest.mark.parametrize("uuid", [None, "", "1", UUID.upper(), UUID + "\n", 5])
def test_a_hand_without_a_proper_uuid_is_not_kept(client: FlaskClient, asked: Any, uuid: Any) -> None:
    answer = client.post("/api/hands", json=asked | {"uuid": uuid})
    assert answer.status_code == 400
    assert client.post("/api/hands", json=asked | {"uuid": UUID}).json == {"kept": 1}


def test_a_hand_that_the_rules_refuse_is_not_kept(client: FlaskClient, asked: Any) -> None:
    asked["hand"]["win"] = "9s"
    answer = client.post("/api/hands", json=asked | {"uuid": UUID})
    assert answer.status_code == 422
    assert answer.json["error"]["code"] == "not_a_win"


def test_only_what_is_understood_of_a_hand_is_kept(app: Flask, client: FlaskClient, asked: Any) -> None:
    asked["hand"] = {
        "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E", "C", "C", "C"],
        "win": "7s",
        "secret": "x" * 1000,
    }
    asked["context"]["secret"] = "x" * 1000
    assert client.post("/api/hands", json=asked | {"uuid": UUID}).status_code == 201
    (event,) = Store.open(app.config["DATA_FOLDER"]).events("single-hands")
    assert event.payload["hand"]["melds"] == []
    assert "secret" not in json.dumps(event.payload)
    assert hand_of(event.payload["hand"]) == hand_of(asked["hand"])
    assert context_of(event.payload["context"]) == context_of(asked["context"])
    assert "Red dragon" in client.get("/").text


@pytest.mark.parametrize("lacking", [("hand", "melds"), ("hand", "win"), ("hand",), ("rules",), ("rows",)])
def test_a_kept_hand_that_lacks_something_breaks_no_page(
    app: Flask, client: FlaskClient, asked: Any, lacking: tuple[str, ...]
) -> None:
    target = payload = asked | {"rows": ["hong_zhong"], "points": 2}
    for key in lacking[:-1]:
        target = target[key]
    del target[lacking[-1]]
    Store.open(app.config["DATA_FOLDER"]).append("single-hands", "hand_scored", payload, uuid=UUID)
    assert client.get("/").status_code == client.get("/recent").status_code == 200


@pytest.mark.parametrize(
    ("place", "json_text"),
    [
        ("win", r'"\ud800"'),
        (r"\udfff", "1"),
        ("flowers", "NaN"),
        ("flowers", "Infinity"),
        ("flowers", "1e400"),
        ("flowers", "1000000001"),
        ("flowers", "-" + "9" * 4300),
        ("flowers", "9" * 4301),
        ("more", "[" * 30 + "]" * 30),
        ("more", "[" * 20_000 + "]" * 20_000),
    ],
)
def test_json_beyond_sense_is_refused_by_every_route(
    client: FlaskClient, open_table: Any, asked: Any, place: str, json_text: str
) -> None:
    hand = json.dumps(asked["hand"])[:-1] + f', "{place}": {json_text}}}'
    body = json.dumps(asked | {"uuid": UUID, "hand": "HAND"}).replace('"HAND"', hand)
    table = open_table()
    for path in ("/api/score", "/api/hands", f"{table}/score", f"{table}/hands"):
        answer = client.post(path, data=body, content_type="application/json")
        assert (path, answer.status_code) == (path, 400)
        assert answer.json["error"]["message"]
    form = {"uuid": UUID, "expected": "1", "kind": "win", "entry": body}
    assert client.post(f"{table}/lines", data=form).status_code == 400
    assert client.post(f"{table}/preview", data=form).status_code == 422


def test_options_beyond_sense_are_refused(client: FlaskClient, asked: Any) -> None:
    body = json.dumps(asked | {"rules": "lishui", "options": {"base_start": 0}})
    body = body.replace('"base_start": 0', '"base_start": ' + "9" * 4300)
    assert client.post("/api/score", data=body, content_type="application/json").status_code == 400
