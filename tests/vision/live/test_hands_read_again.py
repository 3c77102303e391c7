"""Hands turned up that are read again, and open melds that are none."""

from collections.abc import Iterator
from itertools import chain, islice

import numpy as np
import pytest
from painted_table import PaintedLook, Table, plain, shares_of, watch

from vision.corrector import correct
from vision.detector import Detection
from vision.evidence import Evidence
from vision.layout import arrange
from vision.live.events import Seat
from vision.live.frame import Box, Frame
from vision.live.records import Moment
from vision.live.settings import Settings
from vision.live.story import Story
from vision.live.tiles import Change, Tile
from vision.live.tracker import Tracker
from vision.live.vote import vote
from vision.scan import Scan

HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1p", "1p", "2s", "2s", "2s")


@pytest.fixture
def table() -> Table:
    made = Table()
    made.row("bottom", ["back"] * 13, 200, 440)
    made.row("top", ["back"] * 13, 200, 40)
    return made


def turn_up(table: Table, tiles: tuple[str, ...]) -> None:
    for number in range(13):
        table.tiles.pop(f"top{number}", None)
    table.row("shown", tiles, 200, 40)


def seldom(frames: Iterator[Frame]) -> Iterator[Frame]:
    """One frame a second."""
    return islice(frames, 0, None, 10)


def test_melds_that_lie_there_when_the_camera_begins_are_no_hand(table: Table) -> None:
    for number in range(3, 13):
        del table.tiles[f"top{number}"]
    for place, kind in enumerate(("F", "8m", "4s", "9p")):
        table.row(kind, (kind,) * 3, 130 + 90 * place, 72)
    tracker = Tracker(PaintedLook(), Settings())
    assert watch(tracker, table.rest(5)) == []
    view = tracker.view()
    assert [meld.tiles[0] for meld in view.melds["top"]] == ["F", "8m", "4s", "9p"]
    assert not view.turned_up
    assert not view.unread
    for number in range(3):
        del table.tiles[f"top{number}"]
    table.row("pair", ("1s", "1s"), 520, 72)
    assert [event.kind for event in watch(tracker, table.rest(2))] == ["turned_up"]
    assert tracker.view().turned_up["top"].reading.complete


def test_a_hand_that_was_no_win_is_read_again_once_its_tiles_are_others(table: Table) -> None:
    tracker = Tracker(PaintedLook(), Settings())
    watch(tracker, table.rest(1.5))
    turn_up(table, (*HAND[:13], "9m"))
    told = watch(tracker, table.rest(5))
    assert [(event.kind, "9m" in event.tiles) for event in told] == [("turned_up", True)]
    assert not tracker.view().turned_up["top"].reading.complete
    x, y = table.tiles["shown13"][1:3]
    put_right = table.reach("top", x - 60, y, lambda: table.put("shown13", "2s", x, y))
    told = watch(tracker, chain(put_right, table.rest(5)))
    assert [(event.kind, "9m" in event.tiles) for event in told] == [("turned_up", False)]
    assert tracker.view().turned_up["top"].reading.complete


def test_face_down_tiles_are_counted_where_a_player_can_hold_so_many(table: Table) -> None:
    """Of the standing tiles in front four were found."""
    for number in range(4, 13):
        del table.tiles[f"bottom{number}"]
    tracker = Tracker(PaintedLook(), Settings())
    watch(tracker, table.rest(1.5))
    assert tracker.view().backs == {"top": 13}


class Misreads(PaintedLook):
    """Takes a tile for another one in the first readings of a hand."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def scan(self, image: np.ndarray, box: Box) -> Scan:
        scan = super().scan(image, box)
        if self.scans > self.times:
            return scan
        tiles = [
            Detection(one.box, shares_of("N")) if one.tile == "4p" else one
            for one in scan.layout.tiles  # type: ignore[union-attr]
        ]
        layout = arrange(tiles)
        return Scan(scan.width, scan.height, layout.tiles, correct(layout), (), {}, layout)


def test_a_hand_that_was_misread_is_read_again_although_nothing_moves(table: Table) -> None:
    tracker = Tracker(Misreads(4), Settings())
    watch(tracker, table.rest(1.5))
    turn_up(table, HAND)
    told = watch(tracker, table.rest(16))
    assert [(event.kind, "N" in event.tiles) for event in told] == [("turned_up", True), ("turned_up", False)]
    for number in range(len(HAND)):
        del table.tiles[f"shown{number}"]
    watch(tracker, table.rest(2))
    assert not tracker.view().turned_up


def test_what_can_not_be_read_is_read_less_and_less_often(table: Table) -> None:
    look = Misreads(1000)
    tracker = Tracker(look, Settings())
    watch(tracker, table.rest(1.5))
    turn_up(table, HAND)
    watch(tracker, table.rest(35))
    assert 5 <= look.scans <= 8


def test_one_frame_a_second_is_enough_for_a_hand(table: Table) -> None:
    tracker = Tracker(PaintedLook(), Settings())
    watch(tracker, seldom(table.rest(4)))
    turn_up(table, HAND)
    assert [event.kind for event in watch(tracker, seldom(table.rest(5)))] == ["turned_up"]


def test_faces_that_are_no_whole_hand_are_told_after_a_while(table: Table) -> None:
    """Four tiles of the hand lie under a sleeve."""
    tracker = Tracker(PaintedLook(), Settings())
    watch(tracker, table.rest(1.5))
    turn_up(table, HAND[:10])
    assert watch(tracker, table.rest(3)) == []
    assert tracker.view().unread == frozenset()
    assert watch(tracker, table.rest(4)) == []
    assert tracker.view().unread == {"top"}


def a_scan(probabilities: list[dict[str, float]]) -> Scan:
    rows = np.array(
        [sum(share * shares_of(kind, 1.0) for kind, share in one.items()) for one in probabilities]
    )
    boxes = [(20.0 * n, 0.0, 20.0 * n + 18, 24.0) for n in range(len(rows))]
    layout = arrange([Detection(box, row.astype(np.float32)) for box, row in zip(boxes, rows, strict=True)])
    order = [boxes.index(tile.box) for tile in layout.tiles]
    evidence = Evidence(rows[order].astype(np.float64), np.ones(len(rows)))
    return Scan(640, 480, layout.tiles, correct(layout, evidence), (), {}, layout, evidence)


def test_each_tile_is_what_all_frames_together_say_of_it() -> None:
    """Each frame alone takes another one of three 2m for a 3m."""
    rest = [{kind: 1.0} for kind in ("1m", "3m", "1p", "2p", "3p", "7s", "8s", "9s", "E", "E", "E")]
    low, high = {"2m": 0.4, "3m": 0.6}, {"2m": 0.85, "3m": 0.15}
    frames = [[low if n == k else high for n in range(3)] + rest for k in range(3)]
    result = vote([a_scan(frame) for frame in frames])
    assert result.scan.reading.complete
    assert sorted(result.scan.reading.hand).count("2m") == 3
    for tile in result.scan.reading.tiles:
        assert tile.confidence > 0.8


def test_a_hand_hardly_seen_does_not_outweigh_the_turn() -> None:
    """At one frame a second what is left of a trace is a breath of one that passed long ago."""
    story = Story(Settings())
    quiet: dict[Seat, float] = {"bottom": 0.0, "right": 0.0, "top": 0.0, "left": 0.0}

    def discard(number: int, traces: dict[Seat, float]) -> tuple[str, str | None, float]:
        tile = Tile(number, (20.0 * number, 0.0, 20.0 * number + 18, 24.0), since=float(number))
        tile.vote(tile.box, shares_of("5p"), float(number))
        tile.vote(tile.box, shares_of("5p"), float(number))
        story.changed(Change((tile,)), lambda _: True, lambda _: traces)
        (event,) = story.tell({number: tile}, [], lambda _: True, Moment(float(number), number))
        return plain([event])[0][0], event.seat, event.confidence

    assert discard(1, {**quiet, "bottom": 0.5})[1] == "bottom"
    kind, seat, sure = discard(2, {**quiet, "left": 1e-5})
    assert (kind, seat) == ("discard", "right")
    assert sure < 0.85
    assert discard(3, quiet)[2] < sure
    assert [discard(number, quiet)[1] for number in range(4, 8)][-1] is None
