"""Sources of frames: folders and films with their times, and how each source is named."""

import json
import threading
from pathlib import Path

import pytest
from frame_files import Clock, a_film, a_folder, level_of

from vision.live.sources import Capture, SourceError, open_source
from vision.live.sources.camera import CvCamera
from vision.live.sources.film import Film
from vision.live.sources.folder import Folder
from vision.live.sources.pace import Pace
from vision.live.sources.phone import PhoneCamera
from vision.live.sources.pi import PiCamera

FAST = Capture(real_time=False)


def test_a_folder_without_times_runs_at_a_fixed_rate(tmp_path: Path) -> None:
    source = Folder(a_folder(tmp_path / "x", [10, 20, 30]), Capture(rate=4, real_time=False))
    frames = list(source.frames())
    assert [(frame.at, frame.number, level_of(frame.image)) for frame in frames] == [
        (0.0, 0, 10),
        (0.25, 1, 20),
        (0.5, 2, 30),
    ]
    assert source.now() == 0.5
    assert len(list(source.frames())) == 3  # again from the start


def test_the_times_of_a_drawn_deal_are_taken(tmp_path: Path) -> None:
    a_folder(tmp_path / "frames", [10, 20])
    listed = [{"file": "000000.png", "at": 1.5}, {"file": "frames/000001.png", "at": 4}]
    (tmp_path / "truth.json").write_text(json.dumps({"fps": 4, "frames": listed}))
    for folder in (tmp_path, tmp_path / "frames"):  # named by its pictures it has its times no less
        assert [frame.at for frame in open_source(str(folder), FAST).frames()] == [1.5, 4.0]


def test_times_stand_in_a_text_file_too(tmp_path: Path) -> None:
    a_folder(tmp_path, [10, 20])
    (tmp_path / "times.txt").write_text("000001.png 3.25\n\n000000.png 7\n")
    frames = list(open_source(str(tmp_path), FAST).frames())
    assert [(frame.at, level_of(frame.image)) for frame in frames] == [(3.25, 20), (7.0, 10)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("truth.json", "{"),
        ("truth.json", "[]"),
        ("truth.json", '{"frames": [{"file": "a.png"}]}'),
        ("times.txt", "only-a-name"),
    ],
)
def test_times_that_cannot_be_read_are_told(tmp_path: Path, name: str, text: str) -> None:
    a_folder(tmp_path, [10])
    (tmp_path / name).write_text(text)
    with pytest.raises(SourceError, match="times") as told:
        open_source(str(tmp_path))
    assert told.value.code == "unreadable"


def test_a_folder_without_pictures_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures"):
        open_source(str(tmp_path))


def test_in_real_time_a_slow_consumer_skips_and_a_fast_one_waits(tmp_path: Path) -> None:
    clock = Clock()
    folder = a_folder(tmp_path / "x", [0] * 20)
    source = Folder(folder, Capture(rate=10), Pace(True, clock, clock.wait))
    seen = []
    for frame in source.frames():
        assert clock.now >= 50 + frame.at - 1e-6  # never before its time
        seen.append(frame.number)
        if frame.number == 3:
            clock.now += 0.75
    # During the pause 0.75 s went by: frames 4 to 9 are old, the tenth is next.
    assert seen[:5] == [0, 1, 2, 3, 10]
    assert seen[-1] == 19


def test_a_folder_ends_when_it_is_closed(tmp_path: Path) -> None:
    source = Folder(a_folder(tmp_path / "x", [0, 0, 0]), Capture(rate=0.01))
    frames = source.frames()
    next(frames)
    threading.Timer(0.05, source.close).start()
    assert list(frames) == []  # the next was due in a hundred seconds


def test_a_film_has_its_own_times(tmp_path: Path) -> None:
    film = a_film(tmp_path / "evening.avi", [10, 60, 110, 160])
    frames = list(open_source(str(film), FAST).frames())
    assert [level_of(frame.image) for frame in frames] == pytest.approx([10, 60, 110, 160], abs=2)
    assert [frame.at for frame in frames] == pytest.approx([0, 0.2, 0.4, 0.6], abs=0.01)


def test_a_film_in_real_time_skips_what_is_late(tmp_path: Path) -> None:
    clock = Clock()
    film = Film(a_film(tmp_path / "evening.avi", [0] * 20), Capture(), Pace(True, clock, clock.wait))
    numbers = []
    for frame in film.frames():
        numbers.append(frame.number)
        clock.now += 0.65
    assert numbers == [0, 3, 6, 9, 13, 16, 19]


def test_a_broken_film_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.mp4").write_bytes(b"no film")
    with pytest.raises(SourceError, match="no film"):
        next(open_source(str(tmp_path / "x.mp4")).frames())


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("pi", PiCamera, "pi"),
        ("pi:1", PiCamera, "pi:1"),
        (" 0 ", CvCamera, "0"),
        ("/dev/video2", CvCamera, "/dev/video2"),
        ("rtsp://camera.local/stream", CvCamera, "rtsp://camera.local/stream"),
        ("RTSP://Camera.local/Stream", CvCamera, "rtsp://Camera.local/Stream"),
        ("phone", PhoneCamera, "phone"),
    ],
)
def test_a_text_names_a_source(text: str, kind: type, name: str) -> None:
    source = open_source(text)
    assert isinstance(source, kind)
    assert source.name == name


@pytest.mark.parametrize("text", ["", "nothing-here", "pi:x", "ftp://x", "123456"])
def test_a_text_that_names_nothing_says_what_would(text: str) -> None:
    with pytest.raises(SourceError, match="rtsp") as told:
        open_source(text)
    assert told.value.code == "unknown"
