"""The door to the database: an SQLite file in the data folder, or PostgreSQL where an address is given."""

import contextlib
from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, Engine

from webapp.paths import DataFolder
from webapp.store import postgres, sqlite

# What a transaction holds that changes something else than one table's log.
HOUSE_LOCK: Final = "house"


def connect(folder: DataFolder) -> Engine:
    """An engine for the folder's database. An SQLite file is made when missing; PostgreSQL is not asked yet.

    Raises:
        sqlite3.Error: the file cannot be opened or is no database.
        StoreError: the address is none, or the driver is not installed.
    """
    if folder.database_url is None:
        return sqlite.connect(folder.database)
    return postgres.connect(folder.database_url)


def name_of(folder: DataFolder) -> str:
    """The database for a sentence; without user and password."""
    if folder.database_url is None:
        return str(folder.database)
    return postgres.name_of(folder.database_url)


@contextlib.contextmanager
def writing(engine: Engine, lock: str = HOUSE_LOCK) -> Iterator[Connection]:
    """One transaction whose reads stay true until it ends: no other with the same ``lock`` runs beside it.

    SQLite has one lock for everything. Waits up to 5 seconds for others, then raises
    sqlalchemy.exc.OperationalError.
    """
    door = postgres.writing(engine, lock) if is_postgres(engine) else sqlite.writing(engine)
    with door as connection:
        yield connection


def for_reading(engine: Engine) -> Engine:
    """The same database for single queries; on PostgreSQL none of them begins a transaction."""
    return engine.execution_options(isolation_level="AUTOCOMMIT") if is_postgres(engine) else engine


def is_postgres(engine: Engine) -> bool:
    """Whether this is PostgreSQL."""
    return engine.dialect.name == "postgresql"
