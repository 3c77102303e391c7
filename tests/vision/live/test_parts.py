"""What is seen for a moment and is no whole tile tells nothing."""

from collections.abc import Sequence
from itertools import chain

import numpy as np
import pytest
from painted_table import PaintedLook, Table, plain, shares_of, watch

from vision.detector import CLASSES
from vision.live.frame import Box, Pixels
from vision.live.look import Found
from vision.live.tiles import Tiles
from vision.live.tracker import Settings, Tracker


class Halving(PaintedLook):
    """Takes a tile of one kind, when it sees it first, for two that lie side by side."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind, self.halved = kind, False

    def find(self, image: Pixels, regions: Sequence[Box]) -> list[Found]:
        found = super().find(image, regions)
        for place, (box, shares) in enumerate(found):
            if CLASSES[int(np.argmax(shares))] == self.kind and not self.halved:
                self.halved = True
                middle = (box[1] + box[3]) / 2
                found[place : place + 1] = [
                    ((box[0], box[1], box[2], middle), shares_of("4s", 0.5)),
                    ((box[0], middle, box[2], box[3]), shares_of("S", 0.5)),
                ]
        return found


class Imagining(PaintedLook):
    """Sees a tile in a speck that lies in the middle."""

    SPECK: Box = (380, 276, 389, 285)

    def find(self, image: Pixels, regions: Sequence[Box]) -> list[Found]:
        found = super().find(image, regions)
        return [*found, (self.SPECK, shares_of("3p"))] if len(found) < 6 else found


@pytest.fixture
def table() -> Table:
    made = Table()
    made.row("bottom", ["back"] * 13, 200, 440)
    return made


def test_a_tile_that_was_seen_as_two_while_it_moved_is_one_discard(table: Table) -> None:
    look = Halving("5p")
    tracker = Tracker(look, Settings())
    events = watch(
        tracker, chain(table.rest(1.5), table.discard("right", "one", "5p", 380, 240), table.rest(4))
    )
    assert look.halved
    assert plain(events) == [("discard", "right", ("5p",))]
    assert [tile.tile for tile in tracker.view().pool] == ["5p"]


def test_a_speck_is_no_discard(table: Table) -> None:
    tracker = Tracker(Imagining(), Settings())
    events = watch(
        tracker, chain(table.rest(1.5), table.discard("right", "one", "5p", 380, 240), table.rest(2))
    )
    assert plain(events) == [("discard", "right", ("5p",))]


def test_a_tile_seen_often_is_not_gone_because_its_neighbour_lies_near() -> None:
    """The box around a tile that lies aslant reaches over the middle of the next one."""
    tiles, nobody = Tiles(), lambda _: False
    one, other = (
        ((100.0, 100.0, 160.0, 160.0), shares_of("1m")),
        ((145.0, 145.0, 185.0, 205.0), shares_of("2m")),
    )
    for at in (0.0, 1.0):
        tiles.update([one, other], [(0, 0, 300, 300)], at, nobody)
    slanting = ((120.0, 120.0, 190.0, 190.0), shares_of("2m"))
    change = tiles.update([slanting], [(0, 0, 300, 300)], 2.0, nobody)
    assert change.gone == ()
    assert len(tiles.lying) == 2
