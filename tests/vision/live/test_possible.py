"""Walls are no hands, and a fifth copy of a tile is doubted."""

from collections.abc import Sequence

import pytest
from painted_table import PaintedLook, Table, watch

from vision.live.possible import doubted, held
from vision.live.tracker import Tracker
from vision.live.view import SeenTile


def lying(number: int, tile: str, confidence: float) -> SeenTile:
    return SeenTile(number, tile, (0.0, 0.0, 20.0, 30.0), confidence, float(number))


@pytest.mark.parametrize(
    ("depths", "count"),
    [
        ([], 0),
        ([0.87] * 13, 13),
        ([0.87] * 13 + [0.7] * 18, 13),  # a wall before the hand
        ([0.9] * 18 + [0.75] * 13, 13),  # a wall behind it
        ([0.87] * 15, 14),  # one was found twice
        ([0.7] * 34, 0),  # nothing but walls
    ],
)
def test_the_outermost_row_that_is_no_wall_is_the_hand(depths: Sequence[float], count: int) -> None:
    assert held(depths) == count


def test_the_least_certain_fifth_copy_is_doubted() -> None:
    shares = (0.99, 0.95, 0.97, 0.98, 0.96)
    pool = [lying(number, "5p", share) for number, share in enumerate(shares)]
    assert [seen.settled for seen in doubted(pool, {})] == [True, False, True, True, True]


def test_copies_in_melds_count_and_flowers_do_not() -> None:
    pool = [lying(1, "C", 0.97), lying(2, "C", 0.99), *(lying(n, "flower", 0.9) for n in range(3, 9))]
    told = doubted(pool, {"C": 3})
    assert [seen.number for seen in told if not seen.settled] == [1]


def test_a_wall_before_a_hand_is_not_counted_with_it() -> None:
    table, tracker = Table(), Tracker(PaintedLook())
    table.row("hand", ["back"] * 13, 200, 440)
    table.row("wall", ["back"] * 17, 160, 408)
    watch(tracker, table.rest(2))
    assert tracker.view().backs["bottom"] == 13


def test_a_fifth_copy_in_the_middle_is_shown_as_doubtful() -> None:
    table, tracker = Table(), Tracker(PaintedLook())
    for number in range(5):
        table.put(f"pool{number}", "5p", 240 + 40 * number, 240)
    watch(tracker, table.rest(2))
    view = tracker.view()
    assert [seen.tile for seen in view.pool] == ["5p"] * 5
    assert sum(seen.settled for seen in view.pool) == 4
