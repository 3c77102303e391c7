"""What cameras have seen at the tables, and how they are set up: kept beside the log, never part of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import case, delete, func, insert, select, update

from webapp.store.store import Store
from webapp.store.tables import CAMERA, OBSERVATION

# Observations among which the deal after this one is looked for: a deal has some 150 at most.
_RECENT: Final = 600


@dataclass(frozen=True)
class Observation:
    """One thing that a camera saw.

    Attributes:
        table_id: where.
        number: counts 1, 2, … at this table, also over evenings.
        kind: as `vision.live.events.Event` names it.
        seat: the player's seat, ``E S W N``; None where it could not be told.
        payload: ``tiles``, ``box`` (pixels of the picture, or None), ``size`` of the picture, ``confidence``,
            ``source`` (the seat that fed it, or None), ``clock`` (seconds on the camera's clock),
            ``sequence`` (the table's last event then), ``deal`` (a name that all of one deal share); of a
            hand turned up that is a win ``hand``, see `webapp.camera.left.as_kept`, with ``aside`` where
            somebody has put it aside.
        at: when it was noted, UTC.
    """

    table_id: str
    number: int
    kind: str
    seat: str | None
    payload: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True)
class DealSeen:
    """What is kept of one deal.

    Attributes:
        id: as ``payload["deal"]`` has it.
        played: the table's last event when its last discard or call was seen; None where none was.
        shown: the table's last event when its last hand was turned up; None where none was.
    """

    id: str
    played: int | None
    shown: int | None


class ObservationStore:
    """Observations and setups of one store. Threads may share it.

    Every method raises webapp.store.StoreError when the disk is full, read-only or broken.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, table_id: str, kind: str, seat: str | None, payload: Mapping[str, Any]) -> Observation:
        """Note one observation; numbers go on where they were."""
        with self._store.writing(f"camera {table_id}") as connection:
            newest = select(func.max(OBSERVATION.c.number)).where(OBSERVATION.c.table_id == table_id)
            number = (connection.scalar(newest) or 0) + 1
            made = Observation(table_id, number, kind, seat, dict(payload), datetime.now(UTC))
            connection.execute(insert(OBSERVATION).values(**vars(made)))
        return made

    def of(self, table_id: str) -> tuple[Observation, ...]:
        """All observations at a table, oldest first."""
        query = select(OBSERVATION).where(OBSERVATION.c.table_id == table_id).order_by(OBSERVATION.c.number)
        with self._store.reading() as connection:
            return tuple(Observation(*row) for row in connection.execute(query))

    def latest(self, table_id: str, count: int) -> tuple[Observation, ...]:
        """The last observations at a table, newest first."""
        query = select(OBSERVATION).where(OBSERVATION.c.table_id == table_id)
        query = query.order_by(OBSERVATION.c.number.desc()).limit(count)
        with self._store.reading() as connection:
            return tuple(Observation(*row) for row in connection.execute(query))

    def one(self, table_id: str, number: int) -> Observation | None:
        """The observation of this number."""
        query = select(OBSERVATION).where(OBSERVATION.c.table_id == table_id, OBSERVATION.c.number == number)
        with self._store.reading() as connection:
            found = connection.execute(query).first()
        return None if found is None else Observation(*found)

    def turned_up(self, table_id: str, count: int) -> tuple[Observation, ...]:
        """The last hands turned up at a table, newest first."""
        query = select(OBSERVATION).where(
            OBSERVATION.c.table_id == table_id, OBSERVATION.c.kind == "turned_up"
        )
        query = query.order_by(OBSERVATION.c.number.desc()).limit(count)
        with self._store.reading() as connection:
            return tuple(Observation(*row) for row in connection.execute(query))

    def deals(self, table_id: str, since: int | None = None) -> tuple[DealSeen, ...]:
        """What was seen of the last deals at a table, in order.

        Args:
            table_id: the table.
            since: number of the first observation that counts; None takes the last few hundred.
        """
        number, payload = OBSERVATION.c.number, OBSERVATION.c.payload
        deal, sequence = payload["deal"].as_string(), payload["sequence"].as_integer()
        shown, cleared = OBSERVATION.c.kind == "turned_up", OBSERVATION.c.kind == "cleared"
        here = OBSERVATION.c.table_id == table_id
        with self._store.reading() as connection:
            if since is None:
                since = (connection.scalar(select(func.max(number)).where(here)) or 0) - _RECENT
            query = (
                select(
                    deal,
                    func.max(case((~shown & ~cleared, sequence))),
                    func.max(case((shown, sequence))),
                )
                .where(here, number >= since, deal.is_not(None))
                .group_by(deal)
                .order_by(func.min(number))
            )
            return tuple(DealSeen(*row) for row in connection.execute(query))

    def put_aside(self, table_id: str, number: int, aside: bool) -> bool:
        """Put a hand turned up aside, or take it back; whether there is one of this number."""
        here = (OBSERVATION.c.table_id == table_id, OBSERVATION.c.number == number)
        with self._store.writing(f"camera {table_id}") as connection:
            payload = connection.scalar(select(OBSERVATION.c.payload).where(*here))
            if payload is None or "hand" not in payload:
                return False
            changed = {**payload, "hand": {**payload["hand"], "aside": aside}}
            connection.execute(update(OBSERVATION).where(*here).values(payload=changed))
        return True

    def holds(self, one: Observation) -> bool:
        """Whether this very observation is there, not another one of its number."""
        found = self.one(one.table_id, one.number)
        return found is not None and (found.kind, found.at) == (one.kind, one.at)

    def forget(self, table_id: str) -> None:
        """Delete every observation at a table."""
        with self._store.writing(f"camera {table_id}") as connection:
            connection.execute(delete(OBSERVATION).where(OBSERVATION.c.table_id == table_id))

    def setup(self, table_id: str) -> Mapping[str, Any]:
        """How the camera of a table was set up last; empty for the first time."""
        with self._store.reading() as connection:
            found = connection.scalar(select(CAMERA.c.setup).where(CAMERA.c.table_id == table_id))
        return found or {}

    def keep_setup(self, table_id: str, setup: Mapping[str, Any]) -> None:
        """Remember how the camera of a table is set up."""
        with self._store.writing(f"camera {table_id}") as connection:
            change = update(CAMERA).where(CAMERA.c.table_id == table_id).values(setup=dict(setup))
            if connection.execute(change).rowcount == 0:
                connection.execute(insert(CAMERA).values(table_id=table_id, setup=dict(setup)))
