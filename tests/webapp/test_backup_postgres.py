"""Backups of tables on PostgreSQL: files like those of a home: either comes back on the other."""

import uuid
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner
from ledger_entries import SETUP, points
from sqlalchemy import text

from webapp import doctor
from webapp.backup import BackupError, keep_before_upgrade, restore, write_backup
from webapp.commands.backup import command as backup_command
from webapp.commands.restore import command as restore_command
from webapp.paths import DataFolder
from webapp.store import Event, Store, migrate
from webapp.store.access import AccessStore
from webapp.store.database import connect
from webapp.tally.book import Change, TableBook

if TYPE_CHECKING:
    from postgres_cluster import Cluster


@pytest.fixture
def club(tmp_path: Path, postgres: "Cluster") -> DataFolder:
    return DataFolder(tmp_path / "club", postgres.place())


@pytest.fixture
def home(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "home")


def fill(folder: DataFolder) -> None:
    """A table with a booked line, a photo, a link and a device."""
    store, name = Store.open(folder), str(uuid.uuid4())
    book = TableBook(store)
    table = book.create(SETUP, str(uuid.uuid4()))
    book.change(table.id, Change("line_added", name, points("S", 8)), uuid=name, expected=1)
    store.save_photo(np.full((30, 40, 3), 90, np.uint8))
    links = AccessStore(store)
    links.revoke(links.make_link(table.id, "scorer").id)
    links.admit("d" * 64, table.id, "owner")
    store.close()


def contents(folder: DataFolder) -> tuple[list[Event], list[object], object]:
    """Everything: events with their times, photos, links."""
    store = Store.open(folder)
    try:
        events = [event for table in store.table_ids() for event in store.events(table)]
        with store.reading() as connection:
            links = connection.execute(text("SELECT id, role, revoked IS NULL FROM link")).all()
        photos = [(photo.id, photo.at, photo.path.is_file()) for photo in store.photos()]
        roles = AccessStore(store).roles("d" * 64)
        return events, photos, ([(*tuple(link[:2]), bool(link[2])) for link in links], roles)
    finally:
        store.close()


@pytest.mark.parametrize("way", ["club to home", "home to club", "club to club"])
def test_a_backup_comes_back_whole_on_either_kind_of_database(
    tmp_path: Path, club: DataFolder, home: DataFolder, postgres: "Cluster", way: str
) -> None:
    source, target = {
        "club to home": (club, home),
        "home to club": (home, club),
        "club to club": (club, DataFolder(tmp_path / "other", postgres.place())),
    }[way]
    fill(source)
    write_backup(source, tmp_path / "b.zip")
    restore(target, tmp_path / "b.zip")
    assert contents(target) == contents(source)
    assert len(contents(target)[0]) == 2


def test_what_was_there_is_put_aside_as_a_folder_that_opens(
    tmp_path: Path, club: DataFolder, home: DataFolder
) -> None:
    fill(home)
    write_backup(home, tmp_path / "b.zip")
    fill(club)
    before = contents(club)
    aside = restore(club, tmp_path / "b.zip")
    assert aside is not None
    assert contents(DataFolder(aside)) == before
    assert contents(club) == contents(home)


def test_a_backup_without_photos_leaves_those_that_are_there(tmp_path: Path, club: DataFolder) -> None:
    fill(club)
    before = contents(club)
    write_backup(club, tmp_path / "b.zip", photos=False)
    restore(club, tmp_path / "b.zip")
    assert contents(club) == before


def test_a_backup_that_is_none_changes_nothing(tmp_path: Path, club: DataFolder) -> None:
    fill(club)
    before = contents(club)
    (tmp_path / "b.zip").write_bytes(b"a letter")
    with pytest.raises(BackupError, match="no backup"):
        restore(club, tmp_path / "b.zip")
    assert contents(club) == before
    assert sorted(path.name for path in club.root.iterdir()) == ["photos"]


def test_a_page_that_is_busy_booking_holds_a_restore_up_and_nothing_is_changed(
    tmp_path: Path, club: DataFolder, home: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.store.postgres.BUSY_SECONDS", 0.3)
    fill(home)
    write_backup(home, tmp_path / "b.zip")
    fill(club)
    before = contents(club)
    store = Store.open(club)
    with store.writing("friday") as connection:
        connection.execute(text("UPDATE event SET kind = kind"))
        connection.execute(text("SET lock_timeout = 0"))
        with pytest.raises(BackupError, match="try again"):
            restore(club, tmp_path / "b.zip")
    store.close()
    assert contents(club) == before


def test_tables_of_an_older_version_are_saved_before_they_are_changed(
    tmp_path: Path, club: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = connect(club)
    migrate.upgrade(engine, "r0001")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO event VALUES ('t', 1, 'u', 'k', '{\"a\": 1}', now())"))
    engine.dispose()
    club.prepare()
    kept = keep_before_upgrade(club)
    assert kept is not None
    assert kept.parent == club.root / "backups"
    home = DataFolder(tmp_path / "home")
    restore(home, kept)
    assert [event.payload for event in contents(home)[0]] == [{"a": 1}]
    assert [event.payload for event in contents(club)[0]] == [{"a": 1}]
    assert keep_before_upgrade(club) is None


def test_the_commands_work_and_say_where_things_lie(
    tmp_path: Path, club: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert club.database_url is not None
    monkeypatch.setenv("FANPAI_DATABASE_URL", club.database_url)
    file, where = str(tmp_path / "b.zip"), ["--data", str(club.root)]
    empty = CliRunner().invoke(backup_command, [file, *where])
    assert (empty.exit_code, "nothing is kept in the database yet" in empty.output) == (1, True)
    fill(club)
    assert CliRunner().invoke(backup_command, [file, *where]).exit_code == 0
    done = CliRunner().invoke(restore_command, [file, *where])
    assert done.exit_code == 0, done.output
    assert "is back in PostgreSQL database" in done.output
    monkeypatch.setenv("FANPAI_DATABASE_URL", "postgresql+psycopg://ann:geheim@127.0.0.1:1/fanpai")
    for command in (backup_command, restore_command):
        lost = CliRunner().invoke(command, [file, *where])
        assert lost.exit_code == 1
        assert "cannot be reached" in lost.output
        assert "geheim" not in lost.output


def test_the_doctor_looks_at_the_server(club: DataFolder, postgres: "Cluster") -> None:
    # The tests' own server is quick, not safe: just what the doctor is for.
    (finding,) = doctor.database(club)
    assert (finding.healthy, "fsync off" in finding.text) == (False, True)
    try:
        postgres.stop()
        postgres.start("on")
        (finding,) = doctor.database(club)
        assert finding.healthy
        assert finding.text.startswith("tables at none; the next start brings them to r")
        fill(club)
        (finding,) = doctor.database(club)
        assert finding.healthy
        assert ", PostgreSQL " in finding.text
    finally:
        postgres.stop()
        postgres.start()
    findings = list(doctor.examine(DataFolder(club.root, "postgresql://ann:geheim@127.0.0.1:1/fanpai")))
    (lost,) = [finding for finding in findings if finding.subject == "database"]
    assert not lost.healthy
    assert "cannot be reached" in lost.text
    assert not any("geheim" in finding.text for finding in findings)
