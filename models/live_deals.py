"""Filmed deals given to a tracker as a camera gives them: on a clock that a slow tracker cannot stop.

The folders come from ``fanpai render --kind deal``. Their file list is sparse while nothing moves, so the
camera repeats the last frame; a frame that comes while the tracker still works is never seen.
"""

import json
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Protocol

import cv2
import numpy as np

from models.truth import TruthError
from vision.live.events import Event, Seat
from vision.live.frame import Frame
from vision.scan import Scan

CAMERA_FPS: Final = 15.0


@dataclass(frozen=True)
class TrueEvent:
    """What happened: ``at`` it lay still, ``free`` no hand was over the table any more (seconds).

    ``tiles`` are what the tiles are, ``shows`` what can be seen of them (``back`` where they lie face down).
    """

    kind: str
    at: float
    free: float
    seat: str | None
    tiles: tuple[str, ...]
    shows: tuple[str, ...]
    source: str | None


@dataclass(frozen=True)
class TrueWin:
    """The hand that was turned up: all its tiles, melds included, sorted; the winning tile and who fed it."""

    seat: str
    hand: tuple[str, ...]
    win: str
    source: str | None


@dataclass(frozen=True)
class FilmedDeal:
    """One folder: its frames (seconds, file, whether something moves) and its truth."""

    folder: Path
    corners: tuple[float, ...]
    frames: tuple[tuple[float, Path, bool], ...]
    events: tuple[TrueEvent, ...]
    won: TrueWin | None

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return self.frames[-1][0]


def read_deal(folder: Path) -> FilmedDeal:
    """The truth of one filmed deal.

    Raises:
        TruthError: if it has no ``truth.json`` or one that tells something else.
    """
    path = folder / "truth.json"
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        frames = tuple(
            (float(one["at"]), folder / "frames" / one["file"], bool(one["moving"])) for one in told["frames"]
        )
        events = tuple(_event(one) for one in told["events"])
        corners = tuple(float(value) for value in chain.from_iterable(told["corners"]))
        turned = next((event for event in events if event.kind == "turned_up"), None)
        won = _win(told["won"], turned) if turned and told["won"] else None
    except FileNotFoundError as error:
        raise TruthError(f"{path} is missing: draw the deal anew with fanpai render --kind deal") from error
    except (KeyError, TypeError, ValueError, UnicodeDecodeError) as error:
        raise TruthError(f"{path} is no truth of a filmed deal: {error!r}") from error
    if not frames:
        raise TruthError(f"{path} names no frame")
    return FilmedDeal(folder, corners, frames, events, won)


def _event(told: Mapping[str, Any]) -> TrueEvent:
    return TrueEvent(
        told["kind"],
        float(told["at"]),
        float(told["free"]),
        told["seat"],
        tuple(told["tiles"]),
        tuple(told["shows"]),
        told["source"],
    )


def _win(told: Mapping[str, Any], turned: TrueEvent) -> TrueWin:
    melds = tuple(chain.from_iterable(meld["tiles"] for meld in told["melds"]))
    return TrueWin(told["seat"], tuple(sorted(turned.tiles + melds)), told["win"], told["source"])


class Watcher(Protocol):
    """What is measured: `vision.live.tracker.Tracker`, or a scripted one."""

    def see(self, frame: Frame) -> tuple[Event, ...]:
        """Take the next frame; what happened."""
        ...

    def turned_up(self) -> Mapping[Seat, Scan]:
        """Hands that lie open, by seat."""
        ...


@dataclass(frozen=True)
class Observed:
    """An event, when the tracker told it (seconds), and the hand it proposed to score, if any.

    A hand is proposed when it was turned up and its tiles form a whole one.
    """

    event: Event
    told: float
    hand: tuple[str, ...] | None = None
    win: str | None = None


@dataclass
class Pace:
    """Frames seen and the seconds spent on them."""

    frames: int = 0
    seconds: float = 0.0

    def __iadd__(self, other: "Pace") -> "Pace":
        self.frames += other.frames
        self.seconds += other.seconds
        return self

    @property
    def fps(self) -> float:
        """Frames a second that could be seen."""
        return self.frames / self.seconds if self.seconds else 0.0


@dataclass
class Watched:
    """What a tracker made of one deal."""

    deal: FilmedDeal
    observed: list[Observed] = field(default_factory=list)
    still: Pace = field(default_factory=Pace)
    moving: Pace = field(default_factory=Pace)


def watch(
    deal: FilmedDeal,
    tracker: Watcher,
    timer: Callable[[], float] = perf_counter,
    camera_fps: float = CAMERA_FPS,
) -> Watched:
    """Play a deal to a tracker.

    The clock is that of the deal: it runs on by what ``timer`` says the tracker took for a frame, decoding
    the JPEG included, and then the newest frame of the camera is next.

    Raises:
        TruthError: if a frame cannot be read.
    """
    seen, times = Watched(deal), [frame[0] for frame in deal.frames]
    shown, image, decoding = -1, np.zeros((0, 0, 3), np.uint8), 0.0
    clock, number = 0.0, -1
    while True:
        number = max(number + 1, int(clock * camera_fps))
        at = number / camera_fps
        if at > deal.seconds:
            return seen
        clock = max(clock, at)
        newest = max(0, bisect_right(times, at) - 1)
        if newest != shown:
            begun = timer()
            picture = cv2.imread(str(deal.frames[newest][1]))
            decoding, shown = timer() - begun, newest
            if picture is None:
                raise TruthError(f"{deal.frames[newest][1]} cannot be read: draw the deal anew")
            image = np.asarray(picture, np.uint8)
        begun = timer()
        events = tracker.see(Frame(image, at, number))
        spent = timer() - begun + decoding
        clock += spent
        pace = seen.moving if deal.frames[newest][2] else seen.still
        pace += Pace(1, spent)
        seen.observed += [_observed(event, clock, tracker) for event in events]


def _observed(event: Event, told: float, tracker: Watcher) -> Observed:
    if event.kind != "turned_up" or event.seat is None:
        return Observed(event, told)
    scan = tracker.turned_up().get(event.seat)
    if scan is None or not scan.reading.complete:
        return Observed(event, told)
    reading = scan.reading
    win = None if reading.win is None else reading.tiles[reading.win].tile
    return Observed(event, told, tuple(sorted(reading.hand)), win)
