"""What only an SQLite file does: how it is opened, and what goes wrong with it."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from webapp.paths import DataFolder
from webapp.store import NewerDataError, Store, StoreError
from webapp.store import sqlite as sqlite_door


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "数据 100%")


@pytest.fixture
def store(folder: DataFolder) -> Iterator[Store]:
    opened = Store.open(folder)
    yield opened
    opened.close()


def name() -> str:
    return str(uuid.uuid4())


def test_connections_are_durable_and_patient(store: Store) -> None:
    with store._engine.connect() as connection:
        settings = {
            pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()
            for pragma in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 5000, "foreign_keys": 1}


def test_the_folder_of_a_newer_version_is_left_alone(folder: DataFolder) -> None:
    opened = Store.open(folder)
    with sqlite_door.writing(opened._engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'r9999'"))
    opened.close()
    before = folder.database.read_bytes()
    with pytest.raises(NewerDataError, match="newer fanpai"):
        Store.open(folder)
    assert folder.database.read_bytes() == before


def test_a_damaged_database_is_a_sentence(folder: DataFolder) -> None:
    folder.prepare()
    folder.database.write_bytes(b"this is a shopping list, not a database" * 100)
    with pytest.raises(StoreError, match="damaged"):
        Store.open(folder)


def test_a_full_disk_is_a_sentence_and_loses_nothing(store: Store) -> None:
    booked = store.append("friday", "deal", {}, uuid=name())
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    with pytest.raises(StoreError, match="make room"):
        store.append("friday", "deal", {"note": "x" * 100_000}, uuid=name())
    assert store.events("friday") == (booked,)


def test_a_read_only_database_is_a_sentence(store: Store) -> None:
    with store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only=ON")
    with pytest.raises(StoreError, match="--data DIR"):
        store.append("friday", "deal", {}, uuid=name())


def test_a_writer_that_waits_too_long_is_a_sentence(
    store: Store, folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_door, "BUSY_SECONDS", 0.05)
    other = Store.open(folder)
    with sqlite_door.writing(store._engine), pytest.raises(StoreError, match="try again"):
        other.append("friday", "deal", {}, uuid=name())
    other.close()
