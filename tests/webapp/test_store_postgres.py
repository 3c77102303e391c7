"""What only PostgreSQL does: several processes at once, a server that goes away, addresses with passwords."""

import os
import signal
import subprocess
import threading
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from at_once import begin, waiting
from screens import heard
from sqlalchemy import text

from webapp.live.looking import looking_at
from webapp.paths import DataFolder, data_folder
from webapp.store import ReusedUuidError, Store, StoreError
from webapp.store import postgres as postgres_door
from webapp.store.watch import News

if TYPE_CHECKING:
    from postgres_cluster import Cluster

# Books as fast as it can, each entry against the state it knows, and prints what was acknowledged.
BOOKING = """
import sys, uuid
from pathlib import Path
from webapp.paths import DataFolder
from webapp.store import ConflictError, Store
store = Store.open(DataFolder(Path(sys.argv[1]), sys.argv[2]))
known, conflicts = 0, 0
print("ready", flush=True)
sys.stdin.readline()
for _ in range(int(sys.argv[3])):
    name = str(uuid.uuid4())
    while True:
        try:
            known = store.append("friday", "deal", {}, uuid=name, expected=known).sequence
            break
        except ConflictError as error:
            known, conflicts = error.current, conflicts + 1
    print(name, flush=True)
print("conflicts", conflicts)
store.close()
"""


def name() -> str:
    return str(uuid.uuid4())


@pytest.fixture
def folder(tmp_path: Path, postgres: "Cluster") -> DataFolder:
    return DataFolder(tmp_path, postgres.place())


def booking(folder: DataFolder, entries: int) -> "subprocess.Popen[str]":
    assert folder.database_url is not None
    return waiting(BOOKING, str(folder.root), folder.database_url, str(entries))


def test_processes_that_book_at_once_get_clear_conflicts_and_lose_nothing(folder: DataFolder) -> None:
    store = Store.open(folder)
    processes = [booking(folder, 40) for _ in range(2)]
    begin(processes)
    printed = [process.communicate(timeout=60)[0].splitlines() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    events = store.events("friday")
    assert [event.sequence for event in events] == list(range(1, 81))
    assert {event.uuid for event in events} == {line for lines in printed for line in lines[:-1]}
    assert sum(int(lines[-1].split()[1]) for lines in printed) > 0, "they did not meet"
    store.close()


def test_killed_processes_lose_nothing_acknowledged_and_hold_nobody_up(folder: DataFolder) -> None:
    store = Store.open(folder)
    processes = [booking(folder, 10_000) for _ in range(2)]
    begin(processes)
    # Killed amid their work: each has been told of some entries, and goes on.
    outputs = [process.stdout for process in processes if process.stdout is not None]
    acknowledged = [output.readline().strip() for output in outputs for _ in range(3)]
    for process in processes:
        process.send_signal(signal.SIGKILL)
    acknowledged += [line for output in outputs for line in output.read().split()]
    for process in processes:
        process.communicate(timeout=60)
    begun = time.monotonic()
    store.append("friday", "deal", {}, uuid=name())
    assert time.monotonic() - begun < postgres_door.BUSY_SECONDS
    events = store.events("friday")
    assert set(acknowledged) <= {event.uuid for event in events}
    assert len(acknowledged) >= 2 * 3
    assert [event.sequence for event in events] == list(range(1, len(events) + 1))
    store.close()


def until_waiting(store: Store, number: int) -> None:
    """Until so many transactions wait for a lock."""
    waits = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    deadline = time.monotonic() + 4  # of the five seconds that they wait
    with store._engine.connect() as connection:
        while connection.execute(waits).scalar_one() < number and time.monotonic() < deadline:
            time.sleep(0.01)


def test_one_entry_sent_to_two_tables_at_once_is_booked_at_one(folder: DataFolder) -> None:
    store, sent = Store.open(folder), name()
    answers: list[object] = []

    def book(table: str) -> None:
        try:
            answers.append(store.append(table, "deal", {}, uuid=sent).table_id)
        except ReusedUuidError:
            answers.append("reused")

    with postgres_door.writing(store._engine, "friday"), postgres_door.writing(store._engine, "sunday"):
        threads = [threading.Thread(target=book, args=(table,)) for table in ("friday", "sunday")]
        for thread in threads:
            thread.start()
        until_waiting(store, 2)  # both for their table
    for thread in threads:
        thread.join()
    assert answers.count("reused") == 1
    assert len(store.events("friday") + store.events("sunday")) == 1
    store.close()


def test_a_writer_waits_for_its_own_table_alone(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_door, "BUSY_SECONDS", 0.2)
    store = Store.open(folder)
    with store.writing("friday"):
        assert store.append("sunday", "deal", {}, uuid=name()).sequence == 1
        with pytest.raises(StoreError, match="try again") as caught:
            store.append("friday", "deal", {}, uuid=name())
    assert caught.value.code == "locked"
    assert store.append("friday", "deal", {}, uuid=name()).sequence == 1
    store.close()


def test_an_acknowledged_entry_is_on_the_disk_whatever_the_server_is_set_to(
    tmp_path: Path, postgres: "Cluster"
) -> None:
    database = postgres.database()
    postgres.run(f"ALTER DATABASE {database} SET synchronous_commit = off")
    postgres.run(f"ALTER DATABASE {database} SET default_transaction_isolation = 'repeatable read'")
    store = Store.open(DataFolder(tmp_path, postgres.address(database)))
    with store.writing() as connection:
        shown = [
            connection.execute(text(f"SHOW {one}")).scalar()
            for one in ("synchronous_commit", "transaction_isolation", "lock_timeout", "timezone")
        ]
    assert shown == ["on", "read committed", "5s", "UTC"]
    store.close()


def test_a_server_that_was_away_is_found_again_and_what_was_missed_is_told(
    tmp_path: Path, postgres: "Cluster"
) -> None:
    folder = DataFolder(tmp_path, postgres.place())
    store = Store.open(folder)
    store.append("friday", "deal", {}, uuid=name())
    look = looking_at(store)
    assert look.news() == News({"friday": 1}, revoked=True)
    postgres.stop()
    try:
        with pytest.raises(StoreError, match="cannot be reached"):
            heard(look)  # a closed connection is noticed at the second look
        with pytest.raises(StoreError, match="Nothing is lost") as caught:
            store.append("friday", "deal", {}, uuid=name())
        assert caught.value.code == "away"
    finally:
        postgres.start()
    other = Store.open(folder)
    other.append("friday", "deal", {}, uuid=name())
    assert look.news() == News({"friday": 2}, revoked=True)
    assert store.append("friday", "deal", {}, uuid=name()).sequence == 3
    assert heard(look) == News({"friday": 3})
    look.close()
    store.close()
    other.close()


@pytest.mark.parametrize(
    ("address", "says", "code"),
    [
        ("postgresql+psycopg://ann:geheim@127.0.0.1:1/fanpai", "is it running", "away"),
        ("postgresql+psycopg://ann:geheim@no-such-host.invalid/fanpai", "cannot be reached", "away"),
        ("postgresql+psycopg://ann:ge@heim/x@127.0.0.1/fanpai", "written as %25, @ as %40", "address"),
        ("postgresql+psycopg://ann:geheim@127.0.0.1:port/fanpai", "looks like", "address"),
        ("postgresql+psycopg://ann:geheim@127.0.0.1", "looks like", "address"),
        ("mysql://ann:geheim@127.0.0.1/fanpai", "looks like", "address"),
        ("geheim", "looks like", "address"),
        ("postgresql+psycopg://127.0.0.1:1/fanpai?sslmode=geheim", "sslmode", "away"),
        ("postgresql+psycopg://127.0.0.1:1/fanpai?connect_timeout=geheim", "connect_timeout", "other"),
    ],
)
def test_an_address_that_leads_nowhere_is_a_sentence_without_the_password(
    tmp_path: Path, address: str, says: str, code: str
) -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError) as caught:
        Store.open(DataFolder(tmp_path, address))
    assert says in str(caught.value)
    assert caught.value.code == code
    assert "heim" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_wrong_password_and_a_missing_database_say_what_to_do(tmp_path: Path, postgres: "Cluster") -> None:
    for address, says, code in (
        (postgres.address("postgres", "fanpai", "geheim"), "check user and password", "password"),
        (postgres.address("postgres", user="nobody-here"), "check user and password", "password"),
        (postgres.address("no_such_database"), "createdb", "no_database"),
    ):
        with pytest.raises(StoreError, match=says) as caught:
            Store.open(DataFolder(tmp_path, address))
        assert caught.value.code == code
        assert "geheim" not in str(caught.value)


def test_a_user_who_may_not_make_tables_hears_so(tmp_path: Path, postgres: "Cluster") -> None:
    database = postgres.database()
    guest = f"guest_{os.getpid()}"
    postgres.run(f"CREATE ROLE {guest} LOGIN PASSWORD 'x'")
    postgres.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC", database)
    with pytest.raises(StoreError, match="let it own the database") as caught:
        Store.open(DataFolder(tmp_path, postgres.address(database, guest, "x")))
    assert caught.value.code == "no_rights"


def test_the_address_comes_from_the_variable_and_is_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FANPAI_DATABASE_URL", "postgresql+psycopg://ann:geheim@db/fanpai")
    found = data_folder(tmp_path)
    assert found.database_url == "postgresql+psycopg://ann:geheim@db/fanpai"
    assert "geheim" not in repr(found)
    assert "ann" not in postgres_door.name_of(found.database_url)
    monkeypatch.setenv("FANPAI_DATABASE_URL", "")
    assert data_folder(tmp_path).database_url is None
