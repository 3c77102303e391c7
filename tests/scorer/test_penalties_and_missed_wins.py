"""Penalties outside wins, the false win, and 漏胡."""

import pytest

from scorer.beside import pay_penalty
from scorer.errors import RuleError
from scorer.missed import MissedWins
from scorer.rulesets import names, rule_set


@pytest.mark.parametrize("penalty", ["followed", "wild_discarded"])
def test_lishui_penalties_cost_one_to_each(ask, penalty):
    context = {"player": "S", "penalty": penalty}
    assert ask("lishui", "penalty", context) == {"payments": {"E": 1, "S": -3, "W": 1, "N": 1}}
    five = ask("lishui", "penalty", context, options={"base": 5})
    assert five == {"payments": {"E": 5, "S": -15, "W": 5, "N": 5}}


@pytest.mark.parametrize(
    ("rules", "options", "each"),
    [
        ("ji_ping_hu", {}, 8),
        ("ji_ping_hu", {"cap": 4, "base": 3}, 48),
        ("ji_ping_hu_5", {}, 32),
        ("xin_zhang", {"profile": "seed003"}, 32),
        ("lao_zhang", {}, 128),
        ("lao_zhang", {"cap": 8, "curve": "full_spicy"}, 256),
        ("tui_dao_hu", {"base": 2}, 16),
        ("xin_zhang", {}, 8),
        ("lishui", {}, 8),
        ("wenzhou", {}, 8),
        ("wenzhou", {"false_win": 5, "base": 2}, 10),
        ("ji_ping_hu", {"false_win": 0}, 0),
        ("ji_ping_hu", {"false_win": None}, 0),
    ],
)
def test_a_false_win_costs_what_a_hand_at_the_cap_would_bring(ask, rules, options, each):
    found = ask(rules, "penalty", {"player": "N", "penalty": "false_win"}, options=options)
    assert found == {"payments": {"E": each, "S": each, "W": each, "N": -3 * each}}


@pytest.mark.parametrize("name", sorted(set(names()) - {"lishui"}))
def test_other_rule_sets_have_no_other_penalty(name):
    with pytest.raises(RuleError, match="context_conflict"):
        pay_penalty(rule_set(name), "S", "followed")


def test_a_penalty_needs_a_player(ask):
    assert ask("lishui", "penalty", {"player": "X", "penalty": "followed"}) == {"error": "context_conflict"}


@pytest.mark.parametrize("move", ["draw", "chi", "peng", "gang"])
def test_a_missed_win_blocks_its_kind_until_the_player_moves_a_tile(move):
    state = MissedWins().passed("5m").passed("8p")
    assert not state.can_win("5m")
    assert not state.can_win("8p")
    assert state.can_win("2m")
    assert state.moved("other") == state
    assert state.moved(move).can_win("5m")


def test_missed_wins_as_a_case(ask):
    events = [
        {"do": "pass_win", "tile": "4s"},
        {"do": "other"},
        {"do": "query", "tile": "4s"},
        {"do": "query", "tile": "1s"},
        {"do": "gang", "tile": "E"},
        {"do": "query", "tile": "4s"},
    ]
    assert ask("lishui", "missed_win", {"player": "S"}, events=events) == {"can_win": [False, True, True]}
