"""Painted tiles: each class has a colour, and an engine that reads colours stands in for the network."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.detector import CLASSES, Detection

Image = npt.NDArray[np.uint8]


class ColourEngine:
    """Finds painted tiles: green is full, blue names the class. Counts what it was shown."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def run(self, images: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        self.shapes.append(images.shape)
        red, green, blue = (np.rint(plane * 255).astype(np.int32) for plane in images[0])
        mask = ((green > 200) & (red < 60)).astype(np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        columns = []
        for number in range(1, count):
            x, y, width, height, area = (int(value) for value in stats[number])
            if area < 12:
                continue
            scores = np.full(len(CLASSES), 0.001, np.float32)
            scores[round(float(np.median(blue[labels == number])) / 7)] = 0.9
            columns.append(np.concatenate([[x + width / 2, y + height / 2, width, height], scores]))
        found = np.array(columns, np.float32).reshape(-1, 4 + len(CLASSES))
        return found.T[None]


@pytest.fixture
def engine() -> ColourEngine:
    return ColourEngine()


def paint_tile(canvas: Image, tile: str, corner: tuple[float, float], size: tuple[float, float]) -> None:
    """A tile with a rim, so that neighbours stay apart."""
    rim = max(2, round(size[0] / 12))
    (x, y), (width, height) = corner, size
    start, end = (round(x) + rim, round(y) + rim), (round(x + width) - rim, round(y + height) - rim)
    cv2.rectangle(canvas, start, end, (7 * CLASSES.index(tile), 255, 0), cv2.FILLED)


@pytest.fixture
def paint() -> Callable[..., Image]:
    def row(
        tiles: Sequence[str | None],
        *,
        size: tuple[int, int] = (640, 480),
        tile: tuple[float, float] = (36, 48),
        start: tuple[float, float] = (40, 300),
        canvas: Image | None = None,
    ) -> Image:
        """A row of tiles on a brown table; None leaves a space."""
        picture = np.full((size[1], size[0], 3), (40, 60, 90), np.uint8) if canvas is None else canvas
        for place, kind in enumerate(tiles):
            if kind is not None:
                paint_tile(picture, kind, (start[0] + place * tile[0], start[1]), tile)
        return picture

    return row


def detection(
    tile: str, x: float, y: float, *, width: float = 36, height: float = 48, p: float = 0.9
) -> Detection:
    """A detection with the centre given; the other classes share little."""
    probabilities = np.full(len(CLASSES), 0.002, np.float32)
    probabilities[CLASSES.index(tile)] = p
    return Detection((x - width / 2, y - height / 2, x + width / 2, y + height / 2), probabilities)


@pytest.fixture
def lay() -> Callable[..., list[Detection]]:
    def row(
        tiles: Sequence[str | None], start: tuple[float, float] = (100, 300), pitch: float = 36, **box: float
    ) -> list[Detection]:
        """Detections of a level row; None leaves a space."""
        return [
            detection(tile, start[0] + place * pitch, start[1], **box)
            for place, tile in enumerate(tiles)
            if tile is not None
        ]

    return row


@pytest.fixture
def turn() -> Callable[[Sequence[Detection], float], list[Detection]]:
    def turned(detections: Sequence[Detection], degrees: float) -> list[Detection]:
        """The detections after the photo is rolled: level boxes around the turned ones."""
        angle = np.deg2rad(degrees)
        matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        rolled = []
        for one in detections:
            x0, y0, x1, y1 = one.box
            corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) @ matrix.T
            low, high = corners.min(axis=0), corners.max(axis=0)
            rolled.append(Detection((*map(float, low), *map(float, high)), one.probabilities))
        return rolled

    return turned
