"""Proposed corners beside the true ones."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from table_tops import TOP, a_table_top

from models.live_corners import PICTURES, Corners, corners_of
from models.live_deals import FilmedDeal
from models.truth import TruthError

TRUE = tuple(share * side for share, side in zip(TOP, (1280, 720) * 4, strict=True))


def test_how_far_off_is_a_share_of_the_tables_side() -> None:
    found = Corners()
    picture = a_table_top()
    found.add(picture, TRUE)
    found.add(np.zeros_like(picture), TRUE)
    assert float(found.off[0].max()) < 0.02
    assert found.lines()[0] == "2 pictures, 1 of them do not tell where the table ends"
    # A square of 600 pixels, of which the proposal is 60 off to the right everywhere.
    square = [340.0, 60.0, 940.0, 60.0, 940.0, 660.0, 340.0, 660.0]
    shares = tuple((x + 60) / 1280 if at % 2 == 0 else x / 720 for at, x in enumerate(square))
    moved = Corners()
    moved.add(a_table_top(shares), square)
    assert moved.off[0] == pytest.approx([0.1] * 4, abs=0.012)
    assert "median 0.1" in moved.lines()[1]


def test_a_few_pictures_of_each_deal_are_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "0.png"
    cv2.imwrite(str(path), a_table_top())
    deal = FilmedDeal(tmp_path, TRUE, tuple((float(at), path, False) for at in range(30)), (), None)
    assert len(corners_of([deal, deal]).off) == 2 * PICTURES
    path.unlink()
    with pytest.raises(TruthError, match="cannot be read"):
        corners_of([deal])
