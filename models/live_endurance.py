"""Filmed deals played for long: memory over hours of a simulated clock, and frame rates on the real one."""

import resource
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from time import perf_counter, sleep
from typing import Final

import cv2
import numpy as np

from models.live_deals import CAMERA_FPS, FilmedDeal, Pace, Watcher
from models.truth import TruthError
from vision.live.frame import Frame, Pixels

STEP: Final = 600.0  # seconds of the clock from one look at the memory to the next
_PAUSE: Final = 5.0  # seconds between two deals
_PAGE: Final = resource.getpagesize() / 2**20  # MB

Begin = Callable[[FilmedDeal], Watcher]


@dataclass(frozen=True)
class Mark:
    """Memory at a moment: minutes on the simulated clock, MB held now and held at most so far."""

    minutes: float
    held: float
    most: float


def held() -> float:
    """What this process holds now, MB; the most it has held where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE
    except OSError:
        return most()


def most() -> float:
    """The most this process has held, MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def hours(deals: Sequence[FilmedDeal], begin: Begin, length: float) -> Iterator[Mark]:
    """Play films one after another, each again and again to one tracker, its clock running on.

    Every frame of a film is shown once at its own time: five a second while something moves.

    Args:
        deals: the films; each is played for its share of the time.
        begin: makes the tracker of a film.
        length: seconds of the simulated clock.

    Yields:
        Memory after every ten minutes.

    Raises:
        TruthError: if a frame cannot be read.
    """
    clock, due, number = 0.0, STEP, 0
    for place, deal in enumerate(deals):
        tracker = begin(deal)
        while clock < length * (place + 1) / len(deals):
            for at, path, _ in deal.frames:
                tracker.see(Frame(_picture(path), clock + at, number))
                number += 1
                if clock + at >= due:
                    yield Mark(due / 60, held(), most())
                    due += STEP
            clock += deal.seconds + _PAUSE


@dataclass
class Live:
    """What a camera gave and a tracker saw.

    Attributes:
        still, moving: frames seen while nothing moved and while hands did, and the seconds spent on them.
        given: how many the camera gave meanwhile, by whether something moved.
        delays: from a frame being taken to all being told that it shows, seconds.
    """

    still: Pace = field(default_factory=Pace)
    moving: Pace = field(default_factory=Pace)
    given: dict[bool, int] = field(default_factory=lambda: {False: 0, True: 0})
    delays: list[float] = field(default_factory=list)

    def lines(self, camera_fps: float = CAMERA_FPS) -> list[str]:
        """The figures, in lines for people."""
        told = []
        for name, moves, pace in (("a still table", False, self.still), ("hands moving", True, self.moving)):
            given = self.given[moves]
            seen = camera_fps * pace.frames / given if given else 0.0
            told.append(
                f"with {name}: {seen:.1f} frames a second of {camera_fps:.0f},"
                f" {given - pace.frames} of {given} passed over, {pace.fps:.1f} a second were possible"
            )
        middle, slow = np.percentile(self.delays or [0.0], [50, 95])
        told.append(f"behind the camera: median {middle:.2f} s, 95th percentile {slow:.2f} s")
        return told


@dataclass(frozen=True)
class Clock:
    """The clock that is played on: ``now`` tells seconds, ``wait`` waits some."""

    now: Callable[[], float] = perf_counter
    wait: Callable[[float], None] = sleep


REAL: Final = Clock()


def real_time(
    deals: Sequence[FilmedDeal],
    begin: Begin,
    length: float,
    clock: Clock = REAL,
    camera_fps: float = CAMERA_FPS,
) -> Live:
    """Play films on the real clock, as a camera that waits for nobody; a slow tracker passes frames over.

    Args:
        deals: the films, played again from the first after the last.
        begin: makes the tracker of a film.
        length: seconds to play.
        clock: another than the real one, for tests.
        camera_fps: of the camera, which repeats the last frame while nothing moves.

    Raises:
        TruthError: if a frame cannot be read.
    """
    live, now = Live(), clock.now
    started = now()
    for deal in cycle(deals):
        tracker, begun, last = begin(deal), now(), -1
        place = 0
        while (passed := now() - begun) < deal.seconds + 1 / camera_fps:
            if now() - started >= length:
                return live
            number = int(passed * camera_fps)
            if number <= last:
                clock.wait((last + 1) / camera_fps - passed)
                continue
            at = number / camera_fps
            while place + 1 < len(deal.frames) and deal.frames[place + 1][0] <= at:
                place += 1
            _, path, moves = deal.frames[place]
            start = now()
            # A camera's picture comes as JPEG, too, also when it shows the same.
            tracker.see(Frame(_picture(path), at, number))
            pace = live.moving if moves else live.still
            pace += Pace(1, now() - start)
            live.given[moves] += number - last
            live.delays.append(now() - begun - at)
            last = number
    raise ValueError("there is no deal to play")


def _picture(path: Path) -> Pixels:
    picture = cv2.imread(str(path))
    if picture is None:
        raise TruthError(f"{path} cannot be read: draw the deal anew")
    return np.asarray(picture, np.uint8)
