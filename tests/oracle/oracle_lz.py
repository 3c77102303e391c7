"""老章, the old style: a published ruling log, details from the public tests of a mahjong association."""

# ruff: noqa: C901
# One literal if for each rule, in one place, is what makes this readable beside the rules.

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from oracle_case import Refused, Win, all_sets, triplets
from oracle_money import Payments, equal_shares, one_pays, shares_paid
from oracle_shapes import (
    DRAGONS,
    WINDS,
    Reading,
    holds_nine_gates,
    honours_only,
    is_honour,
    is_pure_nine_gates,
    is_run,
    is_terminal,
    is_yao,
    one_suit_and_honours,
    one_suit_only,
    readings,
)

Row = tuple[str, int]
HALF_SPICY = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
ORDER = (
    "鸡胡",
    "平胡",
    "对对胡",
    "坎坎胡",
    "混一色",
    "清一色",
    "花幺九",
    "红中",
    "发财",
    "白板",
    "小三元",
    "大三元",
    "门风",
    "圈风",
    "小四喜",
    "自摸",
    "门前清",
    "抢杠",
    "海底捞月",
    "河底捞鱼",
    "杠上开花",
    "连杠开花",
)


def score_lao_zhang(win: Win) -> dict[str, Any]:
    found = readings(win.held, len(win.melds), pairs=False)
    if not found:
        raise Refused("not_a_win")
    rows = max((rows_of(win, reading) for reading in found), key=lambda rows: _preference(win, rows))
    total = sum(value for _, value in rows)
    if total < win.options["min_fan"]:
        raise Refused("below_min_fan")
    total = min(win.options["cap"], total)
    points = curve_points(win.options)[total] * win.options["base"]
    return {"fans": rows, "total_fan": total, "points": points, "payments": pay(win, points)}


def curve_points(options: Mapping[str, Any]) -> Sequence[int]:
    """What 0 to 13 fan are worth."""
    return HALF_SPICY if options["curve"] == "half_spicy" else [2**fan for fan in range(14)]


def _preference(win: Win, rows: list[Row]) -> tuple[int, int, list[int]]:
    total = sum(value for _, value in rows)
    order = [-ORDER.index(name) for name, _ in rows if name in ORDER]
    return min(win.options["cap"], total), total, order


def rows_of(win: Win, reading: Reading) -> list[Row]:
    """One limit row keeps every pattern and every lesser limit out; circumstances are always added."""
    limits = limit_rows(win, reading)
    patterns = [max(limits, key=lambda row: row[1])] if limits else pattern_rows(win, reading)
    return patterns + circumstance_rows(win)


def limit_rows(win: Win, reading: Reading) -> list[Row]:
    tiles, sets = win.tiles, triplets(win, reading)
    rows = []
    if honours_only(tiles):
        rows.append(("字一色", 10))
    if all(map(is_terminal, tiles)):
        rows.append(("清幺九", 10))
    if not win.melds and holds_nine_gates(tiles) and (win.self_draw or is_pure_nine_gates(win.concealed)):
        rows.append(("九莲宝灯", 10))
    if reading.shape == "orphans":
        rows.append(("十三幺", 13))
    if sum(kind in WINDS for kind in sets) == 4:
        rows.append(("大四喜", 13))
    if win.kongs == 4:
        rows.append(("十八罗汉", 13))
    for flag, name in (("tian_hu", "天胡"), ("di_hu", "地胡"), ("ren_hu", "人胡")):
        if flag in win.flags:
            rows.append((name, 13))
    return rows


def pattern_rows(win: Win, reading: Reading) -> list[Row]:
    tiles, sets = win.tiles, triplets(win, reading)
    winds = sum(kind in WINDS for kind in sets)
    dragons = sum(kind in DRAGONS for kind in sets)
    rows = []
    if all(map(is_run, all_sets(win, reading))):
        rows.append(("平胡", 1))
    if len(sets) == 4:
        rows.append(("坎坎胡", 8) if four_concealed(win, reading) else ("对对胡", 3))
    if one_suit_and_honours(tiles):
        rows.append(("混一色", 3))
    if one_suit_only(tiles):
        rows.append(("清一色", 7))
    if all(map(is_yao, tiles)) and any(map(is_honour, tiles)) and any(map(is_terminal, tiles)):
        rows.append(("花幺九", 1))
    rows += [(name, 1) for kind, name in (("C", "红中"), ("F", "发财"), ("B", "白板")) if kind in sets]
    if dragons == 2 and reading.pair in DRAGONS:
        rows.append(("小三元", 3))
    if dragons == 3:
        rows.append(("大三元", 5))
    if win.context["seat_wind"] in sets:
        rows.append(("门风", 1))
    if win.context["round_wind"] in sets:
        rows.append(("圈风", 1))
    if winds == 3 and reading.pair in WINDS:
        rows.append(("小四喜", 3))
    return rows or [("鸡胡", 0)]


def four_concealed(win: Win, reading: Reading) -> bool:
    """All four triplets concealed; a discard must complete the pair unless the house allows a triplet."""
    if any(meld.exposed for meld in win.melds):
        return False
    return win.self_draw or reading.pair == win.win or win.options["kan_kan_discard_triplet"]


def circumstance_rows(win: Win) -> list[Row]:
    flags, rows = win.flags, []
    if win.self_draw:
        rows.append(("自摸", 1))
    if not win.melds:
        rows.append(("门前清", 1))
    if win.robbed:
        rows.append(("抢杠", 1))
    if "last_tile" in flags:
        rows.append(("海底捞月", 1))
    if "last_discard" in flags:
        rows.append(("河底捞鱼", 1))
    if "double_gang_draw" in flags:
        rows.append(("连杠开花", 8))
    elif "gang_draw" in flags:
        rows.append(("杠上开花", 1))
    return rows


def pay(win: Win, points: int) -> Payments:
    half, quarter = Fraction(points, 2), Fraction(points, 4)
    if win.self_draw:
        return equal_shares(win, half)
    payer = str(win.payer)
    if win.robbed:
        robbed = 3 * half if win.options["rob_kong_payment"] == "as_self_draw" else points
        return one_pays(win.winner, payer, robbed)
    if win.options["payment"] == "full":
        return one_pays(win.winner, payer, points)
    return shares_paid(win.winner, {seat: half if seat == payer else quarter for seat in win.losers})
