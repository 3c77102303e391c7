"""Places of the picture as places on the table, also where the picture reaches beyond the horizon."""

import numpy as np
import pytest

from vision.live.ground import Ground


def test_the_table_is_found_in_the_picture() -> None:
    ground = Ground((640, 480), [160, 100, 480, 100, 640, 480, 0, 480])
    assert ground.place(0, 480) == pytest.approx((-1, 1))
    assert ground.place(480, 100) == pytest.approx((1, -1))
    assert ground.along(320, 300) == pytest.approx((1, 0))
    assert ground.along(320, 300, down=True) == pytest.approx((0, 1))
    there = ground.places(np.array([[0.0, 480.0], [480.0, 100.0]]))
    assert there.ravel() == pytest.approx([-1, 1, 1, -1])


@pytest.mark.parametrize("size", [(640, 480), (40, 30)])
def test_what_lies_on_or_behind_the_horizon_is_far_from_the_table(size: tuple[int, int]) -> None:
    width, height = size
    # Half as wide at a tenth of the height: the horizon is the line at a fifth.
    shares = np.array([[0, 0], [1, 0], [1, 0.1], [0.5, 0.1]])
    ground = Ground(size, [float(one) for one in (shares * size).ravel()])
    assert ground.zone(0.7 * width, 0.05 * height) in {"pool", "strip"}
    for y in (0.2, 0.3, 1.0):
        points = np.array([[x * width, y * height] for x in (0.0, 0.5, 0.9)])
        assert np.isfinite(ground.places(points)).all()
        assert {ground.zone(*point) for point in points} == {"outside"}
