"""Wins named by hand that cannot have been: refused when they are booked, and no old evening changes."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import add, totals
from flask import Flask
from flask.testing import FlaskClient
from ledger_entries import DRAW, SETUP, points

from scorer.dealer import Seating
from scorer.rulesets import names
from webapp.tally.book import Change, RefusedError, TableBook
from webapp.tally.fold import Table
from webapp.tally.judge import judge
from webapp.tally.result import paid_of, read_result
from webapp.tally.table_rules import rules_of

START = Seating("E", 0, "E")


def kong(seat: str, kind: str, source: str | None = None) -> dict[str, Any]:
    return {"seat": seat, "type": kind, "from": source}


def with_context(entry: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**entry, "context": {**entry["context"], **more}}


@pytest.mark.parametrize(
    "fields",
    [
        {"winner": "S", "how": "self_draw", "points-S": "10", "pays_all": "S"},
        {"winner": ["S", "N"], "how": "E", "points-S": "10", "points-N": "4", "pays_all": "N"},
    ],
)
def test_a_winner_does_not_pay_for_all(
    client: FlaskClient, open_table: Callable[..., str], fields: dict[str, Any]
) -> None:
    answer = client.post(f"{open_table()}/preview", data={"kind": "named", **fields})
    assert answer.status_code == 422
    assert "has won and gets the money: choose another player who pays for all" in answer.text


def test_a_winner_who_paid_for_all_in_an_old_log_still_has_what_he_had() -> None:
    """Ann discards to Bo and Dan, Dan is said to pay for all: what Dan owes himself has never moved."""
    entry = {
        "kind": "named",
        "wins": [{"winner": "S", "rows": [], "points": 10}, {"winner": "N", "rows": [], "points": 4}],
        "context": {"win_by": "discard", "from": "E"},
        "pays_all": "N",
        "open_melds": 0,
    }
    verdict = judge(entry, rules_of("ji_ping_hu", {}), START)
    assert paid_of(verdict) == (("N", "S", 10),)
    assert verdict.settlement.payments == {"E": 0, "S": 10, "W": 0, "N": -10}
    kept = {
        "payments": {"E": 0, "S": 0, "W": 0, "N": 0},
        "wins": [],
        "winners": ["S"],
        "paid": [["S", "S", 30], ["E", "N", 1]],
    }
    assert read_result(kept).paid == (("E", "N", 1),)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("liable", [None, *"ESWN"])
def test_nobody_ever_pays_himself(name: str, liable: str | None) -> None:
    for source in (None, "E", "W"):
        entry = points("S", 7, source) | {"pays_all": liable, "open_melds": 3}
        entry["wins"][0]["rows"] = []
        verdict = judge(entry, rules_of(name, {}), START)
        assert all(payer != payee for payer, payee, _ in paid_of(verdict))


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        ("tui_dao_hu", {"gangs": [kong("E", "ming_gang")]}),
        ("tui_dao_hu", {"gangs": [kong("E", "ming_gang", "E")]}),
        ("wenzhou", {"gangs": [kong("E", "ming_gang", "E")]}),
        ("tui_dao_hu", {"gangs": [kong("E", "an_gang")] * 5}),
        ("wenzhou", {"gangs": [kong("E", "an_gang")] * 6}),
        ("wenzhou", {"caishen_counts": {"E": 4, "S": 4, "W": 4}}),
    ],
)
def test_money_beside_is_refused_for_a_named_win_as_for_a_drawn_deal(
    book: TableBook, rules: str, more: dict[str, Any]
) -> None:
    table = book.create({**SETUP, "rules": rules}, str(uuid.uuid4()))
    for entry in (DRAW, points("S", 10)):
        with pytest.raises(RefusedError):
            book.outcome(table.id, Change("line_added", "new", with_context(entry, **more)))


def test_the_page_of_a_line_that_an_earlier_version_booked_says_why_it_could_not_be_now(
    client: FlaskClient, app: Flask, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table(rules="tui_dao_hu")
    step = state(table)
    nothing = dict.fromkeys("ESWN", 0)
    payload = {
        "id": "old",
        "entry": with_context(DRAW, gangs=[kong("E", "an_gang")] * 5),
        "recorded": {
            "under": ["tui_dao_hu", step.options, "E", 0, "E"],
            "payments": {**nothing, "E": 30, "S": -30},
            "wins": [],
            "winners": [],
        },
    }
    store = app.extensions["fanpai-tables"].store
    store.append(step.id, "line_added", payload, uuid=str(uuid.uuid4()), expected=step.sequence)
    assert totals(state(table)) == [30, -30, 0, 0]
    assert "Ann has 5 kongs; nobody can have more than 4." in client.get(f"{table}/lines/old").text


def test_a_change_that_moves_the_dealer_is_refused_where_it_makes_a_later_line_impossible(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    """Bo's earthly hand while Ann deals: with another winner before it, Bo would be the dealer."""
    table = open_table()
    add(client, table, "named", winner="E", how="self_draw", **{"points-E": "1"})
    add(client, table, "named", winner="S", how="self_draw", **{"rows-S": ["di_hu"]})
    before = totals(state(table))
    line = state(table).steps[0].line.id
    fields = {"kind": "named", "line": line, "winner": "W", "how": "self_draw", "points-W": "1"}
    fields["expected"] = "3"
    answer = client.post(f"{table}/preview", data=fields)
    assert answer.status_code == 422
    assert "Deal 2 would become impossible: “Earthly hand” cannot be in a hand won like this." in answer.text
    assert totals(state(table)) == before
    # What leaves the dealer where he was changes nothing there.
    fields |= {"winner": "E", "points-E": "2"}
    assert client.post(f"{table}/preview", data=fields).status_code == 200
