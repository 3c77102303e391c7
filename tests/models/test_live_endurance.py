"""Filmed deals played for hours, and on the real clock."""

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.live_deals import FilmedDeal
from models.live_endurance import Clock, Live, held, hours, most, real_time
from models.truth import TruthError
from vision.live.events import Event, Seat
from vision.live.frame import Frame
from vision.scan import Scan

TIMES = ((0.0, False), (1.0, False), (1.2, True), (1.4, True), (3.0, False))


@pytest.fixture
def deal(tmp_path: Path) -> FilmedDeal:
    frames = []
    for n, (at, moves) in enumerate(TIMES):
        path = tmp_path / f"{n}.png"
        cv2.imwrite(str(path), np.full((8, 8, 3), n * 40, np.uint8))
        frames.append((at, path, moves))
    return FilmedDeal(tmp_path, (0, 0, 8, 0, 8, 8, 0, 8), tuple(frames), (), None)


class Slow:
    """Takes so many seconds of a clock of its own for each frame; which it saw, by the film's place."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds, self.time = seconds, 100.0
        self.seen: list[tuple[float, int]] = []

    def see(self, frame: Frame) -> tuple[Event, ...]:
        self.time += self.seconds
        self.seen.append((round(frame.at, 2), round(float(frame.image.mean()) / 40)))
        return ()

    def turned_up(self) -> Mapping[Seat, Scan]:
        return {}

    def now(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        assert seconds > 0
        self.time += seconds + 1e-9


def test_a_film_is_played_again_on_a_clock_that_runs_on(deal: FilmedDeal) -> None:
    tracker = Slow()
    marks = list(hours([deal], lambda _: tracker, 1300.0))
    assert [mark.minutes for mark in marks] == [10.0, 20.0]
    assert all(0 < mark.held <= mark.most + 1 for mark in marks)
    times = [at for at, _ in tracker.seen]
    assert times == sorted(times)
    assert times[:7] == [0.0, 1.0, 1.2, 1.4, 3.0, 8.0, 9.0]
    assert times[-1] > 1290


def test_each_film_has_a_tracker_and_its_share_of_the_time(deal: FilmedDeal) -> None:
    trackers: list[Slow] = []

    def begin(_: FilmedDeal) -> Slow:
        trackers.append(Slow())
        return trackers[-1]

    list(hours([deal, deal], begin, 80.0))
    assert [len(tracker.seen) for tracker in trackers] == [25, 25]


def test_a_quick_tracker_sees_every_frame_of_the_real_clock(deal: FilmedDeal) -> None:
    tracker = Slow(0.01)
    live = real_time([deal], lambda _: tracker, 3.1, Clock(tracker.now, tracker.wait), camera_fps=5)
    assert [shown for _, shown in tracker.seen] == [0] * 5 + [1, 2, 3] + [3] * 7 + [4]
    assert live.given == {False: 7, True: 9}
    assert (live.still.frames, live.moving.frames) == (7, 9)
    assert max(live.delays) < 0.02


def test_a_slow_tracker_passes_frames_over_and_never_falls_behind_by_more_than_one(deal: FilmedDeal) -> None:
    tracker = Slow(0.9)
    live = real_time([deal], lambda _: tracker, 3.0, Clock(tracker.now, tracker.wait), camera_fps=5)
    assert [at for at, _ in tracker.seen] == [0.0, 0.8, 1.8, 2.6]
    assert sum(live.given.values()) - live.still.frames - live.moving.frames == 10
    assert max(live.delays) < 1.1
    assert "passed over" in live.lines(5)[0]


def test_films_begin_again_until_the_time_is_over(deal: FilmedDeal) -> None:
    tracker = Slow(0.1)
    real_time([deal], lambda _: tracker, 7.0, Clock(tracker.now, tracker.wait), camera_fps=5)
    assert [at for at, _ in tracker.seen].count(0.0) == 3


def test_nothing_seen_is_said_as_such() -> None:
    assert Live().lines()[-1] == "behind the camera: median 0.00 s, 95th percentile 0.00 s"


def test_a_frame_that_cannot_be_read_is_named(deal: FilmedDeal) -> None:
    (deal.folder / "1.png").write_bytes(b"no picture")
    with pytest.raises(TruthError, match=r"1\.png"):
        list(hours([deal], lambda _: Slow(), 60.0))


def test_memory_held_is_at_most_the_most() -> None:
    assert 1 < held() < most() * 1.2
