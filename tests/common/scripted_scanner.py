"""A scanner that needs no network: it reads what it was told to read."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from scorer.tiles import KINDS
from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.evidence import evidence_of
from vision.laid import TeachError
from vision.layout import arrange
from vision.photo import Photo, encode_jpeg
from vision.reading import Reading, ReadMeld, ReadTile
from vision.scan import Lesson, Scan
from vision.taught import TaughtSet


class FakeScanner:
    """Reads every photo as the same hand; ``gate`` holds it back until a test lets it go.

    Attributes:
        reading: what it reads.
        hand: in place of that, tiles in a row, as a real scanner would see them.
    """

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.reading = a_reading()
        self.hand: list[str] = []

    def scan(self, source: Photo, progress: Callable[[str], None], **_more: Any) -> Scan:
        progress("detect")
        assert self.gate.wait(20)
        if self.hand:
            return a_scan(source, self.hand)
        return Scan(source.width, source.height, (), self.reading, (), {})


def a_scan(photo: Photo, kinds: Sequence[str]) -> Scan:
    """Tiles seen clearly, side by side."""
    tiles = []
    for place, kind in enumerate(kinds):
        probabilities = np.full(len(CLASSES), 0.0001, np.float32)
        probabilities[CLASSES.index(kind)] = 0.95
        tiles.append(Detection((place * 50.0, 100.0, place * 50.0 + 50, 166.0), probabilities))
    layout = arrange(tiles)
    evidence = evidence_of(layout.tiles)
    reading = correct(layout, evidence)
    return Scan(photo.width, photo.height, layout.tiles, reading, (), {}, layout, evidence)


def a_tile(kind: str, place: int, role: Any = "hand", doubtful: bool = False) -> ReadTile:
    box = (place * 50.0, 100.0, place * 50.0 + 48, 166.0)
    candidates = ((kind, 0.6), ("9m", 0.3), ("flower", 0.1)) if doubtful else ((kind, 0.97),)
    return ReadTile(kind, box, candidates[0][1], role, candidates, kind, doubtful)


def a_reading() -> Reading:
    """123m 456p 77s EE, a pung of C, winning tile 7s; 6p in doubt; a flower and a stranger beside it."""
    kinds = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E", "7s"]
    tiles = [a_tile(kind, index, doubtful=index == 5) for index, kind in enumerate(kinds)]
    tiles += [a_tile("C", index, "meld") for index in (12, 13, 14)]
    tiles += [a_tile("flower", 15, "flower"), a_tile("8p", 16, "table")]
    meld = ReadMeld("peng", ("C", "C", "C"), (11, 12, 13))
    return Reading(tuple(tiles), tuple(range(10)), (meld,), 10, 1, True)


TAUGHT = TaughtSet(
    KINDS,
    np.eye(34, 128, dtype=np.float32)[:, None],
    "this reader",
    encode_jpeg(np.full((512, 1152, 3), 200, np.uint8)),
    np.full((34, 2), 60, np.float32),
)


class TeachableScanner(FakeScanner):
    """Learns from any photo; remembers with which set it read."""

    def __init__(self) -> None:
        super().__init__()
        self.read_with: list[str] = []
        self.refusal: TeachError | None = None

    def scan(self, source: Photo, progress: Any, taught: TaughtSet | None = None, **more: Any) -> Scan:
        self.read_with.append(taught.name if taught else "")
        return super().scan(source, progress, **more)

    def teach(self, source: Photo, progress: Callable[[str], None]) -> Lesson:
        progress("learn")
        if self.refusal:
            raise self.refusal
        return Lesson(TAUGHT, {"2p": "4p"})

    def current(self, taught: TaughtSet) -> TaughtSet:
        return taught if taught.reader == "this reader" else replace(taught, reader="this reader")
