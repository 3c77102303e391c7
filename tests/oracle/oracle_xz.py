"""新章: the additive thirteen-tile table published as new-style Guangdong mahjong."""

# ruff: noqa: C901, PLR0912
# One literal if for each rule, in one place, is what makes this readable beside the rules.

from collections.abc import Iterator
from typing import Any

from oracle_case import Refused, Win
from oracle_money import Payments, equal_shares, one_pays, shares_paid
from oracle_shapes import (
    KINDS,
    Reading,
    holds_nine_gates,
    honours_only,
    is_dragon,
    is_honour,
    is_run,
    is_wind,
    is_yao,
    one_suit_and_honours,
    one_suit_only,
    readings,
    suits_of,
)
from oracle_xz_sets import standard_rows

Row = tuple[str, int]
GREEN = {"2s", "3s", "4s", "6s", "8s", "F"}


def score_xin_zhang(win: Win) -> dict[str, Any]:
    ways = list(ways_to_see(win))
    if not ways:
        raise Refused("not_a_win")
    if not win.self_draw and any(completes_triplet(win, *way) for way in ways):
        ways = [way for way in ways if completes_triplet(win, *way)]
    general = general_rows(win)
    scored = []
    for reading, place in ways:
        rows = list(general)
        if reading.shape == "orphans":
            rows.append(("十三幺", 40))
        if reading.shape == "pairs":
            rows.append(("七对子", 7))
        if reading.shape == "standard":
            rows += standard_rows(win, reading, place)
        scored.append(sorted(rows, key=lambda row: ORDER.index(row[0])))
    rows = max(scored, key=_preference)
    total = sum(value for _, value in rows)
    unit = (total + 1) * win.options["base"]
    return {"fans": rows, "total_fan": total, "points": unit, "payments": pay(win, unit)}


def _preference(rows: list[Row]) -> tuple[int, list[int]]:
    return sum(value for _, value in rows), [-ORDER.index(name) for name, _ in rows]


def ways_to_see(win: Win) -> Iterator[tuple[Reading, int]]:
    """Every reading with every concealed set that the winning tile may have completed (-1: none)."""
    for reading in readings(win.held, len(win.melds), pairs=True):
        if reading.shape != "standard" or reading.pair == win.win:
            yield reading, -1
        for place, block in enumerate(reading.blocks):
            if win.win in block:
                yield reading, place


def completes_triplet(win: Win, reading: Reading, place: int) -> bool:
    return place >= 0 and not is_run(reading.blocks[place])


def general_rows(win: Win) -> list[Row]:
    """Rows for every shape."""
    tiles, flags, context = win.tiles, win.flags, win.context
    closed = not any(meld.exposed for meld in win.melds)
    rows = []
    if closed:
        rows.append(("门清自摸", 3) if win.self_draw else ("门清", 1))
    elif win.self_draw:
        rows.append(("自摸", 1))
    nine_gates = not win.melds and holds_nine_gates(tiles)
    if one_suit_and_honours(tiles):
        rows.append(("凑一色", 3))
    if (one_suit_only(tiles) or honours_only(tiles)) and not nine_gates:
        rows.append(("清一色", 10))
    if nine_gates:
        rows.append(("九莲宝灯", 40))
    if honours_only(tiles):
        rows.append(("字一色", 40))
    if set(tiles) <= GREEN:
        rows.append(("绿一色", 40))
    if len(suits_of(tiles)) == 2 and not any(map(is_honour, tiles)):
        rows.append(("缺门", 1))
    if not {"5m", "5p", "5s"} & set(tiles):
        rows.append(("缺五", 1))
    if not any(map(is_yao, tiles)):
        rows.append(("断幺", 1))
    if all(map(is_yao, tiles)):
        rows.append(("全幺", 10))
    if len(suits_of(tiles)) == 3 and any(map(is_wind, tiles)) and any(map(is_dragon, tiles)):
        rows.append(("五门齐", 5))
    if only_one_wait(win):
        rows.append(("独听", 1))
    if "tian_hu" in flags:
        rows.append(("天胡", 20))
    if "di_hu" in flags or "ren_hu" in flags:
        rows.append(("地胡", 10))
    ready = context.get("ready")
    if ready == "heaven":
        rows.append(("天听", 8))
    if ready == "earth":
        rows.append(("地听", 4))
    if ready == "declared" and closed:
        rows.append(("报听", 1))
    if "last_tile" in flags:
        rows.append(("海底捞月", 1))
    if "gang_draw" in flags:
        rows.append(("杠上花", 1))
    if win.robbed:
        rows.append(("抢杠胡", 1))
    return rows


def only_one_wait(win: Win) -> bool:
    """Exactly one kind completes the concealed tiles; a kind held four times is no wait."""
    held = win.tiles
    held.remove(win.win)
    waits = 0
    for kind in KINDS:
        if held.count(kind) < 4 and readings([*win.concealed, kind], len(win.melds), pairs=True):
            waits += 1
    return waits == 1


def pay(win: Win, unit: int) -> Payments:
    if win.self_draw:
        return equal_shares(win, 2 * unit)
    payer = str(win.payer)
    exposed = sum(meld.exposed for meld in win.melds)
    if win.options["full_shoot"] or exposed >= 3:
        return one_pays(win.winner, payer, 4 * unit)
    return shares_paid(win.winner, {seat: 2 * unit if seat == payer else unit for seat in win.losers})


ORDER = (
    "门清自摸",
    "门清",
    "自摸",
    "十三幺",
    "七对子",
    "凑一色",
    "清一色",
    "九莲宝灯",
    "字一色",
    "绿一色",
    "缺门",
    "缺五",
    "断幺",
    "全幺",
    "五门齐",
    "独听",
    "天胡",
    "地胡",
    "天听",
    "地听",
    "报听",
    "海底捞月",
    "杠上花",
    "抢杠胡",
    "平胡",
    "对对胡",
    "将",
    "全将碰",
    "两数",
    "三数",
    "小三元",
    "大三元",
    "小四喜",
    "大四喜",
    "三元牌(红中)",
    "三元牌(发财)",
    "三元牌(白板)",
    "门风",
    "圈风",
    "2杠",
    "3杠",
    "4杠",
    "3暗刻",
    "4暗刻",
    "全求",
    "半求",
    "清四碰",
    "全带",
    "清带幺",
    "混带幺",
    "清老头",
    "混老头",
    "一条龙",
    "3连刻",
    "4连刻",
    "老少",
    "般高",
    "双龙抱",
    "三色同刻",
    "三相逢",
    "卡五",
    "四归一",
    "四归二",
)
