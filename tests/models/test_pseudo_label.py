"""Backs found in photographs join the labels only where no labelled tile lies."""

import numpy as np

from models.pseudo_label import BACK, backs, covered
from vision.detector import CLASSES, Detection


def detection(kind: str, score: float, box: tuple[float, float, float, float]) -> Detection:
    probabilities = np.zeros(len(CLASSES), np.float32)
    probabilities[CLASSES.index(kind)] = score
    return Detection(box, probabilities)


def test_back_is_the_last_class() -> None:
    assert BACK == 35


def test_cover_is_the_largest_share_of_the_box_itself() -> None:
    assert covered((0, 0, 2, 1), [(1, 0, 9, 9), (0, 0, 0.5, 1)]) == 0.5
    assert covered((0, 0, 2, 1), []) == 0


def test_sure_backs_away_from_labels_are_kept_as_shares() -> None:
    found = backs(
        [
            detection("back", 0.9, (0, 0, 20, 40)),
            detection("back", 0.3, (100, 0, 120, 40)),  # not sure
            detection("5m", 0.9, (140, 0, 160, 40)),  # a face
            detection("back", 0.9, (60, 0, 80, 40)),  # a labelled tile lies there
        ],
        labelled=[(0.3, 0.0, 0.4, 0.4)],
        width=200,
        height=100,
        sure=0.5,
    )
    assert found == [(0.0, 0.0, 0.1, 0.4)]
