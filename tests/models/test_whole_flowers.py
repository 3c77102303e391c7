"""Labels that hold only a flower's number grow to the whole tile, or the photo is left out."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.yolo import Box, LabelledPhoto, read_folder
from models.whole_flowers import FLOWER, grown, write

SIDE = 1000


def _row(flower: tuple[float, float, float, float], count: int = 4) -> tuple[Box, ...]:
    """Tiles of 60×80 at y 400 and then a flower, as shares of a 1000 px square."""
    tiles = [Box(3, x / SIDE, 0.400, (x + 60) / SIDE, 0.480) for x in range(100, 100 + 62 * count, 62)]
    return (*tiles, Box(FLOWER, *(value / SIDE for value in flower)))


@pytest.mark.parametrize("label", [(348, 400, 408, 430), (348, 450, 408, 480)])
def test_a_half_label_grows_to_its_neighbours_extent(label: tuple[int, int, int, int]) -> None:
    boxes = grown(_row(label), SIDE, SIDE)
    assert boxes is not None
    flower = boxes[-1]
    assert (flower.x0, flower.y0, flower.x1, flower.y1) == pytest.approx((0.348, 0.400, 0.408, 0.480))
    assert boxes[:-1] == _row(label)[:-1]


def test_a_tile_that_lies_across_grows_sideways() -> None:
    column = tuple(Box(3, 0.400, y / SIDE, 0.480, (y + 60) / SIDE) for y in (100, 162, 224))
    boxes = grown((*column, Box(FLOWER, 0.400, 0.286, 0.432, 0.346)), SIDE, SIDE)
    assert boxes is not None
    assert (boxes[-1].x0, boxes[-1].x1) == pytest.approx((0.400, 0.480))


def test_a_whole_label_stays() -> None:
    boxes = _row((348, 400, 408, 480))
    assert grown(boxes, SIDE, SIDE) == boxes


def test_without_a_tile_beside_it_nothing_is_guessed() -> None:
    assert grown(_row((348, 800, 408, 830)), SIDE, SIDE) is None
    assert grown((Box(FLOWER, 0.1, 0.1, 0.16, 0.13),), SIDE, SIDE) is None


def test_a_lone_whole_flower_stays() -> None:
    boxes = (Box(FLOWER, 0.1, 0.1, 0.16, 0.18),)
    assert grown(boxes, SIDE, SIDE) == boxes


def test_the_folder_written_leaves_out_what_cannot_be_told(tmp_path: Path) -> None:
    photos = []
    for name, flower in (("good", (348, 400, 408, 430)), ("unclear", (348, 800, 408, 830))):
        path = tmp_path / f"{name}.png"
        cv2.imwrite(str(path), np.zeros((SIDE, SIDE, 3), np.uint8))
        photos.append(LabelledPhoto(path, _row(flower)))
    assert write(photos, tmp_path / "out") == (1, 1)
    (kept,) = read_folder(tmp_path / "out")
    assert kept.path.name == "good.png"
    assert kept.boxes[-1].y1 == pytest.approx(0.480, abs=1e-5)
