"""Cases as JSON objects: kinds, ids, exact amounts."""

from fractions import Fraction

import pytest

from scorer.cases import answer, number
from scorer.errors import OptionError


def test_an_answer_carries_the_id_of_its_case_if_there_is_one():
    case = {
        "kind": "next_dealer",
        "ruleset": "ji_ping_hu",
        "context": {"dealer": "E", "first_dealer": "E", "round_wind": "E", "winners": []},
    }
    assert "id" not in answer(case)
    assert answer(case | {"id": "a-1"})["id"] == "a-1"
    assert answer(case | {"id": "a-2", "context": case["context"] | {"dealer": "X"}}) == {
        "id": "a-2",
        "error": "context_conflict",
    }


def test_unknown_kinds_rule_sets_and_options_are_no_answers():
    with pytest.raises(ValueError, match="loss"):
        answer({"kind": "loss", "ruleset": "ji_ping_hu"})
    with pytest.raises(OptionError, match="riichi"):
        answer({"kind": "draw", "ruleset": "riichi", "context": {}})
    with pytest.raises(OptionError, match="horses"):
        answer({"kind": "draw", "ruleset": "ji_ping_hu", "context": {}, "options": {"horses": 1}})
    with pytest.raises(OptionError, match="profile"):
        answer({"kind": "draw", "ruleset": "ji_ping_hu", "context": {}, "options": {"profile": [1]}})


NEXT = {"kind": "next_dealer", "ruleset": "ji_ping_hu"}
SEATED = {"dealer": "E", "first_dealer": "E", "round_wind": "E", "winners": []}
DRAWN = {"kind": "draw", "ruleset": "wenzhou"}


@pytest.mark.parametrize(
    "case",
    [
        *(
            NEXT | {"context": SEATED | {"dealer_streak": streak}}
            for streak in (1.5, True, "1", 1001, 10**4300)
        ),
        *(DRAWN | {"context": {"dealer": "E", "dealer_streak": streak}} for streak in (1.5, True, 1001)),
        *(DRAWN | {"context": {"dealer": "E", "caishen_counts": {"N": count}}} for count in (1.5, True)),
        *(DRAWN | {"context": {"dealer": "E", "calls_before_win": calls}} for calls in ([5], "peng")),
        *(NEXT | {"context": SEATED, "options": options} for options in ([], "", 0)),
        *({"kind": "missed_win", "ruleset": "ji_ping_hu", "events": [{"do": do}]} for do in ("nonsense", [])),
        {"kind": "missed_win", "ruleset": "ji_ping_hu", "events": {}},
    ],
)
def test_numbers_and_words_of_the_wrong_kind_are_no_case(case):
    with pytest.raises(ValueError, match=r"is no|unknown event"):
        answer(case)


def test_a_streak_of_a_thousand_is_one():
    assert answer(NEXT | {"context": SEATED | {"dealer_streak": 1000}})["dealer_streak"] == 1001


def test_flowers_of_a_hand_may_be_a_number_or_a_list(ask):
    hand = {"concealed": "123m 456p 789s 11p 33s", "win": "3s"}
    context = {"winner": "S", "win_by": "discard", "from": "W", "seat_wind": "S"}
    for flowers in (2, ["1f", "2f"], []):
        found = ask("ji_ping_hu", "win", context, hand=hand | {"flowers": flowers})
        assert found["points"] == 1


def test_horse_hits_are_told_where_horses_are_drawn(play):
    assert "horse_hits" not in play("ji_ping_hu", "123m 456p 789s 11p 33s +3s").found
    assert play("tui_dao_hu", "123m 456p 789s 11p 33s +3s ; S").found["horse_hits"] == 0


def test_amounts_are_exact():
    assert number(Fraction(6, 2)) == 3
    assert isinstance(number(Fraction(6, 2)), int)
    assert number(Fraction(1, 4)) == 0.25
    assert number(Fraction(1, 3)) == "1/3"


def test_tiles_that_are_no_text_are_no_tiles(ask):
    hand = {"concealed": 123, "win": "3s"}
    assert ask("ji_ping_hu", "win", {}, hand=hand) == {"error": "invalid_tile"}


@pytest.mark.parametrize(
    ("how", "claims"),
    [
        ("<W", ()),
        ("<W", ("S123m 456p 789s 11p 33s +3s", "S123m 456p 789s 11p 33s +3s")),
        ("<W", ("S123m 456p 789s 11p 33s +3s", "N123m 456p 789s 11p 33s +1p")),
        ("<W", ("S123m 456p 789s 11p 33s +3s", "W123m 456p 789s 11p 33s +3s")),
        ("", ("S123m 456p 789s 11p 33s +3s", "N123m 456p 789s 11p 33s +3s")),
    ],
)
def test_claims_that_do_not_go_together_are_refused(play_all, how, claims):
    play_all("ji_ping_hu", how, *claims).refused("context_conflict")


def test_kong_and_wild_money_are_paid_once_for_several_winners(play_all):
    claims = ("S123m 456p 789s 11p 12s +3s", "W123m 456p 789s 11p 12s +3s")
    played = play_all("tui_dao_hu", "!N gangs=E:bu_gang horses=2m", *claims)
    # South's horse hits: 6 from the robbed; West's does not: 3. East's kong: one from each.
    assert [win["points"] for win in played.found["wins"]] == [2, 1]
    played.pays("S+5 W+2 N-10 E+3")


def test_a_single_claim_may_be_a_self_draw(play_all):
    play_all("ji_ping_hu", "", "S123m 456p 789s 11p 33s +3s").pays("S+6 E-2 W-2 N-2")


def test_flags_belong_to_each_claim(play_all):
    played = play_all(
        "lao_zhang",
        "<W",
        "S123m 456p 789s 11p 33s +3s;last_discard",
        "N123m 456m 789m 99m 12m +3s",
        min_fan=0,
    )
    played.refused("not_a_win")
    played = play_all(
        "lao_zhang",
        "<W",
        "S123m 456p 789s 11p 33s +3s;last_discard",
        "N123m 456m 777m 99m 12s +3s",
        min_fan=0,
    )
    assert [[name for name, _ in win["fans"]] for win in played.found["wins"]] == [
        ["鸡胡", "门前清", "河底捞鱼"],
        ["鸡胡", "门前清"],
    ]


def test_a_seat_wind_that_is_not_given_is_counted_from_the_dealer(ask):
    hand = {"concealed": "123m 456p 78s 55s", "win": "9s", "melds": [{"type": "peng", "tiles": "WWW"}]}
    context = {"winner": "N", "dealer": "S", "win_by": "discard", "from": "E", "flags": None, "horses": None}
    found = ask("ji_ping_hu", "win", context, hand=hand)
    assert ["风位", 1] in found["fans"]
    assert ask("ji_ping_hu", "win", context | {"dealer": "X"}, hand=hand) == {"error": "context_conflict"}
