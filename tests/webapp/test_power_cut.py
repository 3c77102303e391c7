"""A power cut at any moment: what was acknowledged is there, what was half written has never been."""

import os
import shutil
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from webapp import leftovers
from webapp.app import create_app
from webapp.certificates import certificates
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.whole_files import write_whole

BOOKED = 5


def as_it_lies(folder: DataFolder, target: Path) -> DataFolder:
    """What a card holds when the power goes: the files, without anybody closing them."""
    shutil.copytree(folder.root, target)
    return DataFolder(target)


def book(store: Store, count: int) -> None:
    for number in range(count):
        store.append("friday", "deal", {"number": number, "note": "x" * 3000}, uuid=str(uuid.uuid4()))


def kept(folder: DataFolder) -> int:
    opened = Store.open(folder)
    try:
        events = opened.events("friday")
        assert [event.sequence for event in events] == list(range(1, len(events) + 1))
        return len(events)
    finally:
        opened.close()


def cut_off(log: bytes, before: int, at: int) -> bytes:
    """The end of the log was never written."""
    return log[:at]


def zeros(log: bytes, before: int, at: int) -> bytes:
    """The file has grown, but its last blocks were never written."""
    return log[:at] + bytes(len(log) - at)


def rubbish(log: bytes, before: int, at: int) -> bytes:
    """The card was writing a block when the power went."""
    return log[:at] + bytes((number * 97 + 31) % 256 for number in range(512)) + log[at + 512 :]


@pytest.mark.parametrize("damage", [cut_off, zeros, rubbish])
def test_a_half_written_entry_is_as_if_it_had_never_been(
    tmp_path: Path, damage: Callable[[bytes, int, int], bytes]
) -> None:
    folder = DataFolder(tmp_path / "data")
    store = Store.open(folder)
    book(store, BOOKED)
    log = folder.database.with_name(f"{folder.database.name}-wal")
    before = log.stat().st_size
    book(store, 1)  # not acknowledged: the power goes while it is written
    whole = log.read_bytes()
    step = (len(whole) - before) // 9
    for number, at in enumerate((before, *range(before + 1, len(whole), step))):
        card = as_it_lies(folder, tmp_path / f"card{number}")
        torn = card.database.with_name(log.name)
        torn.write_bytes(damage(whole, before, at))
        # SQLite's index of the log lives in memory and does not survive.
        card.database.with_name(f"{card.database.name}-shm").unlink()
        assert kept(card) == BOOKED
    store.close()


def test_what_is_acknowledged_is_in_the_files_at_that_moment(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    store = Store.open(folder)
    for count in range(1, 4):
        book(store, 1)
        assert kept(as_it_lies(folder, tmp_path / f"card{count}")) == count
    store.close()


def test_a_half_written_photo_is_no_photo_and_is_swept_away(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    Store.open(folder).close()
    half = folder.photos / f"{'a' * 32}.draft"
    half.write_bytes(b"\xff\xd8\xff half a photo")
    grow_old(half)
    app = create_app({"DATA_FOLDER": folder, "TESTING": True})
    store: Store = app.extensions["fanpai-tables"].store
    assert store.photos() == ()
    assert list(folder.photos.iterdir()) == []
    store.close()


def grow_old(path: Path) -> None:
    hours_ago = time.time() - 2 * leftovers.OLD_SECONDS
    os.utime(path, (hours_ago, hours_ago))


def test_only_old_drafts_are_swept_away_and_nothing_else(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    drafts = [
        ".trial-1234",
        ".secret-1234",
        ".1234.draft",
        ".restore-abcd/fanpai.sqlite3",
        "photos/0123.draft",
        "rules/.1234.draft",
        "sets/.1234.draft",
        "sets/deleted/.1234.draft",
        "corrections/.1234.draft",
        "recordings/0123/00000001-at.draft",
        "backups/.fanpai-2026-01-01.zip.77.draft",
        "tls/.page.key-1234",
    ]
    stays = [
        "secret",
        "reserve",
        "fanpai.sqlite3",
        "photos/0123.jpg",
        "rules/house.json",
        "recordings/0123/00000001-at.jpg",
        "backups/fanpai-2026-01-01.zip",
        "tls/page.key",
        "before-restore-1/fanpai.sqlite3",
    ]
    for name in (*drafts, *stays):
        path = folder.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
        grow_old(path)
    grow_old(folder.root / ".restore-abcd")
    young = folder.photos / "4567.draft"
    young.write_bytes(b"")
    assert leftovers.sweep(folder) == len(drafts)
    left = {path.relative_to(folder.root).as_posix() for path in folder.root.rglob("*") if path.is_file()}
    assert left == {*stays, "photos/4567.draft"}


def test_a_file_is_there_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rules.json"
    write_whole(path, b"before")

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="No space"):
            write_whole(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_key_beside_an_old_certificate_is_made_good(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    now = datetime.now(UTC)
    made = certificates(folder, (), now)
    old_leaf = made.leaf.read_bytes()
    made.leaf.unlink()
    certificates(folder, (), now)
    made.leaf.write_bytes(old_leaf)  # the power went before the new certificate was written
    again = certificates(folder, (), now)
    assert again.leaf.read_bytes() != old_leaf
