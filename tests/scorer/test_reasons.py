"""What a score says about its points and payments: keys and numbers, in every rule set and way of paying."""

from fractions import Fraction

import pytest

from scorer import parsing
from scorer.rulesets import rule_set
from scorer.scoring import Score, score_win

PLAIN = ("123m 456p 789s 23s EE", "4s")
WENZHOU = ("123m 456p 789s 234m 23s NN", "4s")
DISCARD = {"win_by": "discard", "from": "W"}
ROBBED = {"win_by": "rob_kong", "from": "W"}
DRAWN = {"win_by": "self_draw"}


def score(rules, context, **options) -> Score:
    concealed, win = WENZHOU if rules == "wenzhou" else PLAIN
    hand = parsing.hand({"concealed": concealed, "win": win})
    given = {"winner": "S", "dealer": "E", "wild": "9m"} | context
    return score_win(rule_set(rules).with_options(options), hand, parsing.context(given))


# South wins a plain hand; the formula and its numbers.
FORMULAS = [
    ("ji_ping_hu", DRAWN, {"base": 3}, "doubled", {"fan": 2, "base": 3, "points": 12}),
    ("lao_zhang", DRAWN, {"min_fan": 0, "base": 2}, "by_curve", {"fan": 3, "base": 2, "points": 16}),
    ("xin_zhang", DRAWN, {"base": 2}, "one_more", {"fan": 4, "base": 2, "points": 10}),
    (
        "tui_dao_hu",
        DRAWN | {"horses": ["1m", "2m"]},
        {"base": 2},
        "with_horses",
        {"fan": 1, "base": 2, "horses": 1, "points": 4},
    ),
    (
        "tui_dao_hu",
        DRAWN | {"horses": ["2m"]},
        {"self_draw_factor": 2},
        "with_horses_factor",
        {"fan": 1, "base": 1, "horses": 1, "factor": 2, "points": 4},
    ),
    (
        "tui_dao_hu",
        ROBBED,
        {"self_draw_factor": 2},
        "with_horses_factor",
        {"fan": 1, "base": 1, "horses": 0, "factor": 2, "points": 2},
    ),
    (
        "tui_dao_hu",
        DISCARD,
        {"self_draw_factor": 2, "allow_discard_win": True},
        "with_horses",
        {"fan": 1, "base": 1, "horses": 0, "points": 1},
    ),
    (
        "lishui",
        DISCARD | {"dealer_streak": 1},
        {"base": 2},
        "by_dealer_base",
        {"fan": 1, "base": 10, "points": 10},
    ),
    ("wenzhou", DISCARD, {"base": 2}, "plain", {"fan": 2, "base": 2, "points": 4}),
]


@pytest.mark.parametrize(("rules", "context", "options", "formula", "numbers"), FORMULAS)
def test_points_come_with_their_formula(rules, context, options, formula, numbers):
    found = score(rules, context, **options)
    (note,) = [note for note in found.notes if note.key.startswith("points.")]
    assert note.key == f"points.{formula}"
    assert note.params == numbers
    assert found.points == numbers["points"]


SIDE = {"fan": 1, "base": 1}
# Payer, reason and its numbers, in the order of play after the winner, South.
PAYMENTS = [
    ("ji_ping_hu", DRAWN, {}, [("W", 4, "self_draw"), ("N", 4, "self_draw"), ("E", 4, "self_draw")]),
    ("ji_ping_hu", DISCARD, {}, [("W", 2, "discard")]),
    (
        "ji_ping_hu",
        ROBBED,
        {},
        [("W", 8, "for_all.robbed", {"owes": seat}) for seat in "WNE"],
    ),
    ("lao_zhang", ROBBED, {"min_fan": 0, "rob_kong_payment": "discard"}, [("W", 8, "robbed")]),
    (
        "lao_zhang",
        DISCARD,
        {"min_fan": 0, "payment": "half"},
        [
            ("W", 2, "discard", {"share": Fraction(1, 2), "whole": 4}),
            ("N", 1, "bystander", {"share": Fraction(1, 4), "whole": 4}),
            ("E", 1, "bystander", {"share": Fraction(1, 4), "whole": 4}),
        ],
    ),
    ("xin_zhang", DISCARD, {}, [("W", 12, "discard", {"share": 4, "whole": 3})]),
    (
        "xin_zhang",
        DISCARD,
        {"full_shoot": False},
        [("W", 6, "discard", {"share": 2, "whole": 3}), ("N", 3, "bystander"), ("E", 3, "bystander")],
    ),
    (
        "lishui",
        DISCARD | {"dealer_streak": 1},
        {"base": 2},
        [
            ("W", 2, "side", {"fan": 1, "base": 2}),
            ("N", 2, "side", {"fan": 1, "base": 2}),
            ("E", 10, "dealer_owes", {"fan": 1, "base": 10}),
            ("W", 2, "discarder_penalty", {"owes": "W"}),
        ],
    ),
    (
        "lishui",
        DISCARD | {"dealer": "S"},
        {},
        [(seat, 3, "to_dealer", {"fan": 1, "base": 3}) for seat in "WNE"]
        + [("W", 1, "discarder_penalty", {"owes": "W"})],
    ),
    (
        "lishui",
        DRAWN,
        {"side_payment": "flat_one", "base": 2},
        [("W", 2, "side_flat"), ("N", 2, "side_flat"), ("E", 12, "dealer_owes", {"fan": 2, "base": 6})],
    ),
    (
        "lishui",
        ROBBED,
        {"rob_kong_penalty": 2},
        [
            ("W", 4, "for_all.robbed", {"owes": "W"}),
            ("W", 4, "for_all.robbed", {"owes": "N"}),
            ("W", 12, "for_all.robbed", {"owes": "E"}),
            ("W", 2, "rob_kong_penalty", {"owes": "W"}),
        ],
    ),
    (
        "lishui",
        DISCARD | {"key_pair": ["E", "S"]},
        {},
        [
            ("E", 1, "for_all.key_pair", {"owes": "W"}),
            ("E", 1, "for_all.key_pair", {"owes": "N"}),
            ("E", 3, "for_all.key_pair", {"owes": "E"}),
            ("E", 1, "discarder_penalty", {"owes": "W"}),
        ],
    ),
    (
        "lishui",
        DISCARD | {"key_pair": ["N", "E"]},
        {},
        [
            ("W", 1, "side", SIDE),
            ("N", 1, "side", SIDE),
            ("E", 3, "dealer_owes", {"fan": 1, "base": 3}),
            ("W", 1, "discarder_penalty", {"owes": "W"}),
        ],
    ),
    (
        "wenzhou",
        DISCARD | {"dealer_streak": 1},
        {"base": 2},
        [
            ("W", 4, "no_factor", {"factor": 1, "points": 4}),
            ("N", 4, "no_factor", {"factor": 1, "points": 4}),
            ("E", 16, "factor", {"factor": 4, "points": 4}),
        ],
    ),
    (
        "wenzhou",
        DRAWN,
        {},
        [
            ("W", 2, "no_factor", {"factor": 1, "points": 2}),
            ("N", 2, "no_factor", {"factor": 1, "points": 2}),
            ("E", 4, "factor", {"factor": 2, "points": 2}),
        ],
    ),
    (
        "wenzhou",
        ROBBED,
        {"rob_kong_bao": True},
        [
            ("W", 2, "for_all.robbed", {"owes": "W"}),
            ("W", 2, "for_all.robbed", {"owes": "N"}),
            ("W", 4, "for_all.robbed", {"owes": "E"}),
        ],
    ),
]


@pytest.mark.parametrize(("rules", "context", "options", "expected"), PAYMENTS)
def test_every_payment_says_why(rules, context, options, expected):
    found = score(rules, context, **options).settlement.transfers
    assert [(one.payer, one.payee, one.amount, one.why.key) for one in found] == [
        (payer, "S", amount, f"pay.{key}") for payer, amount, key, *_ in expected
    ]
    for one, (payer, amount, _, *numbers) in zip(found, expected, strict=True):
        assert one.why.params == {"payer": payer, "amount": amount} | (numbers[0] if numbers else {})


def stands_for(concealed, win, wild):
    hand = parsing.hand({"concealed": concealed, "win": win})
    context = parsing.context({"winner": "S", "dealer": "E", "win_by": "self_draw", "wild": wild})
    found = score_win(rule_set("lishui"), hand, context)
    return found.reading, [note.params["tiles"] for note in found.notes if note.key == "note.wild_stands_for"]


def test_wild_tiles_that_stand_for_themselves_are_not_said_to_stand_for_anything():
    assert stands_for("123m 456p 789s 23s EE", "4s", "3s") == ("123m 456p 234s 789s EE", [])
    reading, said = stands_for("123m 456p 789s 23s E9m", "4s", "9m")
    assert (reading, said) == ("123m 456p 234s 789s EE", [("E",)])


def test_of_equal_readings_a_wild_tile_rather_stands_for_itself():
    # 56s and a wild 7s: 456s comes first as text, 567s takes the tile for what it is.
    assert stands_for("123m 456p 123p 56s EE", "7s", "7s") == ("123m 123p 456p 567s EE", [])
