"""Pictures made smaller: nothing moves, and no pixel is left out of the mean."""

from functools import cache

import numpy as np
import pytest

from vision.sampling import halved, part_of, shrunk


@cache
def ramps(width: int, height: int) -> np.ndarray:
    """Blue grows to the right and green downwards, an eighth a pixel."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    return np.stack([x / 8, y / 8, np.zeros_like(x)], axis=2).round().astype(np.uint8)


def test_a_half_is_the_mean_of_blocks_and_leaves_an_odd_edge_out() -> None:
    image = np.zeros((3, 5, 3), np.uint8)
    image[:2, 2:4] = [[[10, 20, 30], [30, 20, 10]], [[10, 20, 30], [30, 20, 10]]]
    image[2] = image[:, 4] = 255
    assert halved(image).tolist() == [[[0, 0, 0], [20, 20, 20]]]


@pytest.mark.parametrize("size", [(1600, 1200), (1000, 750), (512, 384), (399, 300), (100, 75)])
def test_a_smaller_picture_shows_the_same_everywhere(size: tuple[int, int]) -> None:
    small = shrunk(ramps(1600, 1200), size)
    assert small.shape == (size[1], size[0], 3)
    x, y = np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5)
    assert np.abs(small[..., 0] - x * 1600 / size[0] / 8).max() < 2
    assert np.abs(small[..., 1] - y * 1200 / size[1] / 8).max() < 2


def test_a_fine_pattern_becomes_grey_and_no_moire() -> None:
    image = np.zeros((1024, 1024, 3), np.uint8)
    image[::2] = 255
    assert np.ptp(shrunk(image, (300, 300))) <= 2
    part = part_of(image, np.array([[3.7, 0, 100], [0, 3.7, 100]]), (64, 64))
    assert np.ptp(part) <= 6


@pytest.mark.parametrize("turn", [0.0, 0.3, np.pi / 2, 2.0])
@pytest.mark.parametrize("stride", [0.5, 1.0, 1.6, 1.7, 2.0, 3.3, 5.0, 9.7])
@pytest.mark.parametrize("exactly", [True, False])
def test_a_part_lies_where_it_was_asked_for(turn: float, stride: float, exactly: bool) -> None:
    size = (100, 60)
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * stride
    matrix = np.column_stack([axes, np.array([1001.3, 777.7]) - axes @ (np.array(size) / 2)])
    part = part_of(ramps(2001, 1501), matrix, size, exactly)
    assert part.shape == (60, 100, 3)
    x, y = np.meshgrid(np.arange(100), np.arange(60))
    places = matrix @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    assert np.abs(part[..., 0].ravel() - places[0] / 8).max() < 1 + stride / 16  # half a pixel of the part
    assert np.abs(part[..., 1].ravel() - places[1] / 8).max() < 1 + stride / 16


@pytest.mark.parametrize("stride", [1.0, 4.0])
def test_what_lies_beyond_the_picture_is_grey(stride: float) -> None:
    image = np.zeros((400, 400, 3), np.uint8)
    for corner in ((-3000, -3000), (3000, 100), (100, 3000), (-3000, 100)):
        matrix = np.array([[stride, 0, corner[0]], [0, stride, corner[1]]])
        assert (part_of(image, matrix, (50, 40)) == 114).all()
    beside = part_of(image, np.array([[stride, 0, -25 * stride], [0, stride, 50]]), (50, 40))
    assert (beside[:, :20] == 114).all()
    assert (beside[:, 30:] == 0).all()
