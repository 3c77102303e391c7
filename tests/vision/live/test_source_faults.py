"""Sources that are no such thing: each is one clear sentence, and no password stands in it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.live.sources import Capture, SourceError, masked, open_source
from vision.live.sources.camera import CvCamera

SECRETS = [
    ("rtsp://user:s3cret@10.0.0.5:554/live", "rtsp://***@10.0.0.5:554/live"),
    ("rtsp://user:s3/cr@et@10.0.0.5/live", "rtsp://***@10.0.0.5/live"),
    ("http://10.0.0.5/video.cgi?user=me&pwd=s3cret", "http://10.0.0.5/video.cgi?***"),
    ("rtsp://10.0.0.5/user=admin&password=s3cret&channel=1", "rtsp://10.0.0.5/user=***"),
    ("rtsp://10.0.0.5/user_admin_password_s3cret_channel_1", "rtsp://10.0.0.5/user_***"),
    ("RTSP://user:s3cret@10.0.0.5/Password/s3cret", "RTSP://***@10.0.0.5/Password/***"),
    ("rtsp://10.0.0.5/live;pwd=s3cret", "rtsp://10.0.0.5/live;pwd=***"),
    ("rtsp://10.0.0.5/live", "rtsp://10.0.0.5/live"),
    ("/films/what@home?.mp4", "/films/what@home?.mp4"),
]


def timed(folder: Path, *times: str) -> Path:
    listed = []
    for number, at in enumerate(times):
        name = f"{number}.png"
        cv2.imwrite(str(folder / name), np.zeros((8, 8, 3), np.uint8))
        listed.append(f'{{"file": "{name}", "at": {at}}}')
    (folder / "truth.json").write_text(f'{{"frames": [{", ".join(listed)}]}}')
    return folder


@pytest.mark.parametrize("at", ["NaN", "Infinity", "-Infinity", "1e300", "1" + "0" * 400])
def test_times_that_never_come_are_told(tmp_path: Path, at: str) -> None:
    with pytest.raises(SourceError, match="times of the pictures") as caught:
        open_source(str(timed(tmp_path, "0", at)), Capture(real_time=False))
    assert caught.value.code == "unreadable"


def test_times_by_the_calendar_are_times(tmp_path: Path) -> None:
    source = open_source(str(timed(tmp_path, "1796000000", "1796000001")), Capture(real_time=False))
    assert [frame.at for frame in source.frames()] == [1796000000, 1796000001]


def test_a_deeply_nested_list_of_times_is_told(tmp_path: Path) -> None:
    timed(tmp_path, "0")
    (tmp_path / "truth.json").write_text('{"frames": ' + "[" * 200_000)
    with pytest.raises(SourceError, match="cannot be read"):
        open_source(str(tmp_path))


@pytest.mark.parametrize("there", [True, False])
def test_a_folder_without_one_picture_that_can_be_read_is_told(tmp_path: Path, there: bool) -> None:
    timed(tmp_path, "0", "1")
    for picture in tmp_path.rglob("*.png"):
        picture.write_bytes(b"no picture") if there else picture.unlink()
    with pytest.raises(SourceError, match="None of the pictures") as caught:
        list(open_source(str(tmp_path), Capture(real_time=False)).frames())
    assert caught.value.code == "unreadable"


def test_one_damaged_picture_among_others_is_left_out(tmp_path: Path) -> None:
    timed(tmp_path, "0", "1")
    min(tmp_path.rglob("*.png")).write_bytes(b"no picture")
    assert [frame.at for frame in open_source(str(tmp_path), Capture(real_time=False)).frames()] == [1]


@pytest.mark.parametrize("text", ["x" * 290, "/films/" + "y" * 5000, "a\0b", "~nobody-here/x"])
def test_a_name_that_no_file_can_have_is_told_shortly(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        open_source(text)
    assert caught.value.code == "unknown"
    assert len(caught.value.message) < 400


@pytest.mark.parametrize(("text", "shown"), SECRETS)
def test_what_opens_a_camera_is_not_shown(text: str, shown: str) -> None:
    assert masked(text) == shown
    assert masked(shown) == shown


def test_a_camera_that_is_lost_keeps_its_password(tmp_path: Path) -> None:
    camera = CvCamera("rtsp://user:s3cret@127.0.0.1:1/x", Capture(silence=0.1))
    with pytest.raises(SourceError) as caught:
        next(camera.frames())
    camera.close()
    assert "s3cret" not in json.dumps([camera.name, caught.value.message])
    with pytest.raises(SourceError) as typo:
        open_source("rtsp://user:s3cret x@127.0.0.1/x")
    assert "s3cret" not in typo.value.message
