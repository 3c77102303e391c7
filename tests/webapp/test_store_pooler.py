"""A pgbouncer in session mode between the processes and PostgreSQL, as docs/club.md allows it."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from screens import heard
from sqlalchemy import text

from webapp.live.looking import looking_at
from webapp.paths import DataFolder
from webapp.store import ConflictError, Store
from webapp.store.watch import News

if TYPE_CHECKING:
    from postgres_cluster import Cluster


@pytest.fixture
def folder(tmp_path: Path, postgres: "Cluster") -> Iterator[DataFolder]:
    from pooler import pooled, program  # noqa: PLC0415 - needs the driver

    command = program()
    if command is None:
        pytest.skip("pgbouncer is not installed: apt-get install pgbouncer")
    with pooled(postgres, command) as address:
        yield DataFolder(tmp_path, address)


def test_behind_a_pooler_bookings_and_news_are_those_of_the_server_itself(folder: DataFolder) -> None:
    one, other = Store.open(folder), Store.open(folder)
    look = looking_at(one)
    assert look.news() == News({}, revoked=True)
    other.append("friday", "deal", {}, uuid=str(uuid.uuid4()), expected=0)
    assert heard(look) == News({"friday": 1})
    with pytest.raises(ConflictError):
        one.append("friday", "deal", {}, uuid=str(uuid.uuid4()), expected=0)
    one.append("friday", "deal", {}, uuid=str(uuid.uuid4()), expected=1)
    assert heard(look) == News({"friday": 2})
    look.close()
    one.close()
    # The server's session goes to the next process, without what the last one had set.
    again = Store.open(folder)
    assert [event.sequence for event in again.events("friday")] == [1, 2]
    with again.reading() as connection:
        shown = [
            connection.scalar(text(f"SHOW {name}"))
            for name in ("lock_timeout", "idle_in_transaction_session_timeout", "timezone")
        ]
    assert shown == ["5s", "30s", "UTC"]
    again.close()
    other.close()
