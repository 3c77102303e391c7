"""A camera that is unplugged, frozen, covered or knocked: said within five seconds, recovered from."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from flask import Flask
from scripted_table import ScriptedSource

from vision.live.frame import Box, Frame, Pixels
from vision.live.look import Found
from vision.live.sources import SourceError
from vision.live.tracker import Tracker
from vision.scan import Scan
from webapp.camera.cameras import Cameras

RATE = 5.0
WITHIN = 5.0  # seconds of the camera's clock
WELL = "The camera sees the table."


class NoTiles:
    """Finds nothing: what is looked at here is the camera."""

    def find(self, image: Pixels, regions: Sequence[Box]) -> list[Found]:
        return []

    def scan(self, image: Pixels, box: Box) -> Scan:
        raise AssertionError("there is no hand")


def a_table() -> Pixels:
    """A picture with enough in it for a shift to be seen."""
    random = np.random.default_rng(7)
    small = random.integers(40, 220, (27, 48, 3)).astype(np.uint8)
    return np.ascontiguousarray(np.kron(small, np.ones((13, 13, 1), np.uint8)))


TABLE = a_table()
BLACK = np.zeros_like(TABLE)
NOISE = np.random.default_rng(5).normal(0, 2.5, TABLE.shape)


def noisy(image: Pixels, number: int) -> Pixels:
    """As a sensor gives it: no two pictures are quite the same."""
    found: npt.NDArray[np.uint8] = np.clip(image + np.roll(NOISE, number, axis=0), 0, 255).astype(np.uint8)
    return found


def shown(image: Pixels, first: int, count: int, alike: bool = False) -> list[Frame]:
    """``count`` frames of a picture from number ``first`` on; ``alike`` to the last bit."""
    return [
        Frame(noisy(image, first if alike else number), number / RATE, number)
        for number in range(first, first + count)
    ]


@pytest.fixture
def said(
    app: Flask, open_table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Sequence[Any]], list[tuple[float, str]]]]:
    """``said(things)``: plays frames and faults; what the page said after each, with the camera's clock."""
    cameras: Cameras = app.extensions["fanpai-cameras"]
    monkeypatch.setattr("webapp.camera.session._FIRST_PAUSE", 0.0)
    monkeypatch.setattr("webapp.camera.session._LONGEST_PAUSE", 0.0)

    def play(things: Sequence[Any]) -> list[tuple[float, str]]:
        heard: list[tuple[float, str]] = []
        table = open_table()
        name = table.rsplit("/", 1)[-1]

        def listen() -> None:
            page = app.test_client().get(f"{table}/camera/board").text
            heard.append((source.now(), page.split('role="status">')[1].split("</p>")[0]))

        # Once a second: each look draws the page.
        often = {place for place in range(len(things)) if place % RATE == 0 or place + 1 == len(things)}
        often |= {place for place, thing in enumerate(things) if isinstance(thing, SourceError)}
        watched = [
            one
            for place, thing in enumerate(things)
            for one in (thing, *([listen] if place in often else []))
        ]
        source = ScriptedSource(watched, "0")
        cameras._seams = replace(
            cameras._seams,
            make_tracker=lambda _set, corners: Tracker(NoTiles(), None, corners),
            sources=lambda *_: source,
        )
        session = cameras.start(name, "0")
        assert session.join(60)
        return heard

    yield play
    cameras.close()


def first(heard: Sequence[tuple[float, str]], words: str, after: float) -> float:
    """When this was said first, from a moment on."""
    return next(at for at, text in heard if words in text and at >= after)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (shown(BLACK, 25, 30), "The picture is black"),
        (shown(TABLE, 25, 30, alike=True), "The picture stands still"),
        (shown(np.ascontiguousarray(TABLE[::-1, ::-1]), 25, 30), "The picture stands on its head"),
    ],
    ids=["black", "frozen", "upside down"],
)
def test_a_fault_is_said_within_five_seconds_and_forgotten_when_it_is_over(
    said: Callable[..., list[tuple[float, str]]], fault: list[Frame], words: str
) -> None:
    heard = said([*shown(TABLE, 0, 25), *fault, *shown(TABLE, 55, 40)])
    assert {text for at, text in heard if at < 4.8} == {WELL}
    assert first(heard, words, 5.0) - 5.0 <= WITHIN
    assert heard[-1][1] == WELL


def test_a_camera_that_is_knocked_is_said(said: Callable[..., list[tuple[float, str]]]) -> None:
    knocked = np.roll(TABLE, (8, 23), axis=(0, 1))
    heard = said([*shown(TABLE, 0, 25), *shown(knocked, 25, 60)])
    assert first(heard, "knocked or moved", 5.0) - 5.0 <= WITHIN
    assert heard[-1][1] == WELL  # it goes on where it is now


def test_an_unplugged_camera_is_said_and_found_again(said: Callable[..., list[tuple[float, str]]]) -> None:
    """Sources raise this themselves after three seconds of silence: see the tests of the sources."""
    gone = SourceError("lost", "unplugged")
    heard = said([*shown(TABLE, 0, 25), gone, gone, *shown(TABLE, 40, 40)])
    lost = [at for at, text in heard if text.startswith("No picture comes from the camera")]
    assert lost
    assert min(lost) - 24 / RATE <= WITHIN
    assert heard[-1][1] == WELL
