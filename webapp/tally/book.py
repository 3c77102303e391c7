"""The tables of one store: read, changed by one event at a time, and tried out before they are changed."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from scorer.explanation import Explanation
from webapp.store import ConflictError, Event, ReusedUuidError, Store
from webapp.tally.closed import refuse_closed
from webapp.tally.collector import pause_for
from webapp.tally.entries import checked
from webapp.tally.fields import result_amount
from webapp.tally.fold import Step, Table, state_of
from webapp.tally.ledger import CHANGES, CREATED, SETTINGS, TURNS, Ledger, Line, ledger_of
from webapp.tally.line_photo import with_photo
from webapp.tally.plausible import first_impossible
from webapp.tally.repeated import adds, refuse_taken_back
from webapp.tally.setup import checked_setup


class UnknownTableError(LookupError):
    """There is no table with this id."""


class RefusedError(ValueError):
    """The rules refuse a line, or a later one that the change reaches.

    Attributes:
        step: the refused line.
        why: the scorer's reason.
    """

    def __init__(self, step: Step, why: Explanation) -> None:
        super().__init__(why.key)
        self.step = step
        self.why = why


class AlreadyBookedError(ValueError):
    """A hand that a camera has seen stands in the ledger already.

    Attributes:
        step: the line that holds it.
    """

    def __init__(self, step: Step) -> None:
        super().__init__(step.line.id)
        self.step = step


@dataclass(frozen=True)
class Change:
    """One change to a ledger, not booked yet: ``kind`` of webapp.tally.ledger.CHANGES, the line's ``id``, and
    for the first two the new ``entry``."""

    kind: str
    id: str
    entry: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class _Known:
    ledger: Ledger
    table: Table


class TableBook:
    """Reads and changes tables. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[str, _Known] = {}
        self._lock = threading.Lock()

    def tables(self) -> tuple[Table, ...]:
        """Every table, deleted ones too, the one changed last first."""
        found = []
        for table_id, last in self.store.heads().items():
            try:
                with self._lock:
                    known = self._known.get(table_id)
                # One question for all tables: only those that have moved are asked for on their own.
                fresh = known is not None and known.table.sequence >= last
                found.append(known.table if known is not None and fresh else self.table(table_id))
            except UnknownTableError:
                continue  # another kind of log
        return tuple(sorted(found, key=lambda table: table.changed, reverse=True))

    def photo_homes(self) -> dict[str, str]:
        """Photo → the table it belongs to: that of the first line that named it, of all lines that stand."""
        named = sorted(
            (step.line.at, table.id, photo)
            for table in self.tables()
            for step in table.steps
            if (photo := step.line.entry.get("photo")) is not None
        )
        return {photo: table_id for _, table_id, photo in reversed(named)}

    def table(self, table_id: str) -> Table:
        """One table. Raises UnknownTableError."""
        return self._load(table_id).table

    def events(self, table_id: str) -> tuple[Event, ...]:
        """The events of one table. Raises UnknownTableError."""
        self.table(table_id)
        return self.store.events(table_id)

    def create(self, setup: Mapping[str, Any], uuid: str) -> Table:
        """Open a table under ``uuid``; again with the same contents it is the same table.

        Raises:
            webapp.tally.setup.SetupError, FormError: it cannot be.
            ReusedUuidError: ``uuid`` is another table.
        """
        try:
            self.store.append(uuid, CREATED, checked_setup(setup), uuid=uuid, expected=0)
        except ConflictError as error:  # one that was brought in: its first entry has another name
            raise ReusedUuidError(f"table {uuid} is there already") from error
        return self.table(uuid)

    def set(
        self, table_id: str, kind: str, payload: Mapping[str, Any], *, uuid: str, expected: int | None
    ) -> Table:
        """Book a setting, an undo or a redo; a turn that finds nothing to take back or put back is no entry.

        Raises:
            ConflictError, ReusedUuidError, UnknownTableError.
            RefusedError: an undo or a redo brings back what makes a line impossible.
            ClosedError: the table is put away.
        """
        if kind not in {*SETTINGS, *TURNS}:
            raise ValueError(kind)
        known = self._load(table_id)
        if not self._is_repeated(table_id, uuid, kind, payload):
            refuse_closed(known.table, kind)
            if kind in TURNS and expected in {None, known.table.sequence}:
                if not (known.ledger.done if kind == "undone" else known.ledger.undone):
                    return known.table
                lines = known.ledger.turned(kind)
                _refuse(known.table, state_of(table_id, known.ledger, lines, known.table))
            self.store.append(table_id, kind, payload, uuid=uuid, expected=expected)
        return self.table(table_id)

    def set_all(self, table_id: str, settings: Mapping[str, Mapping[str, Any]], *, expected: int) -> None:
        """Book some settings, by kind, together or not at all.

        Raises:
            ConflictError: the table has moved past ``expected``.
            ClosedError: the table is put away.
        """
        refuse_closed(self.table(table_id), *settings)
        now = datetime.now(UTC)
        events = [
            Event(table_id, number, str(uuid4()), kind, payload, now)
            for number, (kind, payload) in enumerate(settings.items(), expected + 1)
        ]
        if events:
            self.store.append_all(events, expected)

    def has_booked(self, table_id: str, uuid: str, entry: Mapping[str, Any]) -> bool:
        """Whether ``uuid`` added this line already, whatever its photo, and the line stands.

        Raises:
            webapp.tally.repeated.TakenBackError: it was added, and is not there any more.
        """
        event = self._booked(table_id, uuid)
        if event is None or not adds(event, entry):
            return False
        refuse_taken_back(self.store, table_id, uuid)
        return True

    def outcome(self, table_id: str, change: Change) -> tuple[Table, Table]:
        """The table as it is, and as it would be after the change; nothing is booked.

        Raises:
            FormError, UnknownTableError; FieldError also for a line that comes to more than can be kept.
            RefusedError: the rules refuse the line, or a later one after the change.
        """
        known = self._load(table_id)
        with pause_for(known.ledger.sequence):
            ledger = known.ledger
            lines = list(ledger.lines())
            places = {line.id: place for place, line in enumerate(lines)}
            if change.kind != "line_added" and change.id not in places:
                raise UnknownTableError(change.id)
            if change.kind == "line_removed":
                del lines[places[change.id]]
            elif change.kind == "line_edited":
                old = lines[places[change.id]]
                lines[places[change.id]] = Line(old.id, checked(change.entry), old.at, None, True)
            else:
                lines.append(Line(change.id, checked(change.entry), ledger.changed))
            after = state_of(table_id, ledger, lines, known.table)
        _refuse(known.table, after, change.id)
        for step in after.steps:
            if step.line.id == change.id:
                _refuse_beyond(step)
        return known.table, after

    def change(
        self, table_id: str, change: Change, *, uuid: str, expected: int, photo: str | None = None
    ) -> Table:
        """Book a change and return the table after it; it is on the disk by then.

        A repeated ``uuid`` with the same change is the same change, while that stands. ``photo`` was kept for
        this line; one that the entry names may be another table's, and stays only where the line has it.

        Raises:
            ConflictError: the table has moved past ``expected``.
            AlreadyBookedError: another line holds a hand that this one names as observed.
            ClosedError: the table is put away.
            webapp.tally.repeated.TakenBackError: ``uuid`` was booked, and does not stand any more.
            RefusedError, FormError, ReusedUuidError, UnknownTableError.
        """
        if change.kind not in CHANGES:
            raise ValueError(change.kind)
        known = self._load(table_id)
        payload: dict[str, Any] = {"id": change.id}
        if change.entry is not None and change.kind != "line_removed":
            payload["entry"] = with_photo(checked(change.entry), photo, known.table, change.id)
        if self._is_repeated(table_id, uuid, change.kind, payload):
            refuse_taken_back(self.store, table_id, uuid)
            return self.table(table_id)
        refuse_closed(known.table, change.kind)
        if known.table.sequence != expected:
            raise ConflictError(table_id, expected, known.table.sequence)
        _refuse_twice(known.table, change.id, payload.get("entry", {}))
        _, after = self.outcome(table_id, change)
        for step in after.steps:
            if step.line.id == change.id:
                payload["recorded"] = step.recorded()
        self.store.append(table_id, change.kind, payload, uuid=uuid, expected=expected)
        return self.table(table_id)

    def _load(self, table_id: str) -> _Known:
        with self._lock:
            known = self._known.get(table_id)
        sequence = known.ledger.sequence if known is not None else 0
        with pause_for(sequence or self.store.head(table_id), stays=known is None):
            new = self.store.events(table_id, after=sequence)
            if known is not None and not new:
                return known
            if known is None and (not new or new[0].kind != CREATED):
                raise UnknownTableError(table_id)
            ledger = ledger_of(new) if known is None else known.ledger.grown(new)
            table = state_of(table_id, ledger, ledger.lines(), known.table if known else None)
        fresh = _Known(ledger, table)
        with self._lock:
            self._known[table_id] = fresh
        return fresh

    def _booked(self, table_id: str, uuid: str) -> Event | None:
        """The event of this name, if it is one of the table's."""
        event = self.store.event(uuid)
        return event if event is not None and event.table_id == table_id else None

    def _is_repeated(self, table_id: str, uuid: str, kind: str, payload: Mapping[str, Any]) -> bool:
        """Whether this change is booked already. Raises ReusedUuidError when its name is another one's."""
        event = self._booked(table_id, uuid)
        if event is None:
            return False
        booked = {name: value for name, value in event.payload.items() if name != "recorded"}
        if (event.kind, booked) != (kind, dict(payload)):
            raise ReusedUuidError(f"entry {uuid} is already booked with other contents")
        return True


def _refuse(before: Table, after: Table, changed: str = "") -> None:
    """Raise RefusedError for the line ``changed``, or a later one, that cannot be after a change."""
    refused_before = {step.line.id for step in before.refused}
    for step in after.refused:
        if step.result.refused is not None and (
            step.line.id == changed or step.line.id not in refused_before
        ):
            raise RefusedError(step, step.result.refused)
    impossible = first_impossible(before.steps, after.steps, changed)
    if impossible is not None:
        raise RefusedError(*impossible)


def _refuse_beyond(step: Step) -> None:
    """Raise FieldError for a line that comes to more than a table's file may hold."""
    for value in step.result.payments.values():
        result_amount(str(value), "entry")
    for win in step.result.wins:
        result_amount(str(max(win.points, win.total_fan)), "entry")


def _refuse_twice(table: Table, line_id: str, entry: Mapping[str, Any]) -> None:
    """A hand is in one line at most. Raises AlreadyBookedError."""
    named = set(entry.get("observed", ()))
    for step in table.steps if named else ():
        if step.line.id != line_id and named & set(step.line.entry.get("observed", ())):
            raise AlreadyBookedError(step)
