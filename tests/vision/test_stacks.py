"""Kongs with the fourth tile on top."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.hands import Priors
from vision.layout import arrange

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "C", "C"]
Lay = Callable[..., list[Detection]]
Turn = Callable[[Sequence[Detection], float], list[Detection]]


def stacked(lay: Lay, kinds: list[str], lift: float, at: float = 540, aside: float = 0.0) -> list[Detection]:
    """Three tiles, the middle one raised."""
    first, top, last = kinds
    ends = [*lay([first], start=(at, 300)), *lay([last], start=(at + 72, 300))]
    return [*ends, *lay([top], start=(at + 36 + aside, 300 - lift))]


@pytest.mark.parametrize("at", [520, 570])
def test_three_alike_with_the_middle_one_raised_are_a_kong(lay: Lay, at: float) -> None:
    reading = correct(arrange(lay(HAND) + stacked(lay, ["E", "E", "E"], 16, at)))
    (meld,) = reading.melds
    assert (meld.type, meld.tiles, len(meld.indices)) == ("gang_unknown", ("E",) * 4, 3)
    assert reading.complete


def test_three_in_line_are_a_triplet(lay: Lay) -> None:
    (meld,) = correct(arrange(lay(HAND) + stacked(lay, ["E", "E", "E"], 0))).melds
    assert (meld.type, meld.tiles) == ("peng", ("E",) * 3)


def test_a_tile_that_lies_lower_than_its_neighbours_is_on_none(lay: Lay) -> None:
    (meld,) = correct(arrange(lay(HAND) + stacked(lay, ["E", "E", "E"], -14))).melds
    assert meld.type == "peng"


def test_between_triplet_and_kong_the_player_is_asked(lay: Lay) -> None:
    reading = correct(arrange(lay(HAND) + stacked(lay, ["E", "E", "E"], 10)))
    assert [reading.tiles[index].doubtful for index in reading.melds[0].indices] == [True] * 3
    assert not any(reading.tiles[index].doubtful for index in reading.concealed)


def test_seen_from_straight_above_a_raised_tile_is_larger_and_off_the_middle(lay: Lay) -> None:
    first, last, top = stacked(lay, ["E", "E", "E"], 2, aside=2)
    x0, y0, x1, y1 = top.box
    nearer = replace(top, box=(x0 - 1.2, y0 - 1.6, x1 + 1.2, y1 + 1.6))
    kinds = [correct(arrange([*lay(HAND), first, last, one])).melds[0].type for one in (top, nearer)]
    assert kinds == ["peng", "gang_unknown"]


@pytest.mark.parametrize("slant", [0, 8])
def test_backs_beyond_a_gap_hide_nothing_of_two_alike(lay: Lay, turn: Turn, slant: float) -> None:
    kong = lay(["back", "9s", "9s", "back"], start=(100 + 36 * 7 + 36 * 3 + 40, 300))
    hand = lay(["1m", "2m", "3m", "4p", "4p", "5p", "6p"]) + lay(["E"] * 3, start=(100 + 36 * 7 + 20, 300))
    layout = arrange(turn(hand + kong + lay(["7p"], start=(240, 215)), slant))
    assert sorted(map(len, layout.melds)) == [3, 4]
    assert layout.covering == ()


def test_an_untidy_hand_has_no_kongs_for_it(lay: Lay) -> None:
    rough = [
        tile
        for place, kind in enumerate(HAND)
        for tile in lay([kind], start=(100 + 36 * place, 300 + 4 * (place % 2)))
    ]
    (meld,) = correct(arrange(rough + stacked(lay, ["E", "E", "E"], 9))).melds
    assert meld.type == "peng"


@pytest.mark.parametrize("kinds", [["back", "back", "E"], ["E", "back", "back"], ["E", "E", "back"]])
def test_a_back_among_three_makes_a_concealed_kong(lay: Lay, kinds: list[str]) -> None:
    reading = correct(arrange(lay(HAND) + stacked(lay, kinds, 12, aside=6)))
    (meld,) = reading.melds
    assert (meld.type, meld.tiles) == ("an_gang", ("E",) * 4)


def test_three_backs_are_a_kong_of_which_nothing_is_known(lay: Lay) -> None:
    (meld,) = correct(arrange(lay(HAND) + stacked(lay, ["back"] * 3, 14))).melds
    assert (meld.type, meld.tiles) == ("an_gang", ("back",) * 4)


def test_a_winning_tile_apart_from_two_alike_is_no_stack(lay: Lay) -> None:
    layout = arrange(
        lay(["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "F", "F", "C", "C"])
        + lay(["C"], start=(584, 301))
    )
    assert layout.win is not None
    assert layout.melds == ()


def test_the_lone_tile_above_a_row_is_not_lowered_into_it(lay: Lay) -> None:
    layout = arrange(lay([*HAND, "F", "F"]) + lay(["F"], start=(514, 250)))
    assert layout.win is not None
    assert layout.tiles[layout.win].box[1] < 240


def test_three_raised_that_are_no_kong_after_all_are_read_one_by_one(lay: Lay) -> None:
    probabilities = np.full(len(CLASSES), 1e-5, np.float32)
    probabilities[[CLASSES.index("E"), CLASSES.index("2p")]] = 0.3, 0.7
    hand = lay(["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "C", "C"])
    first, last, top = stacked(lay, ["E", "E", "E"], 16, 520)
    clear = np.full(len(CLASSES), 1e-5, np.float32)
    clear[[CLASSES.index("1p"), CLASSES.index("E")]] = 0.9, 0.1
    group = [
        replace(first, probabilities=clear),
        replace(last, probabilities=clear),
        replace(top, probabilities=probabilities),
    ]
    layout = arrange(hand + group)
    assert layout.covering
    reading = correct(layout, priors=Priors(odd=0.5, win=0.0))
    assert reading.melds == ()
    assert len(reading.tiles) == 14


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_stack_is_seen_in_a_photo_turned_by_quarters(lay: Lay, turn: Turn, turns: int) -> None:
    laid = turn(lay(HAND) + stacked(lay, ["E", "E", "E"], 16), 90 * turns)
    (meld,) = correct(arrange(laid, turns)).melds
    assert meld.type == "gang_unknown"
