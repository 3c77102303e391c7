"""Both looks, with an engine that reads the colours of painted tiles."""

import io
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.detector import CLASSES, Detection, Detector
from vision.engine import Engine, EngineError
from vision.photo import Photo, load_photo
from vision.settings import Settings

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C"]
Paint = Callable[..., np.ndarray]


def detect(engine: Engine, image: np.ndarray, settings: Settings | None = None) -> list[Detection]:
    out = io.BytesIO()
    Image.fromarray(image[:, :, ::-1]).save(out, "PNG", compress_level=1)
    found = Detector(engine, settings).detect(load_photo(out.getvalue()))
    return sorted(found, key=lambda one: one.box[0])


def test_tiles_come_back_where_they_lie(engine: Engine, paint: Paint) -> None:
    found = detect(engine, paint(HAND))
    assert [one.tile for one in found] == HAND
    for place, one in enumerate(found):
        x0, y0, x1, y1 = one.box
        assert (x0 + x1) / 2 == pytest.approx(40 + 36 * (place + 0.5), abs=2)
        assert (y0 + y1) / 2 == pytest.approx(324, abs=2)
        assert one.probabilities.shape == (len(CLASSES),)
        assert one.probabilities.dtype == np.float32


def test_small_tiles_are_looked_at_again_along_their_row(engine: Engine, paint: Paint) -> None:
    found = detect(engine, paint(HAND, size=(1600, 1200), tile=(40, 54), start=(500, 700)))
    assert [one.tile for one in found] == HAND
    *_, strip, turned = engine.shapes  # type: ignore[attr-defined]  # the engine of these tests counts
    assert strip[3] > 14 * 40
    assert strip[2] < 200
    assert turned == strip


def test_a_photo_of_narrow_tiles_is_looked_at_larger(engine: Engine, paint: Paint) -> None:
    image = paint(HAND, size=(1024, 768), tile=(36, 50), start=(200, 300))
    assert [one.tile for one in detect(engine, image)] == HAND
    first, second = engine.shapes[:2]  # type: ignore[attr-defined]  # the engine of these tests counts
    assert second[3] > 1.3 * first[3]


def test_large_tiles_are_seen_once_each_way_up(engine: Engine, paint: Paint) -> None:
    assert len(detect(engine, paint(HAND[:5], tile=(100, 140), start=(20, 100)))) == 5
    assert len(engine.shapes) == 2  # type: ignore[attr-defined]  # the engine of these tests counts


def test_a_large_photo_of_small_tiles_is_read_from_its_own_pixels(engine: Engine, paint: Paint) -> None:
    # 14 tiles of 60 px in 4800 px: 8 px in the first look, 30 in the reduced photo.
    image = paint(HAND, size=(4800, 2000), tile=(60, 84), start=(1500, 900))
    found = detect(engine, image, Settings(suspicion=0.1))
    assert [one.tile for one in found] == HAND
    assert found[0].box[0] == pytest.approx(1500, abs=12)


@pytest.mark.parametrize("degrees", [90, 180, 270, 25])
def test_a_rolled_photo_gives_the_same_tiles(engine: Engine, paint: Paint, degrees: float) -> None:
    image = paint(HAND, size=(900, 900), start=(190, 420))
    matrix = cv2.getRotationMatrix2D((450, 450), degrees, 1)
    turned = np.asarray(cv2.warpAffine(image, matrix, (900, 900), flags=cv2.INTER_NEAREST))
    assert sorted(one.tile for one in detect(engine, turned)) == sorted(HAND)


class Natural:
    """Finds no tile that is longer than tiles are."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def run(self, images: np.ndarray) -> np.ndarray:
        output = self.engine.run(images)
        sides = output[0, 2:4]
        return output[:, :, sides.max(axis=0) < 2.2 * sides.min(axis=0)]


@pytest.mark.parametrize("along", ["width", "height"])
def test_a_row_squeezed_to_a_square_is_unsqueezed(engine: Engine, paint: Paint, along: str) -> None:
    image = paint(HAND, size=(640, 640), tile=(45, 400), start=(4, 100))
    image = image if along == "width" else np.ascontiguousarray(image.transpose(1, 0, 2))
    found = detect(Natural(engine), image)
    place = 0 if along == "width" else 1
    assert [one.tile for one in sorted(found, key=lambda one: one.box[place])] == HAND
    for one in found:
        assert one.box[1 - place] == pytest.approx(100, abs=12)
        assert one.box[3 - place] == pytest.approx(500, abs=12)


def test_tiles_that_lie_on_their_sides_are_looked_at_turned(engine: Engine, paint: Paint) -> None:
    image = np.ascontiguousarray(np.rot90(paint(HAND, size=(640, 400), tile=(40, 56))))
    found = detect(engine, image)
    assert sorted(one.tile for one in found) == sorted(HAND)
    first, second = engine.shapes[:2]  # type: ignore[attr-defined]  # the engine of these tests counts
    assert second[2:] == first[:1:-1]
    assert all(one.box[2] - one.box[0] > one.box[3] - one.box[1] for one in found)


@pytest.mark.parametrize(("quarters", "turns"), [(0, 0), (1, 1)])
def test_it_tells_how_the_photo_was_turned(engine: Engine, paint: Paint, quarters: int, turns: int) -> None:
    """Painted tiles look the same both ways up, so that half a turn is never clear."""
    image = np.ascontiguousarray(np.rot90(paint(HAND, size=(640, 400), tile=(40, 56)), quarters))
    detector = Detector(engine)
    photo = Photo(image, image.shape[1], image.shape[0], 1.0)
    assert detector.look_again(detector.look(photo)).turns == turns


def test_two_rows_have_no_doubles(engine: Engine, paint: Paint) -> None:
    image = paint(HAND[:7], start=(100, 250))
    image = paint(HAND[7:], start=(100, 300), canvas=image)
    assert sorted(one.tile for one in detect(engine, image)) == sorted(HAND)


def test_an_empty_table_has_no_tiles(engine: Engine, paint: Paint) -> None:
    assert detect(engine, paint([])) == []


def test_a_large_photo_without_a_row_is_searched_in_quarters(engine: Engine, paint: Paint) -> None:
    image = paint(["5m"], size=(2000, 1500), tile=(24, 32), start=(300, 300))
    image = paint(["E"], tile=(24, 32), start=(1000, 750), canvas=image)
    assert [one.tile for one in detect(engine, image)] == ["5m", "E"]
    assert len(engine.shapes) == 1 + 1 + 4  # type: ignore[attr-defined]  # the engine of these tests counts


@pytest.mark.parametrize(("tiles", "kept"), [(HAND, 14), (HAND[5:8], 2)])
def test_a_weak_tile_is_kept_in_a_row_of_certain_ones(
    engine: Engine, paint: Paint, tiles: list[str], kept: int
) -> None:
    class Faint:
        def run(self, images: np.ndarray) -> np.ndarray:
            output = engine.run(images).copy()
            scores = output[0, 4:]
            scores[CLASSES.index("7s"), scores[CLASSES.index("7s")] > 0.5] = 0.28
            return output

    assert len(detect(Faint(), paint(tiles))) == kept


def test_a_tile_of_which_the_kind_is_unclear_is_found(engine: Engine, paint: Paint) -> None:
    class Wavering:
        def run(self, images: np.ndarray) -> np.ndarray:
            output = engine.run(images).copy()
            scores = output[0, 4:]
            unclear = scores[CLASSES.index("7s")] > 0.5
            for kind in ("7s", "9s", "6s"):
                scores[CLASSES.index(kind), unclear] = 0.16
            return output

    assert len(detect(Wavering(), paint(HAND[5:8]))) == 3


def test_a_network_of_another_make_is_refused(paint: Paint) -> None:
    class Foreign:
        def run(self, images: np.ndarray) -> np.ndarray:
            return np.zeros((1, 84, 10), np.float32)

    with pytest.raises(EngineError, match="84"):
        detect(Foreign(), paint(HAND))
