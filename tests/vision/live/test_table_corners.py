"""Where a table lies in a picture, told from the picture; or that it does not tell."""

import numpy as np
import pytest
from table_tops import TOP, a_table_top

from vision.live.corners import find_corners


@pytest.mark.parametrize(
    "corners",
    [
        TOP,
        (0.3, 0.1, 0.7, 0.1, 0.7, 0.85, 0.3, 0.85),
        (0.36, 0.06, 0.84, 0.2, 0.74, 0.95, 0.22, 0.86),  # turned
    ],
)
@pytest.mark.parametrize("arm", [False, True])
def test_the_corners_are_found_though_tiles_cups_and_arms_break_the_edges(
    corners: tuple[float, ...], arm: bool
) -> None:
    found = find_corners(a_table_top(corners, arm=arm))
    assert found == pytest.approx(corners, abs=0.015)


@pytest.mark.parametrize("cloth", [(150, 40, 30), (40, 60, 150), (120, 160, 190), (35, 35, 35)])
def test_the_cloth_may_have_any_colour(cloth: tuple[int, int, int]) -> None:
    around = (200, 190, 185) if max(cloth) < 100 else (90, 95, 70)
    found = find_corners(a_table_top(cloth=cloth, around=around))
    assert found == pytest.approx(TOP, abs=0.015)


def test_where_the_top_is_larger_than_the_picture_its_corners_lie_on_the_rim() -> None:
    found = find_corners(a_table_top((0.22, -0.1, 0.78, -0.1, 0.82, 1.1, 0.18, 1.1)))
    assert found == pytest.approx((0.217, 0, 0.783, 0, 0.817, 1, 0.183, 1), abs=0.015)


@pytest.mark.parametrize("size", [(640, 480), (2304, 1296), (720, 1280)])
def test_pictures_of_any_size_and_shape_are_looked_at(size: tuple[int, int]) -> None:
    corners = (0.12, 0.2, 0.86, 0.22, 0.9, 0.75, 0.1, 0.72) if size[1] > size[0] else TOP
    found = find_corners(a_table_top(corners, size))
    assert found == pytest.approx(corners, abs=0.02)


def test_without_an_edge_or_without_a_table_nothing_is_told() -> None:
    cloth = (60, 110, 40)
    noise = np.random.default_rng(1).integers(0, 256, (720, 1280, 3), np.uint8)
    stripes = np.zeros((720, 1280, 3), np.uint8)
    stripes[:, 400:900] = 200
    pictures = [
        a_table_top(cloth=cloth, around=cloth),  # the floor looks like it
        a_table_top((0.1, 0.3, 0.9, 0.3, 0.9, 0.6, 0.1, 0.6)),  # no square
        np.full((720, 1280, 3), cloth, np.uint8),
        np.zeros((720, 1280, 3), np.uint8),
        noise,
        stripes[:, 300:],
        np.full((1, 1, 3), 9, np.uint8),
        np.full((4, 2000, 3), 9, np.uint8),
    ]
    assert [find_corners(picture) for picture in pictures] == [None] * len(pictures)
