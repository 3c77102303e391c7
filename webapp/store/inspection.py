"""Looking at a database without changing it."""

from dataclasses import dataclass
from pathlib import Path

from webapp.store import migrate, sqlite


@dataclass(frozen=True)
class State:
    """Whether a database can be used by this version, and a sentence about it."""

    healthy: bool
    text: str


def inspect(database: Path) -> State:
    """Check an existing database file.

    Raises:
        sqlite3.Error, sqlalchemy.exc.DBAPIError: when it cannot be read at all.
    """
    engine = sqlite.connect(database)
    try:
        with engine.connect() as connection:
            faults = sqlite.faults(connection)
        if faults:
            return State(False, f"damaged ({faults[0]}); put a backup in its place")
        current, newest = migrate.revisions(engine)
        if current == newest:
            return State(True, f"tables at {current}, whole")
        if current is None or migrate.knows(current):
            return State(True, f"tables at {current or 'none'}; the next start brings them to {newest}")
        return State(False, f"written by a newer fanpai (tables at {current}); update fanpai")
    finally:
        engine.dispose()
