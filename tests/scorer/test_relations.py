"""What follows from named lines, and what excludes each other."""

import pytest

from scorer.predicates import PREDICATES
from scorer.predicates.relations import _TRAITS, TOGETHER, clash, following


def test_every_predicate_that_is_spoken_of_exists():
    assert set(_TRAITS) <= set(PREDICATES)
    assert {name for given, then in TOGETHER for name in (*given, then)} <= set(PREDICATES)


def test_the_row_of_both_follows_with_its_reason():
    found = following({"full_flush", "all_triplets"})
    assert found == {"full_flush_triplets": ("full_flush", "all_triplets")}
    # What follows from what follows is told from the start.
    big = following({"red_dragon", "green_dragon", "white_dragon", "half_flush"})
    assert big == {"big_dragons": ("red_dragon", "green_dragon", "white_dragon")}


def test_what_follows_is_told_once():
    assert following({"full_flush", "all_triplets", "full_flush_triplets"}) == {}
    assert following({"seven_pairs", "closed"}) == {}


@pytest.mark.parametrize(
    ("one", "other", "never"),
    [
        ("full_flush", "half_flush", True),
        ("seven_pairs", "all_triplets", True),
        ("kong_draw", "last_discard", True),
        ("heavenly", "earthly", True),
        ("full_flush", "all_triplets", False),
        ("seven_pairs", "half_flush", False),
        ("closed", "a predicate that nothing is said of", False),
    ],
)
def test_two_that_cannot_both_hold_clash_either_way_round(one, other, never):
    assert clash(one, other) is never
    assert clash(other, one) is never
