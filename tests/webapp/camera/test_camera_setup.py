"""How a camera is set up: what is remembered, who sits where, what cannot be."""

from typing import Any

import pytest

from webapp.camera.setup import SUGGESTED, CameraSetup
from webapp.pages.form import FormError
from webapp.store import Store
from webapp.store.observations import ObservationStore


def test_a_setup_is_remembered(store: Store) -> None:
    kept = ObservationStore(store)
    assert CameraSetup.of(kept.setup("t")) == CameraSetup()
    setup = CameraSetup("pi", (0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9), "N", False)
    for wanted in (setup, setup.changed({"bottom": "S"})):
        kept.keep_setup("t", wanted.to_json())
        assert CameraSetup.of(kept.setup("t")) == wanted


def test_another_camera_has_other_corners() -> None:
    corners = (0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9)
    before = CameraSetup(corners=corners, bottom="W")
    first = before.with_source("0")  # set before the first start
    assert (first.source, first.corners) == ("0", corners)
    assert first.with_source("0") == first
    other = first.with_source("pi")
    assert (other.source, other.corners, other.bottom) == ("pi", (), "W")


def test_what_is_suggested_can_be_kept() -> None:
    assert CameraSetup().changed({"corners": list(SUGGESTED)}).corners == SUGGESTED


def test_seats_go_round_against_the_clock() -> None:
    setup = CameraSetup(bottom="N")
    assert [setup.seat_at(side) for side in ("bottom", "right", "top", "left")] == ["N", "E", "S", "W"]
    assert setup.seat_at(None) is None
    assert [setup.side_of(seat) for seat in "ESWN"] == ["right", "top", "left", "bottom"]
    assert CameraSetup(corners=(0, 0, 1, 0, 1, 1, 0, 1)).corners_in(200, 100) == [
        0,
        0,
        200,
        0,
        200,
        100,
        0,
        100,
    ]
    assert CameraSetup().corners_in(200, 100) is None


def test_what_was_kept_in_a_form_that_is_gone_is_as_for_the_first_time() -> None:
    kept = {"source": "pi", "corners": [0, 0, 0.5, 0.01, 1, 0, 0.5, 1], "bottom": "middle", "record": False}
    assert CameraSetup.of(kept) == CameraSetup("pi", record=False)


@pytest.mark.parametrize(
    "data",
    [
        {"corners": [0, 0, 1, 0, 1, 1]},
        {"corners": [0, 0, 1, 0, 1, 1, 0, 2]},
        {"corners": [0, 0, 0, 1, 1, 1, 1, 0]},  # against the clock
        {"corners": [0, 0, 0.05, 0, 1, 1, 0, 1]},
        {"corners": [0, 0, 1, 0, 1, 0.1, 0.5, 0.1]},  # a strip in which no tile could be read
        {"corners": [0, 0, 1, 0, 1, 1, 0.5, 0.4999]},  # three of them nearly in one line
        {"corners": [0, 0, 0.5, 0.01, 1, 0, 0.5, 1]},
        {"corners": ["a"] * 8},
        {"corners": [float("nan")] * 8},
        {"corners": "x"},
        {"bottom": "X"},
        {"bottom": 1},
        {"record": "yes"},
        {"source": "a\nb"},
        {"source": "x" * 400},
        {"source": None},
    ],
)
def test_a_setup_that_cannot_be_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(FormError):
        CameraSetup().changed(data)
