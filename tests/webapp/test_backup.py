"""Backups: whole while the page books, brought back with the old put aside, refused when damaged."""

import sqlite3
import uuid
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from webapp.backup import KEPT_DAYS, BackupError, keep_daily, restore, write_backup
from webapp.camera.recording import Recordings
from webapp.cli import fanpai
from webapp.paths import DataFolder
from webapp.store import Store


@pytest.fixture
def kept(tmp_path: Path) -> DataFolder:
    """A data folder with one event and one photo."""
    folder = DataFolder(tmp_path / "kept")
    store = Store.open(folder)
    store.append("t", "k", {"n": 1}, uuid=str(uuid.uuid4()))
    store.save_photo(np.zeros((20, 30, 3), np.uint8))
    folder.secret_key()
    store.close()
    return folder


def contents(folder: DataFolder) -> tuple[int, int]:
    store = Store.open(folder)
    try:
        return len(store.events("t")), sum(photo.path.is_file() for photo in store.photos())
    finally:
        store.close()


def test_a_backup_is_written_while_the_store_is_open(kept: DataFolder, tmp_path: Path) -> None:
    store = Store.open(kept)
    # Not yet in the main file, only in the write-ahead log.
    store.append("t", "k", {"n": 2}, uuid=str(uuid.uuid4()))
    write_backup(kept, tmp_path / "b.zip")
    store.close()
    other = DataFolder(tmp_path / "other")
    assert restore(other, tmp_path / "b.zip") is None
    assert contents(other) == (2, 1)


def test_the_key_of_the_cookies_is_not_in_it(kept: DataFolder, tmp_path: Path) -> None:
    write_backup(kept, tmp_path / "b.zip")
    assert not any("secret" in name for name in zipfile.ZipFile(tmp_path / "b.zip").namelist())


def test_what_was_there_is_put_aside(kept: DataFolder, tmp_path: Path) -> None:
    write_backup(kept, tmp_path / "b.zip")
    store = Store.open(kept)
    store.append("t", "k", {"n": 2}, uuid=str(uuid.uuid4()))
    store.close()
    aside = restore(kept, tmp_path / "b.zip")
    assert contents(kept) == (1, 1)
    assert aside is not None
    assert contents(DataFolder(aside)) == (2, 1)


@pytest.mark.parametrize("damage", ["no_zip", "no_database", "no_sqlite", "newer"])
def test_what_is_no_backup_changes_nothing(kept: DataFolder, tmp_path: Path, damage: str) -> None:
    bad = tmp_path / "bad.zip"
    write_backup(kept, bad)
    if damage == "no_zip":
        bad.write_bytes(b"hello")
    elif damage == "newer":
        copy = tmp_path / "copy.sqlite3"
        copy.write_bytes(zipfile.ZipFile(bad).read("fanpai.sqlite3"))
        connection = sqlite3.connect(copy)
        connection.execute("UPDATE alembic_version SET version_num = 'r9999'")
        connection.commit()
        connection.close()
        with zipfile.ZipFile(bad, "w") as archive:
            archive.write(copy, "fanpai.sqlite3")
    else:
        with zipfile.ZipFile(bad, "w") as archive:
            archive.writestr("fanpai.sqlite3" if damage == "no_sqlite" else "x", b"not a database" * 100)
    with pytest.raises(BackupError):
        restore(kept, bad)
    assert contents(kept) == (1, 1)


def test_a_file_that_points_outside_lands_nowhere(kept: DataFolder, tmp_path: Path) -> None:
    bad = tmp_path / "bad.zip"
    write_backup(kept, bad)
    with zipfile.ZipFile(bad, "a") as archive:
        archive.writestr("../outside.txt", b"x")
        archive.writestr("photos/../../outside.txt", b"x")
    restore(DataFolder(tmp_path / "deep" / "other"), bad)
    assert not list(tmp_path.rglob("outside.txt"))


def test_one_backup_a_day_and_seven_of_them(kept: DataFolder) -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    for day in range(10):
        assert keep_daily(kept, start + timedelta(days=day)) is not None
        assert keep_daily(kept, start + timedelta(days=day)) is None
    files = sorted(path.name for path in (kept.root / "backups").iterdir())
    assert len(files) == KEPT_DAYS
    assert files[-1] == "fanpai-2026-03-10.zip"
    # The clock jumps back a year: the new file stays, and the good ones too but one.
    assert keep_daily(kept, start - timedelta(days=365)) is not None


def test_a_folder_that_cannot_be_written_is_told(kept: DataFolder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(BackupError, match="cannot be written"):
        write_backup(kept, tmp_path / "file" / "b.zip")


def test_the_commands(kept: DataFolder, tmp_path: Path) -> None:
    file = tmp_path / "b.zip"
    run = CliRunner().invoke
    assert run(fanpai, ["backup", str(file), "--data", str(kept.root)]).exit_code == 0
    done = run(fanpai, ["restore", str(file), "--data", str(tmp_path / "other")])
    assert (done.exit_code, contents(DataFolder(tmp_path / "other"))) == (0, (1, 1))
    done = run(fanpai, ["backup", str(file), "--data", str(tmp_path / "nothing")])
    assert done.exit_code == 1
    assert "nothing is kept" in done.output


def test_taught_sets_and_tiles_put_right_come_back(kept: DataFolder, tmp_path: Path) -> None:
    there = {
        "sets/0123456789abcdef.fanpaiset": b"a set",
        "sets/deleted/fedcba9876543210.fanpaiset": b"an old set",
        "corrections/setting.json": b"{}",
        f"corrections/{'a' * 32}.txt": b"labels",
    }
    for name, data in there.items():
        (kept.root / name).parent.mkdir(parents=True, exist_ok=True)
        (kept.root / name).write_bytes(data)
    (kept.sets / ".half.draft").write_bytes(b"half")
    write_backup(kept, tmp_path / "b.zip")
    other = DataFolder(tmp_path / "other")
    restore(other, tmp_path / "b.zip")
    assert {name: (other.root / name).read_bytes() for name in there} == there
    assert not list(other.sets.glob(".*"))


def test_a_backup_without_sets_leaves_those_that_are_there(kept: DataFolder, tmp_path: Path) -> None:
    write_backup(kept, tmp_path / "b.zip")
    kept.sets.mkdir()
    (kept.sets / "0123456789abcdef.fanpaiset").write_bytes(b"a set")
    restore(kept, tmp_path / "b.zip")
    assert (kept.sets / "0123456789abcdef.fanpaiset").read_bytes() == b"a set"


@pytest.mark.parametrize("database_gone", [False, True])
def test_a_daily_backup_leaves_the_photos_where_they_lie(kept: DataFolder, database_gone: bool) -> None:
    daily = keep_daily(kept, datetime(2026, 3, 1, tzinfo=UTC))
    assert daily is not None
    if database_gone:
        for path in kept.root.glob("fanpai.sqlite3*"):
            path.unlink()
    aside = restore(kept, daily)
    assert contents(kept) == (1, 1)
    assert (aside is None) == database_gone


def test_photos_without_a_database_are_put_aside_never_deleted(kept: DataFolder, tmp_path: Path) -> None:
    write_backup(kept, tmp_path / "b.zip")
    other = DataFolder(tmp_path / "other")
    other.photos.mkdir(parents=True)
    (other.photos / f"{'f' * 32}.jpg").write_bytes(b"of a lost database")
    aside = restore(other, tmp_path / "b.zip")
    assert contents(other) == (1, 1)
    assert aside is not None
    assert (aside / "photos" / f"{'f' * 32}.jpg").read_bytes() == b"of a lost database"


@pytest.mark.parametrize("fault", [b"\xff" * 4, b"\x00" * 4])
def test_a_backup_with_a_broken_part_is_refused_with_a_sentence(
    kept: DataFolder, tmp_path: Path, fault: bytes
) -> None:
    write_backup(kept, tmp_path / "b.zip")
    data = bytearray((tmp_path / "b.zip").read_bytes())
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        part = archive.infolist()[0]
    start = part.header_offset + 30 + len(part.filename)
    data[start : start + 4] = fault
    (tmp_path / "b.zip").write_bytes(data)
    with pytest.raises(BackupError, match="damaged"):
        restore(DataFolder(tmp_path / "other"), tmp_path / "b.zip")


@pytest.mark.parametrize("photos", [True, False])
def test_what_cameras_recorded_goes_aside_with_the_observations_it_belongs_to(
    kept: DataFolder, tmp_path: Path, photos: bool
) -> None:
    """Else the next observation of a number would show the frame of another evening."""
    write_backup(kept, tmp_path / "b.zip", photos=photos)
    recordings = Recordings(kept.recordings)
    recordings.keep("t", 1, "at", b"of the folder before")
    aside = restore(kept, tmp_path / "b.zip")
    assert aside is not None
    assert recordings.parts("t", 1) == ()
    assert Recordings(aside / "recordings").read("t", 1, "at") == b"of the folder before"
