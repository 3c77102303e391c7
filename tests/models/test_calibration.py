"""Confidences held against outcomes, worked out by hand."""

import json

import pytest

from models.calibration import Calibration

# Ten tiles read with 0.9 of which eight are right, ten with 0.55 of which five are.
TOLD = Calibration(
    tuple([(0.9, True)] * 8 + [(0.9, False)] * 2 + [(0.55, True)] * 5 + [(0.55, False)] * 5),
)


def test_the_error_is_the_mean_gap() -> None:
    assert TOLD.error() == pytest.approx((10 * 0.1 + 10 * 0.05) / 20)


def test_the_table_has_the_bins_that_hold_tiles() -> None:
    assert [(one.low, one.tiles, one.right) for one in TOLD.bins()] == [(0.5, 10, 5), (0.9, 10, 8)]


def test_what_nine_tenths_means() -> None:
    nine = TOLD.about_nine_tenths()
    assert nine is not None
    assert (nine.tiles, nine.right) == (10, 8)
    assert nine.interval == pytest.approx((0.490, 0.943), abs=1e-3)
    assert "0.9 means: 8/10 right" in "\n".join(TOLD.to_text())


def test_certainty_itself_belongs_to_the_last_bin() -> None:
    assert [one.tiles for one in Calibration(((1.0, True), (0.99, True))).bins()] == [2]


def test_perfectly_calibrated_tiles_have_no_error() -> None:
    assert Calibration(((0.75, True), (0.75, True), (0.75, True), (0.75, False))).error() == pytest.approx(0)


def test_no_tiles_no_error() -> None:
    assert Calibration(()).error() is None
    assert Calibration(()).to_text() == []


def test_json_can_be_written() -> None:
    assert json.loads(json.dumps(TOLD.to_json()))["bins"][1]["right"] == 8
