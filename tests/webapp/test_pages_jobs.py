"""The photos of one process take a bounded part of a small machine's memory."""

import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from webapp.pages import jobs
from webapp.pages.jobs import BusyError, Job, Jobs

WIDTH, HEIGHT = 1600, 1200
PIXELS = WIDTH * HEIGHT * 3


@pytest.fixture
def photo() -> bytes:
    """A picture that is 5.8 MB of pixels and about 40 kB of JPEG."""
    ramp = np.linspace(0, 255, WIDTH, dtype=np.uint8)
    image = np.repeat(np.repeat(ramp[None, :, None], HEIGHT, 0), 3, 2)
    done, data = cv2.imencode(".jpg", image)
    assert done
    return data.tobytes()


@pytest.fixture
def read(scanner: Any) -> Callable[[Jobs, bytes], Job]:
    """Submit a photo and wait until it is read."""

    def submit(line: Jobs, data: bytes) -> Job:
        job = line.submit(data)
        ends = time.monotonic() + 20
        while job.state in {"waiting", "reading"}:
            assert time.monotonic() < ends
            time.sleep(0.002)
        assert job.state == "done", job.error
        return job

    return submit


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.usefixtures("traced")
def test_photos_that_were_read_are_not_kept_as_pixels(
    photo: bytes, scanner: Any, read: Callable[[Jobs, bytes], Job]
) -> None:
    line = Jobs(lambda: scanner, waiting=4, now=time.monotonic)
    read(line, photo)
    before = tracemalloc.get_traced_memory()[0]
    read_jobs = [read(line, photo) for _ in range(12)]
    grown = tracemalloc.get_traced_memory()[0] - before
    assert all(job.picture and job.size == (WIDTH, HEIGHT) for job in read_jobs)
    # Twelve pictures as pixels would be 69 MB; the one being read may still be on its way out.
    assert grown < 2 * PIXELS


def test_the_oldest_photos_go_when_all_together_are_too_heavy(
    photo: bytes, scanner: Any, read: Callable[[Jobs, bytes], Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Jobs(lambda: scanner, waiting=4, now=time.monotonic)
    first = read(line, photo)
    monkeypatch.setattr(jobs, "KEPT_BYTES", 3 * len(first.picture))
    later = [read(line, photo) for _ in range(5)]
    kept = [job for job in (first, *later) if line.get(job.id)]
    assert sum(len(job.picture) for job in kept) <= jobs.KEPT_BYTES + len(first.picture)
    assert kept[-1] is later[-1]
    assert line.get(first.id) is None


def test_a_line_of_heavy_photos_is_full_before_its_number_is(
    photo: bytes, scanner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "WAITING_BYTES", 2 * len(photo))
    line = Jobs(lambda: scanner, waiting=9, now=time.monotonic)
    scanner.gate.clear()
    first = line.submit(photo)
    ends = time.monotonic() + 20
    while first.state != "reading":
        assert time.monotonic() < ends
        time.sleep(0.002)
    for _ in range(2):
        line.submit(photo)
    with pytest.raises(BusyError):
        line.submit(photo)
    scanner.gate.set()


def test_what_was_sent_goes_before_the_pictures_of_it(
    photo: bytes, scanner: Any, read: Callable[[Jobs, bytes], Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Jobs(lambda: scanner, waiting=4, now=time.monotonic)
    first = read(line, photo)
    assert first.source == photo
    monkeypatch.setattr(jobs, "KEPT_BYTES", len(first.picture) + 2 * len(photo))
    second = read(line, photo)
    deadline = time.monotonic() + 20
    while first.sent and time.monotonic() < deadline:
        time.sleep(0.002)
    assert line.get(first.id) is first
    assert first.source == first.picture
    assert second.source == photo
