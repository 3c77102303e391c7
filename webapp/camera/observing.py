"""What a session sees, written down: observations in the store, frames around them in the data folder."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from vision.live.events import Event
from vision.live.frame import Frame
from webapp.camera.hands import NOTHING, Noted, TurnedUp
from webapp.camera.left import as_kept
from webapp.camera.proposal import Proposal
from webapp.camera.recording import Recordings, detail, encoded
from webapp.camera.setup import CameraSetup
from webapp.store import StoreError
from webapp.store.observations import Observation, ObservationStore

_APART: Final = 0.7  # seconds between frames that are kept in case something happens
_BEFORE: Final = 1.5  # seconds before and after an event of which a frame is kept
_RING: Final = 6
_SMALL: Final = 960

log = logging.getLogger(__name__)


def forget(table_id: str, store: ObservationStore, recordings: Recordings) -> None:
    """Delete every observation and every frame of a table. Raises StoreError, OSError."""
    store.forget(table_id)  # first: a frame must not stay behind without its observation
    recordings.delete(table_id)


@dataclass(frozen=True)
class Asked:
    """What an observer asks of its table.

    Attributes:
        setup: gives the setup in force: who sits where, and whether frames are kept.
        sequence: gives the table's last event, which deal this belongs to.
        propose: what a hand turned up would be booked as; None where it is no win.
    """

    setup: Callable[[], CameraSetup]
    sequence: Callable[[], int]
    propose: Callable[[TurnedUp], Proposal | None]


class Observer:
    """Writes down what happens at one table: `frame` and `event` by the camera's thread, `forget` by any.

    Args:
        table_id: whose observations these are.
        store: where they go.
        recordings: where frames go.
        asked: where it asks.
    """

    def __init__(self, table_id: str, store: ObservationStore, recordings: Recordings, asked: Asked) -> None:
        self._table_id, self._store, self._recordings, self._asked = table_id, store, recordings, asked
        self._ring: deque[tuple[float, bytes]] = deque(maxlen=_RING)
        self._wanted: list[tuple[Observation, float]] = []  # that want a frame after, and from when
        self._lock = threading.Lock()  # nothing is written down while all of it is deleted
        self.trouble: StoreError | None = None

    def frame(self, frame: Frame) -> None:
        """Look at a frame: it may be one before or after something that happens."""
        with self._lock:
            self._look(frame)

    def _look(self, frame: Frame) -> None:
        if not self._asked.setup().record:
            self._ring.clear()
            self._wanted.clear()
            return
        due = [one for one, at in self._wanted if at <= frame.at]
        if not due and self._ring and frame.at - self._ring[-1][0] < _APART:
            return
        small = encoded(frame.image, _SMALL)
        self._ring.append((frame.at, small))
        for one in due:
            if self._stands(one):
                self._keep(one.number, "after", small)
        self._wanted = [one for one in self._wanted if one[0] not in due]

    def event(self, event: Event, frame: Frame, noted: Noted = NOTHING) -> Observation | None:
        """Note an event; None where that could not be done: the page says so, the camera goes on."""
        with self._lock:
            return self._note(event, frame, noted)

    def forget(self) -> None:
        """Delete everything that was seen at this table. Raises StoreError, OSError."""
        with self._lock:
            self._ring.clear()
            self._wanted.clear()
            forget(self._table_id, self._store, self._recordings)

    def _note(self, event: Event, frame: Frame, noted: Noted) -> Observation | None:
        setup = self._asked.setup()
        try:
            payload = self._payload(event, frame, setup) | {"deal": noted.deal_id}
            if noted.hand is not None and (proposal := self._asked.propose(noted.hand)) is not None:
                payload["hand"] = as_kept(noted.hand, proposal)
            made = self._store.add(self._table_id, event.kind, setup.seat_at(event.seat), payload)
        except StoreError as error:
            log.error("an observation could not be kept: %s", error)
            self.trouble = error
            return None
        self.trouble = None
        if setup.record:
            self._record(made, event, frame)
        return made

    def _payload(self, event: Event, frame: Frame, setup: CameraSetup) -> dict[str, Any]:
        height, width = frame.image.shape[:2]
        return {
            "tiles": list(event.tiles),
            "box": None if event.box is None else [round(value, 1) for value in event.box],
            "size": [width, height],
            "confidence": round(event.confidence, 3),
            "source": setup.seat_at(event.source),
            "clock": round(event.at, 2),
            "sequence": self._asked.sequence(),
        }

    def _record(self, made: Observation, event: Event, frame: Frame) -> None:
        number = made.number
        before = [small for at, small in self._ring if event.at - 2 * _BEFORE <= at <= event.at - _APART]
        if before:
            self._keep(number, "before", before[-1])
        self._keep(number, "at", encoded(frame.image))
        if event.box is not None and (piece := detail(frame.image, event.box)):
            self._keep(number, "detail", piece)
        self._wanted.append((made, frame.at + _BEFORE))

    def _stands(self, one: Observation) -> bool:
        """Whether no other process has deleted it meanwhile; its number may be another one's by now."""
        try:
            return self._store.holds(one)
        except StoreError:
            return False

    def _keep(self, number: int, part: Any, small: bytes) -> None:
        try:
            self._recordings.keep(self._table_id, number, part, small)
        except OSError as error:
            # The observation stands without its picture.
            log.warning("a frame could not be kept: %s", error)
