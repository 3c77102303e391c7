"""The corrector's best hand has the weight that CP-SAT proves to be the greatest, on random photos."""

import sys
from pathlib import Path

import pytest

# A plain module beside the tests, no package; it also runs by itself, with as many cases as wanted.
sys.path.insert(0, str(Path(__file__).parent))

pytest.importorskip("ortools", reason="ortools is not installed")

from corrector_oracle import compare

CASES = 60


def test_the_best_hand_is_the_best_there_is() -> None:
    faults, met = compare(range(CASES))
    assert faults == []
    assert met["given up as hopeless"] <= CASES / 8
    assert met["winning"] > CASES / 5
    assert met["with melds apart"] > CASES / 5


@pytest.mark.parametrize("seed", [2522, 2845, 3020])
def test_a_meld_that_costs_more_than_taking_it_apart_may_still_be_part_of_the_best_hand(seed: int) -> None:
    # Taken apart its tiles would be fifth copies.
    faults, met = compare([seed])
    assert faults == []
    assert met["winning"] == 1
    assert not met["given up as hopeless"]
