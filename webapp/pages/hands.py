"""Scored hands that a player kept: one log in the store, newest shown first."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from webapp.pages.form import FormError, hand_of
from webapp.pages.jobs import Job
from webapp.pages.photo_keeping import kept_photo
from webapp.store import Event, ReusedUuidError, Store

LOG: Final = "single-hands"
KIND: Final = "hand_scored"
DELETED: Final = "hand_deleted"
RESTORED: Final = "hand_restored"
BOOKED: Final = "hand_booked"
_LOOKED_AT: Final = 100


@dataclass(frozen=True)
class KeptHand:
    """A kept hand for showing: its tiles in order, winning tile last, and what it was worth.

    ``number`` is its place in the log, ``at`` when it was kept (UTC); one that is ``deleted`` can come back.
    """

    number: int
    at: datetime
    tiles: tuple[str, ...]
    payload: Mapping[str, Any]
    deleted: bool = False


class HandBook:
    """Keeps hands, shows the last ones, deletes them and brings them back. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._seen = 0  # the last entry read: older ones need not be read again
        self._deleted: set[int] = set()
        self._booked: dict[int, dict[tuple[str, str], None]] = {}

    def keep(self, uuid: str, payload: Mapping[str, Any], job: Job | None) -> Event:
        """Keep one hand, with its photo if it came from one. The same ``uuid`` again is the same hand.

        Raises:
            webapp.store.StoreError: it could not be written; nothing is kept then.
            webapp.store.ReusedUuidError: ``uuid`` stands for another hand.
        """
        try:
            with kept_photo(self._store, job, LOG) as photo:
                return self._store.append(LOG, KIND, {**payload, "photo": photo}, uuid=uuid)
        except ReusedUuidError:
            # Sent again after its photo was forgotten or read anew, or by a device that has lost its cookie:
            # the hand is kept as it came first.
            beside = dict.fromkeys(("photo", "device"))
            event = self._store.event(uuid)
            if (
                event is not None
                and event.table_id == LOG
                and {**event.payload, **beside} == {**payload, **beside}
            ):
                return event
            raise

    def last(self, count: int, device: str | None = None) -> tuple[KeptHand, ...]:
        """The hands kept last, newest first; with ``device`` those kept by it among the last `_LOOKED_AT`."""
        events, deleted = self._read(_LOOKED_AT)
        found: list[KeptHand] = []
        for event in reversed(events):
            if len(found) == count:
                break
            if event.kind != KIND or event.sequence in deleted:
                continue
            if device is not None and event.payload.get("device") != device:
                continue
            if (hand := _shown(event)) is not None:
                found.append(hand)
        return tuple(found)

    def one(self, number: int) -> KeptHand | None:
        """The hand at this place of the log; None when there is none, or in a form that is gone since."""
        event = next(iter(self._store.events(LOG, after=number - 1)), None)
        if event is None or event.sequence != number or event.kind != KIND:
            return None
        hand = _shown(event)
        return hand and replace(hand, deleted=number in self._read(0)[1])

    def turn(self, number: int, kind: str, uuid: str) -> None:
        """Delete a hand, or bring it back. The same ``uuid`` again is the same act.

        Args:
            number: the hand's place in the log.
            kind: `DELETED` or `RESTORED`.
            uuid: of the request.

        Raises:
            webapp.store.StoreError: it could not be written.
            webapp.store.ReusedUuidError: ``uuid`` stands for something else.
        """
        self._store.append(LOG, kind, {"number": number}, uuid=uuid)

    def book(self, number: int, table_id: str, line_id: str) -> None:
        """Note that a hand is about to be booked as this line. Raises webapp.store.StoreError."""
        payload = {"number": number, "table": table_id, "line": line_id}
        self._store.append(LOG, BOOKED, payload, uuid=str(uuid5(UUID(line_id), f"{LOG} {number}")))

    def lines_of(self, number: int) -> tuple[tuple[str, str], ...]:
        """The tables and the lines as which a hand was about to be booked, whatever became of them."""
        self._read(0)
        with self._lock:
            return tuple(self._booked.get(number, ()))

    def _read(self, back: int) -> tuple[tuple[Event, ...], set[int]]:
        """The log from ``back`` entries before those read last, and the numbers of the deleted hands."""
        with self._lock:
            events = self._store.events(LOG, after=max(0, self._seen - back))
            for event in events:
                # Those of before a second time: the newest word on a hand is among them, or was read before.
                if event.kind == DELETED:
                    self._deleted.add(event.payload["number"])
                elif event.kind == RESTORED:
                    self._deleted.discard(event.payload["number"])
                elif event.kind == BOOKED:
                    line = event.payload["table"], event.payload["line"]
                    self._booked.setdefault(event.payload["number"], {})[line] = None
            self._seen = max(self._seen, events[-1].sequence if events else 0)
            return events, set(self._deleted)


def _shown(event: Event) -> KeptHand | None:
    try:
        hand = hand_of(event.payload.get("hand"))
    except FormError:
        return None  # kept in a form that is gone since
    tiles = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles), hand.win]
    return KeptHand(event.sequence, event.at, tuple(tiles), event.payload)
