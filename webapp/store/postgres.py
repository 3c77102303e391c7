"""Everything that only PostgreSQL needs: how connections are opened, how writers queue, how news travels.

Writers of one table's log queue behind an advisory lock of that table; others do not wait for them. What is
booked is told to every process in the same transaction (NOTIFY): it travels if, and only if, it is kept.
"""

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from webapp.store.errors import StoreError

BUSY_SECONDS: Final = 5.0
CHANNEL: Final = "fanpai"
# A program that hangs amid a transaction must not hold a table for ever.
_HUNG_SECONDS: Final = 30
_DRIVER: Final = "postgresql+psycopg"
_SPELLINGS: Final = ("postgresql", "postgres", _DRIVER)
# Screens hold no connection: these serve requests, one for a few milliseconds each.
_CONNECTIONS: Final = 8
_MORE_CONNECTIONS: Final = 8
# Of each session; asked for by a query, because a pooler in between refuses them on the way to the server.
_SETTINGS: Final = {
    "timezone": "UTC",
    "lock_timeout": str(int(BUSY_SECONDS * 1000)),
    "idle_in_transaction_session_timeout": str(_HUNG_SECONDS * 1000),
}
# For libpq, unless the address says otherwise: a pulled cable is noticed within half a minute.
_PATIENCE: Final = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}


def connect(address: str) -> Engine:
    """An engine for ``postgresql+psycopg://USER:PASSWORD@HOST/DATABASE``; nothing is asked of the server yet.

    Raises:
        StoreError: the address is none, or the driver is not installed.
    """
    url = _url(address)
    given = {name: value for name, value in _PATIENCE.items() if name not in url.query}
    try:
        engine = create_engine(
            url,
            isolation_level="READ COMMITTED",
            pool_size=_CONNECTIONS,
            max_overflow=_MORE_CONNECTIONS,
            pool_timeout=BUSY_SECONDS,
            pool_pre_ping=True,  # the server may have been started anew since
            connect_args={**given, "application_name": "fanpai"},
        )
    except (ImportError, NoSuchModuleError) as error:
        raise StoreError(
            "PostgreSQL needs the driver psycopg: pip install 'fanpai[postgres]'", "driver"
        ) from error
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "handle_error", _without_values(url))
    return engine


def name_of(address: str) -> str:
    """``PostgreSQL database fanpai on db.example``: without user and password."""
    url = _url(address)
    host = url.host or _query(url, "host") or "this machine"
    port = f", port {url.port}" if url.port else ""
    return f"PostgreSQL database {url.database} on {host}{port}"


@contextlib.contextmanager
def writing(engine: Engine, lock: str) -> Iterator[Connection]:
    """One transaction that holds the lock of this name from its first moment to its end.

    Waits up to 5 seconds for another that holds it, then raises sqlalchemy.exc.OperationalError.
    """
    with engine.begin() as connection:
        # READ COMMITTED: what the holder before has committed is seen by every statement from here on.
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"fanpai {lock}", 0))))
        yield connection


def tell(connection: Connection, **news: Any) -> None:
    """Let every listening process know, once this transaction is committed. On SQLite: nothing."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, json.dumps(news))))


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    # An @ there is of a password that was not written as an address wants it.
    split = url is not None and "@" in f"{url.host}{url.database}"
    if url is None or url.drivername not in _SPELLINGS or split or not url.database:
        # The address itself is not repeated: it may hold a password. Nor is the cause, which may repeat it.
        raise StoreError(
            "FANPAI_DATABASE_URL is no address of a PostgreSQL database; it looks like "
            "postgresql+psycopg://USER:PASSWORD@HOST/DATABASE, with % written as %25, @ as %40 and / as %2F "
            "in a password",
            "address",
        ) from None
    return url.set(drivername=_DRIVER)


def _query(url: URL, name: str) -> str:
    found = url.query.get(name, "")
    return found if isinstance(found, str) else " ".join(found)


def _without_values(url: URL) -> Callable[[ExceptionContext], None]:
    """What libpq says of a parameter of the address repeats its value, which may be a password."""
    given = [value for name in url.query for value in (_query(url, name), *_query(url, name).split())]
    secrets = sorted({value for value in given if value}, key=len, reverse=True)

    def mask(context: ExceptionContext) -> None:
        said = context.original_exception
        said.args = tuple(_masked(part, secrets) if isinstance(part, str) else part for part in said.args)

    return mask


def _masked(text: str, secrets: Sequence[str]) -> str:
    # libpq quotes a value like this, psycopg like that.
    for secret in secrets:
        text = text.replace(f'"{secret}"', '"…"').replace(f"'{secret}'", "'…'")
    return text


def _on_connect(connection: Any, record: object) -> None:
    chosen = [part for setting in _SETTINGS.items() for part in setting]
    connection.execute(f"SELECT {', '.join(['set_config(%s, %s, false)'] * len(_SETTINGS))}", chosen)
    # An acknowledged deal must survive a power cut, whatever the server's own setting.
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.commit()
