"""A full disk: bookings are refused with a sentence, reading goes on, nothing acknowledged is lost.

The disk is a real one of four megabytes, in memory. Mounting it needs root and Linux.
"""

import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from ledger_entries import SETUP
from page_open import with_page_open

from webapp import room
from webapp.app import create_app
from webapp.backup import BackupError, keep_daily, write_backup
from webapp.pages import room_notice
from webapp.paths import DataFolder, DataFolderError
from webapp.store import StoreError
from webapp.tally.book import TableBook

SIZE = 4_000_000


class Disk:
    """A small disk with a data folder on it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.folder = DataFolder(place / "data")
        self.ballast = place / "ballast"

    def fill(self) -> None:
        """Take all room that is left, to the last byte."""
        with self.ballast.open("ab", buffering=0) as file:
            for size in (65536, 4096, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError:
                    pass

    def free(self) -> None:
        """Give the room back."""
        self.ballast.unlink()


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    place = tmp_path / "card"
    place.mkdir()
    if sys.platform != "linux":
        pytest.skip("a small disk is made on Linux only")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this user may not mount a small disk")
    # On such a small disk room would be low from the beginning.
    monkeypatch.setattr(room, "LOW", 1_000_000)
    monkeypatch.setattr(room_notice, "LOW", 1_000_000)
    monkeypatch.setattr(room, "RESERVE", 300_000)
    try:
        yield Disk(place)
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


@pytest.fixture
def serve(disk: Disk) -> Iterator[Callable[[], tuple[Flask, FlaskClient]]]:
    """``serve()``: the page on that disk, started anew, and a browser of its machine."""
    with ExitStack() as opened:

        def start() -> tuple[Flask, FlaskClient]:
            app = create_app({"DATA_FOLDER": disk.folder, "TESTING": True})
            opened.callback(stop, app)
            return app, with_page_open(opened.enter_context(app.test_client()))

        yield start


def stop(app: Flask) -> None:
    book: TableBook = app.extensions["fanpai-tables"]
    book.store.close()


def entry(sequence: int, amount: int) -> dict[str, Any]:
    fields = [["payer", "E"], ["payee", "S"], ["amount", str(amount)], ["note", "x" * 40]]
    return {"uuid": str(uuid.uuid4()), "expected": sequence, "kind": "free", "fields": fields}


def fill_the_log(client: FlaskClient, table: str) -> tuple[int, dict[str, Any]]:
    """Book until the disk takes no more; gives how many were acknowledged, and the refused one."""
    for count in range(2000):
        wanted = entry(1 + count, 1)
        answer = client.post(f"/tables/{table}/entries", json=wanted)
        if answer.status_code != 201:
            assert answer.status_code == 507, answer.text
            assert answer.json is not None
            assert "The disk is full" in answer.json["error"]["message"]
            return count, wanted
    raise AssertionError("the disk never fills up")


def test_it_says_so_shows_everything_and_goes_on_when_there_is_room(
    disk: Disk, serve: Callable[[], tuple[Flask, FlaskClient]]
) -> None:
    app, client = serve()
    table = app.extensions["fanpai-tables"].create(SETUP, str(uuid.uuid4())).id
    assert "disk" not in client.get(f"/tables/{table}").text
    disk.fill()
    booked, refused = fill_the_log(client, table)
    for address in ("/", "/tables", f"/tables/{table}", f"/tables/{table}/history"):
        page = client.get(address)
        assert page.status_code == 200
        assert "The disk is full: everything can be looked at" in page.text
    # A form of the page is told the same.
    form = {"uuid": str(uuid.uuid4()), "expected": str(1 + booked)}
    answer = client.post(f"/tables/{table}/archive", data=form)
    assert answer.status_code == 507
    assert "Nothing is lost" in answer.text
    disk.free()
    assert client.post(f"/tables/{table}/entries", json=refused).status_code == 201
    assert len(app.extensions["fanpai-tables"].events(table)) == 1 + booked + 1
    assert "The disk is" not in client.get(f"/tables/{table}").text


@pytest.mark.parametrize("stopped", [True, False], ids=["stopped before", "killed before"])
def test_a_page_that_starts_on_a_full_disk_shows_everything(
    disk: Disk, serve: Callable[[], tuple[Flask, FlaskClient]], stopped: bool
) -> None:
    app, client = serve()
    table = app.extensions["fanpai-tables"].create(SETUP, str(uuid.uuid4())).id
    assert client.post(f"/tables/{table}/entries", json=entry(1, 7)).status_code == 201
    assert (disk.folder.root / "reserve").stat().st_size == room.RESERVE
    if stopped:
        stop(app)
    disk.fill()
    again, client = serve()
    assert len(again.extensions["fanpai-tables"].events(table)) == 2
    assert client.get(f"/tables/{table}").status_code == 200
    assert list(disk.folder.root.glob(".*")) == []
    # The room that was kept back is for opening: it was needed where SQLite's files had to be made anew.
    assert (disk.folder.root / "reserve").exists() is not stopped
    disk.free()
    serve()
    assert (disk.folder.root / "reserve").exists()


def test_without_room_kept_back_the_start_is_a_sentence(disk: Disk) -> None:
    app = create_app({"DATA_FOLDER": disk.folder, "TESTING": True})
    stop(app)
    (disk.folder.root / "reserve").unlink()
    disk.fill()
    with pytest.raises(StoreError):
        create_app({"DATA_FOLDER": disk.folder, "TESTING": True})


def test_nothing_is_begun_on_a_full_disk(disk: Disk) -> None:
    disk.fill()
    with pytest.raises(DataFolderError, match="No space left"):
        create_app({"DATA_FOLDER": disk.folder, "TESTING": True})


def test_a_backup_that_finds_no_room_leaves_the_earlier_one_and_no_half_file(
    disk: Disk, serve: Callable[[], tuple[Flask, FlaskClient]], tmp_path: Path
) -> None:
    app, _ = serve()
    app.extensions["fanpai-tables"].create(SETUP, str(uuid.uuid4()))
    first = keep_daily(disk.folder, datetime(2026, 1, 1, tzinfo=UTC))
    assert first is not None
    whole = first.read_bytes()
    disk.fill()
    with pytest.raises(BackupError, match=r"No space left|disk is full"):
        keep_daily(disk.folder, datetime(2026, 1, 2, tzinfo=UTC))
    assert [path.name for path in first.parent.iterdir()] == [first.name]
    assert first.read_bytes() == whole
    # To a stick it can be written all the same.
    assert write_backup(disk.folder, tmp_path / "stick.zip") > 0
