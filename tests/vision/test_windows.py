"""Windows of the reader: where they lie, how they are turned, what they show."""

import cv2
import numpy as np
import pytest

from vision.windows import AROUND, SIDE, cut, reach, window


def test_a_window_is_a_square_around_the_box() -> None:
    assert reach(30, 40) == (pytest.approx(AROUND * 40), pytest.approx(AROUND * 40))


def test_a_squeezed_tile_comes_out_square() -> None:
    assert reach(20, 200) == (pytest.approx(AROUND * 20), pytest.approx(AROUND * 200))


def test_the_window_keeps_the_middle_of_the_box() -> None:
    middle = np.full(2, (SIDE - 1) / 2)
    for turn in (0.0, 0.4, np.pi / 2):
        matrix = window(np.array([10.0, 20, 40, 60]), turn)
        assert matrix[:, :2] @ middle + matrix[:, 2] == pytest.approx([25, 40])


def _marked(turn: float, scale: float) -> tuple[np.ndarray, np.ndarray]:
    """A grey image with a white tile, a red mark at its top, turned clockwise by ``turn``; its box."""
    image = np.full((round(400 * scale), round(400 * scale), 3), 60, np.uint8)
    corners = np.array([[-30, -40], [30, -40], [30, 40], [-30, 40]], np.float64) * scale
    mark = np.array([[-12, -34], [12, -34], [12, -14], [-12, -14]], np.float64) * scale
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    centre = np.full(2, 200 * scale)
    for points, colour in ((corners, (255, 255, 255)), (mark, (0, 0, 255))):
        cv2.fillPoly(image, [np.rint(points @ rotation.T + centre).astype(np.int32)], colour)
    box = corners @ rotation.T + centre
    return image, np.concatenate([box.min(axis=0), box.max(axis=0)]).astype(np.float32)


@pytest.mark.parametrize("turn", [0.0, 0.5, np.pi / 2, np.pi, -1.0])
@pytest.mark.parametrize("scale", [0.3, 1.0, 6.0])
def test_the_mark_comes_to_the_top_however_the_tile_is_turned(turn: float, scale: float) -> None:
    image, box = _marked(turn, scale)
    seen = cut(image, box[None], np.array([turn]))[0].astype(int)
    red = (seen[..., 2] > 180) & (seen[..., 1] < 120)
    rows, columns = np.nonzero(red)
    assert rows.size > 15
    assert rows.mean() < 0.36 * SIDE
    assert abs(columns.mean() - (SIDE - 1) / 2) < 2.5


def test_a_window_beyond_the_edge_is_grey() -> None:
    image = np.zeros((50, 50, 3), np.uint8)
    seen = cut(image, np.array([[30, 10, 70, 50]], np.float32), np.zeros(1))[0]
    assert (seen[:, -4:] == 114).all()
    assert (seen[20:40, 4:12] == 0).all()
