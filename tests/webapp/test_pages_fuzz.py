"""Forms and JSON that no page of ours sends: refused with a sentence, no failure, no half booking."""

import io
import json
import random
import uuid
from typing import Any

import pytest
from evening_forms import FORM
from flask import Flask
from flask.testing import FlaskClient

from webapp.tally.fold import Table

REQUESTS = 250
HAND = {
    "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E"],
    "melds": [{"type": "peng", "tiles": ["C", "C", "C"], "from": None}],
    "win": "7s",
    "flowers": 0,
}
JUNK: tuple[Any, ...] = (
    *("", "E", "X", "all", "self_draw", "0", "-1", "1e9", "1/3", "9" * 12, "\x00", "ü", "zi_mo", "an_gang"),
    *(None, True, 5, -3, 1.5, [], {}, ["E"], [["E"]], {"E": "x"}, ["1m"] * 13),
)
ENTRIES: tuple[dict[str, Any], ...] = (
    {"kind": "win", "wins": [{"winner": "S", "hand": HAND, "flags": []}], "context": {"win_by": "self_draw"}},
    {"kind": "named", "wins": [{"winner": "S", "rows": ["zi_mo"]}], "context": {"win_by": "self_draw"}},
    {"kind": "free", "transfers": [["E", "S", 1]], "note": ""},
    {"kind": "draw", "context": {"gangs": [{"seat": "E", "type": "an_gang"}], "caishen_counts": {"E": 1}}},
    {"kind": "penalty", "player": "E", "penalty": "followed", "note": ""},
    {"kind": "rules", "rules": "lishui", "options": {"base": 2, "row_values": {"zi_mo": 2}}},
)
FIELDS = (
    *("winner", "how", "robbed", "rows-S", "points-S", "pays_all", "open_melds", "horses", "kong-0"),
    *("kong-type-0", "kong-from-0", "wilds-E", "player", "penalty", "note", "payer", "payee", "amount"),
)


def spoilt(value: Any, dice: random.Random) -> Any:
    """The same JSON with some parts exchanged or missing."""
    if isinstance(value, dict):
        found = {key: spoilt(part, dice) for key, part in value.items() if dice.random() > 0.04}
        if found and dice.random() < 0.15:
            found[dice.choice(list(found))] = dice.choice(JUNK)
        return found
    if isinstance(value, list):
        return [spoilt(part, dice) for part in value]
    return dice.choice(JUNK) if dice.random() < 0.05 else value


def ask(client: FlaskClient, table: str, sequence: int, dice: random.Random) -> int:
    """Send something to a table's pages; gives the status."""
    name = {"uuid": str(uuid.uuid4()), "expected": sequence}
    way = dice.randrange(4)
    if way == 0:
        kinds = ("named", "draw", "kongs", "penalty", "free", "rules", "removal", "win", "x")
        fields = {key: str(dice.choice(JUNK)) for key in FIELDS if dice.random() < 0.6}
        return client.post(f"{table}/preview", data={**fields, "kind": dice.choice(kinds)}).status_code
    if way == 1:
        entry = json.dumps(spoilt(dice.choice(ENTRIES), dice))
        return client.post(f"{table}/lines", data={**name, "entry": entry}).status_code
    if way == 2:
        context = {
            "winner": "S",
            "win_by": "discard",
            "from": "W",
            "flags": [],
            "wild": "9p",
            "horses": ["1m"],
        }
        body = spoilt({"hand": HAND, "context": context, "others": []}, dice) | name
        return client.post(table + dice.choice(["/hands", "/score"]), json=body).status_code
    file = json.dumps(spoilt(json.loads(client.get(f"{table}/table.json").data), dice))
    data = {"file": (io.BytesIO(file.encode()), "table.json")}
    return client.post("/tables/bring", data=data).status_code


@pytest.mark.parametrize("rules", ["ji_ping_hu", "lishui"])
def test_whatever_is_sent_the_page_answers_and_the_table_adds_up(
    app: Flask, client: FlaskClient, rules: str
) -> None:
    dice = random.Random(rules)
    table = str(client.post("/tables/new", data={**FORM, "rules": rules, "uuid": str(uuid.uuid4())}).location)
    book = app.extensions["fanpai-tables"]
    for _ in range(REQUESTS):
        now: Table = book.table(table.rsplit("/", 1)[-1])
        assert ask(client, table, now.sequence, dice) < 500
    now = book.table(now.id)
    assert now.steps
    assert all(sum(step.totals.values()) == 0 for step in now.steps)
    assert client.get(table).status_code == client.get("/tables").status_code == 200
