"""The reading drawn over its photo."""

import io
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image

from vision.engine import Engine
from vision.overlay import draw
from vision.photo import load_photo
from vision.scan import Scanner

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "flower", "back"]


@pytest.mark.parametrize("size", [(640, 480), (2400, 1000), (5000, 2000)])
def test_every_tile_gets_a_box_and_a_name(
    engine: Engine, paint: Callable[..., np.ndarray], size: tuple[int, int]
) -> None:
    out = io.BytesIO()
    image = paint(HAND, size=size, start=(10, size[1] // 2), tile=(size[0] / 16, size[0] / 12))
    Image.fromarray(image[:, :, ::-1]).save(out, "PNG", compress_level=1)
    photo = load_photo(out.getvalue())
    scan = Scanner(engine=engine).scan(photo)
    before = photo.image.copy()
    drawn = draw(photo, scan)
    assert np.array_equal(photo.image, before)
    assert drawn.dtype == np.uint8
    assert max(drawn.shape) >= 1000
    zoom = drawn.shape[1] / scan.width
    assert len(scan.reading.tiles) == len(HAND)
    for tile in scan.reading.tiles:
        x0, y0, x1, _ = (value * zoom for value in tile.box)
        # Black letters stand in the label at the box's upper edge.
        label = drawn[max(0, int(y0) - 60) : int(y0) + 30, int(x0) : int(x1)]
        assert (label.max(axis=2) < 60).any()


def test_a_photo_without_tiles_stays_as_it_is(engine: Engine) -> None:
    out = io.BytesIO()
    Image.new("RGB", (1200, 800), (90, 60, 40)).save(out, "PNG")
    photo = load_photo(out.getvalue())
    assert np.array_equal(draw(photo, Scanner(engine=engine).scan(photo)), photo.image)
