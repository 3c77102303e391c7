"""The chart of an evening: names that have room beside their lines."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from ledger_entries import DRAW

from webapp.tally.chart import chart_of
from webapp.tally.fold import Table
from webapp.tally.short_names import shortened


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


@pytest.mark.parametrize(
    ("one", "other", "shown"),
    [
        ("Auntie Wong", "Auntie Wing", ["Aunt…ong", "Aunt…ing"]),
        ("Auntie Wong Lee", "Auntie Wing Lee", ["A…ie Wo…", "A…ie Wi…"]),
        ("陈家大姐姐", "陈家二姐姐", ["陈家大…", "陈家二…"]),
        ("aaaaaaaaaa", "aaaaaaaaaaa", ["aaaaaaaaaa", "aaaaaaaaaaa"]),
    ],
)
def test_two_names_cut_short_never_look_alike(one: str, other: str, shown: list[str]) -> None:
    found = shortened({"E": one, "S": other, "W": "Cai", "N": "Dan"}, 8)
    assert [found["E"], found["S"]] == shown
