"""Strips along rows, and joining what two looks found."""

import cv2
import numpy as np
import pytest

from vision.detector import CLASSES
from vision.looks import Found, decode, join, join_turned, join_ways, turn_back
from vision.rows import row_of
from vision.strips import Strip, strip_along

LEVEL = Strip(np.array([[1.0, 0, 0], [0, 1, 0]]), 320, 96, 36, 1.0)


def row_boxes(degrees: float) -> np.ndarray:
    angle = np.deg2rad(degrees)
    step = np.array([np.cos(angle), np.sin(angle)]) * 20
    middle = np.array([300, 300]) + np.arange(-4, 5)[:, None] * step
    return np.concatenate([middle - 12, middle + 12], axis=1).astype(np.float32)


@pytest.mark.parametrize("degrees", [0, 33, 90, 120, 250])
def test_a_strip_holds_its_row_level_and_at_the_wanted_size(degrees: float) -> None:
    boxes = row_boxes(degrees)
    strip = strip_along(row_of(boxes, np.arange(9)), boxes, 44)
    assert strip.width % 32 == 0
    assert strip.height % 32 == 0
    assert strip.zoom == pytest.approx(2.2)
    places = strip.points_in((boxes[:, :2] + boxes[:, 2:]).astype(np.float64) / 2)
    assert np.allclose(places[:, 1], strip.height / 2)
    assert np.allclose(np.abs(np.diff(places[:, 0])), 44)
    assert places.min() > 44
    assert places[:, 0].max() < strip.width - 44


@pytest.mark.parametrize("degrees", [0, 33, 90])
def test_boxes_of_a_strip_find_back_to_the_photo(degrees: float) -> None:
    boxes = row_boxes(degrees)
    strip = strip_along(row_of(boxes, np.arange(9)), boxes, 44)
    places = strip.points_in((boxes[:, :2] + boxes[:, 2:]).astype(np.float64) / 2)
    back = strip.boxes_back(np.concatenate([places - 5, places + 5], axis=1).astype(np.float32))
    assert np.allclose((back[:, :2] + back[:, 2:]) / 2, (boxes[:, :2] + boxes[:, 2:]) / 2, atol=0.01)


@pytest.mark.parametrize("pitch", [44, 9, 3])
def test_a_strip_shows_the_pixels_of_its_row(pitch: float) -> None:
    image = np.zeros((600, 600, 3), np.uint8)
    boxes = row_boxes(30)
    for box in boxes:
        cv2.circle(image, (round(float(box[0] + 12)), round(float(box[1] + 12))), 9, (255, 255, 255), -1)
    strip = strip_along(row_of(boxes, np.arange(9)), boxes, pitch)
    cut = strip.cut(image)
    assert cut.shape == (strip.height, strip.width, 3)
    places = strip.points_in((boxes[:, :2] + boxes[:, 2:]).astype(np.float64) / 2)
    for x, y in places:
        assert cut[round(y), round(x)].min() > 120


def test_a_long_row_gets_narrower_tiles() -> None:
    boxes = np.stack([np.arange(60) * 20, np.zeros(60), np.arange(60) * 20 + 20, np.full(60, 28)], axis=1)
    strip = strip_along(row_of(boxes.astype(np.float32), np.arange(60)), boxes.astype(np.float32), 44)
    assert strip.width <= 1568
    assert strip.pitch < 30


def found(*tiles: tuple[str, float, float, float]) -> Found:
    """Boxes of 36×48 with class, centre x, centre y and probability."""
    boxes = np.array([(x - 18, y - 24, x + 18, y + 24) for _, x, y, _ in tiles], np.float32).reshape(-1, 4)
    probabilities = np.zeros((len(tiles), len(CLASSES)), np.float32)
    for place, (tile, _, _, probability) in enumerate(tiles):
        probabilities[place, CLASSES.index(tile)] = probability
    return Found(boxes, probabilities)


def named(result: Found) -> list[tuple[str, float]]:
    classes = result.probabilities.argmax(axis=1)
    return [
        (CLASSES[kind], round(float(score), 3)) for kind, score in zip(classes, result.scores, strict=True)
    ]


def test_a_tile_seen_twice_is_one_tile_with_the_mean_of_both_looks() -> None:
    joined = join(found(("1m", 100, 48, 0.8)), found(("1m", 102, 47, 0.8)), LEVEL)
    assert named(joined) == [("1m", 0.8)]


def test_the_surer_look_names_the_tile() -> None:
    joined = join(found(("7p", 100, 48, 0.4)), found(("8p", 100, 48, 0.9)), LEVEL)
    ((kind, score),) = named(joined)
    assert kind == "8p"
    assert 0.45 < score < 0.9


def test_a_tile_seen_once_is_less_certain() -> None:
    joined = join(found(("1m", 100, 48, 0.9)), found(("2m", 200, 48, 0.9)), LEVEL)
    assert [kind for kind, _ in named(joined)] == ["1m", "2m"]
    assert all(score < 0.9 for _, score in named(joined))


def test_tiles_off_the_strip_are_left_as_they_were() -> None:
    joined = join(found(("1m", 500, 48, 0.9), ("2m", 100, 300, 0.8)), found(), LEVEL)
    assert named(joined) == [("1m", 0.9), ("2m", 0.8)]


def test_halves_at_the_strip_edges_are_no_tiles() -> None:
    near = found(("1m", 18, 48, 0.9), ("2m", 303, 48, 0.9), ("3m", 100, 5, 0.9))
    assert named(join(found(), near, LEVEL)) == []


def test_a_strip_seen_both_ways_up_gives_one_tile() -> None:
    # 220, 48 in the turned strip of 320×96 is 100, 48 in the upright one.
    turned = turn_back(found(("6s", 220, 48, 0.8)), 2, 320, 96)
    joined = join_turned(found(("6s", 100, 48, 0.8)), turned, 36)
    assert named(joined) == [("6s", 0.8)]
    assert joined.boxes.tolist() == [[82, 24, 118, 72]]


def test_a_tile_seen_one_way_up_only_is_less_certain() -> None:
    joined = join_turned(found(), found(("6s", 100, 48, 0.6)), 36)
    assert joined.boxes.tolist() == [[82, 24, 118, 72]]
    assert named(joined)[0][1] < 0.6


def test_the_look_that_is_surer_of_the_whole_row_counts_more() -> None:
    sure = found(("1m", 50, 48, 0.9), ("2m", 100, 48, 0.9), ("7p", 150, 48, 0.6))
    unsure = found(("1m", 50, 48, 0.5), ("2m", 100, 48, 0.5), ("8p", 150, 48, 0.7))
    assert [tile for tile, _ in named(join_turned(unsure, sure, 36))] == ["1m", "2m", "7p"]


def test_a_picture_seen_both_ways_up_gives_each_tile_once() -> None:
    seen = join_ways(found(("6s", 100, 48, 0.8), ("E", 200, 48, 0.8)), found(("6s", 102, 48, 0.8)))
    assert [tile for tile, _ in named(seen)] == ["6s", "E"]
    assert seen.boxes[0].tolist() == [83, 24, 119, 72]
    assert named(seen)[1][1] < 0.8


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_what_is_found_in_a_turned_picture_comes_back(turns: int) -> None:
    picture = np.zeros((96, 320), np.uint8)
    picture[20:60, 100:130] = 1
    rows, columns = np.nonzero(np.rot90(picture, turns))
    box = np.array([[columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]], np.float32)
    back = turn_back(Found(box, np.zeros((1, 36), np.float32)), turns, 320, 96)
    assert back.boxes.tolist() == [[100, 20, 130, 60]]


@pytest.mark.parametrize(("size", "turns"), [((36, 48), 0), ((48, 36), 1)])
def test_tiles_that_lie_along_their_row_are_stood_up(size: tuple[int, int], turns: int) -> None:
    middle = np.array([100, 100]) + np.arange(6)[:, None] * [50, 0]
    boxes = np.concatenate([middle - np.array(size) / 2, middle + np.array(size) / 2], axis=1)
    boxes = boxes.astype(np.float32)
    assert strip_along(row_of(boxes, np.arange(6)), boxes, 44).turns == turns


def test_the_network_output_becomes_corners() -> None:
    output = np.zeros((4 + len(CLASSES), 2), np.float32)
    output[:4, 0] = (50, 40, 20, 10)
    output[4 + 3, 0] = 0.7
    result = decode(output, 0.5)
    assert result.boxes.tolist() == [[40, 35, 60, 45]]
    assert named(result) == [("4m", 0.7)]


def test_two_readings_of_one_tile_leave_the_better_one() -> None:
    twice = found(("7p", 100, 48, 0.5), ("8p", 101, 48, 0.6), ("E", 200, 48, 0.1))
    assert named(twice.above(0.3)) == [("8p", 0.6)]
