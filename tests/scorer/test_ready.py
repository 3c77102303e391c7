"""How far a hand is from winning and which tiles complete it; checked against trying every tile."""

from random import Random

import pytest

from scorer.errors import RuleError
from scorer.hand import Context, Hand, Meld
from scorer.ready import tiles_away, waits
from scorer.rulesets import RuleSet, rule_set
from scorer.scoring import score_win
from scorer.tiles import KINDS, parse_tiles


def hand(text: str, *melds: Meld, win: str = "") -> Hand:
    return Hand(parse_tiles(text), melds, win)


JPH = rule_set("ji_ping_hu")
LISHUI = rule_set("lishui")
FIVE_WILD = Context(wild="5m")


@pytest.mark.parametrize(
    ("text", "away"),
    [
        ("123m 456p 789s 11p 33s", 1),
        ("123m 456p 789s 11p 3s E", 2),
        ("1112345678999m", 1),
        ("147m 258p 369s ESWN", 8),
        ("19m 19p 19s ESWNCFB", 1),
        ("19m 19p 19s ESWNCF 2m", 2),
        ("1111m 222p 333s 444s", 2),  # a fifth 1m does not exist
        ("", 14),
    ],
)
def test_tiles_away_from_a_win(text, away):
    assert tiles_away(JPH, hand(text)) == away


def test_a_win_is_no_tile_away():
    assert tiles_away(JPH, hand("123m 456p 789s 11p 33s", win="3s")) == 0
    assert tiles_away(JPH, hand("123m 456p 789s 11p 33s", win="E")) == 1


def test_melds_count_as_sets_and_take_their_tiles_away():
    kong = Meld("an_gang", ("7m",) * 4)
    # 56m would want 4m or 7m, but the sevens lie in the kong.
    assert waits(JPH, hand("56m 234p 678p 22s", kong)) == ("4m",)
    # The pair would need a fifth seven: three lie in the meld.
    peng = Meld("peng", ("7m",) * 3)
    assert waits(JPH, hand("7m 234p 678p 789p", peng)) == ()
    assert tiles_away(JPH, hand("7m 234p 678p 789p", peng)) == 2


def test_seven_pairs_only_where_they_win():
    text = "1133m 5577p 2244s E"
    assert tiles_away(JPH, hand(text)) > 1
    assert waits(JPH, hand(text)) == ()
    rules = rule_set("tui_dao_hu")
    assert (tiles_away(rules, hand(text)), waits(rules, hand(text))) == (1, ("E",))
    assert waits(rules.with_options({"seven_pairs": False}), hand(text)) == ()


def test_wild_tiles_fill_what_is_missing():
    assert tiles_away(LISHUI, hand("147m 258p 369s ESW 5m"), FIVE_WILD) == 1
    assert waits(LISHUI, hand("147m 258p 369s ESW 5m"), FIVE_WILD) == ("5m", "N", "B", "F", "C")
    # Two wilds wait for nearly everything; a white dragon is the five that stands in.
    assert "B" in waits(LISHUI, hand("123m 46m 789p 11s 22s 5m"), FIVE_WILD)


def test_a_fourth_wild_does_not_come_where_one_is_turned_up():
    found = waits(LISHUI, hand("123m 46p 789p 11s 555m"), FIVE_WILD)
    assert "5m" not in found
    rules = rule_set("tui_dao_hu").with_options({"wild": "fixed:5m"})
    assert "5m" in waits(rules, hand("123m 46p 789p 11s 555m"))


def test_three_wilds_lack_only_the_drawn_tile():
    rules, context = rule_set("wenzhou"), Context(wild="C")
    ready = hand("258m 147p 369s ESNFCCC")
    assert tiles_away(rules, ready, context) == 1
    assert len(waits(rules, ready, context)) == 33
    assert tiles_away(rules, hand("258m 147p 369s ESNFBCC"), context) == 1


def test_a_hand_of_another_size_waits_for_nothing():
    assert waits(JPH, hand("123m 456p 789s 11p 33s 5s")) == ()


def dealt(random: Random, rules: RuleSet, wild: str | None) -> Hand:
    """A hand drawn from few kinds, so that many are nearly ready."""
    kinds = random.choice((KINDS[:9] + KINDS[27:30], KINDS[:18], KINDS[9:18]))
    deck = [kind for kind in kinds if kind != wild for _ in range(4)] + [wild] * 3 * (wild is not None)
    return Hand(tuple(random.sample(deck, 3 * rules.data["sets"] + 1)))


@pytest.mark.parametrize(
    ("name", "wild"), [("ji_ping_hu", None), ("xin_zhang", None), ("lishui", "5m"), ("wenzhou", "E")]
)
def test_waits_are_the_tiles_that_scoring_accepts_and_mean_one_tile_away(name, wild):
    random = Random(name)
    rules = rule_set(name)
    context = Context(wild=wild)
    seen = 0
    for _ in range(15 if wild else 150):
        held = dealt(random, rules, wild)
        found = waits(rules, held, context)
        accepted = tuple(tile for tile in KINDS if wins(rules, Hand(held.concealed, (), tile), context))
        assert found == accepted
        assert (tiles_away(rules, held, context) == 1) == bool(found)
        seen += bool(found)
    assert seen > 2


def wins(rules: RuleSet, whole: Hand, context: Context) -> bool:
    try:
        score_win(rules, whole, context)
    except RuleError:
        return False
    return True


@pytest.mark.parametrize(("name", "wild"), [("ji_ping_hu", None), ("tui_dao_hu", None), ("lishui", "5m")])
def test_a_better_draw_brings_the_win_one_tile_nearer(name, wild):
    """Some exchange of one tile brings a hand nearer by one, and none by more."""
    random = Random(name)
    rules, context = rule_set(name), Context(wild=wild)
    for _ in range(2):
        held = dealt(random, rules, wild)
        away = tiles_away(rules, held, context)
        nearest = away
        for place in range(0, 13, 3):
            rest = held.concealed[:place] + held.concealed[place + 1 :]
            for tile in KINDS:
                if rest.count(tile) < 3:
                    nearest = min(nearest, tiles_away(rules, Hand((*rest, tile)), context))
        assert away - 1 <= nearest <= away
