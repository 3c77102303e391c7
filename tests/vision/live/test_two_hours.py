"""Two hours at the painted table: what the tracker keeps does not grow from deal to deal."""

import gc
import tracemalloc
from collections.abc import Iterator

from painted_table import PaintedLook, Table

from vision.live.frame import Frame
from vision.live.tracker import Settings, Tracker

HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1p", "1p", "1p", "2s", "2s")
_DEALS = 6  # an hour
_HOUR = 3600.0


def deal(table: Table) -> Iterator[Frame]:
    """Discards, a call, a kong, a hand turned up, the table cleared."""
    table.row("bottom", ["back"] * 13, 200, 440)
    yield from table.rest(1.0)
    for number, side in enumerate(("bottom", "right", "top", "left", "bottom")):
        yield from table.discard(
            side, f"pool{number}", ("5p", "E", "9s", "3m", "5p")[number], 260 + 40 * number, 240
        )
    yield from table.reach("top", 420, 240, lambda: table.tiles.pop("pool4") and None)
    yield from table.reach("top", 80, 40, lambda: table.row("meld", ("5p",) * 3, 80, 40))
    yield from table.rest(2.0)
    yield from table.reach(
        "right", 600, 300, lambda: table.row("kong", ("back", "C", "C", "back"), 600, 300, True)
    )
    yield from table.rest(1.5)

    def turn() -> None:
        for number in range(13):
            del table.tiles[f"bottom{number}"]
        table.row("won", HAND, 200, 440)

    yield from table.reach("bottom", 320, 440, turn)
    yield from table.rest(2.5)
    yield from table.reach("right", 300, 240, table.tiles.clear)
    yield from table.rest(1.5)


def test_what_is_kept_does_not_grow_from_the_first_hour_to_the_second() -> None:
    table, tracker = Table(), Tracker(PaintedLook(), Settings())
    images = [(frame.at, frame.image) for frame in deal(table)]
    told: list[str] = []

    def play(hour: int) -> tuple[int, int]:
        """One hour; bytes and objects that are held after it."""
        for number in range(_DEALS):
            begin = hour * _HOUR + number * _HOUR / _DEALS
            for at, image in images:
                told.extend(event.kind for event in tracker.see(Frame(image, begin + at, 0)))
            for minute in range(1, 10):  # nobody plays
                tracker.see(Frame(images[-1][1], begin + 60 * minute, 0))
        gc.collect()
        return tracemalloc.get_traced_memory()[0], len(gc.get_objects())

    tracemalloc.start()
    try:
        (first, things), (last, more) = play(0), play(1)
    finally:
        tracemalloc.stop()
    assert told.count("cleared") == told.count("turned_up") == told.count("peng") == 2 * _DEALS
    assert last - first < 20_000
    assert more - things < 100
