"""From the events of a table to its ledger: which lines stand there now, and what can be undone.

Events are only ever added. Taking back is an event, too: ``undone`` takes back the last change that stands,
``redone`` puts it back, and any new change drops what could have been put back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Self

from webapp.store import Event
from webapp.tally.result import Booked, read_booked
from webapp.tally.sharing import shared

CREATED: Final = "table_created"
CHANGES: Final = ("line_added", "line_edited", "line_removed")
# What a table is called, who sits at it and where it is listed; not part of undo and redo.
SETTINGS: Final = (
    *("table_renamed", "players_named", "stake_set", "tile_set_chosen"),
    *("table_archived", "table_resumed", "table_deleted", "table_restored"),
)
TURNS: Final = ("undone", "redone")
KINDS: Final = (CREATED, *CHANGES, *SETTINGS, *TURNS)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ledger.

    Attributes:
        id: stays the same through edits.
        entry: see webapp.tally.entries.
        at: when it was booked first.
        recorded: the result as it was when the line was booked or edited, and under what.
        edited: whether it has been changed since.
    """

    id: str
    entry: Mapping[str, Any]
    at: datetime
    recorded: Booked | None = None
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """What is remembered of an event of CHANGES: its kind, and the line as it is from then on."""

    kind: str
    line: Line


@dataclass(frozen=True, slots=True)
class Turn:
    """What an undo or a redo took back or put back: its ``kind``, the kind of the ``change``, and the line
    that was changed, as it was before it was taken out."""

    kind: str
    change: str
    line: Line


@dataclass(frozen=True, slots=True)
class StakeChange:
    """That a point is worth something else since, in the whole evening: ``{"amount", "unit"}`` each."""

    at: datetime
    was: Mapping[str, str]
    now: Mapping[str, str]


@dataclass
class Ledger:
    """The state of the log before any counting.

    Attributes:
        created: what the first event said.
        settings: the newest value of each setting event, by kind.
        stakes: every change of the stake, oldest first.
        archived, deleted: where the table is listed.
        done, undone: changes that stand, and those taken back, the last one last.
        turn: what the last event took back or put back; None where it was something else.
        sequence: of the last event.
        began, changed: when the first and the last event came.
    """

    created: Mapping[str, Any]
    began: datetime
    changed: datetime
    settings: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    stakes: list[StakeChange] = field(default_factory=list)
    archived: bool = False
    deleted: bool = False
    done: list[Written] = field(default_factory=list)
    undone: list[Written] = field(default_factory=list)
    turn: Turn | None = None
    sequence: int = 0

    def turned(self, kind: str) -> tuple[Line, ...]:
        """The lines as they would be after an undo or a redo."""
        if kind == "undone":
            return self._after(self.done[:-1])
        return self._after([*self.done, *self.undone[-1:]])

    def lines(self) -> tuple[Line, ...]:
        """The lines after the changes that stand."""
        return self._after(self.done)

    @staticmethod
    def _after(changes: Iterable[Written]) -> tuple[Line, ...]:
        found: dict[str, Line] = {}
        for change in changes:
            line = change.line
            if change.kind == "line_added":
                found[line.id] = line
            elif change.kind == "line_removed":
                found.pop(line.id, None)
            elif line.id in found:
                found[line.id] = replace(line, at=found[line.id].at)
        return tuple(found.values())

    def grown(self, events: Iterable[Event]) -> Self:
        """The ledger after these events, too; this one stays as it is."""
        ledger = replace(self, settings=dict(self.settings), stakes=list(self.stakes))
        ledger.done, ledger.undone = list(self.done), list(self.undone)
        for event in events:
            ledger.sequence, ledger.changed, ledger.turn = event.sequence, event.at, None
            _take(ledger, event)
        return ledger


def ledger_of(events: Iterable[Event]) -> Ledger:
    """Fold a table's events.

    Raises:
        ValueError: for a log that does not begin with a table.
    """
    events = tuple(events)
    if not events:
        raise ValueError("an empty log is no table")
    created = events[0]
    if created.kind != CREATED:
        raise ValueError(f"log {created.table_id} does not begin with a table")
    return Ledger(created.payload, created.at, created.at, sequence=created.sequence).grown(events[1:])


def standing(events: Iterable[Event]) -> frozenset[str]:
    """The UUIDs of the changes that stand: not taken back, and of an added line not taken out again."""
    done: list[Event] = []
    undone: list[Event] = []
    for event in events:
        if event.kind in CHANGES:
            done.append(event)
            undone.clear()
        elif event.kind == "undone" and done:
            undone.append(done.pop())
        elif event.kind == "redone" and undone:
            done.append(undone.pop())
    there: set[str] = set()
    for event in done:
        if event.kind == "line_added":
            there.add(event.payload["id"])
        elif event.kind == "line_removed":
            there.discard(event.payload["id"])
    return frozenset(
        event.uuid for event in done if event.kind != "line_added" or event.payload["id"] in there
    )


def _take(ledger: Ledger, event: Event) -> None:
    if event.kind in CHANGES:
        ledger.done.append(_written(event))
        ledger.undone.clear()
    elif event.kind == "undone" and ledger.done:
        ledger.undone.append(ledger.done.pop())
        ledger.turn = _turn(event.kind, ledger.undone[-1], ledger.done)
    elif event.kind == "redone" and ledger.undone:
        ledger.done.append(ledger.undone.pop())
        ledger.turn = _turn(event.kind, ledger.done[-1], ledger.done)
    elif event.kind in {"table_archived", "table_resumed"}:
        ledger.archived = event.kind == "table_archived"
    elif event.kind in {"table_deleted", "table_restored"}:
        ledger.deleted = event.kind == "table_deleted"
    elif event.kind in SETTINGS:
        if event.kind == "stake_set":
            was = ledger.settings.get(event.kind, ledger.created)["stake"]
            ledger.stakes.append(StakeChange(event.at, was, event.payload["stake"]))
        ledger.settings[event.kind] = event.payload


def _turn(kind: str, change: Written, done: Sequence[Written]) -> Turn:
    line = change.line
    if change.kind == "line_removed":
        kept = (one.line for one in reversed(done) if one.line.id == line.id and one.kind != change.kind)
        line = next(kept, line)
    return Turn(kind, change.kind, line)


def _written(event: Event) -> Written:
    payload = shared(event.payload)
    kind, edited = shared(event.kind), event.kind == "line_edited"
    recorded = read_booked(payload.get("recorded"))
    return Written(kind, Line(payload["id"], payload.get("entry", {}), event.at, recorded, edited))
