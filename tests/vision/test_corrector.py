"""From layout to reading."""

import time
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from scorer.tiles import INDEX, KINDS
from vision.automaton import Win
from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.evidence import Evidence
from vision.hands import Priors
from vision.layout import arrange
from vision.reading import Reading

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C"]
Lay = Callable[..., list[Detection]]


def unsure(tile: Detection, **shares: float) -> Detection:
    """The same box with these probabilities; names as t7p, since keywords cannot start with digits."""
    probabilities = np.full(len(CLASSES), 0.001, np.float32)
    for name, share in shares.items():
        probabilities[CLASSES.index(name.removeprefix("t"))] = share
    return Detection(tile.box, probabilities)


def read(tiles: Sequence[Detection]) -> Reading:
    return correct(arrange(tiles))


def test_a_sure_hand_is_read_as_seen(lay: Lay) -> None:
    reading = read(lay(HAND))
    assert reading.hand == tuple(HAND)
    assert reading.complete
    assert not any(tile.doubtful for tile in reading.tiles)
    assert all(0.8 < tile.confidence <= 1 for tile in reading.tiles)


def test_an_open_tile_is_read_so_that_the_hand_is_whole_and_marked(lay: Lay) -> None:
    tiles = lay(HAND)
    tiles[5] = unsure(tiles[5], t9p=0.5, t6p=0.35)
    reading = read(tiles)
    assert reading.tiles[5].tile == "6p"
    assert reading.tiles[5].seen == "9p"
    assert reading.tiles[5].doubtful
    assert [kind for kind, _ in reading.tiles[5].candidates[:2]] == ["6p", "9p"]
    assert reading.complete
    assert reading.changed == (5,)


def test_alike_tiles_that_are_hardly_seen_are_asked_about_however_well_they_fit(lay: Lay) -> None:
    tiles = lay(HAND)
    shares = ((0.5, 0.47), (0.7, 0.1), (0.7, 0.1))
    tiles[9:12] = [
        unsure(tile, E=one, t1s=other) for tile, (one, other) in zip(tiles[9:12], shares, strict=True)
    ]
    reading = read(tiles)
    assert reading.complete
    assert reading.tiles[9].confidence > 0.9
    assert [tile.doubtful for tile in reading.tiles[9:12]] == [True, False, False]


def test_clear_evidence_of_a_false_win_stands(lay: Lay) -> None:
    tiles = lay(HAND)
    tiles[5] = unsure(tiles[5], t9p=0.95, t6p=0.02)
    reading = read(tiles)
    assert reading.tiles[5].tile == "9p"
    assert not reading.complete


def test_a_fifth_copy_gives_way_where_the_picture_is_open(lay: Lay) -> None:
    tiles = lay(["8m"] * 4 + ["6m"] + HAND[5:13])
    tiles[4] = unsure(tiles[4], t8m=0.5, t6m=0.3)
    reading = read(tiles)
    assert reading.tiles[4].tile == "6m"
    assert reading.tiles[4].doubtful


def test_five_clear_copies_are_reported_and_all_marked(lay: Lay) -> None:
    reading = read(lay(["8m"] * 5 + HAND[5:]))
    assert reading.hand.count("8m") == 5
    assert [tile.doubtful for tile in reading.tiles] == [True] * 5 + [False] * 9


def test_four_alike_in_a_row_of_fifteen_are_a_kong(lay: Lay) -> None:
    reading = read(lay(["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "E", "C", "C"]))
    assert [(meld.type, meld.tiles) for meld in reading.melds] == [("gang_unknown", ("E",) * 4)]
    assert reading.complete
    assert [tile.role for tile in reading.tiles].count("meld") == 4


def test_four_alike_in_a_row_of_fourteen_are_no_kong(lay: Lay) -> None:
    reading = read(lay(["1m", "1m", "1m", "1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "C", "C"]))
    assert reading.melds == ()
    assert reading.complete


@pytest.mark.parametrize(
    ("group", "type_", "tiles"),
    [
        ("E E E", "peng", "EEE"),
        ("4s 2s 3s", "chi", "2s3s4s"),
        ("7p 7p 7p 7p", "gang_unknown", "7p7p7p7p"),
        ("back 7p 7p back", "an_gang", "7p7p7p7p"),
    ],
)
def test_melds_are_named_by_what_they_show(lay: Lay, group: str, type_: str, tiles: str) -> None:
    (meld,) = read(lay([*HAND[:11], None, *group.split()])).melds
    assert (meld.type, "".join(meld.tiles)) == (type_, tiles)


def test_the_winning_tile_is_not_among_the_concealed(lay: Lay) -> None:
    reading = read(lay([*HAND[:13], None, "C"]))
    assert reading.win == 13
    assert len(reading.concealed) == 13
    assert reading.complete


def test_flowers_are_counted_and_not_part_of_the_hand(lay: Lay) -> None:
    reading = read(lay([*HAND, "flower", "flower"]))
    assert reading.flowers == 2
    assert reading.hand == tuple(HAND)
    assert reading.complete


def test_a_hand_of_thirteen_is_not_complete(lay: Lay) -> None:
    assert not read(lay(HAND[:13])).complete


def test_an_empty_layout_is_an_empty_reading() -> None:
    reading = read([])
    assert (reading.tiles, reading.hand, reading.complete) == ((), (), False)


def test_a_misread_tile_of_a_meld_set_apart_is_read_so_that_it_is_one(lay: Lay) -> None:
    tiles = lay([*HAND[:11], None, "2s", "3s", "4s"])
    tiles[13] = unsure(tiles[13], t7s=0.5, t4s=0.3)
    reading = read(tiles)
    assert [(meld.type, meld.tiles) for meld in reading.melds] == [("chi", ("2s", "3s", "4s"))]
    assert reading.tiles[13].doubtful
    assert reading.tiles[13].seen == "7s"


def test_three_tiles_set_apart_that_are_no_meld_stay_in_the_hand(lay: Lay) -> None:
    reading = read(lay([*HAND[:11], None, "2s", "3s", "7s"]))
    assert reading.melds == ()
    assert len(reading.concealed) == 14


def test_an_open_tile_set_apart_that_makes_no_meld_leaves_its_group_in_the_hand(lay: Lay) -> None:
    tiles = lay(["4s"] * 4 + HAND[:6] + ["9p", None, "2s", "3s", "4s"])
    tiles[13] = unsure(tiles[13], E=0.9, t4s=0.09)  # a fifth 4s
    reading = read(tiles)
    assert reading.tiles[13].tile == "E"
    assert reading.melds == ()
    assert [tile.role for tile in reading.tiles] == ["hand"] * 14


def test_the_runner_up_is_the_next_hand_and_its_odds_are_told(lay: Lay) -> None:
    tiles = lay(HAND)
    tiles[5] = unsure(tiles[5], t6p=0.5, t3p=0.4)  # 45p needs 6p or 3p: both hands win
    reading = read(tiles)
    assert reading.tiles[5].tile == "6p"
    assert reading.tiles[5].doubtful
    assert reading.changed == ()
    assert reading.runner_up is not None
    assert reading.runner_up.changes == ((5, "3p"),)
    assert 1 < reading.runner_up.odds < 2


def test_a_tile_that_the_rest_of_the_hand_settles_is_not_in_doubt(lay: Lay) -> None:
    tiles = lay(HAND)
    tiles[5] = unsure(tiles[5], t6p=0.5, t7p=0.4)
    reading = read(tiles)
    assert reading.tiles[5].confidence > 0.95
    assert not reading.tiles[5].doubtful


def test_what_is_hardly_a_tile_is_left_out_where_the_hand_is_whole_without_it(lay: Lay) -> None:
    tiles = lay([*HAND, "7p"])
    tiles[14] = unsure(tiles[14], t7p=0.3)
    reading = read(tiles)
    assert reading.complete
    assert reading.left_out == (14,)
    assert reading.changed == (14,)
    assert reading.tiles[14].role == "table"
    assert reading.tiles[14].doubtful
    assert reading.hand == tuple(HAND)


def test_a_clear_tile_too_many_stays(lay: Lay) -> None:
    reading = read(lay([*HAND, "7p"]))
    assert not reading.complete
    assert reading.left_out == ()
    assert len(reading.hand) == 15


def test_a_flower_that_may_be_a_tile_is_one_where_the_hand_lacks_it(lay: Lay) -> None:
    tiles = lay([*HAND[:6], "1s", *HAND[9:], "2s", "3s"])
    tiles[6] = unsure(tiles[6], flower=0.5, t1s=0.3)
    reading = read(tiles)
    assert reading.complete
    assert reading.tiles[6].tile == "1s"
    assert reading.tiles[6].doubtful
    assert reading.flowers == 0


def test_a_clear_flower_stays_one(lay: Lay) -> None:
    tiles = lay([*HAND[:6], "flower", *HAND[9:], "2s", "3s"])
    reading = read(tiles)
    assert reading.flowers == 1
    assert not reading.complete


def test_probabilities_from_elsewhere_replace_those_of_the_detector(lay: Lay) -> None:
    layout = arrange(lay(HAND))
    classes = np.full((14, 36), 0.05 / 35)
    for index, kind in enumerate(["2m", *HAND[1:]]):
        classes[index, CLASSES.index(kind)] = 0.95
    reading = correct(layout, Evidence(classes, np.ones(14)), priors=Priors(win=1.0))
    assert reading.tiles[0].tile == "2m"
    assert correct(layout, Evidence(classes, np.ones(14)), priors=Priors(win=9.0)).complete
    with pytest.raises(ValueError, match="evidence for 13 tiles"):
        correct(layout, Evidence(classes[:13], np.ones(13)))


def test_seventeen_tiles_are_a_hand_of_five_sets(lay: Lay) -> None:
    assert read(lay([*HAND[:12], "1s", "2s", "3s", "C", "C"], pitch=30)).complete


def test_where_seven_pairs_do_not_win_they_are_no_whole_hand(lay: Lay) -> None:
    layout = arrange(lay([kind for kind in ("1m", "3m", "5p", "8p", "2s", "E", "C") for _ in range(2)]))
    assert correct(layout).complete
    assert not correct(layout, win=Win((4,), ("standard", "thirteen_orphans"))).complete


def test_a_wild_tile_completes_what_it_can(lay: Lay) -> None:
    layout = arrange(lay([*HAND[:12], "C", "5s"]))
    assert not correct(layout).complete
    assert correct(layout, win=Win((4,), ("standard",), wild=INDEX["5s"])).complete


def test_copies_that_lie_elsewhere_count(lay: Lay) -> None:
    tiles = lay(HAND)
    tiles[12] = unsure(tiles[12], C=0.5, F=0.45)
    tiles[13] = unsure(tiles[13], C=0.5, F=0.45)
    elsewhere = [3 if kind == "C" else 0 for kind in KINDS]
    assert correct(arrange(tiles)).hand[-2:] == ("C", "C")
    assert correct(arrange(tiles), elsewhere=elsewhere).hand[-2:] == ("F", "F")


def test_two_kongs_among_sixteen_tiles_are_found(lay: Lay) -> None:
    reading = read(lay([*HAND[:6], *["E"] * 4, *["N"] * 4, "C", "C"], pitch=30))
    assert reading.complete
    assert [meld.tiles[0] for meld in reading.melds] == ["E", "N"]


@pytest.mark.parametrize("share", [0.95, 0.5, 0.2])
def test_eighteen_tiles_take_no_time_to_speak_of(lay: Lay, share: float) -> None:
    tiles = lay([*["E"] * 4, *["N"] * 4, *["1m"] * 4, *["9s"] * 4, "C", "C"], pitch=30)
    layout = arrange(tiles)
    rng = np.random.default_rng(1)
    classes = rng.dirichlet(np.full(36, 0.3), 18) * (1 - share)
    for row, tile in zip(classes, layout.tiles, strict=True):
        row[CLASSES.index(tile.tile)] += share
    evidence = Evidence(classes, np.full(18, 0.95))
    correct(layout, evidence)  # the machine's states are made once
    took = []
    for _ in range(5):
        start = time.process_time()
        correct(layout, evidence)
        took.append(time.process_time() - start)
    # Measured at 1 to 10 ms; a busy machine gets some room.
    assert min(took) < 0.04


def test_a_hopeless_hand_is_marked_all_over(lay: Lay) -> None:
    layout = arrange(lay(HAND))
    evidence = Evidence(np.full((14, 36), 1 / 36), np.ones(14))
    assert all(tile.doubtful for tile in correct(layout, evidence).tiles)


@pytest.mark.parametrize("seed", range(8))
def test_what_a_tile_was_taken_for_is_among_its_candidates_and_so_is_a_face(lay: Lay, seed: int) -> None:
    classes = np.random.default_rng(seed).dirichlet(np.full(36, 0.8), 15)
    reading = correct(arrange(lay([*HAND, "flower"])), Evidence(classes, np.full(15, 0.9)))
    for tile in reading.tiles:
        kinds = [kind for kind, _ in tile.candidates]
        assert {tile.tile, tile.seen} <= set(kinds)
        assert any(kind in KINDS for kind in kinds)
