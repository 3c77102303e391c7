"""A painted table is played on: discards, calls, kongs, hands that pass over, a hand turned up."""

import gc
import tracemalloc
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

import numpy as np
import pytest
from painted_table import PaintedLook, Table, plain, watch

from vision.detector import CLASSES
from vision.live.frame import Box, Frame, Pixels
from vision.live.look import Found
from vision.live.tracker import Settings, Tracker

HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1p", "1p", "2s", "2s")


@pytest.fixture
def table() -> Table:
    """A table with a standing hand before each player and nothing in the middle."""
    made = Table()
    made.row("bottom", ["back"] * 13, 200, 440)
    made.row("top", ["back"] * 13, 200, 40)
    made.row("left", ["back"] * 13, 40, 120, across=True)
    made.row("right", ["back"] * 13, 600, 120, across=True)
    return made


@pytest.fixture
def look() -> PaintedLook:
    return PaintedLook()


@pytest.fixture
def tracker(look: PaintedLook) -> Tracker:
    return Tracker(look, Settings())


def discards(table: Table, *moves: tuple[str, str, float, float]) -> Iterator[Frame]:
    """Rest, then discards as (side, tile, x, y)."""
    yield from table.rest(1.5)
    for number, (side, tile, x, y) in enumerate(moves):
        yield from table.discard(side, f"pool{number}", tile, x, y)


def test_the_first_look_tells_nothing_and_knows_what_lies_there(table: Table, tracker: Tracker) -> None:
    table.put("old", "3p", 300, 240)
    assert watch(tracker, table.rest(3)) == []
    view = tracker.view()
    assert [tile.tile for tile in view.pool] == ["3p"]
    assert view.backs == {"bottom": 13, "right": 13, "top": 13, "left": 13}
    assert view.unseen["3p"] == 3
    assert view.unseen["C"] == 4
    assert view.health.state == "ok"
    assert not view.moving


def test_each_discard_is_told_once_with_its_seat(table: Table, tracker: Tracker) -> None:
    moves = (
        ("bottom", "5p", 320, 280),
        ("right", "E", 380, 240),
        ("top", "5p", 320, 190),
        ("left", "9s", 260, 240),
        ("bottom", "C", 350, 290),
    )
    events = watch(tracker, chain(discards(table, *moves), table.rest(3)))
    assert plain(events) == [("discard", side, (tile,)) for side, tile, _, _ in moves]
    assert all(event.confidence > 0.5 for event in events)
    assert [tile.seat for tile in tracker.view().pool] == [side for side, *_ in moves]


def test_a_player_out_of_turn_is_known_by_the_hand(table: Table, tracker: Tracker) -> None:
    moves = (("bottom", "5p", 320, 280), ("left", "E", 260, 240), ("right", "C", 390, 250))
    events = watch(tracker, discards(table, *moves))
    assert [event.seat for event in events] == ["bottom", "left", "right"]


def test_a_hand_that_passes_over_and_rests_removes_nothing(table: Table, tracker: Tracker) -> None:
    moves = (("bottom", "5p", 320, 280), ("right", "E", 380, 240))
    watch(tracker, discards(table, *moves))
    before = tracker.view()
    resting = (table.frame(("top", 320.0, 285.0)) for _ in range(40))
    events = watch(tracker, chain(table.reach("top", 320, 285), resting, table.rest(2)))
    assert events == []
    assert [tile.number for tile in tracker.view().pool] == [tile.number for tile in before.pool]
    assert tracker.view().backs == before.backs


def test_the_still_table_is_not_read_again(table: Table, tracker: Tracker, look: PaintedLook) -> None:
    watch(tracker, discards(table, ("bottom", "5p", 320, 280)))
    before = look.looks
    watch(tracker, table.rest(10))
    assert look.looks == before


def test_a_tile_pushed_aside_is_no_discard(table: Table, tracker: Tracker) -> None:
    watch(tracker, discards(table, ("bottom", "5p", 320, 280), ("right", "E", 380, 240)))
    push = table.reach("left", 300, 280, lambda: table.put("pool0", "5p", 345, 280))
    assert watch(tracker, chain(push, table.rest(2))) == []


def call(table: Table, side: str, taken: str, tiles: tuple[str, ...]) -> Iterator[Frame]:
    """A player takes a discard and lays a meld down with it."""
    x, y = table.tiles[taken][1:3]
    yield from table.reach(side, x, y, lambda: table.tiles.pop(taken))
    place = {"bottom": (500, 440), "top": (80, 40), "right": (600, 400), "left": (40, 40)}[side]
    across = side in ("left", "right")
    yield from table.reach(side, *place, lambda: table.row(f"{side} meld {taken} ", tiles, *place, across))
    yield from table.rest(4)


@pytest.mark.parametrize(
    ("kind", "side", "tiles"),
    [
        ("chi", "right", ("4p", "5p", "6p")),
        ("peng", "top", ("5p", "5p", "5p")),
        ("ming_gang", "left", ("5p", "5p", "5p", "5p")),
    ],
)
def test_a_call_names_what_it_took_and_from_whom(
    table: Table, tracker: Tracker, kind: str, side: str, tiles: tuple[str, ...]
) -> None:
    watch(tracker, discards(table, ("bottom", "5p", 320, 280)))
    events = watch(tracker, call(table, side, "pool0", tiles))
    assert [(e.kind, e.seat, sorted(e.tiles), e.source) for e in events] == [
        (kind, side, sorted(tiles), "bottom")
    ]
    view = tracker.view()
    assert [(meld.type, meld.source) for meld in view.melds[side]] == [(kind, "bottom")]
    assert view.pool == ()
    assert view.unseen["5p"] == 4 - tiles.count("5p")


def test_a_fourth_tile_at_a_called_triplet_is_an_added_kong(table: Table, tracker: Tracker) -> None:
    watch(tracker, discards(table, ("bottom", "5p", 320, 280)))
    watch(tracker, call(table, "top", "pool0", ("5p", "5p", "5p")))
    add = table.reach("top", 100, 70, lambda: table.put("fourth", "5p", 99, 66))
    events = watch(tracker, chain(add, table.rest(3)))
    assert [(e.kind, e.seat, e.tiles) for e in events] == [("bu_gang", "top", ("5p",) * 4)]
    assert tracker.view().unseen["5p"] == 0


def test_a_kong_with_backs_is_a_concealed_one(table: Table, tracker: Tracker) -> None:
    watch(tracker, discards(table, ("bottom", "5p", 320, 280)))
    lay = table.reach(
        "right", 600, 400, lambda: table.row("kong", ("back", "C", "C", "back"), 600, 400, True)
    )
    events = watch(tracker, chain(lay, table.rest(3)))
    assert [(e.kind, e.seat, e.source) for e in events] == [("an_gang", "right", None)]
    assert events[0].tiles.count("C") == 2
    assert events[0].tiles.count("back") == 2


def test_a_hand_turned_up_is_read_once_with_its_melds(
    table: Table, tracker: Tracker, look: PaintedLook
) -> None:
    watch(tracker, discards(table, ("bottom", "5p", 320, 280)))
    watch(tracker, call(table, "top", "pool0", ("5p", "5p", "5p")))

    def turn() -> None:
        for number in range(13):
            del table.tiles[f"top{number}"]
        table.row("won", (*HAND[:3], *HAND[6:9], *HAND[9:13]), 200, 40)
        table.put("last", "2s", 420, 40)

    events = watch(tracker, chain(table.reach("top", 320, 40, turn), table.rest(4)))
    assert [(e.kind, e.seat) for e in events] == [("turned_up", "top")]
    assert sorted(events[0].tiles) == sorted(["5p"] * 3 + list(HAND[:3] + HAND[6:13]) + ["2s"])
    scan = tracker.view().turned_up["top"]
    assert scan.reading.complete
    assert look.scans == 1


def test_a_hand_that_does_not_win_is_told_later_and_is_no_whole_one(table: Table, tracker: Tracker) -> None:
    watch(tracker, table.rest(1.5))

    def turn() -> None:
        for number in range(13):
            del table.tiles[f"top{number}"]
        table.row("shown", (*HAND[:12], "9m"), 200, 40)

    events = watch(tracker, chain(table.reach("top", 320, 40, turn), table.rest(4)))
    assert [(e.kind, e.seat) for e in events] == [("turned_up", "top")]
    assert not tracker.view().turned_up["top"].reading.complete


def test_a_third_meld_is_no_hand(table: Table, tracker: Tracker) -> None:
    watch(tracker, table.rest(1.5))
    events = []
    for tile, x, y in (("3m", 20, 40), ("8s", 100, 40), ("W", 20, 72)):
        lay = table.reach("top", 60, 40, partial(table.row, tile, (tile,) * 3, x, y))
        events += watch(tracker, chain(lay, table.rest(4)))
    assert [(event.kind, event.tiles[0]) for event in events] == [
        ("peng", "3m"),
        ("peng", "8s"),
        ("peng", "W"),
    ]


def test_memory_does_not_grow(table: Table, tracker: Tracker) -> None:
    """A tile comes and goes for many minutes, the pictures being painted once."""
    empty = [frame.image for frame in table.rest(0.5)]
    hand = table.picture(("left", 300.0, 240.0))
    table.put("coming", "3p", 300, 240)
    lying = [frame.image for frame in table.rest(0.7)]
    table.put("coming", "W", 330, 260)
    other = [frame.image for frame in table.rest(0.7)]
    images = [*empty, hand, *lying, hand, *empty, hand, *other, hand]

    def play(rounds: int) -> int:
        gc.collect()
        for _ in range(rounds):
            for image in images:
                table.at, table.number = table.at + 0.1, table.number + 1
                tracker.see(Frame(image, table.at, table.number))
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        first, last = play(4), play(12)
    finally:
        tracemalloc.stop()
    assert last - first < 50_000
    assert len(tracker.view().pool) <= 1


def test_what_is_left_of_a_cleared_table_lies_in_no_middle(table: Table, tracker: Tracker) -> None:
    """A film that ends there, or the last tiles before the next hand takes them."""
    moves = [("bottom", "5p", 200 + 30 * n, 200 + 30 * (n % 4)) for n in range(12)]
    watch(tracker, discards(table, *moves))

    def sweep() -> None:
        for number, name in enumerate(list(table.tiles)):
            if number >= 2:
                del table.tiles[name]

    events = watch(tracker, chain(table.reach("right", 300, 240, sweep), table.rest(3)))
    assert plain(events) == [("cleared", None, ())]
    assert tracker.view().pool == ()
    assert set(tracker.view().unseen.values()) == {4}
    assert [event.kind for event in watch(tracker, discards(table, ("left", "3m", 250, 330)))] == ["discard"]
    assert [seen.tile for seen in tracker.view().pool] == ["3m"]


def test_a_cleared_table_is_told_once_and_a_new_deal_goes_on(table: Table, tracker: Tracker) -> None:
    moves = [("bottom", "5p", 200 + 30 * n, 200 + 30 * (n % 4)) for n in range(12)]
    watch(tracker, discards(table, *moves))

    def sweep() -> None:
        table.tiles.clear()

    events = watch(tracker, chain(table.reach("right", 300, 240, sweep), table.rest(3)))
    assert plain(events) == [("cleared", None, ())]
    events = watch(tracker, discards(table, ("right", "E", 380, 240)))
    assert plain(events) == [("discard", "right", ("E",))]
    assert len(tracker.view().pool) == 1


def test_a_tile_that_was_not_found_beside_others_is_looked_for_again(table: Table) -> None:
    """The hand that laid a row leaves over its last tile: what the first look missed there is no table."""
    table.put("old", "3p", 300, 240)
    look = Overlooking("9s")
    tracker = Tracker(look, Settings())
    watch(tracker, table.rest(3))
    lay = table.reach("top", 120, 40, partial(table.row, "row", ("7s", "8s", "9s"), 80, 80))
    watch(tracker, chain(lay, table.rest(4)))
    assert look.overlooked
    assert [sorted(meld.tiles) for meld in tracker.view().melds["top"]] == [["7s", "8s", "9s"]]


class Overlooking(PaintedLook):
    """Overlooks one kind in its first look that shows it."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind, self.overlooked = kind, False

    def find(self, image: Pixels, regions: Sequence[Box]) -> list[Found]:
        found = super().find(image, regions)
        kept = [one for one in found if CLASSES[int(np.argmax(one[1]))] != self.kind]
        if self.overlooked or len(kept) == len(found):
            return found
        self.overlooked = True
        return kept
