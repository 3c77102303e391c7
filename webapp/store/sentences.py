"""A failing disk or database in words: what happened, and what to do."""

import contextlib
import sqlite3
from collections.abc import Iterator
from typing import Final

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from webapp.store.errors import StoreError

# By the words of the system or of SQLite.
_SIGNS: Final = {
    "full": ("full", "no space"),
    "read_only": ("readonly", "read-only", "denied"),
    "locked": ("locked",),
    "damaged": ("not a database", "malformed"),
}
# By PostgreSQL's SQLSTATE, or its first two characters.
_STATES: Final = {
    "53100": "full",
    "25006": "read_only",
    "55P03": "locked",
    "40": "locked",
    "57014": "locked",
    "53300": "crowded",
    "23505": "twice",
    "28": "password",
    "3D000": "no_database",
    "42501": "no_rights",
    "XX": "damaged",
    "08": "away",
    "57P": "away",
}
# Refusals before a connection stands carry no SQLSTATE. In another language than English one is "away", with
# the server's own words beside it.
_REFUSALS: Final = {
    "password": ("password", "pg_hba", "role", "authentication"),
    "no_database": ("does not exist",),
    "crowded": ("too many clients", "connection slots"),
}
_ADVICE: Final = {
    "full": "the disk is full: make room and try again, nothing is lost",
    "read_only": "the folder is read-only: make it writable or choose another with --data DIR",
    "locked": "another program holds it for long: try again",
    "damaged": "the file is damaged: put a backup in its place or choose another folder with --data DIR",
    "other": "run `fanpai doctor` to see what is wrong with the data folder",
}
_SERVER_ADVICE: Final = {
    "full": "the disk of the database server is full: make room there and try again, nothing is lost",
    "read_only": "the database server takes no changes; perhaps it is a standby: use the other's address",
    "locked": "another program holds it for long: try again",
    "twice": "another program has just kept the same: try again",
    "crowded": "the server takes no more connections: raise its max_connections, or run fewer processes",
    "password": "the server does not let this user in: check user and password in FANPAI_DATABASE_URL",
    "no_database": "make it on the server first: createdb --owner USER DATABASE",
    "no_rights": "this user may not do that: let it own the database",
    "damaged": "the database is damaged: bring a backup back",
    "away": "the server cannot be reached just now: is it running, and is its address right? Nothing is lost",
    "other": "run `fanpai doctor` to see what is wrong with the database",
}


@contextlib.contextmanager
def sentences(what: object) -> Iterator[None]:
    """Turn a failing disk or database in the body into a StoreError that says what to do."""
    try:
        yield
    except PoolTimeoutError as error:
        raise StoreError(f"{what}: all connections are busy; try again", "locked") from error
    except DBAPIError as error:
        raise trouble(what, error.orig or error) from error
    except (sqlite3.Error, OSError) as error:
        raise trouble(what, error) from error


def trouble(what: object, error: BaseException) -> StoreError:
    """What a driver or the system says, as a sentence with a way out."""
    reason = " ".join(str(error).split())
    if type(error).__module__.partition(".")[0] == "psycopg":
        code = _server_code(error, reason.lower())
        return StoreError(f"{what}: {reason}; {_SERVER_ADVICE[code]}", code)
    code = _code(reason.lower())
    return StoreError(f"{what}: {reason}; {_ADVICE[code]}", code)


def _code(reason: str) -> str:
    return next((code for code, words in _SIGNS.items() if any(word in reason for word in words)), "other")


def _server_code(error: BaseException, reason: str) -> str:
    state = getattr(error, "sqlstate", None)
    if state:
        return next((code for start, code in _STATES.items() if state.startswith(start)), "other")
    if type(error).__name__ not in {"OperationalError", "ConnectionTimeout"}:
        return "other"
    for code, words in _REFUSALS.items():
        if any(word in reason for word in words):
            return code
    return "away"
