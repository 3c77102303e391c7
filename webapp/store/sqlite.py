"""Everything that only SQLite needs: how connections are opened, and how writers queue.

Its counterpart is ``webapp.store.postgres``; ``webapp.store.database`` chooses.
"""

import contextlib
import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

BUSY_SECONDS = 5.0
_WRITES = "fanpai_writes"
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)


def connect(database: Path) -> Engine:
    """An engine on ``database`` (made when missing): WAL, synchronous=FULL, foreign keys, busy timeout 5 s.

    Raises:
        sqlite3.Error: when the file cannot be opened or is no database.
    """
    _switch_to_wal(database)
    engine = create_engine(f"sqlite+pysqlite:///{database.as_posix()}", json_deserializer=_json_of)
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


@contextlib.contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """One transaction that holds the write lock from its first moment, so that what it reads stays true.

    Waits up to the busy timeout for another writer, then raises sqlalchemy.exc.OperationalError.
    """
    with engine.connect() as plain:
        connection = plain.execution_options(**{_WRITES: True})
        with connection.begin():
            yield connection


def faults(connection: Connection) -> tuple[str, ...]:
    """What SQLite's own check finds wrong with the file; empty when it is whole."""
    found = connection.exec_driver_sql("PRAGMA quick_check(10)").scalars().all()
    return () if found == ["ok"] else tuple(found)


_scan = json.JSONDecoder().raw_decode


def _json_of(text: str) -> Any:
    # What this store has written has no space around it to look for, ten thousand times over.
    return _scan(text)[0]


def _switch_to_wal(database: Path) -> None:
    # The switch is remembered in the file. It needs a moment alone, and unlike other statements it does not
    # wait for the busy timeout.
    deadline = time.monotonic() + BUSY_SECONDS
    connection = sqlite3.connect(database, timeout=BUSY_SECONDS)
    try:
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                # Others are at work: try again. On a full disk, say, that would not help.
                if error.sqlite_errorcode & 0xFF not in _BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
    finally:
        connection.close()


def _on_connect(connection: Any, record: object) -> None:
    # The driver's own idea of transactions begins them too late; _on_begin does it.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")
    # A home machine loses power: a booked deal must be on the disk before it is acknowledged.
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
