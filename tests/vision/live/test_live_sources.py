"""Sources of frames: folders and films with their times, a phone, a camera program that works or dies."""

import itertools
import json
import os
import stat
import sys
import threading
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.live.sources import Capture, SourceError, open_source
from vision.live.sources.camera import CvCamera
from vision.live.sources.film import Film
from vision.live.sources.folder import Folder
from vision.live.sources.mjpeg import MOST_BYTES, JpegSplitter
from vision.live.sources.newest import Newest
from vision.live.sources.pace import Pace
from vision.live.sources.phone import PhoneCamera
from vision.live.sources.pi import PiCamera

FAST = Capture(real_time=False)


class Clock:
    """Stands until somebody waits."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def grey(level: int, width: int = 64, height: int = 48) -> npt.NDArray[np.uint8]:
    return np.full((height, width, 3), level, np.uint8)


def jpeg(level: int) -> bytes:
    return bytes(cv2.imencode(".jpg", grey(level))[1])


def level_of(image: npt.NDArray[np.uint8]) -> int:
    return round(float(image.mean()))


def a_folder(at: Path, levels: list[int]) -> Path:
    at.mkdir(exist_ok=True)
    for number, level in enumerate(levels):
        cv2.imwrite(str(at / f"{number:06d}.png"), grey(level))
    return at


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
    assert [frame.at for frame in open_source(str(tmp_path), FAST).frames()] == [1.5, 4.0]


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


def a_film(path: Path, levels: list[int], rate: float = 5) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (64, 48))
    for level in levels:
        writer.write(grey(level))
    writer.release()
    return path


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
        open_source(str(tmp_path / "x.mp4"))


def test_the_newest_frame_is_taken_and_older_ones_are_gone() -> None:
    newest: Newest[int] = Newest()
    for number in range(5):
        newest.put(number)
    assert newest.take(1, "") == 4
    with pytest.raises(SourceError, match="silent") as told:
        newest.take(0.01, "it is silent")
    assert told.value.code == "lost"
    newest.fail(SourceError("lost", "gone"))
    with pytest.raises(SourceError, match="gone"):
        newest.take(1, "")
    newest.close()
    assert newest.take(1, "") is None


def test_a_phones_pictures_come_with_their_time() -> None:
    clock = Clock()
    phone = PhoneCamera(Capture(), clock)
    frames = phone.frames()
    phone.push(jpeg(10))
    clock.now += 2
    phone.push(jpeg(80))
    clock.now += 1
    frame = next(frames)
    assert (frame.at, frame.number, level_of(frame.image)) == (2.0, 1, 80)
    assert phone.now() == 3.0
    phone.push(b"no picture")
    with pytest.raises(SourceError, match="cannot be read"):
        next(frames)
    phone.close()
    assert list(phone.frames()) == []


# The Pi's camera, with a program of ours in place of rpicam-vid


def a_program(at: Path, body: str) -> str:
    if os.name == "nt":
        pytest.skip("a script as program needs a Unix")
    at.write_text(f"#!{sys.executable}\nimport os, sys, time, signal\n{body}\n")
    at.chmod(at.stat().st_mode | stat.S_IXUSR)
    return str(at)


def test_the_pis_camera_is_read_until_it_is_closed(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg(10))
    body = f"""
open({str(tmp_path / "called")!r}, "w").write(" ".join(sys.argv[1:]))
open({str(tmp_path / "pid")!r}, "w").write(str(os.getpid()))
picture = open({str(tmp_path / "a.jpg")!r}, "rb").read()
while True:
    sys.stdout.buffer.write(picture); sys.stdout.buffer.flush(); time.sleep(0.01)
"""
    camera = PiCamera(Capture(2304, 1296, 10), program=a_program(tmp_path / "rpicam-vid", body))
    frames = list(itertools.islice(camera.frames(), 3))
    assert [level_of(frame.image) for frame in frames] == [10, 10, 10]
    assert frames[0].at < frames[1].at < frames[2].at
    called = (tmp_path / "called").read_text()
    assert "--codec mjpeg" in called
    assert "--width 2304 --height 1296" in called
    assert "--timeout 0" in called
    # islice left the generator; closing it ended the program.
    camera.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    assert list(camera.frames()) == []


def test_a_camera_program_that_ignores_its_end_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.live.sources.pi._PATIENCE", 0.1)
    (tmp_path / "a.jpg").write_bytes(jpeg(10))
    body = f"""
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open({str(tmp_path / "pid")!r}, "w").write(str(os.getpid()))
picture = open({str(tmp_path / "a.jpg")!r}, "rb").read()
while True:
    sys.stdout.buffer.write(picture); sys.stdout.buffer.flush(); time.sleep(0.01)
"""
    camera = PiCamera(Capture(), program=a_program(tmp_path / "rpicam-vid", body))
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_what_a_dying_camera_program_said_is_told(tmp_path: Path) -> None:
    body = 'sys.stderr.write("ERROR: *** no cameras available ***\\n"); sys.exit(255)'
    camera = PiCamera(Capture(), program=a_program(tmp_path / "rpicam-vid", body))
    for _again in range(2):
        with pytest.raises(SourceError, match="status 255") as told:
            next(camera.frames())
        assert "no cameras available" in told.value.message
        assert told.value.code == "lost"


def test_a_camera_program_that_falls_silent_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg(10))
    body = f"""
sys.stdout.buffer.write(open({str(tmp_path / "a.jpg")!r}, "rb").read()); sys.stdout.buffer.flush()
time.sleep(60)
"""
    camera = PiCamera(Capture(silence=0.1), program=a_program(tmp_path / "rpicam-vid", body))
    frames = camera.frames()
    next(frames)
    with pytest.raises(SourceError, match="stopped giving pictures"):
        next(frames)


def test_without_the_camera_program_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SourceError, match="apt install rpicam-apps") as told:
        next(open_source("pi").frames())
    assert told.value.code == "missing"


def test_a_camera_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="plugged in"):
        next(CvCamera(str(tmp_path / "nothing.avi"), Capture()).frames())


def test_a_stream_that_ends_is_lost_and_opened_again(tmp_path: Path) -> None:
    # A film in place of a stream: OpenCV reads both alike.
    camera = CvCamera(str(a_film(tmp_path / "stream.avi", [10, 10])), Capture())
    for _again in range(2):
        with pytest.raises(SourceError, match="plug it in"):
            list(camera.frames())
    camera.close()
    assert list(camera.frames()) == []


@pytest.mark.parametrize("size", [1, 7, 1000, 10**6])
def test_a_stream_is_cut_into_its_pictures(size: int) -> None:
    # A picture inside a header, as cameras write one to be shown small, ends nothing.
    inner = jpeg(200)
    whole = jpeg(10)
    segment = b"\xff\xe1" + (len(inner) + 2).to_bytes(2, "big") + inner
    wanted = [whole[:2] + segment + whole[2:], jpeg(90)]
    stream = b"rubbish\xff" + b"".join(wanted) + b"\x00" + jpeg(50)[:100]
    splitter = JpegSplitter()
    found = [
        file for start in range(0, len(stream), size) for file in splitter.feed(stream[start : start + size])
    ]
    assert found == wanted


def test_a_stream_without_end_does_not_fill_the_memory() -> None:
    splitter = JpegSplitter()
    head = jpeg(10)[:300]
    assert splitter.feed(head + b"\x11" * (MOST_BYTES + 1)) == []
    assert splitter.feed(jpeg(90)) == [jpeg(90)]


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("pi", PiCamera, "pi"),
        ("pi:1", PiCamera, "pi:1"),
        (" 0 ", CvCamera, "0"),
        ("/dev/video2", CvCamera, "/dev/video2"),
        ("rtsp://camera.local/stream", CvCamera, "rtsp://camera.local/stream"),
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
