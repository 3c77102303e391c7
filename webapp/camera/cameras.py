"""The running cameras of this process: at most one a table, started and stopped from its page."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from vision.live.sources import Capture, Source, open_source
from webapp.camera.hands import TurnedUp
from webapp.camera.observing import Asked, Observer, forget
from webapp.camera.proposal import Proposal
from webapp.camera.real import MakeTracker, with_set_or_without
from webapp.camera.recording import Recordings
from webapp.camera.session import Hooks, Session, TrackerLike
from webapp.camera.setup import CameraSetup
from webapp.store import StoreError
from webapp.store.observations import ObservationStore


@dataclass(frozen=True)
class Seams:
    """What cameras need of the rest of the program.

    Attributes:
        make_tracker: makes a tracker; the first call loads the networks.
        sequence: gives the last event of a table's log.
        propose: what a hand that was turned up at a table would be booked as; None where it is no win.
        waiting: gives how many of the hands that a table's session has seen somebody should look at.
        tell: told the table of which there is something new to show, and how many hands wait.
        sources: opens a source by its text.
        refuse: raises where a table takes no camera, since it was put away.
    """

    make_tracker: MakeTracker
    sequence: Callable[[str], int]
    propose: Callable[[str, TurnedUp, CameraSetup], Proposal | None]
    waiting: Callable[[str, Session, CameraSetup], int]
    tell: Callable[[str, int], object]
    sources: Callable[[str, Capture], Source] = open_source
    refuse: Callable[[str], object] = lambda table_id: None


class Cameras:
    """Starts and stops sessions. Threads may share it."""

    def __init__(self, store: ObservationStore, recordings: Recordings, seams: Seams) -> None:
        self.store, self.recordings, self._seams = store, recordings, seams
        self._sessions: dict[str, Session] = {}
        self._observers: dict[str, Observer] = {}
        self._setups: dict[str, CameraSetup] = {}
        self._lock = threading.RLock()

    def setup(self, table_id: str) -> CameraSetup:
        """How a table's camera is set up. Raises StoreError."""
        with self._lock:
            if table_id not in self._setups:
                self._setups[table_id] = CameraSetup.of(self.store.setup(table_id))
            return self._setups[table_id]

    def change(self, table_id: str, data: dict[str, Any]) -> CameraSetup:
        """Set up otherwise, also while it runs. Raises FormError, StoreError."""
        with self._lock:
            before = self.setup(table_id)
            after = before.changed(data)
            session = self._sessions.get(table_id)
            if session is not None and session.size is not None:
                after = after.seen_in(*session.size)
            self._keep(table_id, after)
        if session is not None and (after.corners, after.shape) != (before.corners, before.shape):
            session.reset()
        self.told(table_id)
        return after

    def _keep(self, table_id: str, setup: CameraSetup) -> None:
        if setup != self.setup(table_id):
            self.store.keep_setup(table_id, setup.to_json())
            self._setups[table_id] = setup

    def _seen_in(self, table_id: str, width: int, height: int) -> CameraSetup:
        """The setup as it is once a picture of this size has come."""
        with self._lock:
            setup = self.setup(table_id).seen_in(width, height)
            with suppress(StoreError):  # busy just now: the next picture is of the same shape
                self._keep(table_id, setup)
            return setup

    def start(self, table_id: str, source: str, tile_set: str = "") -> Session:
        """Start the camera of a table, in place of one that runs there.

        Raises:
            vision.live.sources.SourceError: the text names no source.
            FormError, StoreError, and whatever `Seams.refuse` raises.
        """
        opened = self._seams.sources(source, Capture())
        self.stop(table_id)
        with self._lock:
            # Here, where whoever puts the table away must wait to stop its camera.
            self._seams.refuse(table_id)
            self._keep(table_id, self.setup(table_id).with_source(source))
            asked = Asked(
                lambda: self.setup(table_id),
                lambda: self._seams.sequence(table_id),
                lambda hand: self._seams.propose(table_id, hand, self.setup(table_id)),
            )
            observer = Observer(table_id, self.store, self.recordings, asked)

            def make(width: int, height: int) -> TrackerLike:
                corners = self._seen_in(table_id, width, height).corners_in(width, height)
                return with_set_or_without(
                    self._seams.make_tracker, tile_set, corners, lambda: session.note("set_lost")
                )

            hooks = Hooks(
                observer.event,
                observer.frame,
                lambda: self.told(table_id),
                lambda: self._seams.sequence(table_id),
            )
            session = Session(opened, make, hooks)
            faster = self._sessions.get(table_id)  # somebody else has started one meanwhile
            self._sessions[table_id], self._observers[table_id] = session, observer
            session.start()
        if faster is not None:
            faster.stop()
        return session

    def stop(self, table_id: str) -> None:
        """Stop the camera of a table, if one runs there."""
        with self._lock:
            session = self._sessions.pop(table_id, None)
            self._observers.pop(table_id, None)
        if session is not None:
            session.stop()
            self.told(table_id)

    def told(self, table_id: str) -> None:
        """There is something new to show at a table: wake its screens."""
        session = self.session(table_id)
        waiting = 0
        if session is not None and session.hands:
            with suppress(StoreError):  # busy just now: the page says so to whoever asks
                waiting = self._seams.waiting(table_id, session, self.setup(table_id))
        self._seams.tell(table_id, waiting)

    def session(self, table_id: str) -> Session | None:
        """What runs, or has ended by itself, at a table."""
        with self._lock:
            return self._sessions.get(table_id)

    def trouble_at(self, table_id: str) -> Exception | None:
        """Why observations cannot be kept just now."""
        with self._lock:
            observer = self._observers.get(table_id)
        return observer.trouble if observer else None

    def forget(self, table_id: str) -> None:
        """Delete every observation, frame and hand of a table. Raises StoreError, OSError."""
        with self._lock:
            observer, session = self._observers.get(table_id), self._sessions.get(table_id)
        if observer is not None:
            observer.forget()
        else:
            forget(table_id, self.store, self.recordings)
        if session is not None:
            session.forget()
        self.told(table_id)

    def close(self) -> None:
        """Stop every camera."""
        with self._lock:
            running = list(self._sessions)
        for table_id in running:
            self.stop(table_id)
