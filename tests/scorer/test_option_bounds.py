"""Every option that takes a number: what it starts with, and the least and the most that it takes."""

import pytest

from scorer.errors import OptionError
from scorer.rulesets import rule_set

# (rule sets, option, default, least, most); no most: up to a thousand million.
NUMBERS = [
    ("ji_ping_hu ji_ping_hu_5 tui_dao_hu xin_zhang lao_zhang lishui wenzhou", "base", 1, 1, None),
    ("ji_ping_hu ji_ping_hu_5 tui_dao_hu xin_zhang lao_zhang lishui", "max_streak", None, 0, None),
    ("wenzhou", "max_streak", 3, 0, None),
    ("ji_ping_hu ji_ping_hu_5 tui_dao_hu xin_zhang lao_zhang lishui wenzhou", "false_win", "cap", 0, None),
    ("ji_ping_hu", "cap", 3, 1, 20),
    ("ji_ping_hu_5", "cap", 5, 1, 20),
    ("lao_zhang", "cap", 10, 1, 13),
    ("ji_ping_hu", "men_qian_qing", 0, 0, 20),
    ("ji_ping_hu_5", "men_qian_qing", 1, 0, 20),
    ("ji_ping_hu ji_ping_hu_5", "min_fan", 0, 0, 20),
    ("lao_zhang", "min_fan", 3, 0, 13),
    ("ji_ping_hu", "event_floor", "cap", 0, 20),
    ("ji_ping_hu_5", "event_floor", None, 0, 20),
    ("tui_dao_hu", "small", 1, 0, 1000),
    ("tui_dao_hu", "big", 2, 0, 1000),
    ("tui_dao_hu", "horses", 2, 0, 136),
    ("tui_dao_hu", "self_draw_factor", 1, 1, 100),
    ("lishui", "base_start", 3, 0, 1000),
    ("lishui", "base_step", 2, 0, 1000),
    ("lishui", "base_cap", 9, 0, 10000),
    ("lishui", "side_base", 1, 0, 1000),
    ("lishui", "discarder_penalty", 1, 0, 1000),
    ("lishui", "rob_kong_penalty", 0, 0, 1000),
]
KONGS = {
    "tui_dao_hu": {"ming_gang": 3, "bu_gang": 1, "an_gang": 2},
    "wenzhou": {"ming_gang": 1, "bu_gang": 0, "an_gang": 2},
}


def takes(rules, option, value):
    try:
        return rule_set(rules).with_options({option: value}).value(option) == value
    except OptionError:
        return False


@pytest.mark.parametrize(("names", "option", "default", "least", "most"), NUMBERS)
def test_numbers_have_a_default_and_bounds(names, option, default, least, most):
    for name in names.split():
        assert rule_set(name).value(option) == default
        assert takes(name, option, least)
        assert not takes(name, option, least - 1)
        if most is None:
            assert takes(name, option, 10**9)
            assert not takes(name, option, 10**9 + 1)
        else:
            assert takes(name, option, most)
            assert not takes(name, option, most + 1)


def test_the_table_above_names_every_option_with_a_number():
    named = {(name, option) for names, option, *_ in NUMBERS for name in names.split()}
    for name in ("ji_ping_hu", "ji_ping_hu_5", "tui_dao_hu", "xin_zhang", "lao_zhang", "lishui", "wenzhou"):
        for option in rule_set(name).options.values():
            if option.minimum is not None and not option.keys:
                assert (name, option.name) in named


@pytest.mark.parametrize("name", KONGS)
def test_kong_money_has_a_default_and_bounds(name):
    assert rule_set(name).value("gang_points") == KONGS[name]
    for kind in KONGS[name]:
        for value, good in ((0, True), (-1, False), (1000, True), (1001, False)):
            assert takes(name, "gang_points", KONGS[name] | {kind: value}) is good


def test_multiples_of_rows_have_bounds():
    for value, good in ((0, True), (-1, False), (1000, True), (1001, False)):
        for pair in ((value, 1), (1, value)):
            assert takes("lishui", "multipliers", {"qi_dui": pair}) is good
