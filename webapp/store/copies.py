"""The whole database as one SQLite file, whatever it lies on, and such a file put in its place."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, MetaData, Table, delete, insert, inspect, select, text

from webapp.paths import DataFolder
from webapp.store import database, migrate, sqlite
from webapp.store.sentences import sentences
from webapp.store.tables import METADATA

_AT_ONCE: Final = 1000


def is_there(folder: DataFolder) -> bool:
    """Whether the folder has a database with tables. Raises StoreError when its server cannot be asked."""
    if folder.database_url is None:
        return folder.database.is_file()
    with _engine(folder) as engine:
        return migrate.revisions(engine)[0] is not None


def copy_out(folder: DataFolder, target: Path) -> None:
    """Write the database as it is at one moment into a new SQLite file; others may go on booking.

    Raises:
        StoreError: the database cannot be read, or is of a newer fanpai.
        sqlite3.Error: the file cannot be written.
    """
    if folder.database_url is None:
        # SQLite's own copy: whole and consistent while others write.
        with closing(sqlite3.connect(folder.database)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
        return
    with _engine(folder) as source:
        made = sqlite.connect(target)
        try:
            # The same tables as there, which may be those of an older version.
            migrate.upgrade(made, migrate.revisions(source)[0] or "head")
            _copy_rows(source, made)
        finally:
            made.dispose()
    with closing(sqlite3.connect(target)) as new:
        new.execute("PRAGMA journal_mode=DELETE")


def copy_in(source: Path, folder: DataFolder) -> None:
    """Put an SQLite file's rows in place of everything that is on PostgreSQL: all of them, or nothing.

    Raises:
        StoreError: the server cannot be reached, is busy, or holds tables of a newer fanpai.
    """
    with _engine(folder) as engine:
        migrate.upgrade(engine)
        file = sqlite.connect(source)
        try:
            migrate.upgrade(file)
            with file.connect() as old, database.writing(engine, "restore") as new:
                names = ", ".join(f'"{table.name}"' for table in METADATA.sorted_tables)
                new.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))
                for table in METADATA.sorted_tables:
                    new.execute(delete(table))
                    for rows in old.execute(select(table)).mappings().partitions(_AT_ONCE):
                        new.execute(insert(table), [dict(row) for row in rows])
        finally:
            file.dispose()


def _copy_rows(source: Engine, target: Engine) -> None:
    frozen = source.execution_options(isolation_level="REPEATABLE READ")
    with frozen.connect() as old, target.begin() as new:
        old.execute(text("SET TRANSACTION READ ONLY"))
        for name in inspect(new).get_table_names():
            if name == "alembic_version":
                continue
            there = Table(name, MetaData(), autoload_with=old)
            here = Table(name, MetaData(), autoload_with=new)
            found = old.execution_options(yield_per=_AT_ONCE).execute(select(there))
            for rows in found.mappings().partitions(_AT_ONCE):
                new.execute(insert(here), [dict(row) for row in rows])


@contextmanager
def _engine(folder: DataFolder) -> Iterator[Engine]:
    with sentences(database.name_of(folder)):
        engine = database.connect(folder)
        try:
            yield engine
        finally:
            engine.dispose()
