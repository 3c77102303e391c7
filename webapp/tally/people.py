"""Who the names at the tables are: spellings of one person joined, guests told from regulars.

The tables keep the names as they were written; who is meant stands in a log of its own, so that joining two
spellings moves no evening and can be taken back at any time. The state is a fold over that log.
"""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from webapp.store import Event, Store
from webapp.tally.fields import name_key
from webapp.tally.fold import Table

LOG: Final = "players"
JOINED: Final = "player_joined"
PARTED: Final = "player_parted"
GUEST: Final = "player_is_guest"
REGULAR: Final = "player_is_regular"


class TwoPeopleError(ValueError):
    """Two names cannot be one person: both sat at ``table``."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.name)
        self.table = table


@dataclass(frozen=True)
class People:
    """What the log says. Names are compared by `webapp.tally.fields.name_key`.

    Attributes:
        joined: spelling → the spelling it was joined to, both folded.
        written: folded spelling → as it was written last.
        guests: folded names of those who are guests.
        sequence: of the last event, 0 before the first.
    """

    joined: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)
    guests: frozenset[str] = frozenset()
    sequence: int = 0

    def who(self, name: str) -> str:
        """The person behind a name: the folded spelling that all others of his were joined to."""
        key = name_key(name)
        while key in self.joined:
            key = self.joined[key]
        return key

    def is_guest(self, name: str) -> bool:
        """Whether the person is marked as a guest."""
        return self.who(name) in self.guests

    def others(self, name: str) -> tuple[str, ...]:
        """The other spellings of the person, as they were written, in alphabetical order."""
        key = self.who(name)
        return tuple(sorted(self.written.get(one, one) for one in self.joined if self.who(one) == key))


class PeopleBook:
    """Reads and writes the log. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people = People()
        self._lock = threading.Lock()

    def people(self) -> People:
        """The state now."""
        with self._lock:
            self._people = fold_people(self._store.events(LOG, after=self._people.sequence), self._people)
            return self._people

    def join(self, name: str, into: str, tables: Iterable[Table], *, uuid: str, expected: int) -> None:
        """From now on ``name`` is another spelling of ``into``.

        Raises:
            TwoPeopleError: both sat at one of ``tables``.
            webapp.store.ConflictError: the log has moved past ``expected``.
        """
        check_one_person(self.people(), name, into, tables)
        self._store.append(LOG, JOINED, {"name": name, "into": into}, uuid=uuid, expected=expected)

    def part(self, name: str, *, uuid: str, expected: int) -> None:
        """Take a joining back: ``name`` is a person of its own again. Raises ConflictError."""
        self._store.append(LOG, PARTED, {"name": name}, uuid=uuid, expected=expected)

    def mark(self, name: str, *, guest: bool, uuid: str, expected: int) -> None:
        """Mark the person as a guest or as a regular. Raises ConflictError."""
        kind = GUEST if guest else REGULAR
        self._store.append(LOG, kind, {"name": name}, uuid=uuid, expected=expected)


def fold_people(events: Iterable[Event], start: People | None = None) -> People:
    """The state after these events, from the beginning or from an earlier state."""
    people = start or People()
    for event in events:
        name = str(event.payload["name"])
        people = replace(people, sequence=event.sequence)
        key = people.who(name)
        if event.kind == JOINED:
            into = str(event.payload["into"])
            # Of two phones the second may come when the two are one already.
            if people.who(into) != key:
                written = {**people.written, name_key(name): name}
                joined = {**people.joined, key: people.who(into)}
                people = replace(people, joined=joined, written=written, guests=people.guests - {key})
        elif event.kind == PARTED:
            left = {one: to for one, to in people.joined.items() if one != name_key(name)}
            people = replace(people, joined=left)
        elif event.kind == GUEST:
            people = replace(people, guests=people.guests | {key})
        elif event.kind == REGULAR:
            people = replace(people, guests=people.guests - {key})
    return people


def check_one_person(people: People, name: str, into: str, tables: Iterable[Table]) -> None:
    """Raise TwoPeopleError when both names sat at the same table."""
    both = {people.who(name), people.who(into)}
    for table in tables:
        if both <= {people.who(player) for player in table.players.values()}:
            raise TwoPeopleError(table)


def joined_as(people: People, name: str, into: str) -> People:
    """How it would be after a joining, for a look before it is kept."""
    joined = {**people.joined, people.who(name): people.who(into)}
    return replace(people, joined=joined)
