"""Four copies of each kind."""

import itertools

import numpy as np
import pytest

from vision.copies import settle

NONE = [0] * 34
OUT = -1


def test_without_a_fifth_copy_each_tile_is_what_it_looks_like() -> None:
    assert settle([{0: 0.0, 1: 1.0}, {1: 0.0}], NONE, 4.0, OUT) == (0.0, [0, 1])


def test_the_least_certain_of_five_moves_on() -> None:
    tiles = [{0: 0.0, 1: 3.0}] * 4 + [{0: 0.0, 2: 1.0}]
    assert settle(tiles, NONE, 4.0, OUT) == (1.0, [0, 0, 0, 0, 2])


def test_five_certain_ones_stay_and_pay() -> None:
    assert settle([{0: 0.0, 1: 9.0}] * 5, NONE, 4.0, OUT) == (4.0, [0] * 5)


def test_one_moves_on_to_make_room_for_another() -> None:
    tiles = [{0: 0.0, 1: 1.0}] * 5 + [{1: 0.0, 2: 0.5}] * 4
    cost, kinds = settle(tiles, NONE, 4.0, OUT)
    assert cost == 1.5
    assert sorted(kinds) == [0] * 4 + [1] * 4 + [2]


def test_copies_that_lie_elsewhere_count_and_any_number_may_be_out() -> None:
    taken = [4, *[0] * 33]
    assert settle([{0: 0.0, OUT: 1.0}] * 3, taken, 4.0, OUT) == (3.0, [OUT] * 3)


@pytest.mark.parametrize("seed", range(30))
def test_no_choice_costs_less(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tiles = [
        {
            int(kind): float(cost)
            for kind, cost in zip(rng.permutation(4)[:3], [0, *rng.uniform(0, 4, 2)], strict=True)
        }
        for _ in range(7)
    ]
    taken = [*rng.integers(1, 5, 4).tolist(), *[0] * 30]
    fifth = float(rng.uniform(0.5, 5))

    def weigh(kinds: tuple[int, ...]) -> float:
        excess = sum(max(0, taken[kind] + kinds.count(kind) - 4) for kind in range(4))
        return sum(tile[kind] for tile, kind in zip(tiles, kinds, strict=True)) + fifth * excess

    least = min(weigh(kinds) for kinds in itertools.product(*tiles))
    assert settle(tiles, taken, fifth, OUT)[0] == pytest.approx(least)
