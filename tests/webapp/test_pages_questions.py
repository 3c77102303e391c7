"""What only some rule sets ask: reachable from the page, and it moves the money as the rules say."""

import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from evening_forms import FORM, add, totals
from flask.testing import FlaskClient

from scorer.hand import Context
from scorer.rulesets import names, rule_set
from webapp.pages.form import context_of
from webapp.pages.form_back import context_data
from webapp.tally.fold import Table

# East deals; South self-draws with four open melds, the last fed by North.
MELDS = [("1m", "E"), ("2p", "W"), ("8s", "E"), ("9m", "N")]
FOUR_MELDS = {
    "concealed": ["5p"],
    "melds": [{"type": "peng", "tiles": [kind] * 3, "from": source} for kind, source in MELDS],
    "win": "5p",
    "flowers": 0,
}
DEAL = {"winner": "S", "dealer": "E", "seat_wind": "S", "round_wind": "E", "win_by": "self_draw"}


def payments(client: FlaskClient, table: str, hand: Mapping[str, Any], **context: Any) -> Any:
    answer = client.post(f"{table}/score", json={"hand": hand, "context": {**DEAL, **context}}).json
    assert answer is not None
    return answer["score"]["payments"] if "score" in answer else answer["error"]["message"]


def test_who_was_liable_before_pays_no_second_time(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table(**{"ji_ping_hu.bao_twelve": "true"})
    assert 'data-asks="' in client.get(f"{table}/hand").text
    alone = payments(client, table, FOUR_MELDS)
    assert (alone["E"], alone["W"]) == (0, 0)
    assert alone["N"] == -alone["S"] < 0
    freed = payments(client, table, FOUR_MELDS, already_liable={"N": "W"})
    assert freed["E"] == freed["W"] == freed["N"] < 0


def test_a_call_before_it_takes_the_first_round_win_away(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    hand = {
        **FOUR_MELDS,
        "melds": [],
        "concealed": ["1m"] * 3 + ["2p"] * 3 + ["8s"] * 3 + ["9m"] * 3 + ["5p"],
    }
    assert payments(client, table, hand, flags=["di_hu"])["S"] > 0
    told = payments(client, table, hand, flags=["di_hu"], calls_before_win=["peng"])
    assert isinstance(told, str)


def test_the_key_pair_pays_for_all_and_survives_an_edit(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table(rules="lishui")
    form = client.get(f"{table}/add/named").text
    # The key goes to the next player only.
    assert "Ann → Bo" in form
    assert "Ann → Cai" not in form
    add(client, table, "named", winner="S", how="self_draw", key_pair="ES", **{"rows-S": ["ping_hu"]})
    moved = totals(state(table))
    assert moved[0] == -moved[1] < 0
    assert moved[2:] == [0, 0]
    line = state(table).steps[0].line
    assert line.entry["context"]["key_pair"] == ["E", "S"]
    edit = client.get(f"{table}/lines/{line.id}/edit").text
    assert '<option value="ES" selected>' in edit


def test_the_key_may_go_to_anybody_where_the_table_says_so(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table(rules="lishui", **{"lishui.key_requires_next": "false"})
    assert "Ann → Cai" in client.get(f"{table}/add/named").text


def test_other_multiples_for_single_rows(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    form = client.get("/tables/new").text
    assert 'name="lishui.multipliers.qi_dui.0" value="4"' in form
    rows = {
        f"lishui.multipliers.{row.id}.{place}": str(rule_set("lishui").row_value(row)[place])
        for row in rule_set("lishui").rows
        for place in (0, 1)
    }
    plain = open_table(rules="lishui", **rows)
    assert state(plain).options == {}
    table = open_table(rules="lishui", **rows | {"lishui.multipliers.qi_dui.0": "6"})
    assert state(table).options == {"multipliers": {"qi_dui": [6, 2]}}
    page = client.get(table).text
    assert "Seven pairs 6/2" in page or "seven pairs 6/2" in page
    # Changed back from here on.
    form = client.get(f"{table}/add/rules").text
    assert 'name="lishui.multipliers.qi_dui.0" value="6"' in form
    add(client, table, "rules", **rows)
    assert state(table).options == {}


@pytest.mark.parametrize("value", ["", "-1", "x", "1e9", "99999"])
def test_a_multiple_beyond_sense_is_refused(client: FlaskClient, value: str) -> None:
    fields = {"lishui.multipliers.qi_dui.0": value, "lishui.multipliers.qi_dui.1": "2"}
    answer = client.post("/tables/new", data={**FORM, "rules": "lishui", "uuid": str(uuid.uuid4()), **fields})
    assert answer.status_code == 422


@pytest.mark.parametrize("name", names())
def test_every_option_of_a_rule_set_has_a_field(client: FlaskClient, name: str) -> None:
    form = client.get("/tables/new").text
    for option in rule_set(name).options:
        assert f'"{name}.{option}' in form, option


def test_every_part_of_a_context_can_be_sent(asked: dict[str, Any]) -> None:
    """All but which kind of kong was robbed: only an added one can be."""
    known = set(context_data(context_of(asked["context"])))
    fields = {"from" if name == "source" else name for name in Context.__dataclass_fields__}
    assert fields - known == {"robbed_gang"}


def test_what_was_sent_comes_back(asked: dict[str, Any]) -> None:
    given = {
        **asked["context"],
        "already_liable": {"N": "W"},
        "calls_before_win": ["chi", "an_gang"],
        "key_pair": ["E", "S"],
    }
    context = context_of(given)
    assert context_of(json.loads(json.dumps(context_data(context)))) == context
    assert context.key_pair == ("E", "S")
