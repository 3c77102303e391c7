"""One camera at work over one table: frames in, what lies there and what happened out."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from vision.live.events import Event
from vision.live.events import Seat as Side
from vision.live.frame import Frame
from vision.live.sources import Source, SourceError
from vision.live.view import TableView
from webapp.camera.hands import DealSoFar, Noted, TurnedUp, hands_up

Phase = Literal["starting", "running", "waiting", "finished", "failed", "stopped"]
_FIRST_PAUSE: Final = 1.0  # seconds until a lost camera is tried again; doubled each time
_LONGEST_PAUSE: Final = 8.0
_TOLD_EACH: Final = 1.0  # seconds between two pieces of news of no weight
_COUNTED: Final = 20  # frames over which the rate is taken
_ENOUGH: Final = 6  # frames after which it can be told
# Frames in a row of another size than those before: a single one is a slip of the camera.
_RESIZED: Final = 3
# Frames a second: a tile has to be seen lying still before the next hand reaches in.
NEEDED: Final = 1.5

Size = tuple[int, int]
# ``resized``: the pictures have another size than before; ``mixed``: some of them have, and are left out;
# ``set_lost``: the tile set cannot be used.
Note = Literal["resized", "mixed", "set_lost"]

log = logging.getLogger(__name__)


def size_of(frame: Frame) -> Size:
    """Width and height of a frame, pixels."""
    height, width = frame.image.shape[:2]
    return width, height


class TrackerLike(Protocol):
    """What watches the table: `vision.live.tracker.Tracker`, or a script of a test."""

    def see(self, frame: Frame) -> tuple[Event, ...]:
        """Take the next frame; what has happened."""
        ...  # pragma: no cover

    def idle(self, at: float) -> tuple[Event, ...]:
        """Time has passed without a frame."""
        ...  # pragma: no cover

    def view(self) -> TableView:
        """The table now."""
        ...  # pragma: no cover


@dataclass(frozen=True)
class Hooks:
    """Who is told what, in the session's thread.

    Attributes:
        event: each event with its frame and what is known beside it.
        frame: each frame, before its events.
        tell: that there is something new to show; not more than once a second for little things.
        sequence: asked for the last event of the table's log.
    """

    event: Callable[[Event, Frame, Noted], object] = lambda event, frame, noted: None
    frame: Callable[[Frame], object] = lambda frame: None
    tell: Callable[[], object] = lambda: None
    sequence: Callable[[], int] = lambda: 0


class Session:
    """A source and a tracker in a thread of their own.

    Args:
        source: where frames come from; closed at the end.
        make_tracker: called with a frame's width and height before the first frame, and again after `reset`.
        hooks: who is told.
        clock: seconds that never go back; for tests.
    """

    def __init__(
        self,
        source: Source,
        make_tracker: Callable[[int, int], TrackerLike],
        hooks: Hooks,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.source = source
        self._make_tracker, self._hooks, self._clock = make_tracker, hooks, clock
        self._stop = threading.Event()
        self._anew = threading.Event()
        self._tracker: TrackerLike | None = None
        self._thread = threading.Thread(target=self._run, name="camera session", daemon=True)
        self._taken: deque[float] = deque(maxlen=_COUNTED)
        self._told = float("-inf")
        self._state_told: tuple[object, ...] = ()
        self._deal = DealSoFar(hooks.sequence)
        self.phase: Phase = "starting"
        self.trouble: SourceError | None = None
        self.view: TableView | None = None
        self.frame: Frame | None = None
        self.size: Size | None = None  # of the frames that are looked at
        self.delay: float | None = None
        self.hands: tuple[TurnedUp, ...] = ()
        self.notes: frozenset[Note] = frozenset()
        self._odd: list[Size] = []
        self._left_out = 0

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait until the source has been let go of; for a while at most."""
        self._stop.set()
        self.source.close()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(10)
        self.phase = "stopped"

    def join(self, seconds: float) -> bool:
        """Wait for a film's end; whether it has come."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def reset(self) -> None:
        """Look at the table anew with the next frame: the corners are others now."""
        self._anew.set()

    def note(self, note: Note) -> None:
        """Say something on the page as long as this tracker is at work."""
        self.notes |= {note}

    def forget(self) -> None:
        """Keep nothing of what was seen: one that runs begins with the next frame."""
        self.hands, self.frame, self.view = (), None, None
        if not self.alive:
            self.phase = "stopped"

    def drop(self, hand: TurnedUp) -> None:
        """A hand is none: it is not offered again as long as it lies there."""
        self.hands = tuple(one for one in self.hands if one.id != hand.id)
        self._hooks.tell()

    @property
    def deal_id(self) -> str:
        """The deal that is being played, as `TurnedUp` has it."""
        return self._deal.id

    @property
    def rate(self) -> float:
        """Frames a second, over the last ones."""
        taken = tuple(self._taken)
        span = taken[-1] - taken[0] if len(taken) > 1 else 0.0
        return (len(taken) - 1) / span if span > 0 else 0.0

    @property
    def slow(self) -> bool:
        """Whether frames come too seldom for the play to be followed."""
        return len(self._taken) >= _ENOUGH and 0 < self.rate < NEEDED

    @property
    def alive(self) -> bool:
        """Whether it goes on by itself."""
        return self.phase in {"starting", "running", "waiting"}

    def _run(self) -> None:
        pause = _FIRST_PAUSE
        try:
            while not self._stop.is_set():
                before = self.frame
                try:
                    for frame in self.source.frames():
                        self._take(frame)
                        if self._stop.is_set():
                            return
                    self._become("stopped" if self._stop.is_set() else "finished")
                    return
                except SourceError as error:
                    if self._stop.is_set():
                        return
                    self.trouble = error
                    log.warning("the camera %s: %s", self.source.name, error.message)
                    if error.code == "unreadable":  # it stays so
                        self._become("failed")
                        return
                self._taken.clear()
                self._become("waiting")
                if self.frame is not before:
                    pause = _FIRST_PAUSE  # it had come back
                self._idle()
                if self._stop.wait(pause):
                    return
                pause = min(2 * pause, _LONGEST_PAUSE)
        except Exception:
            # The page says that it failed, the log says why; the evening's tally goes on.
            log.exception("the camera %s has stopped", self.source.name)
            self.trouble = None
            self._become("failed")
        finally:
            self.source.close()

    def _take(self, frame: Frame) -> None:
        if self._is_odd(frame):
            return
        resized = self.size not in {None, size_of(frame)}
        if self._tracker is None or self._anew.is_set() or resized:
            self._anew.clear()
            self.notes = frozenset({"resized"} if resized else ())
            self.size = size_of(frame)
            self._tracker = self._make_tracker(*self.size)
            self._deal.begin()
            self.hands = ()
        self._hooks.frame(frame)
        events = self._tracker.see(frame)
        self.trouble = None
        self.frame = frame
        self._saw(events, frame)
        self._taken.append(self._clock())
        self.delay = max(0.0, self.source.now() - frame.at)
        self._become("running", bool(events))

    def _is_odd(self, frame: Frame) -> bool:
        """Whether a frame is of another size than those before, and not one of a row of such."""
        size = size_of(frame)
        if self.size in {None, size}:
            self._odd.clear()
            return False
        self._odd = [*(one for one in self._odd if one == size), size]
        if len(self._odd) >= _RESIZED:
            self._left_out -= len(self._odd) - 1
            self._odd.clear()
            return False
        self._left_out += 1
        if self._left_out >= _RESIZED:
            self.note("mixed")
        return True

    def _idle(self) -> None:
        if self._tracker is not None and self.frame is not None:
            self._saw(self._tracker.idle(self.source.now()), self.frame)

    def _saw(self, events: tuple[Event, ...], frame: Frame) -> None:
        tracker = self._tracker
        if tracker is None:
            return
        self.view = tracker.view()
        deals = []
        for event in events:
            self._deal.take(event)
            deals.append(self._deal.id)
        made: dict[Side | None, TurnedUp] = {}
        if any(event.kind == "turned_up" for event in events):
            known = self.hands
            self.hands = hands_up(known, self.view, (frame, events), self._deal)
            made = {hand.side: hand for hand in self.hands if hand not in known}
        for event, deal_id in zip(events, deals, strict=True):
            hand = made.get(event.seat) if event.kind == "turned_up" else None
            self._hooks.event(event, frame, Noted(deal_id, hand))

    def _become(self, phase: Phase, weighty: bool = False) -> None:
        """Tell at once what matters, other things now and then."""
        self.phase = phase
        health = self.view.health.state if self.view else ""
        state = (phase, health, tuple(hand.id for hand in self.hands))
        now = self._clock()
        if weighty or state != self._state_told or now - self._told >= _TOLD_EACH:
            self._state_told, self._told = state, now
            self._hooks.tell()
