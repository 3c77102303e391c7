"""The store on SQLite and on PostgreSQL: one log a table, repeated sends, conflicts, plain photos."""

import threading
import uuid
from collections.abc import Iterator
from dataclasses import replace
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
from webapp.store.database import writing
from webapp.store.tables import METADATA


@pytest.fixture
def folder(tmp_path: Path, database_url: str | None) -> DataFolder:
    return DataFolder(tmp_path / "数据 100%", database_url)


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
    with writing(store._engine) as connection:
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


def test_migrations_make_the_tables_that_the_program_speaks_of(store: Store) -> None:
    with store._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


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


def test_the_tables_of_a_newer_version_are_left_alone(folder: DataFolder) -> None:
    opened = Store.open(folder)
    booked = opened.append("friday", "deal", {}, uuid=name())
    with opened.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'r9999'"))
    with pytest.raises(NewerDataError, match="newer fanpai"):
        Store.open(folder)
    assert opened.events("friday") == (booked,)
    opened.close()


def test_a_name_that_no_database_keeps_is_not_found(store: Store) -> None:
    store.append("friday", "deal", {"note": "a\0b \ud800"}, uuid=name())
    assert store.events("fri\0day") == ()
    (event,) = store.events("friday")
    assert event.payload == {"note": "a\0b \ud800"}


def test_the_last_number_of_every_log_is_known_at_once(store: Store) -> None:
    assert store.heads() == {}
    for table in ("friday", "sunday", "friday"):
        store.append(table, "deal", {}, uuid=name())
    assert store.heads() == {"friday": 2, "sunday": 1}


def test_a_whole_log_is_brought_in_once(store: Store, folder: DataFolder) -> None:
    events = [store.append("friday", "deal", {"n": number}, uuid=name()) for number in range(3)]
    other = [replace(event, table_id="copy", uuid=name()) for event in events]
    store.append_all(other)
    assert store.events("copy") == tuple(other)
    with pytest.raises(ConflictError):
        store.append_all(other)


def test_of_many_that_write_against_the_same_state_one_is_booked(store: Store) -> None:
    answers: list[str] = []

    def book() -> None:
        try:
            store.append("friday", "deal", {}, uuid=name(), expected=0)
            answers.append("booked")
        except ConflictError as error:
            answers.append(f"conflict at {error.current}")

    threads = [threading.Thread(target=book) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["booked"] + ["conflict at 1"] * 5
    assert len(store.events("friday")) == 1
