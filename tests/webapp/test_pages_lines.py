"""Booking at a table, and every rule set played without tiles."""

import json
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import add, totals
from flask.testing import FlaskClient
from ledger_entries import BESIDE
from werkzeug.datastructures import MultiDict

from scorer.hand import KONG_TYPES
from scorer.rulesets import names, rule_set
from webapp.pages.hand_entry import entry_of
from webapp.tally.fold import Table

KONGS = (("an_gang", "1s", None), ("ming_gang", "9m", "W"))


def test_a_hand_is_scored_and_booked(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    asked: dict[str, Any],
) -> None:
    table = open_table()
    assert "Friday" in client.get(f"{table}/hand").text
    score = client.post(f"{table}/score", json=asked).json["score"]  # type: ignore[index]
    assert score["payments"] == {"E": 0, "S": 2, "W": -2, "N": 0}
    # The players are called by their names.
    assert score["transfers"][0]["why"] == "Cai discarded and pays 2."
    answer = client.post(f"{table}/hands", json={**asked, "uuid": str(uuid.uuid4()), "expected": 1})
    assert answer.json == {"url": table}
    assert totals(state(table)) == [0, 2, -2, 0]
    page = client.get(table).text
    assert "Bo: Red dragon" in page


def test_two_winners_on_one_tile(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    asked: dict[str, Any],
) -> None:
    table = open_table()
    asked["hand"]["melds"][0]["from"] = None
    others = [{"winner": "N", "hand": BESIDE, "flags": []}]
    body = {**asked, "others": others, "uuid": str(uuid.uuid4()), "expected": 1}
    score = client.post(f"{table}/score", json=body).json["score"]  # type: ignore[index]
    assert score["payments"]["W"] == -4
    # What the other one has is told before it is booked.
    assert [(one["winner"], one["title"], one["points"]) for one in score["others"]] == [
        ("N", "Green dragon", 2)
    ]
    assert client.post(f"{table}/hands", json=body).status_code == 201
    assert totals(state(table)) == [0, 2, -4, 2]


def test_another_winner_who_is_not_paid_is_told_so(
    client: FlaskClient, open_table: Callable[..., str], asked: dict[str, Any]
) -> None:
    table = open_table(rules="lishui")
    asked["hand"]["melds"][0]["from"] = None
    asked["context"] |= {"winner": "N", "wild": "9m"}
    body = {**asked, "others": [{"winner": "S", "hand": BESIDE, "flags": []}], "expected": 1}
    score = client.post(f"{table}/score", json=body).json["score"]  # type: ignore[index]
    unpaid = "Another winner sits nearer: this hand is not paid."
    assert score["others"] == [{"winner": "S", "unpaid": unpaid}]


def test_each_winners_kongs_are_paid_for(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    """Bo and Dan win on Ann's 9p; Bo has a concealed kong, Dan one that Cai fed."""
    rules = {"rules": "tui_dao_hu", "tui_dao_hu.allow_discard_win": "true"}
    table = open_table(**rules)
    bo, dan = ({"type": kind, "tiles": [tile] * 4, "from": fed} for kind, tile, fed in KONGS)
    pair = ["3m", "4m", "5m", "4p", "5p", "6p", "7s", "8s", "9s", "9p"]
    hands = [{"concealed": pair, "melds": [meld], "win": "9p", "flowers": 0} for meld in (bo, dan)]
    gangs = [{"seat": "N", "type": "ming_gang", "from": "W"}]
    body: dict[str, Any] = {
        "hand": hands[1],
        "context": {"winner": "N", "win_by": "discard", "from": "E", "flags": [], "gangs": gangs},
        "others": [{"winner": "S", "hand": hands[0], "flags": []}],
        "uuid": str(uuid.uuid4()),
        "expected": 1,
    }
    shown = client.post(f"{table}/score", json=body).json
    assert client.post(f"{table}/hands", json=body).status_code == 201, shown
    step = state(table).steps[0]
    assert step.line.entry["context"]["gangs"] == [
        {"seat": "N", "type": "ming_gang", "from": "W"},
        {"seat": "S", "type": "an_gang", "from": None},
    ]
    # The same two hands without kong money, and the kongs by themselves: together as much.
    unpaid = {f"tui_dao_hu.gang_points.{kind}": "0" for kind in KONG_TYPES}
    plain, only = open_table(**rules, **unpaid), open_table(**rules)
    # Kongs that a request leaves out are counted from the tiles.
    unsaid = {**body, "context": {**body["context"], "gangs": None}}
    for address in (plain, counted := open_table(**rules)):
        answer = client.post(f"{address}/hands", json={**unsaid, "uuid": str(uuid.uuid4())})
        assert answer.status_code == 201
    assert totals(state(counted)) == totals(state(table)) != totals(state(plain))
    fields = {"kong-0": "N", "kong-type-0": "ming_gang", "kong-from-0": "W"}
    add(client, only, "kongs", **fields, **{"kong-1": "S", "kong-type-1": "an_gang"})
    both = [one + other for one, other in zip(totals(state(plain)), totals(state(only)), strict=True)]
    assert totals(state(only)) != [0, 0, 0, 0]
    assert totals(state(table)) == both
    # A change of the deal keeps both, and a kong of a player who did not win.
    line = step.line.id
    changed = client.post(f"{table}/hands", json={**body, "line": line, "expected": 2}).json
    assert json.loads(changed["entry"])["context"]["gangs"] == step.line.entry["context"]["gangs"]


def test_each_winners_wild_tiles_are_counted() -> None:
    hand = {"concealed": ["1m", "2m", "5m", "5m"], "melds": [], "win": "5m", "flowers": 0}
    context = {"winner": "N", "win_by": "discard", "from": "E", "wild": "5m", "caishen_counts": {"W": 1}}
    others = [{"winner": "S", "hand": {**hand, "win": "9p"}, "flags": []}]
    entry = entry_of({"hand": hand, "context": context, "others": others})
    assert entry["context"]["caishen_counts"] == {"W": 1, "N": 3, "S": 2}


def test_a_self_draw_is_told_once(client: FlaskClient, open_table: Callable[..., str]) -> None:
    table = open_table()
    shown = add(client, table, "named", winner="S", how="self_draw", **{"rows-S": ["zi_mo"]})
    title = shown[shown.index('class="confirm-what"') :]
    assert title[: title.index("</p>")].count("Self-draw") == 1
    page = client.get(table).text
    assert page[page.index('class="ledger"') :].count("Self-draw") == 1


def test_a_refused_hand_says_why(
    client: FlaskClient, open_table: Callable[..., str], asked: dict[str, Any]
) -> None:
    table = open_table()
    asked["hand"]["win"] = "8s"
    error = client.post(f"{table}/score", json=asked).json["error"]  # type: ignore[index]
    assert error["code"] == "not_a_win"
    answer = client.post(f"{table}/hands", json={**asked, "uuid": str(uuid.uuid4()), "expected": 1})
    assert answer.status_code == 422


def test_of_two_phones_the_second_is_told(
    client: FlaskClient, open_table: Callable[..., str], asked: dict[str, Any]
) -> None:
    table = open_table()
    body = {**asked, "uuid": str(uuid.uuid4()), "expected": 1}
    assert client.post(f"{table}/hands", json=body).status_code == 201
    # The same entry again is the same deal; another one was written against an older state.
    assert client.post(f"{table}/hands", json=body).status_code == 201
    late = client.post(f"{table}/hands", json={**body, "uuid": str(uuid.uuid4())})
    assert late.status_code == 409
    stale = client.post(f"{table}/undo", data={"uuid": str(uuid.uuid4()), "expected": 1})
    assert stale.status_code == 409
    assert "Somebody else has changed this table" in stale.text


def test_lines_without_tiles(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    shown = add(client, table, "named", winner="S", how="self_draw", **{"rows-S": ["hun_yi_se"]})
    assert "Half flush" in shown
    # Two fan, and the self-draw that nobody has to tick: two doubled twice.
    assert totals(state(table)) == [-8, 24, -8, -8]
    add(client, table, "named", winner="N", how="E", **{"points-N": "7"})
    add(client, table, "draw")
    add(client, table, "penalty", player="W", penalty="false_win", note="eager")
    add(client, table, "free", payer="E", payee="all", amount="1,5", note="tea")
    now = state(table)
    assert totals(now) == [-11.5, 33.5, -30.5, 8.5]
    assert sum(now.totals.values()) == 0
    assert now.deals == 3
    page = client.get(table).text
    for word in ("eager", "tea", "Drawn deal", "from Ann"):
        assert word in page


def test_penalties_are_those_of_the_rule_set(client: FlaskClient, open_table: Callable[..., str]) -> None:
    page = client.get(f"{open_table(rules='lishui')}/add/penalty").text
    assert 'value="followed"' in page
    assert 'value="wild_discarded"' in page
    assert 'value="followed"' not in client.get(f"{open_table()}/add/penalty").text


def test_pages_that_a_form_leads_to_can_be_reloaded(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    for path in ("preview", "lines", "undo"):
        assert client.get(f"{table}/{path}").location == table


@pytest.mark.parametrize("rules", [name for name in names() if "gang_points" in rule_set(name).options])
def test_kong_money_by_itself(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table], rules: str
) -> None:
    table = open_table(rules=rules)
    add(client, table, "kongs", **{"kong-0": "S", "kong-type-0": "an_gang"})
    now = state(table)
    assert now.deals == 0
    assert now.totals["S"] > 0 > now.totals["E"]
    line = now.steps[0].line.id
    assert 'value="an_gang" selected' in client.get(f"{table}/lines/{line}/edit").text


def test_going_back_from_the_preview_finds_what_was_entered(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    fields = {"kind": "named", "winner": "S", "how": "W", "rows-S": ["qing_yi_se", "peng_peng_hu"]}
    shown = client.post(f"{table}/preview", data=fields).text
    assert shown.count('form="change-it"') == 2
    form = shown[shown.index('id="change-it"') :]
    form = form[: form.index("</form>")]
    assert f'action="{table}/add/named"' in form
    entered = re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', form)
    entered = [pair for pair in entered if pair[0] != "mark"]
    assert entered.count(("rows-S", "peng_peng_hu")) == 1
    again = client.post(f"{table}/add/named", data=MultiDict(entered)).text
    for ticked in ('id="won-S" checked', 'name="how" value="W" checked', 'value="qing_yi_se" checked'):
        assert ticked in again
    assert 'value="N" checked' not in again
