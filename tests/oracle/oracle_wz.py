"""温州: seventeen tiles, from three public programs for the game."""

from collections.abc import Sequence
from typing import Any

from oracle_case import Refused, Win
from oracle_money import Payments, one_pays, shares_paid, wenzhou_factor
from oracle_refusals import stand_in
from oracle_shapes import KINDS, count_kinds, is_honour, is_run, splits_of_counts, wild_counts

# One row counts; of equal ones the earlier.
ORDER = (
    "大对",
    "清一色",
    "混一色",
    "杠上开花",
    "天胡",
    "八对",
    "三财神",
    "三财神(不成牌)",
    "软八对",
    "自摸",
    "硬牌",
    "软牌",
)
DRAWN_MULTIPLES = {"自摸": 2, "硬牌": 2, "软牌": 1, "软八对": 1, "三财神(不成牌)": 2}


def score_wenzhou(win: Win) -> dict[str, Any]:
    names = possible_rows(win)
    if not names:
        raise Refused("not_a_win")
    worth = {name: DRAWN_MULTIPLES.get(name, 4) for name in names}
    name = max(names, key=lambda name: (worth[name], -ORDER.index(name)))
    points = worth[name] * win.options["base"]
    return {
        "fans": [(name, worth[name])],
        "total_fan": worth[name],
        "points": points,
        "payments": pay(win, points),
    }


def possible_rows(win: Win) -> set[str]:
    """Every row that some way to see the hand fulfils."""
    wild = win.context.get("wild")
    real = [stand_in(tile, wild) for tile in win.held if tile != wild]
    wilds = len(win.held) - len(real)
    called = [tuple(sorted(stand_in(tile, wild) for tile in meld.tiles))[:3] for meld in win.melds]
    natural = count_kinds([*real, *[str(wild)] * wilds])
    targets = [kind for kind in KINDS if wild in (None, "B") or kind != "B"]
    rows = complete_rows(win, called, natural, natural=True)
    for counts in wild_counts(real, wilds, targets):
        rows |= complete_rows(win, called, counts, natural=counts == natural)
    if wilds == 3 and rows:
        rows.add("三财神")
    if wilds == 3 and not rows and win.self_draw:
        rows.add("三财神(不成牌)")
    if rows and win.options["special_doubles"]:
        if "gang_draw" in win.flags:
            rows.add("杠上开花")
        if "tian_hu" in win.flags:
            rows.add("天胡")
    return rows


def complete_rows(
    win: Win, called: Sequence[tuple[str, ...]], counts: Sequence[int], *, natural: bool
) -> set[str]:
    """The rows of one use of the wild tiles; none if the hand is not complete with it."""
    drawn, rows = not win.discard, set()
    for blocks, _ in splits_of_counts(counts, 5 - len(called)):
        rows.add("自摸" if drawn else "硬牌" if natural else "软牌")
        if win.options["peng_peng_hu"] and not any(is_run(block) for block in (*called, *blocks)):
            rows.add("大对")
    # Eight pairs and any seventeenth tile: exactly one kind is held an odd number of times.
    if not called and sum(number % 2 for number in counts) == 1:
        rows.add("八对" if drawn or natural else "软八对")
    if rows and win.options["special_doubles"]:
        kinds = {KINDS[place] for place, number in enumerate(counts) if number}
        kinds.update(tile for block in called for tile in block)
        suits = {kind[1] for kind in kinds if not is_honour(kind)}
        if len(suits) == 1:
            rows.add("混一色" if any(map(is_honour, kinds)) else "清一色")
    return rows


def pay(win: Win, points: int) -> Payments:
    shares = {seat: points * wenzhou_factor(win.winner, seat, win.context) for seat in win.losers}
    if win.robbed and win.options["rob_kong_bao"]:
        return one_pays(win.winner, str(win.payer), sum(shares.values()))
    return shares_paid(win.winner, shares)
