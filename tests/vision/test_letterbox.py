"""Into the network's input and back."""

import numpy as np
import pytest

from vision.letterbox import letterbox


def picture(width: int, height: int) -> np.ndarray:
    image = np.zeros((height, width, 3), np.uint8)
    image[:, :, 2] = 255
    return image


@pytest.mark.parametrize(("width", "height"), [(640, 480), (4032, 3024), (300, 1000), (31, 17), (5000, 3)])
def test_input_is_padded_to_multiples_of_32_and_boxes_find_back(width: int, height: int) -> None:
    inputs, fitted = letterbox(picture(width, height), 640)
    assert inputs.shape[0:2] == (1, 3)
    assert inputs.dtype == np.float32
    assert max(inputs.shape[2:]) == 640
    assert all(side % 32 == 0 for side in inputs.shape[2:])
    whole = np.array([[0, 0, width, height]], np.float32)
    placed = whole * fitted.scale + [fitted.left, fitted.top, fitted.left, fitted.top]
    assert np.allclose(fitted.boxes_back(placed.astype(np.float32)), whole, atol=0.01)


def test_colours_become_red_green_blue_between_0_and_1() -> None:
    inputs, _ = letterbox(picture(64, 64), 64)
    assert inputs[0, :, 5, 5].tolist() == [1.0, 0.0, 0.0]


def test_padding_is_grey() -> None:
    inputs, fitted = letterbox(picture(100, 20), 320)
    assert (inputs.shape[3], inputs.shape[2]) == (320, 64)
    assert fitted.top == 0
    inputs, _ = letterbox(picture(100, 10), 320)
    assert inputs[0, :, 31, 5].tolist() == [1.0, 0.0, 0.0]
    inputs, fitted = letterbox(picture(160, 24), 160)
    assert fitted.top == 4
    assert inputs[0, 0, 0, 0] == pytest.approx(114 / 255)


@pytest.mark.parametrize(
    ("longest", "long_side", "width"),
    [(4000, 500, 512), (2016, 504, 512), (1000, 500, 512), (1920, 480, 480), (1900, 512, 512)],
)
def test_halves_are_taken_where_they_come_near(longest: int, long_side: int, width: int) -> None:
    inputs, fitted = letterbox(picture(longest, longest // 2), 512)
    assert inputs.shape == (1, 3, 256, width)
    assert fitted.scale == pytest.approx(long_side / longest)
    assert fitted.left == (width - long_side) // 2
