"""推倒胡: the frame of the founding text, values and horses from a phone game's rule panel of 2016."""

# ruff: noqa: C901, PLR0911
# One literal if for each rule, in one place, is what makes this readable beside the rules.

from typing import Any

from oracle_case import SEATS, Refused, Win, triplets
from oracle_money import Payments, equal_shares, one_pays
from oracle_shapes import DRAGONS, WINDS, Reading, honours_only, is_honour, one_suit_only, readings

# What each seat, counted from the dealer, owns.
RANKS = ("159", "26", "37", "48")
DRAGON_OWNERS = {"zhong_dealer": {"C": 0, "F": 1, "B": 2}, "zhong_next": {"C": 1, "F": 2, "B": 3}}


def score_tui_dao_hu(win: Win) -> dict[str, Any]:
    found = readings(win.held, len(win.melds), pairs=win.options["seven_pairs"])
    if not found:
        raise Refused("not_a_win")
    options = win.options
    big, small = options["big"], options["small"]
    rows = [big_row(win, reading) for reading in found]
    places = [place for place, _ in rows]
    name = rows[places.index(min(places))][1]
    value = small if name == "小胡" else big
    hits = sum(owns(win, horse) for horse in win.context.get("horses", []))
    points = value * options["base"] * (1 + hits)
    if not win.discard:
        points *= options["self_draw_factor"]
    return {
        "fans": [(name, value)],
        "total_fan": value,
        "points": points,
        "payments": pay(win, points),
        "horse_hits": hits,
    }


def big_row(win: Win, reading: Reading) -> tuple[int, str]:
    """The first row of the list that holds, with its place; 小胡 comes last."""
    sets = triplets(win, reading)
    winds = sum(kind in WINDS for kind in sets)
    dragons = sum(kind in DRAGONS for kind in sets)
    if win.options["tian_di_hu_big"] and "tian_hu" in win.flags:
        return 0, "天胡"
    if win.options["tian_di_hu_big"] and "di_hu" in win.flags:
        return 0, "地胡"
    if reading.shape == "orphans":
        return 1, "十三幺"
    if winds == 4:
        return 2, "大四喜"
    if dragons == 3:
        return 3, "大三元"
    if winds == 3 and reading.pair in WINDS:
        return 4, "小四喜"
    if honours_only(win.tiles):
        return 5, "字一色"
    if win.kongs == 4:
        return 6, "十八罗汉"
    if len(sets) == 4 and not any(meld.exposed for meld in win.melds) and all_concealed(win, reading):
        return 7, "四暗刻"
    if reading.shape == "pairs":
        return 8, "七对子"
    if one_suit_only(win.tiles):
        return 9, "清一色"
    return 10, "小胡"


def all_concealed(win: Win, reading: Reading) -> bool:
    """A taken tile must complete the pair, not a triplet."""
    return win.self_draw or reading.pair == win.win


def owns(win: Win, horse: str) -> bool:
    offset = (SEATS.index(win.winner) - SEATS.index(win.dealer)) % 4
    if horse in WINDS:
        return offset == SEATS.index(horse)
    if is_honour(horse):
        return offset == DRAGON_OWNERS[win.options["horse_dragon_map"]][horse]
    return horse[0] in RANKS[offset]


def pay(win: Win, points: int) -> Payments:
    if win.self_draw:
        return equal_shares(win, points)
    return one_pays(win.winner, str(win.payer), points * (3 if win.robbed else 1))
