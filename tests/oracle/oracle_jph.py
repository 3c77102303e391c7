"""鸡平胡 with cap 3 and its cap-5 form, from the founding texts (two pages of a game's rule book)."""

# ruff: noqa: C901
# One literal if for each rule, in one place, is what makes this readable beside the rules.

from typing import Any

from oracle_case import Refused, Win, all_sets, triplets
from oracle_money import Payments, equal_shares, one_pays
from oracle_shapes import (
    DRAGONS,
    WINDS,
    Reading,
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

# Ties between special types go to the earlier one (order of a published card program).
PRECEDENCE = (
    "十三幺",
    "九莲宝灯",
    "大四喜",
    "大三元",
    "清幺九",
    "字一色",
    "小四喜",
    "小三元",
    "混幺九",
    "清碰",
    "清一色",
    "混碰",
)
DRAGON_ROWS = {"C": "红中", "F": "发财", "B": "白板"}


def score_ji_ping_hu(win: Win) -> dict[str, Any]:
    found = readings(win.held, len(win.melds), pairs=False)
    if not found:
        raise Refused("not_a_win")
    cap = win.options["cap"]
    limit = cap + (4 if win.rule_set == "ji_ping_hu_5" else 3)
    limit_rows = [
        (name, limit)
        for flag, name in (("tian_hu", "天和"), ("di_hu", "地和"), ("ren_hu", "人和"))
        if flag in win.flags
    ]
    if limit_rows:
        # Nothing reaches above 十三幺, whose worth these have.
        rows, total = limit_rows[:1], limit
    else:
        rows, total = max((score_reading(win, reading, cap) for reading in found), key=_preference)
    if total < win.options["min_fan"]:
        raise Refused("below_min_fan")
    points = 2**total * win.options["base"]
    return {"fans": rows, "total_fan": total, "points": points, "payments": pay(win, points)}


def _preference(scored: tuple[list[Row], int]) -> tuple[int, int, int]:
    rows, total = scored
    first = rows[0][0]
    place = PRECEDENCE.index(first) if first in PRECEDENCE else len(PRECEDENCE)
    return total, sum(value for _, value in rows), -place


def score_reading(win: Win, reading: Reading, cap: int) -> tuple[list[Row], int]:
    """The rows of one reading and its total after cap and floor."""
    special = [(name, cap + tier) for name, tier in special_types(win, reading).items()]
    if special:
        best = max(special, key=lambda row: (row[1], -PRECEDENCE.index(row[0])))
        return [best, *event_rows(win)], best[1]
    rows = basic_rows(win, reading) + bonus_rows(win, reading)
    total = min(cap, sum(value for _, value in rows))
    events, floor = event_rows(win), win.options["event_floor"]
    if events and floor is not None:
        total = max(total, cap if floor == "cap" else floor)
    return rows + events, total


def special_types(win: Win, reading: Reading) -> dict[str, int]:
    """Every special type that holds, with its tier above the cap."""
    if reading.shape == "orphans":
        return {"十三幺": 4 if win.rule_set == "ji_ping_hu_5" else 3}
    tiles, sets = win.tiles, triplets(win, reading)
    winds = sum(kind in WINDS for kind in sets)
    dragons = sum(kind in DRAGONS for kind in sets)
    all_triplets = len(sets) == 4
    types = {}
    gates_allowed = win.self_draw or not win.options["nine_gates_self_draw_only"]
    if not win.melds and is_pure_nine_gates(win.concealed) and one_suit_only(tiles) and gates_allowed:
        types["九莲宝灯"] = 3
    if winds == 4:
        types["大四喜"] = 3
    if dragons == 3:
        types["大三元"] = 3
    if all(map(is_terminal, tiles)):
        types["清幺九"] = 3
    if honours_only(tiles):
        types["字一色"] = 3
    if winds == 3 and reading.pair in WINDS:
        types["小四喜"] = 2
    if dragons == 2 and reading.pair in DRAGONS:
        types["小三元"] = 2
    if all(map(is_yao, tiles)) and any(map(is_honour, tiles)) and any(map(is_terminal, tiles)):
        types["混幺九"] = 2
    if one_suit_only(tiles):
        types["清碰" if all_triplets else "清一色"] = 2 if all_triplets else 1
    if one_suit_and_honours(tiles) and all_triplets:
        types["混碰"] = 1
    return types


def basic_rows(win: Win, reading: Reading) -> list[Row]:
    rows = []
    if one_suit_and_honours(win.tiles):
        rows.append(("混一色", 2))
    if len(triplets(win, reading)) == 4:
        rows.append(("碰碰胡", 2))
    if all(map(is_run, all_sets(win, reading))):
        rows.append(("平胡", 1))
    if not rows:
        return [("鸡胡", 0)]
    return rows if win.options["stack_basic"] else rows[:1]


def bonus_rows(win: Win, reading: Reading) -> list[Row]:
    sets, options = triplets(win, reading), win.options
    rows = []
    if win.self_draw or win.robbed:
        rows.append(("自摸", 1))
    if win.context["seat_wind"] in sets:
        rows.append(("风位", 1))
    if win.context["round_wind"] in sets:
        rows.append(("风圈", 1))
    rows += [(name, 1) for kind, name in DRAGON_ROWS.items() if kind in sets]
    if options["men_qian_qing"] and not any(meld.exposed for meld in win.melds):
        rows.append(("门前清", options["men_qian_qing"]))
    if options["kong_bonus"] and win.kongs:
        rows.append(("杠牌", 1))
    return rows


def event_rows(win: Win) -> list[Row]:
    """Events are shown with no value; they may lift the total to the cap."""
    rows = []
    if "gang_draw" in win.flags:
        rows.append(("杠上开花", 0))
    if "last_tile" in win.flags:
        rows.append(("海底捞月", 0))
    if win.robbed:
        rows.append(("抢杠胡", 0))
    if win.discard and win.paid_winners == 3:
        rows.append(("一炮三响", 0))
    return rows


def pay(win: Win, points: int) -> Payments:
    """A discard costs the discarder, a self-draw all three, a robbed kong three shares of the robbed."""
    if win.self_draw:
        return equal_shares(win, points)
    return one_pays(win.winner, str(win.payer), points * (3 if win.robbed else 1))
