"""Network cameras that take the connection and say nothing: nobody else waits for them."""

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from frame_files import a_film

from vision.live.sources import Capture, SourceError, open_source
from vision.live.sources.answering import answers
from vision.live.sources.camera import CvCamera


@pytest.fixture
def silent() -> Iterator[str]:
    """``host:port`` of somebody who takes connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.live.sources.camera._ANSWER", 30.0)


def readers() -> int:
    return sum(thread.name == "camera" for thread in threading.enumerate())


@pytest.mark.parametrize("scheme", ["rtsp", "http", "https", "rtsps", "rtmp"])
def test_silence_is_no_answer(silent: str, scheme: str) -> None:
    assert not answers(f"{scheme}://{silent}/live", 0.1)


@pytest.mark.parametrize("address", ["rtsp://127.0.0.1:1/x", "rtsp://127.0.0.1:99999/x", "rtsp://"])
def test_nobody_is_no_answer(address: str) -> None:
    assert not answers(address, 1)


@pytest.mark.parametrize("scheme", ["rtsp", "http", "https", "rtmp"])
def test_whatever_is_said_is_an_answer(scheme: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def reply() -> None:
            line, _ = listening.accept()
            with line:
                line.recv(4096)
                line.sendall(b"What?")

        thread = threading.Thread(target=reply)
        thread.start()
        assert answers(f"{scheme}://127.0.0.1:{listening.getsockname()[1]}/live?x", 20)
        thread.join()


def test_what_has_no_connection_is_not_asked() -> None:
    assert answers("udp://@127.0.0.1:12346", 0)
    assert answers("udp://@239.0.0.1", 0)


@pytest.mark.usefixtures("patient")
def test_a_silent_camera_is_opened_by_one_thread_however_often_it_is_tried(silent: str) -> None:
    before = readers()
    camera = CvCamera(f"rtsp://{silent}/live", Capture(silence=-5.9))
    again = CvCamera(f"rtsp://{silent}/live", Capture(silence=0.05))
    with pytest.raises(SourceError, match="tried again"):
        next(camera.frames())
    with pytest.raises(SourceError, match="cannot be opened"):
        next(again.frames())  # the same address, of another table or after a restart
    for _again in range(5):
        with pytest.raises(SourceError, match="tried again"):
            next(camera.frames())
    assert readers() <= before + 1
    camera.close()
    again.close()


@pytest.mark.usefixtures("patient")
def test_a_silent_camera_holds_up_no_film(silent: str, tmp_path: Path) -> None:
    camera = CvCamera(f"rtsp://{silent}/live", Capture(silence=-5.9))
    with pytest.raises(SourceError, match="tried again"):
        next(camera.frames())
    began = time.monotonic()
    film = open_source(str(a_film(tmp_path / "evening.avi", [10, 60])), Capture(real_time=False))
    assert len(list(film.frames())) == 2
    assert time.monotonic() - began < 20  # of the thirty that the camera is waited for
    camera.close()
