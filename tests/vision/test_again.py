"""A scan read once more, without its photo."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from scorer.rulesets import rule_set
from vision.again import Known, put_right, read_again
from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.evidence import evidence_of
from vision.layout import arrange
from vision.problems import Problem, problems_anew
from vision.reading import ReadTile
from vision.scan import Scan
from vision.wins import winning

Lay = Callable[..., list[Detection]]


@pytest.fixture
def scan(lay: Lay) -> Callable[..., Scan]:
    """``scan(kinds, **shares)``: a row whose last tile may be several, by share."""

    def make(kinds: list[str], **shares: float) -> Scan:
        tiles = lay(kinds)
        if shares:
            probabilities = np.full(len(CLASSES), 0.0005, np.float32)
            for name, share in shares.items():
                probabilities[CLASSES.index(name.removeprefix("or_"))] = share
            tiles[-1] = Detection(tiles[-1].box, probabilities)
        layout = arrange(tiles)
        evidence = evidence_of(layout.tiles)
        reading = correct(layout, evidence)
        return Scan(800, 600, layout.tiles, reading, problems_anew((), reading), {}, layout, evidence)

    return make


PAIRS = ["1m", "1m", "2m", "2m", "3p", "3p", "5p", "5p", "7s", "7s", "9s", "9s", "E", "S"]
RUNS = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "7p", "7p", "E", "E", "2s", "3s", "8p"]


def test_a_shape_that_the_chosen_rules_lack_decides_nothing_any_more(scan: Callable[..., Scan]) -> None:
    read = scan(PAIRS, or_S=0.5, or_E=0.4)
    assert read.reading.tiles[13].tile == "E"  # seven pairs win somewhere
    again = read_again(read, Known(winning(rule_set("ji_ping_hu"))))
    assert again.reading.tiles[13].tile == "S"
    assert not again.reading.complete
    assert read_again(again, Known(winning(rule_set("xin_zhang")))).reading.tiles[13].tile == "E"


def test_the_wild_tile_named_later_decides_what_the_picture_left_open(scan: Callable[..., Scan]) -> None:
    read = scan(RUNS, or_8p=0.5, or_9p=0.4)
    assert read.reading.tiles[13].tile == "8p"
    again = read_again(read, Known(winning(rule_set("lishui"), "9p")))
    assert again.reading.tiles[13].tile == "9p"
    assert again.reading.complete


def test_a_tile_put_right_is_certain_and_settles_the_others(scan: Callable[..., Scan]) -> None:
    read = scan(PAIRS, or_S=0.5, or_E=0.4)
    again = read_again(read, Known(right={13: "S", 99: "E"}))
    assert again.reading.tiles[13].tile == "S"
    assert again.reading.tiles[13].confidence == pytest.approx(1)
    assert not again.reading.tiles[13].doubtful
    # What the player said may be taken back.
    assert read_again(again, Known()).reading.tiles[13].tile == "E"


def test_only_tiles_can_be_put_right() -> None:
    evidence = evidence_of([Detection((0, 0, 9, 9), np.full(len(CLASSES), 0.1, np.float32))])
    with pytest.raises(ValueError, match="not in"):
        put_right(evidence, {0: "10m"})


def test_problems_of_the_photo_stay_and_those_of_the_hand_are_found_anew(scan: Callable[..., Scan]) -> None:
    dark = Problem("too_dark", "The photo is very dark.")
    read = replace(scan([*RUNS, "8p"]), problems=(dark, Problem("five_of_a_kind", "5 × 8p")))
    assert [problem.code for problem in read_again(read, Known()).problems] == ["too_dark", "not_14"]


def test_tiles_beside_a_marked_part_stay_where_they_are(scan: Callable[..., Scan]) -> None:
    read = scan(PAIRS)
    beside = ReadTile("N", (0, 0, 30, 40), 0.9, "table", (("N", 0.9),), "N", doubtful=False)
    read = replace(read, reading=replace(read.reading, tiles=(*read.reading.tiles, beside)))
    assert read_again(read, Known(winning(rule_set("ji_ping_hu")))).reading.tiles[14:] == (beside,)


def test_a_scan_without_what_it_takes_stays_as_it_is(scan: Callable[..., Scan]) -> None:
    bare = replace(scan(PAIRS), evidence=None)
    assert read_again(bare, Known(winning(rule_set("ji_ping_hu")))) is bare
