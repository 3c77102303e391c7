"""The store: one log a table, repeated sends, conflicts, photos without metadata."""

import threading
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from PIL import Image
from sqlalchemy import text

from webapp.paths import DataFolder
from webapp.store import (
    ConflictError,
    NewerDataError,
    ReusedUuidError,
    Store,
    StoreError,
    UnknownPhotoError,
)
from webapp.store import sqlite as sqlite_door
from webapp.store.tables import METADATA


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


def picture(height: int = 30, width: int = 40) -> np.ndarray:
    return np.full((height, width, 3), (10, 120, 200), np.uint8)


def test_events_come_back_in_the_order_they_were_booked(store: Store) -> None:
    first = store.append("friday", "deal", {"fan": [["平胡", 1]]}, uuid=name())
    store.append("sunday", "deal", {}, uuid=name())
    second = store.append("friday", "penalty", {"seat": "E"}, uuid=name())
    assert (first.sequence, second.sequence) == (1, 2)
    assert store.events("friday") == (first, second)
    assert store.events("friday", after=1) == (second,)
    assert store.events("monday") == ()
    assert store.table_ids() == ("friday", "sunday")
    assert datetime.now(UTC) - first.at < timedelta(minutes=1)


def test_a_repeated_send_is_one_event(store: Store) -> None:
    sent = name()
    booked = store.append("friday", "deal", {"points": 8}, uuid=sent, expected=0)
    assert store.append("friday", "deal", {"points": 8}, uuid=sent, expected=0) == booked
    assert store.events("friday") == (booked,)


def test_a_uuid_with_other_contents_is_refused(store: Store) -> None:
    sent = name()
    store.append("friday", "deal", {"points": 8}, uuid=sent)
    with pytest.raises(ReusedUuidError, match=sent):
        store.append("friday", "deal", {"points": 16}, uuid=sent)
    with pytest.raises(ReusedUuidError):
        store.append("sunday", "deal", {"points": 8}, uuid=sent)


def test_an_entry_against_an_old_state_is_a_conflict_and_leaves_no_trace(store: Store) -> None:
    store.append("friday", "deal", {}, uuid=name(), expected=0)
    with pytest.raises(ConflictError, match="entry 1") as caught:
        store.append("friday", "deal", {}, uuid=name(), expected=0)
    assert caught.value.current == 1
    assert len(store.events("friday")) == 1


def test_many_threads_booking_at_once_lose_nothing(store: Store) -> None:
    def book() -> None:
        for _ in range(5):
            store.append("friday", "deal", {}, uuid=name())

    threads = [threading.Thread(target=book) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [event.sequence for event in store.events("friday")] == list(range(1, 21))


def test_a_reader_sees_the_last_state_while_a_writer_works(store: Store) -> None:
    booked = store.append("friday", "deal", {}, uuid=name())
    with sqlite_door.writing(store._engine) as connection:
        connection.execute(text("DELETE FROM event"))
        assert store.events("friday") == (booked,)
        connection.rollback()


def test_events_survive_a_restart(folder: DataFolder) -> None:
    first = Store.open(folder)
    booked = first.append("friday", "deal", {"说明": "庄家自摸"}, uuid=name())
    first.close()
    second = Store.open(folder)
    assert second.events("friday") == (booked,)
    second.close()


def test_connections_are_durable_and_patient(store: Store) -> None:
    with store._engine.connect() as connection:
        settings = {
            pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()
            for pragma in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 5000, "foreign_keys": 1}


def test_migrations_make_the_tables_that_the_program_speaks_of(store: Store) -> None:
    with store._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


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


def test_a_photo_that_cannot_be_written_leaves_no_trace(store: Store, folder: DataFolder) -> None:
    folder.photos.rmdir()
    with pytest.raises(StoreError, match=r"\.jpg"):
        store.save_photo(picture())
    assert store.photos() == ()


def test_a_kept_photo_has_no_metadata(store: Store) -> None:
    kept = store.save_photo(picture())
    assert (kept.width, kept.height) == (40, 30)
    with Image.open(kept.path) as image:
        assert image.format == "JPEG"
        assert not image.getexif()
        assert "exif" not in image.info
    decoded = cv2.imdecode(np.fromfile(kept.path, np.uint8), cv2.IMREAD_COLOR)
    assert np.abs(decoded.astype(int) - picture().astype(int)).max() <= 3


def test_photos_are_found_listed_and_deleted(store: Store) -> None:
    first, second = store.save_photo(picture()), store.save_photo(picture())
    assert store.photo(first.id) == first
    assert store.photos() == (first, second)
    store.delete_photo(first.id)
    assert not first.path.exists()
    assert store.photos() == (second,)
    for action in (store.photo, store.delete_photo):
        with pytest.raises(UnknownPhotoError, match="deleted"):
            action(first.id)


def test_a_photo_whose_file_is_gone_can_still_be_deleted(store: Store) -> None:
    kept = store.save_photo(picture())
    kept.path.unlink()
    store.delete_photo(kept.id)
    assert store.photos() == ()


def test_a_photo_name_never_leads_out_of_the_folder(store: Store) -> None:
    with pytest.raises(UnknownPhotoError):
        store.photo("../fanpai.sqlite3")
