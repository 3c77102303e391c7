"""Wins that are booked by naming lines or points: what counts, what follows, and what cannot be."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import add, totals
from flask.testing import FlaskClient

from scorer.rulesets import names, rule_set
from webapp.tally.fold import Table
from webapp.tally.named import BY_THEMSELVES


def test_nobody_named_is_told_on_the_form(client: FlaskClient, open_table: Callable[..., str]) -> None:
    answer = client.post(f"{open_table()}/preview", data={"kind": "named", "how": "self_draw"})
    assert answer.status_code == 422
    assert "Say who won." in answer.text


def test_lines_that_make_another_together_count_as_that_one(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    rows = ["qing_yi_se", "peng_peng_hu"]
    shown = add(client, table, "named", winner="S", how="W", **{"rows-S": rows})
    assert "Follows from: Full flush, All triplets." in shown
    assert "not counted beside" not in shown  # said already
    # Five fan above the cap, as when it is named at once, or when the tiles are there.
    assert totals(state(table)) == [0, 32, -32, 0]
    assert state(table).steps[0].result.wins[0].rows == ("qing_peng",)
    other = open_table()
    add(client, other, "named", winner="S", how="W", **{"rows-S": ["qing_peng"]})
    assert totals(state(other)) == totals(state(table))


def test_what_follows_from_how_it_was_won_need_not_be_ticked(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    shown = add(client, table, "named", winner="S", how="W", robbed="yes", **{"rows-S": ["hun_yi_se"]})
    assert "Won by robbing an added kong." in shown
    assert state(table).steps[0].result.wins[0].rows == ("hun_yi_se", "zi_mo", "qiang_gang_hu")
    # Points that were named stand for themselves.
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": "3"})
    assert state(table).steps[1].result.wins[0].rows == ()


@pytest.mark.parametrize(
    ("rows", "how", "said"),
    [
        (["qing_yi_se", "hun_yi_se"], "W", "never in one hand"),
        (["ping_hu", "hong_zhong"], "W", "never in one hand"),
        (["da_san_yuan", "xiao_san_yuan"], "self_draw", "never in one hand"),
        (["gang_shang_kai_hua"], "W", "cannot be in a hand won like this"),
        (["tian_hu"], "self_draw", "cannot be in a hand won like this"),
        (["ren_hu"], "W", "cannot be in a hand won like this"),
        (["hun_yi_se"], "", "Say whether it was self-drawn, or from whom."),
    ],
)
def test_lines_that_cannot_be_true_are_refused_with_a_sentence(
    client: FlaskClient, open_table: Callable[..., str], rows: list[str], how: str, said: str
) -> None:
    form = {"kind": "named", "winner": "S", "how": how, "rows-S": rows}
    answer = client.post(f"{open_table()}/preview", data=form)
    assert answer.status_code == 422
    assert said in answer.text
    # What was ticked is still ticked.
    assert f'value="{rows[0]}" checked' in answer.text


def test_an_old_line_is_changed_under_the_rules_and_the_dealer_of_its_moment(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "named", winner="E", how="self_draw", **{"rows-E": ["tian_hu"]})
    add(client, table, "named", winner="N", how="W", **{"points-N": "1"})
    assert state(table).seating.dealer == "S"
    line = state(table).steps[0].line.id
    assert 'data-dealer="E"' in client.get(f"{table}/lines/{line}/edit").text
    fields = {"kind": "named", "line": line, "winner": "E", "how": "self_draw", "rows-E": ["tian_hu"]}
    fields["expected"] = "3"
    assert client.post(f"{table}/preview", data=fields).status_code == 200


def test_where_only_a_self_draw_wins_another_players_tile_is_a_robbed_one(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table(rules="tui_dao_hu")
    assert "only by robbing a kong" in client.get(f"{table}/add/named").text
    add(client, table, "named", winner="S", how="W", **{"points-S": "2"})
    assert state(table).steps[0].line.entry["context"]["win_by"] == "rob_kong"
    none = open_table(rules="tui_dao_hu", **{"tui_dao_hu.rob_kong": "false"})
    form = {"kind": "named", "winner": "S", "how": "W", "points-S": "2"}
    answer = client.post(f"{none}/preview", data=form)
    assert answer.status_code == 422
    assert "only a self-draw wins" in answer.text


@pytest.mark.parametrize("name", names())
def test_the_lines_to_tick_begin_with_the_most_frequent(
    client: FlaskClient, open_table: Callable[..., str], name: str
) -> None:
    page = client.get(f"{open_table(rules=name)}/add/named").text
    part = page[page.index('data-won="E"') : page.index('data-won="S"')]
    offered = re.findall(r'name="rows-E" value="(\w+)"', part)
    rules = rule_set(name)
    kept = [row for row in rules.rows if rules.counts(row) and row.predicate not in BY_THEMSELVES]
    assert sorted(offered) == sorted(row.id for row in kept)
    assert rules.row(offered[-1]).predicate not in {"any_hand", "all_triplets", "half_flush"}
    if (flush := next((row.id for row in kept if row.predicate == "half_flush"), None)) is not None:
        assert offered.index(flush) < 6


def test_a_winner_without_lines_or_points_is_told_what_to_give(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    form = {"kind": "named", "winner": "S", "how": "self_draw"}
    answer = client.post(f"{open_table()}/preview", data=form)
    assert answer.status_code == 422
    assert "Give the points, or tick the lines that count." in answer.text


def test_a_winner_named_twice_in_one_line_is_told_what_to_do(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    form = {"kind": "named", "winner": ["S", "S"], "how": "W", "points-S": "2"}
    answer = client.post(f"{open_table()}/preview", data=form)
    assert answer.status_code == 422
    assert "One winner is named twice, or nobody is: name each winner once." in answer.text


@pytest.mark.parametrize("rules", names())
def test_every_rule_set_can_be_played_without_tiles(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table], rules: str
) -> None:
    table = open_table(rules=rules)
    for kind in ("named", "draw", "kongs", "penalty", "free", "rules"):
        assert client.get(f"{table}/add/{kind}").status_code == 200
    assert client.get(f"{table}/hand").status_code == 200
    page = client.get(f"{table}/add/named").text
    always = re.findall(
        r'data-when="" data-clash="[^"]*"><input type="checkbox" name="rows-S" value="(\w+)"', page
    )
    best = max(always, key=lambda row: rule_set(rules).row_value(rule_set(rules).row(row))[0])
    add(client, table, "named", winner="S", how="self_draw", **{"rows-S": [best]})
    add(client, table, "named", winner="S", how="W", robbed="yes", **{"points-S": "6"})
    add(client, table, "named", winner=["S", "N"], how="E", **{"points-S": "6", "points-N": "4"})
    add(client, table, "named", winner="W", how="self_draw", pays_all="N", **{"points-W": "5"})
    add(client, table, "draw")
    add(client, table, "penalty", player="W", penalty="false_win")
    now = state(table)
    assert now.refused == ()
    assert (now.deals, sum(now.totals.values())) == (5, 0)
    won = now.steps[0].result.payments
    assert won["S"] > 0 > won["E"]
    liable = now.steps[3].result.payments
    assert liable["N"] == -liable["W"] < 0
    for path in ("", "/looks", "/print", *(f"/lines/{step.line.id}" for step in now.steps)):
        assert client.get(table + path).status_code == 200


def test_points_that_are_no_number_are_told_by_the_name_on_the_form(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    fields = {"kind": "named", "winner": "S", "how": "self_draw", "points-S": "abc"}
    answer = client.post(f"{open_table()}/preview", data=fields)
    assert answer.status_code == 422
    assert "“Points” takes a whole number such as 8, not “abc”." in answer.text
    assert "points = abc" not in answer.text
    assert answer.text.count('<details class="more" open>') >= 4


def worth(page: str, row: str) -> str:
    """What the form says that a line is worth."""
    found = re.search(rf'name="rows-S" value="{row}".*?<small>([^<]*)</small>', page)
    assert found is not None
    return found[1]


def test_lines_to_tick_say_what_they_are_worth_in_words(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    page = client.get(f"{open_table()}/add/named").text
    assert worth(page, "hun_yi_se") == "2 fan"
    # Worth nothing by itself: it lifts the hand to the cap.
    assert worth(page, "gang_shang_kai_hua") == "limit"
    lifted = client.get(f"{open_table(**{'ji_ping_hu.event_floor': '2'})}/add/named").text
    assert worth(lifted, "gang_shang_kai_hua") == "at least 2 fan"
    plain = client.get(f"{open_table(rules='ji_ping_hu_5')}/add/named").text
    assert worth(plain, "gang_shang_kai_hua") == "0 fan"
    assert worth(client.get(f"{open_table(rules='lishui')}/add/named").text, "zi_yi_se") == "4/8 × base"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"how": "W", "rows-S": ["hun_yi_se"]}, "2 fan: 4 points"),
        ({"how": "self_draw", "rows-S": ["hun_yi_se"]}, "3 fan: 8 points"),
        ({"how": "W", "points-S": "7"}, "7 points"),
        # Nothing while something is missing.
        ({"rows-S": ["hun_yi_se"]}, ""),
        ({"how": "W"}, ""),
        ({"how": "W", "rows-S": ["no_row"]}, "The rules in force do not have the line “no_row”."),
    ],
)
def test_what_is_ticked_so_far_is_counted(
    client: FlaskClient, open_table: Callable[..., str], fields: dict[str, Any], said: str
) -> None:
    answer = client.post(f"{open_table()}/named-total", data={"winner": "S", **fields})
    assert answer.json == {"totals": {"E": "", "S": said, "W": "", "N": ""}}


def test_a_booked_line_is_counted_under_the_rules_of_its_moment(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="W", **{"rows-S": ["hun_yi_se"]})
    add(client, table, "rules", **{"ji_ping_hu.base": "5"})
    form = {"winner": "S", "how": "W", "rows-S": ["hun_yi_se"]}
    line = state(table).steps[0].line.id
    for more, said in (({}, "2 fan: 20 points"), ({"line": line}, "2 fan: 4 points")):
        answer = client.post(f"{table}/named-total", data=form | more).json
        assert answer is not None
        assert answer["totals"]["S"] == said


def test_points_that_the_ticked_lines_do_not_come_to_are_refused_with_both_figures(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    form = {"kind": "named", "winner": "S", "how": "W", "rows-S": ["hun_yi_se"], "points-S": "7"}
    answer = client.post(f"{table}/preview", data=form)
    assert answer.status_code == 422
    said = "Bo: the ticked lines come to 4 points, but 7 points are entered. Leave one of the two out."
    assert said in answer.text
    shown = client.post(f"{table}/named-total", data=form).json
    assert shown == {"totals": {"E": "", "S": said, "W": "", "N": ""}}
    # A phone that was offline sends the same form later.
    fields = [["winner", "S"], ["how", "W"], ["rows-S", "hun_yi_se"], ["points-S", "7"]]
    later = {"uuid": str(uuid.uuid4()), "expected": 1, "kind": "named", "fields": fields}
    assert client.post(f"{table}/entries", json=later).status_code == 400
    assert state(table).deals == 0
    # The same figure twice is no contradiction.
    add(client, table, **(form | {"points-S": "4"}))
    assert totals(state(table)) == [0, 4, -4, 0]


def test_points_beside_lines_that_do_not_win_are_refused(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table(**{"ji_ping_hu.min_fan": "3"})
    form = {"kind": "named", "winner": "S", "how": "W", "rows-S": ["hun_yi_se"], "points-S": "7"}
    answer = client.post(f"{table}/preview", data=form)
    assert answer.status_code == 422
    assert "Bo has 7 points, but the ticked lines do not win:" in answer.text


def test_what_counts_only_alone_is_not_offered_beside_another_line(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    page = client.get(f"{table}/add/named").text
    chicken = re.search(r'data-clash="([^"]*)"><input type="checkbox" name="rows-S" value="ji_hu"', page)
    assert chicken is not None
    assert "hun_yi_se" in chicken[1].split()
    assert "zi_mo" not in chicken[1].split()
    form = {"kind": "named", "winner": "S", "how": "W", "rows-S": ["ji_hu", "hun_yi_se"]}
    answer = client.post(f"{table}/preview", data=form)
    assert answer.status_code == 422
    assert "never in one hand" in answer.text


def test_horses_are_asked_openly_and_missed_before_booking(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table(rules="tui_dao_hu")
    page = client.get(f"{table}/add/named").text
    assert page.index("Which horses were turned?") < page.index('<details class="more"')
    form = {"kind": "named", "winner": "S", "how": "self_draw", "rows-S": ["xiao_hu"]}
    assert "No horses entered" in client.post(f"{table}/preview", data=form).text
    assert "No horses entered" not in client.post(f"{table}/preview", data={**form, "horses": "2p 5s"}).text
    assert "No horses entered" not in client.post(f"{table}/preview", data={"kind": "draw"}).text
    other = open_table()
    assert "horses" not in client.get(f"{other}/add/named").text
    assert "No horses entered" not in client.post(f"{other}/preview", data={**form, "rows-S": ["ji_hu"]}).text
