"""A camera that fails: each fault is told within five seconds, and gone by itself once it is over."""

from collections.abc import Iterator
from itertools import chain

import numpy as np
import pytest
from painted_table import PaintedLook, Table, plain, turned_over, watch

from vision.live.frame import Frame, Pixels
from vision.live.tracker import Settings, Tracker


@pytest.fixture
def table() -> Table:
    """Three discards lie in the middle, a standing hand at one side."""
    made = Table()
    made.row("top", ["back"] * 13, 200, 40)
    for number, (tile, x, y) in enumerate((("5p", 250, 200), ("E", 330, 260), ("9s", 400, 220))):
        made.put(f"pool{number}", tile, x, y)
    return made


@pytest.fixture
def tracker(table: Table) -> Tracker:
    made = Tracker(PaintedLook(), Settings())
    assert watch(made, table.rest(1.5)) == []
    return made


def black(image: Pixels) -> Pixels:
    return np.zeros_like(image)


def states(tracker: Tracker, frames: Iterator[Frame]) -> dict[str, float]:
    """The states told on the way, with the second at which each was first told; no event is."""
    found: dict[str, float] = {}
    for frame in frames:
        assert tracker.see(frame) == ()
        found.setdefault(tracker.view().health.state, frame.at)
    return found


def lying(tracker: Tracker) -> list[tuple[int, str]]:
    return sorted((tile.number, tile.tile) for tile in tracker.view().pool)


def test_a_black_picture_is_told_and_nothing_is_forgotten(table: Table, tracker: Tracker) -> None:
    before, begin = lying(tracker), table.at
    table.over = black
    assert states(tracker, table.rest(4))["black"] - begin < 1
    assert lying(tracker) == before
    table.over = None
    watch(tracker, table.rest(3))
    assert tracker.view().health.state == "ok"
    assert lying(tracker) == before


def test_a_frozen_picture_is_told(table: Table, tracker: Tracker) -> None:
    begin, still = table.at, table.picture()
    table.over = lambda _: still
    assert states(tracker, table.rest(6))["frozen"] - begin <= 5
    table.over = None
    watch(tracker, table.rest(3))
    assert tracker.view().health.state == "ok"


def test_no_picture_at_all_is_told(table: Table, tracker: Tracker) -> None:
    tracker.idle(table.at + 1)
    assert tracker.view().health.state == "ok"
    tracker.idle(table.at + 4.9)
    assert tracker.view().health.state == "lost"
    table.at += 10
    watch(tracker, table.rest(3))
    assert tracker.view().health.state == "ok"


def test_a_camera_on_its_head_is_told_until_it_is_turned_back(table: Table, tracker: Tracker) -> None:
    before, begin = lying(tracker), table.at
    table.over = turned_over
    found = states(tracker, table.rest(6))
    assert found["upside_down"] - begin < 5
    assert tracker.view().health.state == "upside_down"
    assert lying(tracker) == before
    table.over = None
    watch(tracker, table.rest(4))
    assert tracker.view().health.state == "ok"
    assert lying(tracker) == before


def test_a_knocked_camera_is_told_and_goes_on_with_the_same_tiles(table: Table, tracker: Tracker) -> None:
    before, begin = lying(tracker), table.at
    table.shift = (31.0, -22.0)
    found = states(tracker, table.rest(8))
    assert found["moved"] - begin < 5
    assert tracker.view().health.state == "ok"
    assert lying(tracker) == before
    boxes = {tile.tile: tile.box for tile in tracker.view().pool}
    assert boxes["5p"][0] == pytest.approx(250 - 9 + 31, abs=3)
    events = watch(tracker, table.discard("bottom", "new", "C", 320, 330))
    assert plain(events) == [("discard", "bottom", ("C",))]


def test_a_dark_room_is_told(table: Table, tracker: Tracker) -> None:
    table.light = 0.2
    assert "dark" in states(tracker, table.rest(4))
    table.light = 1.0
    watch(tracker, table.rest(4))
    assert tracker.view().health.state == "ok"


def test_light_that_changes_slowly_flickers_or_jumps_is_no_event(table: Table, tracker: Tracker) -> None:
    before = lying(tracker)

    def lamp() -> Iterator[Frame]:
        for number in range(90):
            # A dimmer turned over six seconds, then a flickering lamp, then another one switched on.
            flicker = 0.06 * (number % 2) if number >= 60 else 0.0
            table.light = 1 - 0.004 * min(number, 60) + flicker + (0.2 if number >= 75 else 0.0)
            yield table.frame()

    assert set(states(tracker, chain(lamp(), table.rest(2)))) == {"ok"}
    assert lying(tracker) == before


def test_tiles_too_small_to_be_read_are_told(table: Table) -> None:
    tracker = Tracker(PaintedLook(), Settings(far=30.0))
    watch(tracker, table.rest(2))
    assert tracker.view().health.state == "too_far"


def test_frames_in_any_order_break_nothing_and_win_nothing(table: Table) -> None:
    frames = list(chain(*(table.discard("left", f"n{n}", "3m", 250 + 30 * n, 330) for n in range(4))))
    order = np.random.default_rng(2).permutation(len(frames))
    tracker = Tracker(PaintedLook(), Settings())
    events = [
        event
        for number, place in enumerate(order)
        for event in tracker.see(Frame(frames[place].image, number / 10, number))
    ]
    assert not [event for event in events if event.kind == "turned_up"]
    assert tracker.view().turned_up == {}


def test_a_picture_of_another_size_is_for_another_tracker(table: Table, tracker: Tracker) -> None:
    large = Frame(np.repeat(np.repeat(table.picture(), 2, axis=0), 2, axis=1), table.at, 99)
    with pytest.raises(ValueError, match="1280×960"):
        tracker.see(large)
    assert tracker.view().health.state == "ok"
