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
