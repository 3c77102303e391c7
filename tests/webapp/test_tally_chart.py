"""The chart of an evening: names that have room beside their lines."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from ledger_entries import DRAW

from webapp.tally.chart import chart_of
from webapp.tally.fold import Table


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Margaret", "Margaret"),
        ("Grandma Wong", "Grandma…"),
        ("上官婉儿", "上官婉儿"),
        ("上官婉儿姐姐", "上官婉…"),
    ],
)
def test_a_label_is_cut_by_its_width(do: Callable[..., Table], name: str, shown: str) -> None:
    after = do(DRAW)
    after = replace(after, players={**after.players, "E": name})
    chart = chart_of(after)
    assert chart is not None
    assert chart.series[0].name == shown
