"""What cameras have seen at the tables, and how they are set up: kept beside the log, never part of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from webapp.store.store import Store
from webapp.store.tables import CAMERA, OBSERVATION


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
            ``sequence`` (the table's last event then).
        at: when it was noted, UTC.
    """

    table_id: str
    number: int
    kind: str
    seat: str | None
    payload: Mapping[str, Any]
    at: datetime


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

    def holds(self, one: Observation) -> bool:
        """Whether this very observation is there, not another one of its number."""
        query = select(OBSERVATION.c.kind, OBSERVATION.c.payload).where(
            OBSERVATION.c.table_id == one.table_id, OBSERVATION.c.number == one.number
        )
        with self._store.reading() as connection:
            found = connection.execute(query).first()
        return found is not None and tuple(found) == (one.kind, one.payload)

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
