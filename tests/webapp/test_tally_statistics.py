"""Who won on what, and against whom: worked out by hand."""

from collections.abc import Callable
from fractions import Fraction

from ledger_entries import DRAW, points, won

from webapp.tally.fold import Table
from webapp.tally.statistics import player_records, table_records


def test_head_to_head_is_what_was_paid(do: Callable[..., Table]) -> None:
    """Two payments in one line: no part of Ann's goes to Dan, none of Cai's to Bo."""
    table = do({"kind": "free", "transfers": [["E", "S", 3], ["W", "N", "7/2"]], "note": ""})
    records = table_records(table)
    assert records["E"].against == {"bo": -3}
    assert records["S"].against == {"ann": 3}
    assert records["W"].against == {"dan": Fraction(-7, 2)}
    assert records["N"].against == {"cai": Fraction(7, 2)}


def test_payments_both_ways_are_netted_between_two_players(do: Callable[..., Table]) -> None:
    do({"kind": "free", "transfers": [["E", "S", 3], ["S", "E", 1]], "note": ""})
    table = do(points("S", 2, "E"))
    assert table_records(table)["S"].against == {"ann": 4}


def test_rates_streaks_and_the_best_hand(do: Callable[..., Table]) -> None:
    # Red dragon from Cai: one fan, two points. Then self-drawn as dealer: two fan, four points from each.
    for entry in (won("S", "W"), won("S"), DRAW, points("W", 1, "S")):
        table = do(entry)
    bo, cai = table_records(table)["S"], table_records(table)["W"]
    assert (bo.deals, bo.wins, bo.self_draws, bo.deal_ins) == (4, 2, 1, 1)
    # East deals the first; South wins as dealer and draws; then loses the deal.
    assert bo.dealt == 3
    # The drawn deal ends the run of wins.
    assert (bo.longest, bo.streak, cai.streak) == (2, 0, 1)
    assert bo.best is not None
    assert bo.best[0] == 4
    assert ("ji_ping_hu", "hong_zhong") in bo.best[1]
    assert bo.rows["ji_ping_hu", "hong_zhong"] == 2
    assert (cai.wins, cai.deal_ins, cai.rate(cai.wins)) == (1, 1, 0.25)


def test_a_player_is_one_across_evenings_whatever_the_capitals(do: Callable[..., Table]) -> None:
    table = do(won("S", "W"))
    records = player_records([table, table])
    assert (records["bo"].evenings, records["bo"].points, records["bo"].wins) == (2, 4, 2)
