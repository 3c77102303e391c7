"""The networks asked for parts of a frame: what lies there, at which place of the frame, and nothing else."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from vision.detector import CLASSES
from vision.engine import Engine
from vision.live import sight
from vision.live.sight import TableLook
from vision.reader import Fusion

Image = npt.NDArray[np.uint8]
ROW = ("1m", "2m", "3m", "5p", "6p", "7p", "2s", "3s", "4s", "E", "E", "E", "C", "C")


class NoOpinion:
    """A reader's network that takes everything for a tile and no kind for likelier."""

    fusion = Fusion()
    identity = "none"

    def run(
        self, windows: npt.NDArray[np.float32]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        embeddings = np.zeros((len(windows), 128), np.float32)
        return embeddings, np.zeros((len(windows), len(CLASSES) + 1), np.float32)


@pytest.fixture
def look(engine: Engine) -> TableLook:
    return TableLook(engine, NoOpinion())


@pytest.fixture
def picture(paint: Callable[..., Image]) -> Image:
    """A row of fourteen tiles across a frame of 1280×720, and one tile far from it."""
    canvas = np.full((720, 1280, 3), (40, 60, 90), np.uint8)
    paint(["9s"], start=(900, 120), canvas=canvas)
    return paint(ROW, start=(300, 500), canvas=canvas)


def named(found: list[tuple[tuple[float, ...], npt.NDArray[np.float32]]]) -> list[str]:
    ordered = sorted(found, key=lambda one: one[0][0])
    return [CLASSES[int(np.argmax(probabilities))] for _, probabilities in ordered]


def test_a_whole_frame_shows_all_tiles(look: TableLook, picture: Image) -> None:
    assert named(look.find(picture, [(0, 0, 1280, 720)])) == sorted_row()


def sorted_row() -> list[str]:
    return [*ROW, "9s"]


def test_a_region_shows_the_tiles_whose_middle_lies_in_it(look: TableLook, picture: Image) -> None:
    look.find(picture, [(0, 0, 1280, 720)])
    found = look.find(picture, [(336, 480, 336 + 2 * 36, 560), (880, 100, 960, 190)])
    assert named(found) == ["2m", "3m", "9s"]
    box = min(found, key=lambda one: one[0][0])[0]
    assert box == pytest.approx((336, 500, 372, 548), abs=6)


def test_a_region_at_the_edge_or_beyond_breaks_nothing(look: TableLook, picture: Image) -> None:
    assert look.find(picture, [(-50, -50, 20, 20), (1270, 700, 1400, 900)]) == []
    look.find(picture, [(0, 0, 1280, 720)])
    assert look.find(picture, [(-50, -50, 20, 20), (1270, 700, 1400, 900), (1300, 800, 1400, 900)]) == []


def test_a_small_region_costs_a_small_look(look: TableLook, picture: Image, engine: Any) -> None:
    look.find(picture, [(0, 0, 1280, 720)])
    shapes = engine.shapes
    shapes.clear()
    look.find(picture, [(880, 100, 960, 190)])
    assert [max(shape[2:]) <= 320 for shape in shapes] == [True]


def test_a_hand_is_scanned_in_pixels_of_the_frame(look: TableLook, picture: Image) -> None:
    scan = look.scan(picture, (260, 460, 860, 600))
    assert (scan.width, scan.height) == (1280, 720)
    assert sorted(scan.reading.hand) == sorted(ROW)
    assert scan.reading.complete
    left = min(tile.box[0] for tile in scan.reading.tiles)
    assert left == pytest.approx(300, abs=6)
    assert scan.layout is not None
    assert min(tile.box[1] for tile in scan.layout.tiles) == pytest.approx(500, abs=6)


def test_memory_is_given_back_now_and_then(
    look: TableLook, picture: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures of ever new sizes let the heap of the process grow by 200 MB in a hundred looks."""
    given = []
    monkeypatch.setattr(sight, "give_back", lambda: given.append(look))
    for _ in range(100):
        look.find(picture, [(0, 0, 64, 64)])
    assert len(given) == 2
