"""Noticing what every process books on PostgreSQL, with one connection that only listens."""

import json
from typing import Any

import psycopg

from webapp.store.postgres import CHANNEL
from webapp.store.sentences import trouble
from webapp.store.store import Store
from webapp.store.watch import News


class Listen:
    """Listens to a PostgreSQL database. Used by one thread at a time.

    A look costs the database nothing: it reads what has arrived. Whatever was booked while the connection was
    down is found in the log when it stands again.
    """

    def __init__(self, store: Store) -> None:
        """To the first look everything is news: nothing falls between a screen's own look and this one."""
        self._store = store
        self._connection: Any = None  # SQLAlchemy's wrapper
        self._listening: Any = None  # psycopg's own connection in it

    def news(self) -> News:
        """What is new since the last call. Raises webapp.store.StoreError; the next call connects anew."""
        try:
            with self._store.sentences():
                return self._begin() if self._listening is None else self._heard()
        except BaseException as error:
            self.close()
            if isinstance(error, psycopg.Error):
                raise trouble(self._store.name, error) from error
            raise

    def close(self) -> None:
        """Let go of the connection."""
        connection, self._connection, self._listening = self._connection, None, None
        if connection is not None:
            connection.close()

    def _begin(self) -> News:
        self._connection = self._store.plain_connection()
        listening = self._connection.dbapi_connection
        listening.autocommit = True
        listening.execute(f"LISTEN {CHANNEL}")
        self._listening = listening
        # After that, so that nothing falls in between. Links may have been taken back as well.
        return News(self._store.heads(), revoked=True)

    def _heard(self) -> News:
        tables: dict[str, int] = {}
        revoked = False
        for one in self._listening.notifies(timeout=0):
            told = json.loads(one.payload)
            revoked |= bool(told.get("revoked"))
            if "table" in told:
                tables[told["table"]] = max(tables.get(told["table"], 0), int(told["sequence"]))
        return News(tables, revoked)
