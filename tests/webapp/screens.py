"""A screen that follows a table, and what stands behind it."""

import time
from collections.abc import Iterator

from flask import Flask
from flask.testing import FlaskClient

from webapp.live.hub import WatchLike
from webapp.store.watch import News


def let_go(app: Flask) -> None:
    """End a page's streams and connections, as the end of its process would."""
    hub = app.extensions["fanpai-hub"]
    hub.close()
    if hub._thread is not None:
        hub._thread.join(10)
    app.extensions["fanpai-tables"].store.close()


def heard(look: WatchLike) -> News:
    """The next thing that is new: a database server tells it a moment after it is booked."""
    deadline = time.monotonic() + 20
    while (news := look.news()) == News() and time.monotonic() < deadline:
        time.sleep(0.005)
    return news


def first_look(app: Flask) -> None:
    """Wait until the page has looked at the database once: from then on it tells what is new."""
    hub = app.extensions["fanpai-hub"]
    deadline = time.monotonic() + 60
    while not hub._heads:
        assert time.monotonic() < deadline, "the database is not looked at"
        time.sleep(0.005)


def opened(client: FlaskClient, table: str) -> Iterator[bytes]:
    """The lines of a table's stream, after the first."""
    answer = client.get(f"{table}/events", buffered=False)
    assert answer.status_code == 200
    assert answer.mimetype == "text/event-stream"
    lines: Iterator[bytes] = iter(answer.response)  # type: ignore[arg-type]
    assert b"event: table" in next(lines)
    return lines
