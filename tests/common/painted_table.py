"""A painted table for tests of live tracking: coloured tiles, a hand, noise; and a look that reads them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.layout import arrange
from vision.live.events import Event
from vision.live.frame import Box, Frame, Pixels
from vision.live.look import Found
from vision.live.tracker import Tracker
from vision.scan import Scan

WIDE, HIGH = 18, 24  # of a tile, pixels
SIZE = (640, 480)
_CLOTH, _SKIN = (70, 95, 40), (120, 150, 205)
_STEP = 7  # of the blue that names a class
_STARTS = {"bottom": (320, 520), "top": (320, -40), "left": (-40, 240), "right": (680, 240)}
_NOISE = np.random.default_rng(3).normal(0, 1, (SIZE[1] + 64, SIZE[0] + 64, 3)).astype(np.float32)
RATE = 10  # frames a second


def shares_of(tile: str, certainty: float = 0.95) -> npt.NDArray[np.float32]:
    """36 probabilities of a tile that is surely there."""
    shares = np.full(len(CLASSES), (1 - certainty) / (len(CLASSES) - 1), np.float32)
    shares[CLASSES.index(tile)] = certainty
    return shares


class PaintedLook:
    """Reads painted tiles by their colour; what a hand covers in part it does not find. Counts its looks."""

    def __init__(self) -> None:
        self.looks = self.scans = 0

    def find(self, image: Pixels, regions: Sequence[Box]) -> list[Found]:
        self.looks += 1
        found = {}
        for x0, y0, x1, y1 in regions:
            for one in painted(image, (x0 - 30, y0 - 30, x1 + 30, y1 + 30)):
                x, y = (one.box[0] + one.box[2]) / 2, (one.box[1] + one.box[3]) / 2
                if x0 <= x < x1 and y0 <= y < y1:
                    found[one.box] = one.probabilities
        return list(found.items())

    def scan(self, image: Pixels, box: Box) -> Scan:
        self.scans += 1
        tiles = painted(image, box)
        layout = arrange(tiles)
        height, width = image.shape[:2]
        return Scan(width, height, layout.tiles, correct(layout), (), {}, layout)


def painted(image: Pixels, box: Box) -> list[Detection]:
    """The painted tiles in a part of a picture."""
    x0, y0 = (max(0, round(value)) for value in box[:2])
    part = image[y0 : max(0, round(box[3])), x0 : max(0, round(box[2]))].astype(np.int32)
    if not part.size:
        return []
    mask = ((part[..., 1] > 190) & (part[..., 2] < 70)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    found = []
    for number in range(1, count):
        x, y, width, height, area = (int(value) for value in stats[number])
        if area < 0.75 * (WIDE - 2) * (HIGH - 2):
            continue
        blue = float(np.median(part[..., 0][labels == number]))
        kind = CLASSES[min(len(CLASSES) - 1, round(blue / _STEP))]
        place = (x0 + x - 1.0, y0 + y - 1.0, x0 + x + width + 1.0, y0 + y + height + 1.0)
        found.append(Detection(place, shares_of(kind)))
    return found


@dataclass
class Table:
    """The painted table: tiles by name, each (tile, x, y of its middle, whether it lies on its side)."""

    tiles: dict[str, tuple[str, float, float, bool]] = field(default_factory=dict)
    light: float = 1.0
    noise: float = 2.0
    shift: tuple[float, float] = (0.0, 0.0)
    over: Callable[[Pixels], Pixels] | None = None
    at: float = 0.0
    number: int = 0
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(4))

    def put(self, name: str, tile: str, x: float, y: float, across: bool = False) -> None:
        self.tiles[name] = (tile, x, y, across)

    def row(self, name: str, tiles: Sequence[str], x: float, y: float, across: bool = False) -> None:
        """A row of touching tiles that begins at a place; ``across``: along the picture's height."""
        for place, tile in enumerate(tiles):
            step = place * (WIDE + 1)
            self.put(f"{name}{place}", tile, x + (0 if across else step), y + (step if across else 0), across)

    def picture(self, hand: tuple[str, float, float] | None = None) -> Pixels:
        """The table, and a hand that reaches from a side to a place."""
        image = np.full((SIZE[1], SIZE[0], 3), _CLOTH, np.uint8)
        # A pattern on the cloth, by which a shift can be seen.
        drawing = np.random.default_rng(9)
        for _ in range(60):
            x, y = int(drawing.integers(0, SIZE[0])), int(drawing.integers(0, SIZE[1]))
            cv2.circle(
                image, (x, y), int(drawing.integers(2, 5)), (30, 60, int(drawing.integers(20, 120))), -1
            )
        for tile, x, y, across in self.tiles.values():
            wide, high = (HIGH, WIDE) if across else (WIDE, HIGH)
            low, end = (
                (round(x - wide / 2) + 1, round(y - high / 2) + 1),
                (round(x + wide / 2), round(y + high / 2)),
            )
            colour = (_STEP * CLASSES.index(tile), 255, 0)
            cv2.rectangle(image, low, (end[0] - 1, end[1] - 1), colour, cv2.FILLED)
        if hand is not None:
            side, x, y = hand
            start = _STARTS[side]
            cv2.line(image, start, (round(x), round(y)), _SKIN, 34)
            cv2.circle(image, (round(x), round(y)), 24, _SKIN, cv2.FILLED)
        if self.shift != (0.0, 0.0):
            matrix = np.array([[1, 0, self.shift[0]], [0, 1, self.shift[1]]], np.float64)
            image = np.asarray(cv2.warpAffine(image, matrix, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        # One field of noise, cut anew for each frame: drawing so many numbers would take most of the time.
        y, x = (int(value) for value in self.rng.integers(0, 64, 2))
        noise = _NOISE[y : y + SIZE[1], x : x + SIZE[0]]
        made = np.clip(image * np.float32(self.light) + self.noise * noise, 0, 255).astype(np.uint8)
        return self.over(made) if self.over else made

    def frame(self, hand: tuple[str, float, float] | None = None) -> Frame:
        """The next frame."""
        made = Frame(self.picture(hand), self.at, self.number)
        self.at, self.number = self.at + 1 / RATE, self.number + 1
        return made

    def rest(self, seconds: float) -> Iterator[Frame]:
        """Nothing happens."""
        for _ in range(round(seconds * RATE)):
            yield self.frame()

    def reach(self, side: str, x: float, y: float, do: Callable[[], None] | None = None) -> Iterator[Frame]:
        """A hand comes in from a side, does something, and goes."""
        start = _STARTS[side]
        way = [0.4, 0.8, 1.0, 1.0]
        for share in way:
            yield self.frame((side, start[0] + share * (x - start[0]), start[1] + share * (y - start[1])))
        if do:
            do()
        for share in way[::-1]:
            yield self.frame((side, start[0] + share * (x - start[0]), start[1] + share * (y - start[1])))

    def discard(self, side: str, name: str, tile: str, x: float, y: float) -> Iterator[Frame]:
        """A discard, and a moment of quiet."""
        yield from self.reach(side, x, y, lambda: self.put(name, tile, x, y))
        yield from self.rest(0.8)


def watch(tracker: Tracker, frames: Iterator[Frame]) -> list[Event]:
    """All events of some frames."""
    return [event for frame in frames for event in tracker.see(frame)]


def plain(events: Sequence[Event]) -> list[tuple[str, str | None, tuple[str, ...]]]:
    """What matters of events: kind, seat, tiles."""
    return [(event.kind, event.seat, event.tiles) for event in events]


def turned_over(image: Pixels) -> Pixels:
    """As a camera sees it that stands on its head."""
    return np.ascontiguousarray(image[::-1, ::-1])
