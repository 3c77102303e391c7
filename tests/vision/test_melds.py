"""What groups set apart may be."""

import numpy as np
import pytest

from scorer.tiles import INDEX
from vision.evidence import BACK
from vision.melds import GroupReading, group_readings, together


def rows(*tiles: dict[int, float]) -> np.ndarray:
    classes = np.full((len(tiles), 36), 1e-6)
    for row, shares in zip(classes, tiles, strict=True):
        for kind, share in shares.items():
            row[kind] = share
    return classes / classes.sum(axis=1, keepdims=True)


def test_runs_and_triplets_come_cheapest_first() -> None:
    found = group_readings(rows({0: 0.9, 2: 0.1}, {1: 0.6, 2: 0.4}, {2: 1.0}), 20)
    assert [one.kinds for one in found] == [(0, 1, 2), (2, 2, 2)]
    assert found[0].cost == pytest.approx(0, abs=1e-4)
    assert found[1].cost == pytest.approx(np.log(9) + np.log(1.5), abs=1e-3)


def test_a_run_may_lie_in_any_order_but_not_across_suits_or_honours() -> None:
    assert [one.kinds for one in group_readings(rows({4: 1}, {2: 1}, {3: 1}), 3)] == [(4, 2, 3)]
    assert group_readings(rows({7: 1}, {8: 1}, {9: 1}), 3) == []
    assert group_readings(rows({27: 1}, {28: 1}, {29: 1}), 3) == []


def test_a_kong_holds_four_whatever_it_shows() -> None:
    (hidden, *_) = group_readings(rows({BACK: 1}, {5: 1}, {5: 1}, {BACK: 1}), 3)
    assert hidden.kinds == (BACK, 5, 5, BACK)
    assert hidden.taken == (5,) * 4
    (unknown, *_) = group_readings(rows(*[{BACK: 1.0}] * 4), 3)
    assert unknown.taken == ()


def test_all_groups_together_come_cheapest_first_and_count_their_copies() -> None:
    east = INDEX["E"]
    groups = {
        (0, 1, 2): [GroupReading(0.0, (0, 1, 2)), GroupReading(2.0, (0, 0, 0))],
        (3, 4, 5): [GroupReading(0.5, (east,) * 3)],
    }
    costs = [(sets.cost, len(sets.melds), sets.taken[east]) for sets in together(groups, odd=1.0)]
    assert costs == [(0.5, 2, 3), (1.0, 1, 0), (1.5, 1, 3), (2.0, 0, 0), (2.5, 2, 3), (3.0, 1, 0)]
    assert [sets.cost for sets in together(groups)] == [0.5, 2.5]
    assert list(together({(0, 1, 2): []})) == []
