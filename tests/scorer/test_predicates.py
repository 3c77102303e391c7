"""Predicates at their edges: the first and last rank, each suit, one tile short."""

import pytest

from scorer import parsing
from scorer.deal import Deal
from scorer.hand import Context
from scorer.predicates import PREDICATES
from scorer.readings import readings
from scorer.rulesets import rule_set


def holds(predicate, tiles, rules="xin_zhang", **context):
    """The most that a predicate says of any reading of a closed hand; its last tile is the winning one."""
    *concealed, win = parsing.tiles(tiles)
    table = rule_set(rules)
    hand = parsing.hand({"concealed": " ".join(concealed), "win": win})
    deal = Deal(hand, Context(**context), table.values, table.data)
    return max(PREDICATES[predicate](view) for view in readings(table, deal))


@pytest.mark.parametrize("suit", "mps")
def test_a_straight_may_be_of_any_suit(suit):
    other = "p" if suit != "p" else "m"
    assert holds("straight", f"123456789{suit} 222{other} EE")
    assert not holds("straight", f"123456{suit} 789{other} 222{other} EE")


@pytest.mark.parametrize("suit", "mps")
@pytest.mark.parametrize(
    ("ranks", "long"), [("111222333", 3), ("777888999", 3), ("111222333444", 4), ("666777888999", 4)]
)
def test_rows_of_triplets_begin_and_end_in_any_suit(suit, ranks, long):
    rest = "" if long == 4 else "EEE "
    tiles = f"{ranks}{suit} {rest}NN"
    assert holds("three_consecutive_triplets", tiles) == (long == 3)
    assert holds("four_consecutive_triplets", tiles) == (long == 4)


@pytest.mark.parametrize(
    "tiles", ["888999m 111p EEE NN", "888999p 111s EEE NN", "111222m EEE SSS NN", "999m 111222p EEE NN"]
)
def test_rows_of_triplets_end_with_their_suit(tiles):
    assert not holds("three_consecutive_triplets", tiles)


def test_old_and_young_may_be_all_the_runs_there_are():
    assert holds("old_and_young", "123789m EEE SSS NN") == 1
    assert holds("old_and_young", "111999s EEE SSS NN") == 1
    assert holds("old_and_young", "123789m 123789p NN") == 2
    assert not holds("old_and_young", "123m 789p EEE SSS NN")


@pytest.mark.parametrize("rank", "15")
def test_the_same_triplet_in_three_suits_may_be_of_any_rank(rank):
    tiles = " ".join(3 * rank + suit for suit in "mps") + " EEE NN"
    assert holds("same_triplets_in_three_suits", tiles) == 1
    assert holds("same_in_three_suits", tiles) == 1


@pytest.mark.parametrize("ranks", ["123", "456", "789"])
def test_the_same_run_in_three_suits_may_be_of_any_rank(ranks):
    assert holds("same_in_three_suits", f"{ranks}m {ranks}p {ranks}s EEE NN") == 1
    assert holds("same_triplets_in_three_suits", f"{ranks}m {ranks}p {ranks}s EEE NN") == 0


def test_four_alike_in_a_triplet_and_a_run():
    assert holds("four_in_triplet_and_run", "111123m 456p EEE NN") == 1
    assert holds("four_in_triplet_and_run", "111m 123p 456p EEE NN") == 0


@pytest.mark.parametrize(
    ("tiles", "shared"),
    [
        ("123m 111p 123s 123p 11s", True),
        ("789m 999p 789s 789p 99s", True),
        ("789m 789p 789p 789p 99s", True),
        ("456m 456p 456s 555p 55s", True),
        ("123m 111p 123s 123p EE", False),  # East is no one
        ("123m 111p EEE 123p 11s", False),
        ("123m 234p 345s 333p 44s", False),
    ],
)
def test_one_rank_in_every_set_and_the_pair(tiles, shared):
    assert holds("shared_rank", tiles) is shared


@pytest.mark.parametrize(
    ("tiles", "two", "three"),
    [
        ("111m 111p 222m 222s 22p", True, False),
        ("111m 111p 222m 222s CC", False, True),
        ("111m 111p 111s CCC BB", True, False),  # all dragons are one number
        ("111m 111p 111s EEE SS", True, False),  # and so are all winds
        ("111m 111p EEE SSS CC", False, True),
        ("111m 222p 333s EEE NN", False, False),
        ("111m 222p 111s 222s 11p", True, False),
    ],
)
def test_numbers_of_triplets(tiles, two, three):
    assert holds("two_numbers", tiles) is two
    assert holds("three_numbers", tiles) is three


# 1112345678999 with one of the ranks 2 to 8 missing, in full flushes that are won.
SHORT_GATES = [
    "11134567899933",
    "11122456678999",
    "11123567888999",
    "11122234678999",
    "11122234578999",
    "11123445688999",
    "11123456777999",
]


@pytest.mark.parametrize("suit", "mps")
def test_nine_gates_need_every_rank(suit):
    assert holds("nine_gates_any_wait", f"11123456789995{suit}")
    assert holds("nine_gates_pure", f"11123456789995{suit}")
    for ranks in SHORT_GATES:
        assert len(set(ranks)) == 8
        assert not holds("nine_gates_any_wait", ranks + suit)
    # The winning tile completes the nine gates, but other tiles would not.
    assert holds("nine_gates_any_wait", f"11234567899951{suit}")
    assert not holds("nine_gates_pure", f"11234567899951{suit}")


def test_the_first_wild_tile_drawn_is_no_meeting():
    def meeting(tiles, win_by="self_draw"):
        return holds("wild_meeting", tiles, "lishui", wild="9m", win_by=win_by)

    assert not meeting("123m 456p 789s 23s EE 9m")
    assert meeting("123m 456p 789s 9m 2s EE 9m")
    assert not meeting("123m 456p 789s 9m 9m EE 2s")


def test_hard_and_soft_hands_are_won_on_a_discard():
    def held(tiles, win_by):
        context = {"wild": "9m", "win_by": win_by}
        return [
            name
            for name in ("by_discard_natural", "by_discard_substituted", "not_by_discard_or_natural")
            if holds(name, tiles, "wenzhou", **context)
        ]

    natural, soft = "123m 456p 789s 234m EE 23s 4s", "123m 456p 789s 234m EE 9m 3s 4s"
    assert held(natural, "discard") == ["by_discard_natural", "not_by_discard_or_natural"]
    assert held(soft, "discard") == ["by_discard_substituted"]
    assert held(natural, "self_draw") == held(soft, "self_draw") == ["not_by_discard_or_natural"]


def test_a_plain_self_draw_is_no_heavenly_hand(play):
    win = play(
        "wenzhou", "123m 456p 789s 234m 23s NN +4s ; S ; wild=9m dealer_streak=0", special_doubles=True
    )
    win.has("自摸=2", 2, 2, "S+8 E-4 W-2 N-2")
