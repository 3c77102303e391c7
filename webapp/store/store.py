"""The store: append to and read a table's log; keep, show and delete photos."""

import contextlib
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, Engine, Row, delete, func, insert, select

from webapp.paths import DataFolder
from webapp.store import database, migrate
from webapp.store.errors import ConflictError, ReusedUuidError, StoreError, UnknownPhotoError
from webapp.store.postgres import tell
from webapp.store.sentences import sentences
from webapp.store.tables import EVENT, PHOTO
from webapp.whole_files import write_whole

JPEG_QUALITY = 92


@dataclass(frozen=True)
class Event:
    """One line of a table's history.

    ``sequence`` counts 1, 2, … within ``table_id``; ``uuid`` is the sender's name for the entry; ``payload``
    is a JSON object; ``at`` is when it was booked, in UTC (for show: clocks jump, the order is ``sequence``).
    """

    table_id: str
    sequence: int
    uuid: str
    kind: str
    payload: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True)
class StoredPhoto:
    """A kept photo: a JPEG file without metadata, ``width`` x ``height`` pixels, kept since ``at`` (UTC)."""

    id: str
    path: Path
    width: int
    height: int
    at: datetime


class Store:
    """One data folder's memory. Threads may share it; processes may open the same folder.

    Every method raises StoreError with a sentence when the disk is full, read-only or broken, or the database
    server away.
    """

    def __init__(self, engine: Engine, photos: Path, name: str) -> None:
        """Wrap an engine whose tables are up to date; ``Store.open`` is the usual way.

        ``name``: of the database, for sentences.
        """
        self._engine = engine
        self._reading = database.for_reading(engine)
        self._photos = photos
        self._name = name

    @classmethod
    def open(cls, folder: DataFolder) -> Self:
        """Make the folder and its database if missing, bring its tables up to date, and open it.

        Raises:
            DataFolderError: the folder cannot be written.
            NewerDataError: a newer fanpai wrote it.
            StoreError: the database cannot be opened.
        """
        folder.prepare()
        name = database.name_of(folder)
        with sentences(name):
            engine = database.connect(folder)
            try:
                migrate.upgrade(engine)
            except BaseException:
                engine.dispose()
                raise
        return cls(engine, folder.photos, name)

    def close(self) -> None:
        """Let go of the database; the store is not usable afterwards."""
        self._engine.dispose()

    def append(
        self,
        table_id: str,
        kind: str,
        payload: Mapping[str, Any],
        *,
        uuid: str,
        expected: int | None = None,
    ) -> Event:
        """Add one event to the end of a table's log and return it as booked; it is on the disk by then.

        A repeated ``uuid`` with the same contents is the same event: the booked one is returned.

        Args:
            table_id: at most 36 characters; a table exists from its first event on.
            kind: at most 40 characters.
            payload: a JSON object.
            uuid: made by the sender, at most 36 characters.
            expected: the last sequence number the sender knows (0: none); None books whatever came before.

        Raises:
            ConflictError: the table has moved past ``expected``.
            ReusedUuidError: ``uuid`` is booked with other contents.
        """
        contents = json.loads(json.dumps(payload))
        try:
            return self._append(table_id, kind, contents, uuid, expected)
        except StoreError as error:
            if error.code != "twice":
                raise
            # The same entry was booked at another table at this very moment: now it is there to be seen.
            return self._append(table_id, kind, contents, uuid, expected)

    def _append(
        self, table_id: str, kind: str, contents: Mapping[str, Any], uuid: str, expected: int | None
    ) -> Event:
        with self.writing(table_id) as connection:
            booked = _called(connection, uuid)
            if booked is not None:
                if (booked.table_id, booked.kind, booked.payload) != (table_id, kind, contents):
                    raise ReusedUuidError(f"entry {uuid} is already booked with other contents")
                return booked
            current = _last(connection, table_id)
            if expected is not None and expected != current:
                raise ConflictError(table_id, expected, current)
            event = Event(table_id, current + 1, uuid, kind, contents, datetime.now(UTC))
            connection.execute(insert(EVENT).values(**vars(event)))
            tell(connection, table=table_id, sequence=event.sequence)
        return event

    def append_all(self, events: Sequence[Event], expected: int = 0) -> None:
        """Add events that follow number ``expected`` of one table, times included: all of them, or none.

        Raises:
            ConflictError: the table is not at ``expected``; 0 is one that is not there yet.
        """
        table_id = events[0].table_id
        with self.writing(table_id) as connection:
            if (current := _last(connection, table_id)) != expected:
                raise ConflictError(table_id, expected, current)
            connection.execute(insert(EVENT), [vars(event) for event in events])
            tell(connection, table=table_id, sequence=events[-1].sequence)

    def events(self, table_id: str, after: int = 0) -> tuple[Event, ...]:
        """A table's events with a sequence number above ``after``, in order; empty for an unknown table."""
        query = select(EVENT).where(EVENT.c.table_id == table_id, EVENT.c.sequence > after)
        with self.reading() as connection:
            return tuple(_event(row) for row in connection.execute(query.order_by(EVENT.c.sequence)))

    def event(self, uuid: str) -> Event | None:
        """The event of this name, at whatever table; None when nothing was booked under it."""
        with self.reading() as connection:
            return _called(connection, uuid)

    def head(self, table_id: str) -> int:
        """The sequence number of a table's last event; 0 for an unknown table."""
        with self.reading() as connection:
            return _last(connection, table_id)

    def heads(self) -> dict[str, int]:
        """The tables that have events, each with the sequence number of its last one."""
        query = select(EVENT.c.table_id, func.max(EVENT.c.sequence)).group_by(EVENT.c.table_id)
        with self.reading() as connection:
            return {str(table_id): int(last) for table_id, last in connection.execute(query)}

    def table_ids(self) -> tuple[str, ...]:
        """The tables that have events, in alphabetical order."""
        return tuple(sorted(self.heads()))

    def save_photo(self, image: npt.NDArray[np.uint8]) -> StoredPhoto:
        """Keep a photo and give it an unguessable name.

        The pixels are encoded anew as JPEG, so that no EXIF or GPS field of the original can survive.

        Args:
            image: upright, height x width x 3, BGR, uint8.
        """
        height, width = image.shape[:2]
        encoded, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if not encoded:
            raise StoreError("the photo cannot be encoded as JPEG")
        return self.save_jpeg(data.tobytes(), width, height)

    def save_jpeg(self, data: bytes, width: int, height: int) -> StoredPhoto:
        """Keep a photo that is encoded already.

        Args:
            data: a JPEG file of our own making: no metadata of the original may be in it.
            width, height: in pixels.
        """
        name = secrets.token_hex(16)
        photo = StoredPhoto(name, self._photo_path(name), width, height, datetime.now(UTC))
        with sentences(photo.path):
            write_whole(photo.path, data)
        try:
            with self.writing() as connection:
                connection.execute(insert(PHOTO).values(id=name, width=width, height=height, at=photo.at))
        except BaseException:
            photo.path.unlink(missing_ok=True)
            raise
        return photo

    def photo(self, name: str) -> StoredPhoto:
        """A kept photo by its ``id``. Raises UnknownPhotoError if there is none."""
        with self.reading() as connection:
            row = connection.execute(select(PHOTO).where(PHOTO.c.id == name)).one_or_none()
        if row is None:
            raise UnknownPhotoError(f"there is no photo {name!r}; it may have been deleted")
        return self._stored(row)

    def photos(self) -> tuple[StoredPhoto, ...]:
        """All kept photos, oldest first."""
        with self.reading() as connection:
            rows = connection.execute(select(PHOTO).order_by(PHOTO.c.at, PHOTO.c.id)).all()
        return tuple(self._stored(row) for row in rows)

    def delete_photo(self, name: str) -> None:
        """Forget a photo and remove its file. Raises UnknownPhotoError if there is none."""
        photo = self.photo(name)
        # The file first: a crash in between leaves a name without a picture, not an undeletable picture.
        with sentences(photo.path):
            photo.path.unlink(missing_ok=True)
        with self.writing() as connection:
            connection.execute(delete(PHOTO).where(PHOTO.c.id == name))

    def _photo_path(self, name: str) -> Path:
        return self._photos / f"{name}.jpg"

    def _stored(self, row: Row[Any]) -> StoredPhoto:
        return StoredPhoto(row.id, self._photo_path(row.id), row.width, row.height, row.at)

    @property
    def name(self) -> str:
        """Of the database, for sentences."""
        return self._name

    @property
    def shared(self) -> bool:
        """Whether other processes are meant to work on the same tables: PostgreSQL."""
        return database.is_postgres(self._engine)

    def plain_connection(self) -> Any:
        """A connection of the driver, outside any transaction and any pool; the caller closes it."""
        found = self._engine.raw_connection()
        found.detach()
        return found

    def sentences(self) -> contextlib.AbstractContextManager[None]:
        """Turns a failing disk or database in its body into a StoreError."""
        return sentences(self._name)

    @contextlib.contextmanager
    def writing(self, lock: str = database.HOUSE_LOCK) -> Iterator[Connection]:
        """One transaction that holds a write lock (see `database.writing`); for the store's other modules."""
        with self.sentences(), database.writing(self._engine, lock) as connection:
            yield connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for one query; for the store's other modules."""
        with self.sentences(), self._reading.connect() as connection:
            yield connection


def _event(row: Row[Any]) -> Event:
    # In the order of the table's columns; by name each would be looked up, ten thousand times over.
    fields: tuple[Any, ...] = tuple(row)
    return Event(*fields)


def _called(connection: Connection, uuid: str) -> Event | None:
    row = connection.execute(select(EVENT).where(EVENT.c.uuid == uuid)).one_or_none()
    return None if row is None else _event(row)


def _last(connection: Connection, table_id: str) -> int:
    query = select(func.max(EVENT.c.sequence)).where(EVENT.c.table_id == table_id)
    return connection.scalar(query) or 0
