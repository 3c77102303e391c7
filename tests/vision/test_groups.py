"""Groups by gaps."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from vision.detector import Detection
from vision.groups import cut_kongs, cut_melds, is_meld, split
from vision.rows import find_rows

Lay = Callable[..., list[Detection]]
Turn = Callable[[Sequence[Detection], float], list[Detection]]


def groups(detections: Sequence[Detection]) -> list[int]:
    corners = np.array([one.box for one in detections], np.float32)
    (row,) = find_rows(corners)
    return [len(group) for group in split(row, corners)]


@pytest.mark.parametrize("degrees", [0, 10, 45, 90])
def test_tiles_that_touch_are_one_group(lay: Lay, turn: Turn, degrees: float) -> None:
    assert groups(turn(lay(["1m"] * 14), degrees)) == [14]


def test_a_third_of_a_tile_is_a_gap(lay: Lay) -> None:
    hand = (
        lay(["1m"] * 8)
        + lay(["2m"] * 3, start=(100 + 8.33 * 36, 300))
        + lay(["E"], start=(100 + 12 * 36, 300))
    )
    assert groups(hand) == [8, 3, 1]


def test_tiles_laid_loosely_are_no_groups() -> None:
    rng = np.random.default_rng(4)
    x = np.cumsum(36 + rng.uniform(0, 7, 14))
    corners = np.stack([x - 18, np.full(14, 276), x + 18, np.full(14, 324)], axis=1).astype(np.float32)
    (row,) = find_rows(corners)
    assert len(split(row, corners)) == 1


def test_perspective_makes_no_gap() -> None:
    x, sides = 50.0, []
    for number in range(14):
        width = 60 * 0.955**number
        sides.append([x, 300 - width * 0.7, x + width, 300 + width * 0.7])
        x += width
    corners = np.array(sides, np.float32)
    (row,) = find_rows(corners)
    assert len(split(row, corners)) == 1


def test_a_gap_in_a_short_row_is_no_perspective(lay: Lay) -> None:
    assert groups(lay(["2m", "3m", "4m", "3s"]) + lay(["3s"], start=(100 + 4.4 * 36, 300))) == [4, 1]


def test_a_gap_is_seen_in_perspective() -> None:
    x, sides = 50.0, []
    for number in range(11):
        width = 40 * 1.03**number
        x += 0.2 * width if number == 10 else 0.0
        sides.append([x, 300 - width * 0.7, x + width, 300 + width * 0.7])
        x += width
    corners = np.array(sides, np.float32)
    (row,) = find_rows(corners)
    assert [len(group) for group in split(row, corners)] == [10, 1]


def test_a_tile_laid_across_belongs_to_its_meld(lay: Lay) -> None:
    # Eight upright tiles, a gap, then a meld whose first tile lies across: 48 wide, 36 high.
    hand = lay(["1m"] * 8)
    across = lay(["E"], start=(100 + 7 * 36 + 18 + 20 + 24, 306), width=48, height=36)
    start = across[0].box[2] + 18
    assert groups(hand + across + lay(["E", "E"], start=(start, 300))) == [8, 3]


@pytest.mark.parametrize(
    ("tiles", "meld"),
    [
        ("1m 2m 3m", True), ("3m 1m 2m", True), ("E E E", True), ("7s 7s 7s 7s", True),
        ("back C C back", True),
        ("back back back back", True), ("1m 2m 4m", False), ("8m 9m 1p", False), ("E S W", False),
        ("1m 1m", False), ("1m 2m 3m 4m", False), ("flower flower flower", False), ("C back C", False),
        ("1m 1m 2m", False), ("E 1m 2m", False),
    ],
)  # fmt: skip
def test_what_may_be_a_meld(tiles: str, meld: bool) -> None:
    assert is_meld(tiles.split()) == meld


def test_a_concealed_kong_is_cut_out_of_its_row() -> None:
    kinds = ["1m", "2m", "3m", "back", "7p", "7p", "back", "E", "E", "E"]
    assert cut_kongs(range(10), kinds) == [[0, 1, 2], [3, 4, 5, 6], [7, 8, 9]]


def test_a_wall_is_no_kong() -> None:
    assert cut_kongs(range(9), ["back"] * 9) == [list(range(9))]


@pytest.mark.parametrize(
    ("tiles", "sizes"),
    [
        ("E E E", [3]),
        ("E E E 2s 3s 4s", [3, 3]),
        ("E E E E 2s 3s 4s", [4, 3]),
        ("back 7p 7p back 1m 1m 1m", [4, 3]),
        ("E E E 2s 3s", None),
        ("5p 6p 6p 6p", None),
        ("2s E E E 3s", None),
    ],
)
def test_a_group_is_cut_into_melds_where_it_is_made_of_them(tiles: str, sizes: list[int] | None) -> None:
    choices = [[tile] for tile in tiles.split()]
    melds = cut_melds(range(len(choices)), choices)
    assert (None if melds is None else [len(meld) for meld in melds]) == sizes


def test_of_four_alike_none_goes_to_the_kong_beside_them() -> None:
    kinds = ["N", "N", "N", "N", "back", "9m", "9m", "back"]
    assert cut_kongs(range(8), kinds) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_four_backs_in_a_row_of_tiles_are_a_kong_more_alone_are_a_wall() -> None:
    row = ["8s", "8s", "back", "back", "back", "back", "1p"]
    assert [len(part) for part in cut_kongs(range(7), row)] == [2, 4, 1]
    assert [len(part) for part in cut_kongs(range(6), row[:6])] == [2, 4]
    assert [len(part) for part in cut_kongs(range(6), ["back"] * 6)] == [6]
