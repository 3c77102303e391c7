"""Noticing what this and other processes have booked in SQLite, with one connection that only looks.

On PostgreSQL ``webapp.store.listen`` does it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.store.store import Store

_BOOKED = "SELECT table_id, max(sequence), max(rowid) FROM event WHERE rowid > ? GROUP BY table_id"
_REVOKED = "SELECT count(*) FROM link WHERE revoked IS NOT NULL"


@dataclass(frozen=True)
class News:
    """What has happened since the last look: table → its last sequence number; whether a link was revoked."""

    tables: Mapping[str, int] = field(default_factory=dict)
    revoked: bool = False


class Watch:
    """Looks at an SQLite database. Used by one thread at a time.

    ``PRAGMA data_version`` tells in microseconds whether any other connection has committed; the tables are
    asked only when it has.
    """

    def __init__(self, store: Store) -> None:
        """To the first look everything is news: nothing falls between a screen's own look and this one."""
        self._store = store
        self._connection: Any = None
        self._version, self._row, self._revoked = -1, 0, -1

    def news(self) -> News:
        """What is new since the last call. Raises webapp.store.StoreError; the next call looks again."""
        with self._store.sentences():
            if self._connection is None:
                self._connection = self._store.plain_connection()
            try:
                return self._look()
            except BaseException:
                self.close()
                raise

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()
            # Another connection counts anew: its numbers say nothing about this one's.
            self._connection, self._version = None, -1

    def _look(self) -> News:
        version = self._ask("PRAGMA data_version")[0][0]
        if version == self._version:
            return News()
        # Tables first, version kept last: what is committed in between is found by the next look.
        rows = self._ask(_BOOKED, self._row)
        revoked = self._ask(_REVOKED)[0][0]
        news = News({str(row[0]): int(row[1]) for row in rows}, revoked != self._revoked)
        self._row = max([self._row, *(int(row[2]) for row in rows)])
        self._revoked, self._version = revoked, version
        return news

    def _ask(self, statement: str, *values: int) -> list[Any]:
        cursor = self._connection.cursor()
        try:
            found: list[Any] = cursor.execute(statement, values).fetchall()
            return found
        finally:
            cursor.close()
