"""What the picture says of each tile."""

import numpy as np
import pytest

from vision.detector import CLASSES, Detection
from vision.evidence import Evidence, evidence_of, fused_evidence, reading_costs


def seen(**shares: float) -> Detection:
    probabilities = np.full(len(CLASSES), 1e-6, np.float32)
    for name, share in shares.items():
        probabilities[CLASSES.index(name.removeprefix("t"))] = share
    return Detection((0.0, 0.0, 30.0, 40.0), probabilities)


def test_what_the_detector_sees_is_sharpened_and_faint_tiles_may_be_none() -> None:
    evidence = evidence_of([seen(t6p=0.6, t9p=0.3), seen(t6p=0.32)])
    assert evidence.classes.sum(axis=1) == pytest.approx([1, 1])
    assert evidence.classes[0, CLASSES.index("6p")] > 2 / 3
    assert evidence.exists[0] > 0.99
    assert 0.8 < evidence.exists[1] < 0.95


def test_what_the_reader_weighed_is_taken_as_it_is() -> None:
    evidence = fused_evidence([seen(t6p=0.6, t9p=0.2)])
    assert evidence.exists[0] == pytest.approx(0.8, abs=1e-3)
    assert evidence.classes[0, CLASSES.index("6p")] == pytest.approx(0.75, abs=1e-3)


def test_costs_are_zero_for_the_likeliest_reading_and_leave_out_what_is_excluded() -> None:
    classes = np.full(36, 1e-5)
    classes[[0, 1, 34]] = 0.6, 0.3, 0.1 - 33e-5
    found = reading_costs(classes, 0.9, out=-1)
    assert set(found) == {0, 1, -1}
    assert found[0] == 0
    assert found[1] == pytest.approx(np.log(2))
    assert found[-1] == pytest.approx(np.log(0.54 / (0.1 + 0.9 * 0.09968)), abs=1e-3)


@pytest.mark.parametrize(
    ("classes", "exists", "words"),
    [
        (np.full((2, 36), 1 / 36), np.ones(3), "do not fit"),
        (np.full((2, 36), 0.5), np.ones(2), "sum to 1"),
        (np.full((2, 36), 1 / 36), np.array([0.5, 1.5]), "within 0 and 1"),
    ],
)
def test_what_is_no_probability_is_refused(classes: np.ndarray, exists: np.ndarray, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Evidence(classes, exists)


def test_no_tiles_are_no_evidence() -> None:
    assert evidence_of([]).classes.shape == (0, 36)
    assert fused_evidence([]).exists.shape == (0,)
