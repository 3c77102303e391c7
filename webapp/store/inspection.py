"""Looking at a database without changing it."""

from dataclasses import dataclass

from sqlalchemy import Connection

from webapp.paths import DataFolder
from webapp.store import database, migrate, sqlite
from webapp.store.sentences import sentences


@dataclass(frozen=True)
class State:
    """Whether a database can be used by this version, and a sentence about it."""

    healthy: bool
    text: str


def inspect(folder: DataFolder) -> State:
    """Check a folder's existing database.

    Raises:
        StoreError: when it cannot be read at all.
    """
    with sentences(database.name_of(folder)):
        engine = database.connect(folder)
        try:
            with engine.connect() as connection:
                state = _of_server(connection) if folder.database_url else _of_file(connection)
            if not state.healthy:
                return state
            current, newest = migrate.revisions(engine)
            if current == newest:
                return State(True, f"tables at {current}, {state.text}")
            if current is None or migrate.knows(current):
                return State(True, f"tables at {current or 'none'}; the next start brings them to {newest}")
            return State(False, f"written by a newer fanpai (tables at {current}); update fanpai")
        finally:
            engine.dispose()


def _of_file(connection: Connection) -> State:
    faults = sqlite.faults(connection)
    return (
        State(False, f"damaged ({faults[0]}); put a backup in its place") if faults else State(True, "whole")
    )


def _of_server(connection: Connection) -> State:
    """Whether a power cut can take away what was acknowledged, and which server it is."""
    shown = {
        name: connection.exec_driver_sql(f"SHOW {name}").scalar()
        for name in ("fsync", "full_page_writes", "server_version", "server_encoding")
    }
    off = [name for name in ("fsync", "full_page_writes") if shown[name] == "off"]
    if off:
        return State(False, f"the server has {off[0]} off: a power cut can lose what was booked; turn it on")
    if shown["server_encoding"] != "UTF8":
        return State(False, f"its encoding is {shown['server_encoding']}, not UTF8; make it with UTF8")
    return State(True, f"PostgreSQL {shown['server_version']}")
