"""Wilson's interval against the values printed in Newcombe, Statistics in Medicine 17 (1998), table I."""

import pytest

from models.intervals import wilson


@pytest.mark.parametrize(
    ("hits", "cases", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
    ],
)
def test_the_published_intervals(hits: int, cases: int, low: float, high: float) -> None:
    assert wilson(hits, cases) == pytest.approx((low, high), abs=6e-5)


def test_nothing_measured_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_higher_level_is_wider() -> None:
    assert wilson(5, 10, 0.99)[0] < wilson(5, 10, 0.9)[0]


@pytest.mark.parametrize(("hits", "cases"), [(3, 2), (-1, 2)])
def test_no_share_is_refused(hits: int, cases: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(hits, cases)
