"""Rows in any turn of the photo."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from vision.boxes import Boxes
from vision.detector import Detection
from vision.rows import find_rows

Lay = Callable[..., list[Detection]]
Turn = Callable[[Sequence[Detection], float], list[Detection]]


def boxes(detections: Sequence[Detection]) -> Boxes:
    return np.array([one.box for one in detections], np.float32).reshape(-1, 4)


@pytest.mark.parametrize("degrees", [0, 7, 30, 45, 60, 90, 135, 180, 200, 270, 315])
def test_a_row_is_found_however_the_photo_is_rolled(lay: Lay, turn: Turn, degrees: float) -> None:
    rows = find_rows(boxes(turn(lay(["1m"] * 14), degrees)))
    assert [len(row.indices) for row in rows] == [14]
    assert rows[0].pitch == pytest.approx(36, rel=0.02)
    inside = rows[0].indices
    assert inside in (tuple(range(14)), tuple(range(13, -1, -1)))


def test_a_row_is_read_from_left_to_right(lay: Lay) -> None:
    shuffled = lay(["1m"] * 9)[::-1]
    assert find_rows(boxes(shuffled))[0].indices == tuple(range(8, -1, -1))


def test_a_gap_of_two_tiles_does_not_end_a_row(lay: Lay) -> None:
    rows = find_rows(boxes(lay(["1m", "2m", "3m", None, None, "E", "E", "E"])))
    assert [len(row.indices) for row in rows] == [6]


@pytest.mark.parametrize("degrees", [0, 20, 90])
def test_a_grid_falls_into_the_rows_in_which_tiles_touch(lay: Lay, turn: Turn, degrees: float) -> None:
    grid = [tile for line in range(4) for tile in lay(["1m"] * 5, start=(100, 100 + 49 * line))]
    rows = find_rows(boxes(turn(grid, degrees)))
    assert sorted(sorted(row.indices) for row in rows) == [list(range(5 * n, 5 * n + 5)) for n in range(4)]


def test_tiles_of_another_size_are_not_in_the_row(lay: Lay) -> None:
    small = lay(["1m"] * 3, start=(620, 300), pitch=18, width=18, height=24)
    rows = find_rows(boxes(lay(["1m"] * 14) + small))
    assert [len(row.indices) for row in rows] == [14, 3]


def test_perspective_narrows_a_row_but_keeps_it_whole() -> None:
    x, sides = 50.0, []
    for number in range(14):
        width = 50 * 0.95**number
        sides.append([x, 300 - width * 0.7, x + width, 300 + width * 0.7])
        x += width
    assert [len(row.indices) for row in find_rows(np.array(sides, np.float32))] == [14]


def test_no_boxes_no_rows() -> None:
    assert find_rows(np.zeros((0, 4), np.float32)) == ()


def test_scattered_tiles_are_each_in_exactly_one_row() -> None:
    rng = np.random.default_rng(2)
    corners = rng.uniform(0, 900, (60, 2))
    scattered = np.concatenate([corners, corners + rng.uniform(20, 60, (60, 2))], axis=1).astype(np.float32)
    found = sorted(index for row in find_rows(scattered) for index in row.indices)
    assert found == list(range(60))


def test_boxes_on_one_spot_do_not_hang() -> None:
    same = np.tile(np.array([[10, 10, 20, 20]], np.float32), (5, 1))
    assert sorted(index for row in find_rows(same) for index in row.indices) == [0, 1, 2, 3, 4]
