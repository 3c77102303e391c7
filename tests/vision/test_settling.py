"""Which candidates are tiles."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from vision.detector import Detection
from vision.settling import settled

Lay = Callable[..., list[Detection]]


def faint(tile: Detection, chance: float) -> Detection:
    """The same tile, this likely."""
    return replace(
        tile, probabilities=(tile.probabilities * chance / tile.probabilities.sum()).astype(np.float32)
    )


@pytest.mark.parametrize(("chance", "kept"), [(0.3, 7), (0.45, 8)])
def test_a_faint_tile_within_a_row_is_one(lay: Lay, chance: float, kept: int) -> None:
    row = [faint(tile, 0.9) for tile in lay(["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s"])]
    assert len(settled([*row[:3], faint(row[3], chance), *row[4:]])) == kept


def test_a_faint_tile_at_the_end_of_a_row_or_by_itself_is_none(lay: Lay) -> None:
    row = [faint(tile, 0.9) for tile in lay(["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s"])]
    others = [
        faint(tile, 0.5) for tile in lay(["9s"], start=(400, 500)) + lay(["9s"], start=(100 + 8 * 36, 300))
    ]
    assert len(settled([*row, *others])) == 8


def test_what_lies_between_two_tiles_that_touch_is_a_part_of_them(lay: Lay) -> None:
    row = [faint(tile, 0.9) for tile in lay(["1m", "2m", "3m", "4p", "5p", "6p"])]
    assert len(settled([*row, *(faint(tile, 0.5) for tile in lay(["B"], start=(100 + 2.5 * 36, 300)))])) == 6


def test_nothing_settles_to_nothing() -> None:
    assert settled([]) == ()
