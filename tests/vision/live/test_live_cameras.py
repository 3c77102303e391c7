"""Sources that look now: a phone, a camera program that works or dies, streams and how they are cut."""

import itertools
import os
import stat
import sys
from pathlib import Path

import pytest
from frame_files import Clock, a_film, jpeg, level_of

from vision.live.sources import Capture, SourceError, open_source
from vision.live.sources.camera import CvCamera
from vision.live.sources.mjpeg import MOST_BYTES, JpegSplitter
from vision.live.sources.newest import Newest
from vision.live.sources.phone import PhoneCamera
from vision.live.sources.pi import PiCamera


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
    with pytest.raises(SourceError, match="cannot be read") as told:
        next(frames)
    assert told.value.code == "garbled"
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
