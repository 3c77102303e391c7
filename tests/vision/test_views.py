"""Views of a photo: boxes there and back."""

import numpy as np
import pytest

from vision.photo import Photo
from vision.views import turned, unsqueezed, upright

BOXES = np.array([[40, 100, 80, 300]], np.float32)


def _photo() -> Photo:
    return Photo(np.zeros((640, 400, 3), np.uint8), 800, 1280, 0.5)


def test_a_squeezed_photo_gives_boxes_there_and_back() -> None:
    view = unsqueezed(_photo(), (1.0, 10.0))
    assert view.squeezed
    assert view.boxes_in(BOXES) == pytest.approx(np.array([[40, 10, 80, 30]]))
    assert view.boxes_back(view.boxes_in(BOXES)) == pytest.approx(BOXES)


def test_a_turned_photo_and_one_as_it_is_are_not_squeezed() -> None:
    assert not turned(_photo()).squeezed
    assert not upright(_photo()).squeezed
    assert upright(_photo()).boxes_in(BOXES) == pytest.approx(BOXES)


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5])
def test_boxes_of_a_turned_photo_come_back(turns: int) -> None:
    image = np.zeros((640, 400, 3), np.uint8)
    image[50:150, 20:40] = 255
    view = turned(Photo(image, 800, 1280, 0.5), turns)
    assert (view.photo.width, view.photo.height) == ((800, 1280) if turns % 2 == 0 else (1280, 800))
    rows, columns = np.nonzero(view.photo.image[..., 0])
    box = np.array([[columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]], np.float32) / 0.5
    assert view.boxes_back(box) == pytest.approx(BOXES)
    assert turned(view.source, view.turned).turned == turns % 4
