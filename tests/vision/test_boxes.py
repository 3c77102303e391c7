"""Overlap and suppression, with values worked out by hand."""

import numpy as np
import pytest

from vision.boxes import iou, suppress


def boxes(*corners: tuple[float, float, float, float]) -> np.ndarray:
    return np.array(corners, np.float32).reshape(-1, 4)


def test_overlap_of_squares() -> None:
    one = boxes((0, 0, 2, 2))
    others = boxes((0, 0, 2, 2), (1, 0, 3, 2), (2, 2, 4, 4), (0, 0, 1, 1))
    assert iou(one, others)[0].tolist() == pytest.approx([1, 1 / 3, 0, 1 / 4])


def test_empty_and_degenerate_boxes_overlap_nothing() -> None:
    assert iou(boxes(), boxes((0, 0, 1, 1))).shape == (0, 1)
    assert iou(boxes((1, 1, 1, 1)), boxes((0, 0, 2, 2)))[0, 0] == 0


def test_the_better_of_two_overlapping_boxes_stays() -> None:
    found = boxes((0, 0, 10, 10), (1, 0, 11, 10), (30, 0, 40, 10))
    kept = suppress(found, np.array([0.5, 0.9, 0.4], np.float32), 0.5)
    assert kept.tolist() == [1, 2]


def test_touching_tiles_both_stay() -> None:
    found = boxes((0, 0, 10, 14), (9, 0, 19, 14))
    assert suppress(found, np.array([0.5, 0.9], np.float32), 0.4).tolist() == [1, 0]


def test_a_box_inside_a_better_one_goes_although_they_overlap_little() -> None:
    found = boxes((0, 0, 20, 28), (2, 2, 12, 16))
    scores = np.array([0.9, 0.8], np.float32)
    assert suppress(found, scores, 0.4).tolist() == [0, 1]
    assert suppress(found, scores, 0.4, nested=0.75).tolist() == [0]


def test_nothing_gives_nothing() -> None:
    assert suppress(boxes(), np.zeros(0, np.float32), 0.5).size == 0
