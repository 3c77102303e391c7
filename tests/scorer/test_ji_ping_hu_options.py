"""Every option of 鸡平胡: what a deal comes to with the default and with the other choice."""

import pytest

from scorer.errors import OptionError
from scorer.rulesets import rule_set

CHICKEN = "456p 999s 34p 22s +2p | chi 123m<E"
CLOSED = "123m 456p 789s 11p 33s +3s"
TWELVE = "5m +5m | chi 123m<E | chi 456p<E | peng NNN<N | peng 888s<W"
WINDS = "5m +5m | peng EEE<W | peng SSS<N | peng WWW<N | ming_gang NNNN<E ; S"
DRAGONS = "55m 78s +9s | peng CCC<N | peng FFF<E | peng BBB<W ; S"
KONG = "456p 78s 55s +9s | peng NNN<E | ming_gang 2222p<N ; S ; flags=gang_draw gang_from=N"

# Option, value, deal, payments with the default, payments with the value (or the code of an error).
CASES = [
    ("base", 5, f"{CHICKEN} ; S<W", "S+1 W-1", "S+5 W-5"),
    ("cap", 4, "55m 88p +5m | peng EEE<N | peng SSS<W | peng 111s<N", "S+8 W-8", "S+16 W-16"),
    ("cap", 5, "123p 234p 678p 55p 99p +9p", "S+16 W-16", "S+64 W-64"),
    ("cap", 4, f"{CLOSED} ; S ; flags=di_hu", "S+192 E-64 W-64 N-64", "S+384 E-128 W-128 N-128"),
    ("stack_basic", False, "123p 456p 789p 23p NN +1p", "S+8 W-8", "S+4 W-4"),
    ("men_qian_qing", 1, CLOSED, "S+1 W-1", "S+2 W-2"),
    ("men_qian_qing", 2, "123m 456p 11p 33s +3s | an_gang 7777s", "S+1 W-1", "S+4 W-4"),
    ("men_qian_qing", 2, "123m 456p 11p 33s +3s | ming_gang 7777s<N", "S+1 W-1", "S+1 W-1"),
    ("kong_bonus", True, "123m 456p 78s 55s +9s | an_gang 2222p", "S+1 W-1", "S+2 W-2"),
    ("min_fan", 1, CHICKEN, "S+1 W-1", "below_min_fan"),
    ("min_fan", 3, f"{CHICKEN} ; S ; flags=last_tile", "S+24 E-8 W-8 N-8", "S+24 E-8 W-8 N-8"),
    ("event_floor", None, f"{CHICKEN} ; S ; flags=last_tile", "S+24 E-8 W-8 N-8", "S+6 E-2 W-2 N-2"),
    ("event_floor", 2, f"{CHICKEN} ; S ; flags=last_tile", "S+24 E-8 W-8 N-8", "S+12 E-4 W-4 N-4"),
    ("event_floor", 0, f"{CHICKEN} ; S ; flags=last_tile", "S+24 E-8 W-8 N-8", "S+6 E-2 W-2 N-2"),
    (
        "ren_hu_scope",
        "before_own_first_draw",
        f"{CLOSED} ; W<S ; flags=ren_hu",
        "context_conflict",
        "W+64 S-64",
    ),
    (
        "first_round_void_by",
        "chi_peng",
        f"{CLOSED} ; S ; flags=di_hu calls_before_win=an_gang",
        "context_conflict",
        "S+192 E-64 W-64 N-64",
    ),
    ("nine_gates_self_draw_only", True, "1112345678999p +2p", "S+64 W-64", "S+16 W-16"),
    ("bao_gang_kai", False, KONG, "S+24 N-24", "S+24 E-8 W-8 N-8"),
    ("bao_big_winds", False, WINDS.replace("NNNN<E", "NNNN"), "S+192 E-64 W-64 N-64", "S+192 E-64 W-64 N-64"),
    ("bao_big_dragons", False, DRAGONS, "S+192 W-192", "S+192 E-64 W-64 N-64"),
    ("bao_twelve", False, f"{TWELVE} ; S", "S+6 W-6", "S+6 E-2 W-2 N-2"),
    (
        "twelve_counts_an_gang",
        True,
        f"{TWELVE.replace('chi 456p<E', 'an_gang 2222p')} ; S",
        "S+6 E-2 W-2 N-2",
        "S+6 W-6",
    ),
]


@pytest.mark.parametrize(("option", "value", "deal", "default", "changed"), CASES)
def test_an_option_and_its_default(play, *, option, value, deal, default, changed):
    for expected, options in ((default, {}), (changed, {option: value})):
        played = play("ji_ping_hu", deal, **options)
        if expected.islower():
            played.refused(expected)
        else:
            played.pays(expected)


def test_big_winds_liability_is_its_own_option(play):
    # The fourth wind is also the fourth meld: with the one rule off the other still makes East pay.
    play("ji_ping_hu", WINDS).pays("S+192 E-192")
    play("ji_ping_hu", WINDS, bao_twelve=False).pays("S+192 E-192")
    play("ji_ping_hu", WINDS, bao_twelve=False, bao_big_winds=False).pays("S+192 E-64 W-64 N-64")


def test_two_concealed_melds_leave_nobody_liable_when_the_last_is_a_concealed_kong(play):
    deal = "5m +5m | chi 123m<E | chi 456p<E | peng NNN<N | an_gang 8888s ; S"
    play("ji_ping_hu", deal, twelve_counts_an_gang=True).pays("S+6 E-2 W-2 N-2")


def test_the_nearest_claim_alone_wins_where_that_is_played(play_all):
    claims = ("N456p 999s 34p 22s +2p", "E123m 456m 34p 234s 55s +2p")
    play_all("ji_ping_hu", "<W", *(claims[0] + " | chi 123m<W", claims[1])).pays("N+1 E+2 W-3")
    # After West comes North.
    played = play_all("ji_ping_hu", "<W", claims[0] + " | chi 123m<W", claims[1], multi_win="nearest")
    assert [win["winner"] for win in played.found["wins"]] == ["N"]
    played.pays("N+1 W-1")


def test_cap_five_has_the_same_options_with_three_other_defaults():
    three, five = rule_set("ji_ping_hu"), rule_set("ji_ping_hu_5")
    assert three.options.keys() == five.options.keys()
    changed = {name for name in three.values if three.values[name] != five.values[name]}
    assert changed == {"cap", "men_qian_qing", "event_floor"}
    assert (five.value("cap"), five.value("men_qian_qing"), five.value("event_floor")) == (5, 1, None)


def test_every_option_has_an_example():
    # These belong to all rule sets; tests of the dealer, of penalties and the one above have them.
    shared = {"multi_win", "dealer_rule", "dealer_on_draw", "max_streak", "false_win"}
    assert {case[0] for case in CASES} | shared == set(rule_set("ji_ping_hu").options)


@pytest.mark.parametrize(
    "options",
    [
        {"horses": 2},
        {"cap": 0},
        {"cap": True},
        {"cap": "3"},
        {"cap": None},
        {"cap": 2.5},
        {"stack_basic": 1},
        {"event_floor": "floor"},
        {"multi_win": "some"},
        {"ren_hu_scope": None},
    ],
)
def test_unknown_options_and_values_are_refused_by_name(options):
    with pytest.raises(OptionError, match=next(iter(options))):
        rule_set("ji_ping_hu").with_options(options)
