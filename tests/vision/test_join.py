"""Two photos of one hand."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from vision.again import Known, read_again
from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.evidence import evidence_of
from vision.join import MOST_TILES, JoinError, join, stack
from vision.layout import arrange
from vision.problems import Problem, hand_problems
from vision.scan import Scan

Lay = Callable[..., list[Detection]]


def scan(tiles: Sequence[Detection], problems: tuple[Problem, ...] = ()) -> Scan:
    layout = arrange(tiles)
    evidence = evidence_of(layout.tiles)
    reading = correct(layout, evidence)
    found = (*problems, *hand_problems(reading))
    return Scan(800, 600, layout.tiles, reading, found, {"detect": 0.5}, layout, evidence)


def test_melds_that_touch_in_the_second_photo_are_told_apart(lay: Lay) -> None:
    joined = join(
        scan(lay(["1m", "2m", "3m", "5p", "5p", "5p", "C", "C"])),
        scan(lay(["E", "E", "E", "4s", "5s", "6s"])),
    )
    assert [(meld.type, "".join(meld.tiles)) for meld in joined.reading.melds] == [
        ("peng", "EEE"),
        ("chi", "4s5s6s"),
    ]
    assert joined.reading.complete
    assert joined.problems == ()


def test_a_kong_with_backs_and_a_chow_beside_it(lay: Lay) -> None:
    joined = join(
        scan(lay(["1m", "2m", "3m", "5p", "5p", "5p", "C", "C"])),
        scan(lay(["back", "9s", "9s", "back"]) + lay(["4s", "5s", "6s"], start=(300, 300))),
    )
    assert sorted(meld.type for meld in joined.reading.melds) == ["an_gang", "chi"]
    assert joined.reading.complete


SHORT = ["5p", "6p", "7p", "8p", "2s", "3s", "4s", "5p"]


def melds_of(joined: Scan) -> list[tuple[str, str]]:
    return [(meld.type, "".join(meld.tiles)) for meld in joined.reading.melds]


@pytest.mark.parametrize("gap", [[None], []])
def test_a_kong_of_faces_beside_one_that_hides_a_tile(lay: Lay, gap: list[None]) -> None:
    """The four were read as a triplet, one of them and the east wind as tiles of the hand, unmarked."""
    kongs = ["F", "F", "F", "F", *gap, "back", "back", "E"]
    joined = join(scan(lay(SHORT)), scan(lay(kongs)))
    assert melds_of(joined) == [("gang_unknown", "FFFF"), ("an_gang", "EEEE")]
    assert joined.reading.complete


def test_a_kong_whose_hidden_tile_is_only_guessed_is_asked_about(lay: Lay) -> None:
    joined = join(scan(lay(SHORT)), scan(lay(["F", "F", "F", "F", "back", "back", "E"])))
    assert [tile.doubtful for tile in joined.reading.tiles[-3:]] == [True, True, True]


def test_kongs_that_touch_are_told_apart(lay: Lay) -> None:
    joined = join(scan(lay(SHORT)), scan(lay(["F", "F", "F", "F", "back", "E", "E", "back"])))
    assert melds_of(joined) == [("gang_unknown", "FFFF"), ("an_gang", "EEEE")]


def test_four_tiles_turned_over_beside_melds_are_a_kong(lay: Lay) -> None:
    joined = join(scan(lay(SHORT)), scan(lay(["E", "E", "E", None, "back", "back", "back", "back"])))
    assert [meld.type for meld in joined.reading.melds] == ["peng", "an_gang"]


def test_melds_far_from_each_other_all_count(lay: Lay) -> None:
    joined = join(scan(lay(SHORT)), scan(lay(["E", "E", "E"]) + lay(["4s", "5s", "6s"], start=(500, 550))))
    assert melds_of(joined) == [("peng", "EEE"), ("chi", "4s5s6s")]


def test_what_cannot_be_a_meld_among_melds_is_asked_about(lay: Lay) -> None:
    joined = join(scan(lay(SHORT)), scan(lay(["E", "E", "E", None, "4s", "5s", "7s"])))
    assert melds_of(joined) == [("peng", "EEE")]
    assert [tile.tile for tile in joined.reading.tiles if tile.doubtful] == ["4s", "5s", "7s"]
    again = read_again(joined, Known(right={13: "9s"}))
    assert [tile.tile for tile in again.reading.tiles if tile.doubtful] == ["4s", "5s"]


def test_a_meld_apart_in_the_first_photo_stays_one(lay: Lay) -> None:
    joined = join(
        scan(lay(["1m", "2m", "3m", "5p", "5p", "5p", "C", "C", None, "E", "E", "E"])),
        scan(lay(["4s", "5s", "6s"])),
    )
    assert len(joined.reading.melds) == 2
    assert joined.reading.complete


def test_what_one_photo_leaves_open_the_other_settles(lay: Lay) -> None:
    hand = lay(["1m", "2m", "3m", "5p", "5p", "5p", "C", "C"])
    probabilities = np.full(len(CLASSES), 0.001, np.float32)
    probabilities[[CLASSES.index("F"), CLASSES.index("C")]] = 0.5, 0.4
    hand[7] = Detection(hand[7].box, probabilities)
    joined = join(scan(hand), scan(lay(["E", "E", "E", "4s", "5s", "6s"])))
    assert joined.reading.tiles[7].tile == "C"
    assert joined.reading.changed == (7,)


def test_boxes_of_the_second_photo_lie_below_the_first(lay: Lay) -> None:
    first, second = scan(lay(["1m", "2m", "3m", "C", "C"])), scan(lay(["E", "E", "E"]))
    wide = Scan(1600, 400, *[getattr(second, name) for name in list(Scan.__dataclass_fields__)[2:]])
    joined = join(first, wide)
    assert (joined.width, joined.height) == (800, 800)
    x0, y0, x1, _ = joined.reading.tiles[5].box
    assert (x0, x1, y0) == (41, 59, 600 + 138)


def test_what_is_wrong_with_either_photo_is_said_once(lay: Lay) -> None:
    dark = Problem("too_dark", "The photo is very dark.")
    joined = join(scan(lay(["1m", "2m", "3m", "C", "C"]), (dark,)), scan(lay(["E", "E", "E"]), (dark,)))
    assert [problem.code for problem in joined.problems] == ["too_dark", "not_14"]


def test_the_picture_of_both_is_as_wide_as_the_first() -> None:
    first, second = np.zeros((60, 100, 3), np.uint8), np.full((40, 200, 3), 9, np.uint8)
    both = stack(first, second)
    assert both.shape == (80, 100, 3)
    assert both[70, 50].tolist() == [9, 9, 9]


def test_only_scans_of_a_scanner_can_be_joined(lay: Lay) -> None:
    made = scan(lay(["E", "E", "E"]))
    with pytest.raises(JoinError):
        join(made, Scan(800, 600, (), made.reading, (), {}))


MELDS = ["E", "E", "E", "4s", "5s", "6s"]


def test_a_lone_tile_above_a_short_hand_is_the_winning_tile_when_the_melds_make_it_13(lay: Lay) -> None:
    hand = lay(["1m", "2m", "3m", "5p", "5p", "5p", "C"]) + lay(["C"], start=(190, 210))
    first = scan(hand)
    assert first.reading.win is None
    joined = join(first, scan(lay(MELDS))).reading
    assert joined.win is not None
    assert (joined.tiles[joined.win].tile, joined.tiles[joined.win].role) == ("C", "hand")
    assert joined.complete
    assert len(joined.hand) == 14


def test_a_tile_apart_in_the_row_of_a_short_hand_is_the_winning_tile(lay: Lay) -> None:
    joined = join(
        scan(lay(["1m", "2m", "3m", "5p", "5p", "5p", "C", None, None, "C"])), scan(lay(MELDS))
    ).reading
    assert joined.win == 7
    assert len(joined.hand) == 14


def test_a_tile_alone_beside_the_melds_is_the_winning_tile(lay: Lay) -> None:
    joined = join(
        scan(lay(["1m", "2m", "3m", "5p", "5p", "5p", "C"])), scan(lay([*MELDS, None, None, "C"]))
    ).reading
    assert joined.win == 13
    assert joined.complete


def test_a_lone_tile_beside_a_hand_that_is_whole_stays_beside_it(lay: Lay) -> None:
    hand = lay(["1m", "2m", "3m", "5p", "5p", "5p", "C", "C"]) + lay(["9s"], start=(190, 210))
    joined = join(scan(hand), scan(lay(MELDS))).reading
    assert joined.win is None
    assert [tile.tile for tile in joined.tiles if tile.role == "table"] == ["9s"]


def test_a_hand_at_the_edge_is_not_cut_off_once_its_melds_are_there(lay: Lay) -> None:
    cut = Problem("cut_off", "The hand reaches the edge of the photo.")
    joined = join(scan(lay(["1m", "2m", "3m", "5p", "5p", "5p", "C", "C"]), (cut,)), scan(lay(MELDS)))
    assert joined.problems == ()


@pytest.mark.parametrize("stripe", [(4000, 80), (80, 4000), (3, 3)])
def test_a_stripe_below_a_photo_does_not_fill_the_memory(stripe: tuple[int, int]) -> None:
    first, second = np.zeros((300, 400, 3), np.uint8), np.full((*stripe, 3), 9, np.uint8)
    both = stack(first, second)
    assert both.shape[1] == 400
    assert both.shape[0] <= 300 + 2 * 400
    assert both[302, 0].tolist() == [9, 9, 9]


def test_boxes_in_a_stripe_lie_where_its_picture_does(lay: Lay) -> None:
    first, second = scan(lay(["1m", "2m", "3m", "C", "C"])), scan(lay(["E", "E", "E"]))
    slim = Scan(200, 8000, *[getattr(second, name) for name in list(Scan.__dataclass_fields__)[2:]])
    joined = join(first, slim)
    assert (joined.width, joined.height) == (800, 600 + 1600)
    picture = stack(np.zeros((600, 800, 3), np.uint8), np.zeros((8000, 200, 3), np.uint8))
    assert picture.shape[:2] == (joined.height, joined.width)
    x0, y0, _, _ = joined.reading.tiles[5].box
    was = second.reading.tiles[0].box
    assert (x0, y0) == pytest.approx((was[0] / 5, 600 + was[1] / 5))


def test_photos_joined_again_and_again_come_to_an_end(lay: Lay) -> None:
    hand = scan(lay(["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E", "C", "C", "C", "7s"]))
    joined = hand
    # Each one adds groups: all ways to take them apart are soon beyond counting.
    while len(joined.detections) + 14 <= MOST_TILES:
        joined = join(joined, hand)
    assert len(joined.layout.melds if joined.layout else ()) > 20
    with pytest.raises(JoinError, match="more than a set has"):
        join(joined, hand)
