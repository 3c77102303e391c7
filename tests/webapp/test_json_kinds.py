"""JSON of every kind in every place of a request to score or book a hand: answered, never a fault inside."""

import copy
import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

ODD: tuple[Any, ...] = ([], {}, [[]], [{}], {"a": []}, None, True, 1.5, "x", 99)


def spoilt(value: Any) -> Iterator[Any]:
    """The value with one part after the other replaced by each of `ODD`."""
    yield from copy.deepcopy(ODD)
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        for other in spoilt(value[key]):
            twin = copy.copy(value)
            twin[key] = other
            yield twin


@pytest.fixture
def full(asked: dict[str, Any]) -> dict[str, Any]:
    """A request with all that a context can hold, and one tile in the hand to keep the number of them low."""
    context = asked["context"] | {
        "horses": ["1m"],
        "wild": "9p",
        "ready": "declared",
        "gangs": [{"seat": "E", "type": "an_gang", "from": None}],
        "caishen_counts": {"S": 1},
        "already_liable": {"W": "N"},
        "calls_before_win": ["chi"],
        "key_pair": ["E", "S"],
        "flags": ["last_discard"],
    }
    hand = {**asked["hand"], "concealed": ["1m"], "melds": [{"type": "peng", "tiles": ["C"], "from": "N"}]}
    return {**asked, "hand": hand, "context": context, "options": {"min_fan": 0}}


def test_a_kong_of_no_seat_is_no_request(
    client: FlaskClient, open_table: Callable[..., str], asked: dict[str, Any]
) -> None:
    asked["context"]["gangs"] = [{"seat": []}]
    assert client.post(f"{open_table()}/score", json=asked).status_code == 400


def test_nothing_in_a_request_to_score_is_a_fault_inside(
    client: FlaskClient, open_table: Callable[..., str], full: dict[str, Any]
) -> None:
    client.application.config["PROPAGATE_EXCEPTIONS"] = True
    table = open_table()
    others = [{"winner": "N", "hand": {"concealed": ["1m"], "melds": [], "win": "7s"}, "flags": []}]
    for path, body in (
        ("/api/score", full),
        (f"{table}/score", {**full, "hand": others[0]["hand"], "others": others}),
    ):
        for spoiled in spoilt(body):
            answer = client.post(path, json=spoiled)
            assert answer.status_code in {200, 400}, (path, spoiled, answer.text)


def test_nothing_in_a_line_to_book_is_a_fault_inside(
    client: FlaskClient, open_table: Callable[..., str], full: dict[str, Any]
) -> None:
    client.application.config["PROPAGATE_EXCEPTIONS"] = True
    table = open_table()
    context = {name: full["context"][name] for name in ("win_by", "from", "gangs", "caishen_counts", "wild")}
    options = {"min_fan": 0, "row_values": {"hun_yi_se": 3}}
    named = {"winner": "S", "rows": ["hun_yi_se"], "points": None}
    for entry in (
        {"kind": "win", "wins": [{"winner": "S", "hand": full["hand"], "flags": []}], "context": context},
        {"kind": "named", "wins": [named], "context": context, "pays_all": None, "open_melds": 0},
        {"kind": "draw", "context": {"gangs": context["gangs"], "caishen_counts": {"S": 1}}},
        {"kind": "penalty", "player": "S", "penalty": "false_win", "note": ""},
        {"kind": "free", "transfers": [["E", "S", 3]], "note": ""},
        {"kind": "rules", "rules": "ji_ping_hu", "options": options},
    ):
        for spoiled in spoilt(entry):
            form = {"uuid": str(uuid.uuid4()), "expected": "9", "change": "line_added"}
            answer = client.post(f"{table}/lines", data={**form, "entry": json.dumps(spoiled)})
            assert answer.status_code in {303, 400, 409, 422}, (spoiled, answer.text)
