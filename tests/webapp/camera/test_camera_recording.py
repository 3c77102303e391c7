"""Frames that are kept: bounded, without anything a camera wrote beside the pixels, deleted together."""

import errno
import os
import shutil
import sqlite3
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from webapp.backup import write_backup
from webapp.camera.recording import Recordings, detail, encoded
from webapp.paths import DataFolder
from webapp.room import LOW
from webapp.store import Store
from webapp.store.observations import ObservationStore

IMAGE = np.full((480, 640, 3), 90, np.uint8)


def test_a_frame_is_kept_small_and_plain() -> None:
    large = np.full((2000, 4000, 3), 90, np.uint8)
    kept = encoded(large)
    assert cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR).shape == (800, 1600, 3)
    assert b"Exif" not in kept
    assert encoded(IMAGE) == encoded(IMAGE.copy())


def test_the_detail_shows_what_lies_around_the_box() -> None:
    image = IMAGE.copy()
    image[200:240, 300:330] = 255
    piece = detail(image, (300, 200, 330, 240))
    assert piece is not None
    shown = cv2.imdecode(np.frombuffer(piece, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape[0] == pytest.approx(40 * 1.7, abs=2)
    assert int(shown.max()) > 250
    assert detail(image, (900, 900, 950, 950)) is None


def test_beyond_the_bound_the_oldest_frames_go(tmp_path: Path) -> None:
    recordings = Recordings(tmp_path / "r", most=1000)
    for number in range(1, 13):
        recordings.keep("a" if number % 2 else "b", number, "at", bytes(100))
        path = tmp_path / "r" / ("a" if number % 2 else "b") / f"{number:08d}-at.jpg"
        if path.exists():
            os.utime(path, ns=(number * 10**9, number * 10**9))
    assert recordings.read("a", 1, "at") is None
    assert recordings.read("b", 12, "at") == bytes(100)
    assert recordings.size("a") + recordings.size("b") <= 1000
    # Another one counts what is there already.
    again = Recordings(tmp_path / "r", most=1000)
    for number in range(13, 16):
        again.keep("a", number, "at", bytes(100))
    assert again.size("a") + again.size("b") <= 1000


def folder_size(home: Path) -> int:
    return sum(file.stat().st_size for file in home.glob("*/*.jpg"))


@pytest.mark.parametrize("processes", [1, 2, 4])
def test_the_bound_holds_for_the_folder_however_many_processes_record(tmp_path: Path, processes: int) -> None:
    """Each of them has counted when there was little, and one writes more than the others."""
    most, home = 100_000, tmp_path / "r"
    writers = [Recordings(home, most=most) for _ in range(processes)]
    largest = 0
    for number in range(1, 700):
        one = number % processes if number % 3 else 0
        writers[one].keep(f"t{one}", number, "at", bytes(400))
        largest = max(largest, folder_size(home))
    assert 0.85 * most < largest <= most
    assert folder_size(home) > 0.75 * most  # no more goes than has to
    assert writers[0].read("t0", 699, "at") == bytes(400)


def test_the_folder_is_counted_now_and_then_not_for_every_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recordings, real, counted = Recordings(tmp_path / "r", most=100_000), Recordings._files, []
    monkeypatch.setattr(Recordings, "_files", lambda self: counted.append(1) or real(self))
    for number in range(1, 101):
        recordings.keep("a", number, "at", bytes(400))
    assert len(counted) == 1 + 99 // 5


def test_on_a_disk_that_is_nearly_full_no_frame_is_kept(tmp_path: Path) -> None:
    left = [LOW - 1]
    recordings = Recordings(tmp_path / "r", room=lambda: left[0])
    recordings.keep("a", 1, "at", b"x")
    assert recordings.parts("a", 1) == ()
    left[0] = LOW
    recordings.keep("a", 2, "at", b"x")
    assert recordings.parts("a", 2) == ("at",)


def test_deleting_takes_one_table_only(tmp_path: Path) -> None:
    recordings = Recordings(tmp_path / "r")
    for table in ("a", "b"):
        recordings.keep(table, 1, "before", b"x")
        recordings.keep(table, 1, "after", b"x")
    assert recordings.parts("a", 1) == ("before", "after")
    recordings.delete("a")
    recordings.delete("a")  # nothing there any more
    assert recordings.parts("a", 1) == ()
    assert recordings.parts("b", 1) == ("before", "after")


def test_a_frame_that_cannot_be_written_leaves_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recordings = Recordings(tmp_path / "r")

    def full(*_more: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="full"):
        recordings.keep("a", 1, "at", b"x")
    assert list((tmp_path / "r" / "a").iterdir()) == []


def test_everything_is_deleted_though_another_process_writes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recordings, other = Recordings(tmp_path / "r"), Recordings(tmp_path / "r")
    recordings.keep("a", 1, "at", b"x")
    real, late = shutil.rmtree, [1]

    def meanwhile(folder: Path) -> None:
        real(folder)
        if late.pop() if late else 0:
            other.keep("a", 1, "after", b"x")
            raise OSError(errno.ENOTEMPTY, "not empty")

    monkeypatch.setattr("webapp.camera.recording.shutil.rmtree", meanwhile)
    recordings.delete("a")
    assert not (tmp_path / "r" / "a").exists()


def test_a_frame_that_goes_while_they_are_counted_counts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recordings = Recordings(tmp_path / "r")
    recordings.keep("a", 1, "at", b"xx")
    gone = tmp_path / "r" / "a" / "00000002-at.jpg"
    listed = [gone, tmp_path / "r" / "a" / "00000001-at.jpg"]
    monkeypatch.setattr(Path, "glob", lambda *_more: iter(listed))
    assert recordings.size("a") == 2


@pytest.mark.parametrize("table", ["", "..", "a/b", "../a"])
def test_a_recording_stays_in_its_folder(tmp_path: Path, table: str) -> None:
    with pytest.raises(ValueError, match="no table"):
        Recordings(tmp_path).keep(table, 1, "at", b"x")


def test_backups_leave_the_recordings_out_and_keep_the_observations(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    store = Store.open(folder)
    ObservationStore(store).add("t", "discard", "E", {"tiles": ["1m"]})
    store.close()
    Recordings(folder.recordings).keep("t", 1, "at", encoded(IMAGE))
    write_backup(folder, tmp_path / "b.zip")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert not [name for name in archive.namelist() if "recordings" in name]
        archive.extract("fanpai.sqlite3", tmp_path)
    connection = sqlite3.connect(tmp_path / "fanpai.sqlite3")
    assert connection.execute("SELECT count(*) FROM observation").fetchone() == (1,)
    connection.close()
