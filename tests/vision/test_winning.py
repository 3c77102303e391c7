"""The winning tile, and what lies near the hand without being part of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.layout import Layout, arrange

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C"]
MELDS = ["E", "E", "E", None, "3s", "4s", "5s", None, "7s", "8s", "9s", None, "2p", "2p", "2p"]
Lay = Callable[..., list[Detection]]
Turn = Callable[[Sequence[Detection], float], list[Detection]]


def tiles(layout: Layout, indices: Sequence[int]) -> list[str]:
    return [layout.tiles[index].tile for index in indices]


def test_two_lone_tiles_beside_four_melds_are_the_pair_and_the_right_one_wins(lay: Lay) -> None:
    layout = arrange(lay(MELDS) + lay(["C", None, "C"], start=(100, 380)))
    assert len(layout.melds) == 4
    assert tiles(layout, layout.concealed) == ["C"]
    assert layout.win is not None
    assert layout.tiles[layout.win].box[0] > 120


def test_melds_that_touch_are_melds_beside_a_lone_pair(lay: Lay) -> None:
    touching = [tile for tile in MELDS[:8] if tile]
    layout = arrange(lay([*touching, *MELDS[7:]]) + lay(["C", None, "C"], start=(100, 380)))
    assert len(layout.melds) == 4
    assert layout.win is not None


def test_two_lone_tiles_that_differ_are_no_pair(lay: Lay) -> None:
    layout = arrange(lay(MELDS) + lay(["C", None, "4m"], start=(100, 380)))
    assert layout.win is None


def test_a_tile_across_at_the_end_of_the_row_wins_however_near_it_lies(lay: Lay) -> None:
    row = [*lay(HAND[:13]), *lay(["C"], start=(575, 306), width=48, height=36)]
    layout = arrange(row)
    assert layout.win is not None
    assert tiles(layout, [layout.win]) == ["C"]


def test_a_tile_off_the_line_at_the_end_of_the_row_is_not_the_winning_one(lay: Lay) -> None:
    layout = arrange(lay(["1m"], start=(62, 322)) + lay([*HAND[1:13], None, "C"]))
    assert layout.win is not None
    assert tiles(layout, [layout.win]) == ["C"]
    assert "1m" in tiles(layout, layout.concealed)


def test_flowers_taken_for_tiles_leave_the_winning_tile_where_it_is(lay: Lay) -> None:
    misread = np.full(len(CLASSES), 0.002, np.float32)
    misread[[CLASSES.index("1s"), CLASSES.index("flower")]] = 0.5, 0.4
    birds = [replace(tile, probabilities=misread) for tile in lay(["1s", "1s"], start=(160, 235))]
    layout = arrange(lay([*HAND[:13], None, "C"]) + birds)
    assert layout.win is not None
    assert tiles(layout, [layout.win]) == ["C"]
    assert "1s" in tiles(layout, layout.concealed)  # weighed with the hand, being perhaps flowers


def test_a_tile_among_flowers_that_the_hand_is_whole_without_is_one(lay: Lay) -> None:
    layout = arrange(lay([*HAND[:13], None, "C"]) + lay(["flower", "4m", "flower"], start=(160, 235)))
    reading = correct(layout)
    assert reading.flowers == 3
    assert [tile.tile for tile in reading.tiles if tile.doubtful] == ["flower"]
    assert reading.complete


def test_tiles_too_many_in_a_row_of_their_own_are_none_of_the_hands(lay: Lay) -> None:
    layout = arrange(lay([*HAND[:13], None, "C"]) + lay(["1p", "5p"], start=(160, 235)))
    assert layout.win is not None
    assert not {"1p"} & set(tiles(layout, layout.concealed))


def test_melds_lie_flat_beside_a_hand_that_stands(lay: Lay) -> None:
    standing = lay(HAND[:8], height=20)
    layout = arrange(standing + lay(["C", "C", "C", None, "E", "E", "E"], start=(160, 230)))
    assert len(layout.melds) == 2
    assert len(layout.concealed) == 8


def test_four_backs_near_a_hand_that_lacks_a_meld_are_a_kong(lay: Lay) -> None:
    layout = arrange(lay([*HAND[:10], None, "E"]) + lay(["back"] * 4, start=(130, 365)))
    assert [tiles(layout, meld) for meld in layout.melds] == [["back"] * 4]


def test_four_backs_near_a_whole_hand_are_the_walls(lay: Lay) -> None:
    layout = arrange(lay([*HAND[:13], None, "E"]) + lay(["back"] * 4, start=(130, 365)))
    assert layout.melds == ()


def test_a_row_of_melds_a_little_above_the_concealed_tiles_stays_one(lay: Lay) -> None:
    layout = arrange(lay(HAND[:8]) + lay(["C", "C", "C", "E", "E", "E"], start=(130, 242)))
    assert len(layout.melds) == 2


def test_a_row_that_is_whole_with_its_kong_is_not_cut_into_melds(lay: Lay) -> None:
    row = ["6m", "6m", "6m", "8m", "8m", "8m", "8m", "4s", "4s", "4s"]
    layout = arrange(lay([*row, None, "4p", "back", "back", "4p", None, "6m"]))
    assert tiles(layout, layout.concealed) == row
    assert layout.win is not None


def test_flowers_taken_for_a_triplet_are_no_meld_of_a_whole_hand(lay: Lay) -> None:
    misread = np.full(len(CLASSES), 0.002, np.float32)
    misread[[CLASSES.index("F"), CLASSES.index("flower")]] = 0.5, 0.4
    flowers = [replace(tile, probabilities=misread) for tile in lay(["F"] * 3, start=(160, 235))]
    layout = arrange(lay([*HAND[:13], None, "C"]) + flowers)
    assert layout.melds == ()
    assert layout.win is not None


def test_a_tile_off_the_line_within_the_row_leaves_the_row_one(lay: Lay) -> None:
    row = ["1p", "2p", "3p", "5p", "5p", "6m", "2s", "3s", "4s", "S", "S", "S", "1m"]
    laid = [
        tile
        for place, kind in enumerate(row)
        for tile in lay([kind], (100 + 36 * place, 318 if place == 5 else 300))
    ]
    layout = arrange(laid + lay(["1m"], start=(600, 300)))
    assert layout.win is not None
    assert layout.melds == ()
    assert len(layout.concealed) == 13


def test_of_three_flowers_two_are_seen_as_such_and_the_winning_tile_lies_apart(lay: Lay) -> None:
    flowers = lay(["2p", "flower", "flower"], start=(100, 235))
    layout = arrange(lay(HAND[:13]) + flowers + lay(["C"], start=(400, 225)))
    assert layout.win is not None
    assert tiles(layout, [layout.win]) == ["C"]
    assert (len(layout.concealed), len(layout.flowers)) == (13, 3)


def test_a_die_nearer_than_the_winning_tile_does_not_win(lay: Lay) -> None:
    die = lay(["3p"], start=(230, 250), width=27, height=27)
    layout = arrange(lay(HAND[:13]) + die + lay(["C"], start=(400, 215)))
    assert layout.win is not None
    assert tiles(layout, [layout.win]) == ["C"]


def test_of_two_tiles_beside_the_hand_the_one_that_makes_it_whole_wins(lay: Lay) -> None:
    layout = arrange(lay(HAND[:13]) + lay(["4p"], start=(230, 230)) + lay(["C"], start=(400, 229)))
    assert layout.win is not None
    assert tiles(layout, [layout.win]) == ["C"]


def test_a_pair_beside_four_melds_is_seen_in_a_photo_that_is_rolled(lay: Lay, turn: Turn) -> None:
    hand = lay(MELDS) + lay(["C"], start=(100, 380)) + lay(["C"], start=(160, 380))
    layout = arrange(turn(hand, 14))
    assert len(layout.melds) == 4
    assert layout.win is not None
    assert len(layout.concealed) == 1


def test_beside_a_whole_hand_what_may_be_a_flower_is_one_and_the_player_is_asked(lay: Lay) -> None:
    misread = np.full(len(CLASSES), 0.002, np.float32)
    misread[[CLASSES.index("C"), CLASSES.index("flower")]] = 0.7, 0.15
    flower, die = lay(["C"], start=(160, 160)), lay(["3p"], start=(260, 160), width=25, height=25)
    apart = [replace(tile, probabilities=misread) for tile in (*flower, *die)]
    reading = correct(arrange(lay([*HAND[:13], None, "C"]) + apart))
    assert [(tile.role, tile.doubtful) for tile in reading.tiles if tile.box[1] < 200] == [
        ("flower", True),
        ("table", False),
    ]


def test_where_a_hand_lacks_a_tile_those_beside_it_are_asked_about(lay: Lay) -> None:
    discards = lay(["1p", None, None, "4s", None, None, "6m"], start=(130, 215))
    reading = correct(arrange(lay(HAND[:13]) + discards))
    assert reading.win is None
    assert [tile.doubtful for tile in reading.tiles if tile.role == "table"] == [True] * 3
