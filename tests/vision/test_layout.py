"""The hand among everything on the table."""

from collections.abc import Callable, Sequence

import pytest

from vision.detector import Detection
from vision.layout import Layout, arrange

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C"]
Lay = Callable[..., list[Detection]]
Turn = Callable[[Sequence[Detection], float], list[Detection]]


def tiles(layout: Layout, indices: Sequence[int]) -> list[str]:
    return [layout.tiles[index].tile for index in indices]


def roles(layout: Layout) -> list[str]:
    return [layout.role(index) for index in range(len(layout.tiles))]


def test_a_row_is_the_hand_in_reading_order(lay: Lay) -> None:
    layout = arrange(lay(HAND)[::-1])
    assert tiles(layout, layout.concealed) == HAND
    assert (layout.melds, layout.win, layout.flowers) == ((), None, ())


@pytest.mark.parametrize("degrees", [0, 12, 45, 90, 180, 270, 300])
def test_the_hand_is_found_in_any_turn_of_the_photo(lay: Lay, turn: Turn, degrees: float) -> None:
    discards = [*lay(["1p"], start=(300, 40)), *lay(["2p"], start=(380, 90)), *lay(["3p"], start=(520, 60))]
    layout = arrange(turn(lay(HAND) + discards, degrees))
    assert sorted(tiles(layout, layout.concealed)) == sorted(HAND)
    assert roles(layout).count("table") == 3


def test_two_rows_are_one_hand(lay: Lay) -> None:
    layout = arrange(lay(HAND[7:], start=(110, 350)) + lay(HAND[:7], start=(100, 300)))
    assert tiles(layout, layout.concealed) == HAND
    assert layout.melds == ()


def test_five_rows_of_three_are_a_grid_and_no_melds(lay: Lay) -> None:
    grid = [
        tile for line in range(5) for tile in lay(HAND[3 * line : 3 * line + 3], start=(100, 100 + 49 * line))
    ]
    layout = arrange(grid)
    assert tiles(layout, layout.concealed) == HAND
    assert layout.melds == ()


def test_groups_set_apart_are_melds(lay: Lay) -> None:
    hand = lay([*HAND[:8], None, "E", "E", "E", None, "2s", "3s", "4s"])
    layout = arrange(hand)
    assert tiles(layout, layout.concealed) == HAND[:8]
    assert [tiles(layout, meld) for meld in layout.melds] == [["E", "E", "E"], ["2s", "3s", "4s"]]
    assert roles(layout) == ["hand"] * 8 + ["meld"] * 6


def test_melds_that_touch_each_other_are_several(lay: Lay) -> None:
    layout = arrange(lay([*HAND[:8], None, "E", "E", "E", "2s", "3s", "4s"]))
    assert [tiles(layout, meld) for meld in layout.melds] == [["E", "E", "E"], ["2s", "3s", "4s"]]
    assert tiles(layout, layout.concealed) == HAND[:8]


def test_the_winning_tile_may_lie_against_a_meld(lay: Lay) -> None:
    layout = arrange(lay([*HAND[:10], None, "C", "C", "C", "5p"]))
    assert [tiles(layout, meld) for meld in layout.melds] == [["C", "C", "C"]]
    assert layout.win is not None
    assert tiles(layout, [layout.win]) == ["5p"]


def test_a_hand_beside_its_winning_tile_is_no_row_of_melds(lay: Lay) -> None:
    layout = arrange(lay(["5p", "6p", "6p", "6p", "7p", "7p", "7p", None, "6p"]))
    assert layout.melds == ()
    assert len(layout.concealed) == 8


def test_concealed_tiles_lie_further_from_their_melds(lay: Lay) -> None:
    melds = lay(["E", "E", "E", None, "3s", "4s", "5s", None, "7s", "8s", "9s"])
    layout = arrange(melds + lay(["3s", "5s", "W", "W"], start=(100, 400)) + lay(["4s"], start=(270, 400)))
    assert len(layout.melds) == 3
    assert tiles(layout, layout.concealed) == ["3s", "5s", "W", "W"]
    assert layout.win is not None


def test_of_a_pair_laid_apart_the_last_tile_wins(lay: Lay) -> None:
    called = [tile for kind in "ESW" for tile in (None, kind, kind, kind)]
    layout = arrange(lay(["6m", *called, None, "7p", "8p", "9p", None, "6m"]))
    assert tiles(layout, layout.concealed) == ["6m"]
    assert layout.win is not None
    assert layout.tiles[layout.win].box[0] > 500


def test_melds_above_the_hand_belong_to_it(lay: Lay) -> None:
    layout = arrange(lay(HAND[:11]) + lay(["C", "C", "C"], start=(200, 220)))
    assert [tiles(layout, meld) for meld in layout.melds] == [["C", "C", "C"]]
    assert tiles(layout, layout.concealed) == HAND[:11]


def test_a_concealed_kong_shows_two_backs(lay: Lay) -> None:
    layout = arrange(lay([*HAND[:11], None, "back", "7p", "7p", "back"]))
    assert [tiles(layout, meld) for meld in layout.melds] == [["back", "7p", "7p", "back"]]
    assert roles(layout)[-4:] == ["meld"] * 4


def test_a_lone_tile_at_the_end_wins(lay: Lay) -> None:
    layout = arrange(lay([*HAND[:13], None, "C"]))
    assert layout.win is not None
    assert tiles(layout, [layout.win]) == ["C"]
    assert tiles(layout, layout.concealed) == HAND[:13]
    assert layout.role(layout.win) == "hand"


def test_a_lone_tile_above_wins(lay: Lay) -> None:
    layout = arrange(lay(HAND[:13]) + lay(["C"], start=(250, 220)))
    assert layout.win is not None
    assert tiles(layout, [layout.win]) == ["C"]


def test_among_discards_no_tile_wins(lay: Lay) -> None:
    discards = [*lay(["1p"], start=(200, 215)), *lay(["C"], start=(330, 210)), *lay(["5m"], start=(460, 218))]
    layout = arrange(lay(HAND[:13]) + discards)
    assert layout.win is None
    assert roles(layout).count("table") == 3


def test_a_lone_tile_beside_a_whole_hand_does_not_win(lay: Lay) -> None:
    layout = arrange(lay(HAND) + lay(["C"], start=(250, 220)))
    assert layout.win is None
    assert len(layout.concealed) == 14


def test_flowers_are_apart_and_make_no_gap(lay: Lay) -> None:
    layout = arrange(lay(["E", "E", "E", "flower", "flower", *HAND[:9], "C", "C"]))
    assert tiles(layout, layout.concealed) == ["E", "E", "E", *HAND[:9], "C", "C"]
    assert len(layout.flowers) == 2
    assert layout.melds == ()


def test_a_wall_and_smaller_tiles_are_table(lay: Lay) -> None:
    wall = lay(["back"] * 17, start=(80, 100))
    other = lay(["5p"] * 13, start=(300, 40), pitch=20, width=20, height=27)
    layout = arrange(wall + other + lay(HAND))
    assert tiles(layout, layout.concealed) == HAND
    assert roles(layout).count("back") == 17
    assert roles(layout).count("table") == 13


def test_a_hand_that_hides_the_middle_of_a_row_leaves_one_hand(lay: Lay) -> None:
    layout = arrange(lay([*HAND[:5], None, None, None, None, *HAND[9:]]))
    assert tiles(layout, layout.concealed) == [*HAND[:5], *HAND[9:]]


def test_nothing_and_backs_alone_are_no_hand(lay: Lay) -> None:
    assert arrange([]).tiles == ()
    layout = arrange(lay(["back"] * 4))
    assert layout.concealed == ()
    assert roles(layout) == ["back"] * 4


def test_one_tile_is_a_hand_of_one(lay: Lay) -> None:
    layout = arrange(lay(["F"]))
    assert tiles(layout, layout.concealed) == ["F"]
