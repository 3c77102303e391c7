"""Engine and oracle side by side: the short form of ``make oracle``, and every one-suit hand."""

import json

import pytest
from compare import compare
from generate_wins import TABLES, WILD_TABLES
from oracle_one_suit import disagreements, is_pairs_with_four_alike


@pytest.mark.parametrize("table", TABLES)
def test_engine_and_oracle_agree_on_random_wins(table):
    # 4,200 cases without and 800 with wild tiles; other ones than the long form's first seed.
    outcome = compare(table, seed=20, cases=400 if table in WILD_TABLES else 700, processes=1)
    assert json.dumps(outcome.smallest, ensure_ascii=False) == "{}"
    assert outcome.rare_rows(1) == []


def test_every_hand_of_one_suit_is_judged_alike():
    seen, won, four_alike, wrong = disagreements()
    assert (seen, won) == (118_800, 15_349)
    assert wrong == []
    # The Japanese rules of the package want seven different pairs.
    assert len(four_alike) == 2_072
    assert all(map(is_pairs_with_four_alike, four_alike))
