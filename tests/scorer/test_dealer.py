"""Who deals next, round winds, and the end of the session."""

import pytest

from scorer.dealer import Seating, next_dealer
from scorer.errors import RuleError
from scorer.rulesets import names, rule_set


def after(rules="ji_ping_hu", *, dealer="E", streak=0, wind="E", first="E", winners=(), **options):
    found = next_dealer(
        rule_set(rules).with_options(options), Seating(dealer, streak, wind), first, list(winners)
    )
    return found.dealer, found.dealer_streak, found.round_wind, found.session_over


def test_a_dealer_who_wins_stays():
    assert after(winners="E", streak=2) == ("E", 3, "E", False)
    assert after(winners="WE") == ("E", 1, "E", False)


def test_after_another_players_win_the_next_player_deals_whoever_won():
    assert after(winners="N", streak=2) == ("S", 0, "E", False)
    assert after(dealer="W", winners="E") == ("N", 0, "E", False)


@pytest.mark.parametrize("name", names())
def test_a_drawn_deal(name):
    stays = name != "lishui"
    assert after(name) == (("E", 1, "E", False) if stays else ("S", 0, "E", False))
    assert after(name, dealer_on_draw="stay") == ("E", 1, "E", False)
    assert after(name, dealer_on_draw="pass", streak=2) == ("S", 0, "E", False)


def test_back_at_the_first_dealer_the_round_moves_on():
    assert after(dealer="N", winners="S") == ("E", 0, "S", False)
    assert after(dealer="N", winners="S", wind="S") == ("E", 0, "W", False)
    assert after(dealer="S", winners="E", wind="E", first="W") == ("W", 0, "S", False)
    assert after(dealer="N", winners="S", wind="E", first="W") == ("E", 0, "E", False)


def test_the_session_ends_with_the_north_round():
    assert after(dealer="N", winners="S", wind="N") == ("E", 0, "E", True)
    assert after(dealer="N", winners="N", wind="N") == ("N", 1, "N", False)


def test_the_winner_deals_where_that_is_played_and_rounds_do_not_move():
    rule = {"dealer_rule": "winner"}
    assert after(winners="W", **rule) == ("W", 0, "E", False)
    assert after(dealer="N", winners="E", wind="N", **rule) == ("E", 0, "N", False)
    # Several winners: the nearest after the dealer; with the dealer among them he stays.
    assert after(dealer="S", winners="EN", **rule) == ("N", 0, "E", False)
    assert after(dealer="S", winners="ES", **rule) == ("S", 1, "E", False)
    assert after(dealer="S", dealer_on_draw="pass", **rule) == ("W", 0, "E", False)


def test_a_longest_streak_makes_the_deal_pass_even_on_a_win_or_a_draw():
    assert after(winners="E", streak=2, max_streak=2) == ("S", 0, "E", False)
    assert after(winners="E", streak=1, max_streak=2) == ("E", 2, "E", False)
    assert after(streak=2, max_streak=2) == ("S", 0, "E", False)
    assert after(winners="E", streak=2, max_streak=2, dealer_rule="winner") == ("S", 0, "E", False)
    assert after("wenzhou", winners="E", streak=3) == ("S", 0, "E", False)
    assert after("wenzhou", winners="E", streak=3, max_streak=None) == ("E", 4, "E", False)
    assert after(winners="E", max_streak=0) == ("S", 0, "E", False)


@pytest.mark.parametrize(
    "wrong", [{"dealer": "X"}, {"first": "X"}, {"winners": "X"}, {"wind": "C"}, {"streak": -1}]
)
def test_seats_winds_and_streaks_must_exist(wrong):
    with pytest.raises(RuleError, match="context_conflict"):
        after(**wrong)
