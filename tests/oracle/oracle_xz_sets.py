"""新章: the rows for four sets and a pair."""

from collections import Counter

from oracle_case import Win, all_sets, triplets
from oracle_shapes import (
    DRAGONS,
    WINDS,
    Block,
    Reading,
    is_honour,
    is_run,
    is_terminal,
    is_yao,
)

Row = tuple[str, int]


def standard_rows(win: Win, reading: Reading, place: int) -> list[Row]:
    """All rows of one reading; ``place`` is the concealed set the winning tile completed, or -1."""
    sets = all_sets(win, reading)
    return [
        *triplet_rows(win, reading),
        *honour_rows(win, reading),
        *kong_and_call_rows(win),
        *concealed_rows(win, reading, place),
        *every_set_rows([*sets, (reading.pair,)], win.tiles),
        *suit_rows(sets),
        *same_rank_rows(sets),
        *four_alike_rows(win, sets, reading.pair),
    ]


def triplet_rows(win: Win, reading: Reading) -> list[Row]:
    tiles, sets = win.tiles, all_sets(win, reading)
    rows = []
    if all(map(is_run, sets)):
        rows.append(("平胡", 1))
    if reading.pair[0] in "258":
        rows.append(("将", 1))
    if any(map(is_run, sets)):
        return rows
    rows.append(("对对胡", 3))
    all_258 = all(tile[0] in "258" for tile in tiles)
    if all_258:
        rows.append(("全将碰", 20))
    # Ranks whatever the suit; all winds are one number, all dragons another.
    numbers = {"wind" if tile in WINDS else "dragon" if tile in DRAGONS else tile[0] for tile in tiles}
    if len(numbers) == 2:
        rows.append(("两数", 20))
    if len(numbers) == 3 and not all_258:
        rows.append(("三数", 10))
    if all(map(is_terminal, tiles)):
        rows.append(("清老头", 40))
    if all(map(is_yao, tiles)) and any(map(is_honour, tiles)) and any(map(is_terminal, tiles)):
        rows.append(("混老头", 2))
    return rows


def honour_rows(win: Win, reading: Reading) -> list[Row]:
    sets = triplets(win, reading)
    winds = sum(kind in WINDS for kind in sets)
    dragons = sum(kind in DRAGONS for kind in sets)
    rows = []
    if dragons == 2 and reading.pair in DRAGONS:
        rows.append(("小三元", 5))
    if dragons == 3:
        rows.append(("大三元", 10))
    if winds == 3 and reading.pair in WINDS:
        rows.append(("小四喜", 20))
    if winds == 4:
        rows.append(("大四喜", 40))
    for kind, name in (("C", "红中"), ("F", "发财"), ("B", "白板")):
        if kind in sets:
            rows.append((f"三元牌({name})", 1))
    if win.context["seat_wind"] in sets:
        rows.append(("门风", 1))
    if win.context["round_wind"] in sets:
        rows.append(("圈风", 1))
    return rows


def kong_and_call_rows(win: Win) -> list[Row]:
    rows = []
    if win.kongs >= 2:
        rows.append((f"{win.kongs}杠", {2: 1, 3: 10, 4: 40}[win.kongs]))
    called = [meld.type for meld in win.melds if meld.type in ("chi", "peng")]
    if len(called) == 4:
        rows.append(("半求", 2) if win.self_draw else ("全求", 3))
        if called.count("peng") == 4:
            rows.append(("清四碰", 1))
    return rows


def concealed_rows(win: Win, reading: Reading, place: int) -> list[Row]:
    rows = []
    concealed = sum(meld.type == "an_gang" for meld in win.melds)
    for number, block in enumerate(reading.blocks):
        if not is_run(block) and (win.self_draw or number != place):
            concealed += 1
    if concealed >= 3:
        rows.append(("3暗刻", 2) if concealed == 3 else ("4暗刻", 30))
    runs = Counter(block for block in reading.blocks if is_run(block))
    for suit in "mps":
        if all((f"{rank}{suit}", f"{rank + 1}{suit}", f"{rank + 2}{suit}") in runs for rank in (1, 4, 7)):
            rows.append(("一条龙", 3))
    twins = sum(number // 2 for number in runs.values())
    if twins:
        rows.append(("般高", 1) if twins == 1 else ("双龙抱", 10))
    if place >= 0 and is_run(reading.blocks[place]):
        middle = reading.blocks[place][1]
        if middle == win.win and middle[0] == "5":
            rows.append(("卡五", 1))
    return rows


def every_set_rows(groups: list[Block], tiles: list[str]) -> list[Row]:
    """Rows about what every set and the pair contain."""
    rows = []
    for rank in "123456789":
        if all(any(tile[0] == rank for tile in group) for group in groups):
            rows.append(("全带", 10))
    if all(any(map(is_yao, group)) for group in groups):
        rows.append(("混带幺", 2) if any(map(is_honour, tiles)) else ("清带幺", 3))
    return rows


def suit_rows(sets: list[Block]) -> list[Row]:
    """Rows about sets of one suit, looked at suit by suit."""
    rows: list[Row] = []
    for suit in "mps":
        runs = {int(block[0][0]) for block in sets if is_run(block) and block[0].endswith(suit)}
        stones = {int(block[0][0]) for block in sets if not is_run(block) and block[0].endswith(suit)}
        if any(set(range(rank, rank + 4)) <= stones for rank in range(1, 7)):
            rows.append(("4连刻", 40))
        elif any(set(range(rank, rank + 3)) <= stones for rank in range(1, 8)):
            rows.append(("3连刻", 2))
        if {1, 7} <= runs or {1, 9} <= stones:
            rows.append(("老少", 1))
    return rows


def same_rank_rows(sets: list[Block]) -> list[Row]:
    rows: list[Row] = []
    for rank in range(1, 10):
        if all((f"{rank}{suit}",) * 3 in sets for suit in "mps"):
            rows += [("三色同刻", 2), ("三相逢", 3)]
        if all((f"{rank}{suit}", f"{rank + 1}{suit}", f"{rank + 2}{suit}") in sets for suit in "mps"):
            rows.append(("三相逢", 3))
    return rows


def four_alike_rows(win: Win, sets: list[Block], pair: str) -> list[Row]:
    """Four copies of a kind that are no kong."""
    rows: list[Row] = []
    kongs = {meld.tiles[0] for meld in win.melds if meld.kong}
    for kind, copies in sorted(Counter(win.tiles).items()):
        if copies != 4 or kind in kongs:
            continue
        runs = sum(is_run(block) and kind in block for block in sets)
        if (kind,) * 3 in sets and runs == 1:
            rows.append(("四归一", 1))
        if pair == kind and runs == 2:
            rows.append(("四归二", 2))
    return rows
