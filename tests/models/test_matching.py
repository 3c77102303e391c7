"""Found boxes against labels, with counts worked out by hand."""

from collections import Counter

import pytest

from models.matching import fixes, match
from models.truth import Labelled

HERE, NEAR, FAR = (0.0, 0.0, 10.0, 14.0), (1.0, 0.0, 11.0, 14.0), (50.0, 0.0, 60.0, 14.0)


def test_the_right_class_in_the_right_place_is_right() -> None:
    result = match([("1m", NEAR), ("E", FAR)], [Labelled("E", FAR), Labelled("1m", HERE)])
    assert (result.right, result.found, result.labelled) == (2, 2, 2)
    assert not result.confused


def test_another_class_in_the_same_place_is_a_confusion() -> None:
    result = match([("7p", HERE)], [Labelled("8p", NEAR)])
    assert result.right == 0
    assert result.confused == Counter({("8p", "7p"): 1})


def test_missed_and_made_up_tiles() -> None:
    result = match([("7p", HERE)], [Labelled("7p", FAR)])
    assert result.confused == Counter({("7p", "-"): 1, ("-", "7p"): 1})


def test_a_label_counts_once() -> None:
    result = match([("7p", HERE), ("7p", NEAR)], [Labelled("7p", HERE)])
    assert (result.right, result.found) == (1, 2)
    assert result.confused == Counter({("-", "7p"): 1})


def test_the_right_class_goes_before_the_larger_overlap() -> None:
    result = match([("E", HERE), ("S", HERE)], [Labelled("S", HERE), Labelled("E", NEAR)])
    assert result.right == 2


def test_nothing_found_and_nothing_labelled() -> None:
    assert match([], []).confused == Counter()
    assert match([], [Labelled("E", HERE)]).confused == Counter({("E", "-"): 1})
    assert match([("E", HERE)], []).confused == Counter({("-", "E"): 1})


@pytest.mark.parametrize(
    ("read", "true", "taps"),
    [
        ("E S W", "W E S", 0),
        ("E S W", "E S N", 1),
        ("E S", "E S N", 1),
        ("E S N C", "E S", 2),
        ("E E", "S S", 2),
        ("", "E", 1),
        ("E F C", "S B", 3),
    ],
)
def test_fixes_are_the_taps_a_player_needs(read: str, true: str, taps: int) -> None:
    assert fixes(read.split(), true.split()) == taps


def test_a_class_is_left_out_on_both_sides() -> None:
    high = (0.0, 0.0, 10.0, 7.0)  # of a flower only the upper half is labelled
    found = [
        ("E", HERE),
        ("flower", FAR),
        ("7p", (100.0, 0.0, 110.0, 14.0)),
        ("S", (150.0, 0.0, 160.0, 14.0)),
    ]
    labels = [
        Labelled("E", NEAR),
        Labelled("flower", tuple(x + 200 for x in high)),  # type: ignore[arg-type]
        Labelled("8p", (100.0, 0.0, 110.0, 14.0)),
        Labelled("flower", (150.0, 0.0, 160.0, 14.0)),
        Labelled("N", (300.0, 0.0, 310.0, 14.0)),
    ]
    result = match(found, labels)
    assert (result.right, result.found, result.labelled) == (1, 4, 5)
    # Right is E; 7p and S are found, one of them where a flower lies; 8p and N are labelled.
    assert result.without("flower") == (1, 3, 3)
