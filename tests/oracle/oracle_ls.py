"""丽水: the structure from the founding text, missing numbers from a game server of a county nearby."""

from itertools import combinations
from typing import Any

from oracle_case import Refused, Win
from oracle_money import Payments, one_pays, shares_paid
from oracle_refusals import stand_in
from oracle_shapes import KINDS, honours_only, is_honour, is_run, splits_of_counts, wild_counts

Row = tuple[str, int]
# Multiples on a self-draw and on a discard; nought where the row cannot occur.
MULTIPLES = {
    "平胡": (2, 1),
    "七对": (4, 2),
    "大对": (4, 2),
    "不搭": (4, 2),
    "清一色": (8, 4),
    "字一色": (8, 4),
    "天胡": (4, 0),
    "地胡": (4, 0),
    "杠上开花": (4, 0),
    "财神会": (4, 0),
    "抢杠": (4, 0),
}


def score_lishui(win: Win) -> dict[str, Any]:
    shapes = shape_rows(win)
    if not shapes:
        raise Refused("not_a_win")
    events = event_rows(win)
    scored = [valued(win, [*names, *events] or ["平胡"]) for names in shapes]
    rows = max(scored, key=_preference)
    multiple = sum(value for _, value in rows)
    options = win.options
    base = options["base_start"] + options["base_step"] * win.context.get("dealer_streak", 0)
    if options["base_cap"] is not None:
        base = min(base, options["base_cap"])
    points = base * multiple * options["base"]
    return {"fans": rows, "total_fan": multiple, "points": points, "payments": pay(win, points, multiple)}


def _preference(rows: list[Row]) -> tuple[int, list[int]]:
    # Of equal sums the earlier row; 平胡 comes last, it is what a hand is called for want of a row.
    order = [name for name in MULTIPLES if name != "平胡"] + ["平胡"]
    return sum(value for _, value in rows), [-order.index(name) for name, _ in rows]


def valued(win: Win, names: list[str]) -> list[Row]:
    """Robbing a kong counts in the column of the self-draw."""
    column = 1 if win.discard else 0
    table = {**MULTIPLES, **win.options["multipliers"]}
    ordered = sorted(set(names), key=list(MULTIPLES).index)
    return [(name, table[name][column]) for name in ordered]


def shape_rows(win: Win) -> set[tuple[str, ...]]:
    """The rows of every way to see the hand as won, every use of its wild tiles tried."""
    wild = win.context.get("wild")
    real = [stand_in(tile, wild) for tile in win.held if tile != wild]
    wilds = len(win.held) - len(real)
    called = [tuple(sorted(stand_in(tile, wild) for tile in meld.tiles))[:3] for meld in win.melds]
    # 白板 standing for the wild kind leaves no 白板 of its own to stand for.
    targets = [kind for kind in KINDS if wild in (None, "B") or kind != "B"]
    all_honours = honours_only([tile for tile in win.tiles if tile != wild])
    called_triplets = not any(map(is_run, called))
    found = set()
    for counts in wild_counts(real, wilds, targets):
        shapes = []
        for blocks, _ in splits_of_counts(counts, 4 - len(called)):
            shapes.append(["大对"] if called_triplets and not any(map(is_run, blocks)) else [])
        if not called and all(number % 2 == 0 for number in counts):
            shapes.append(["七对"])
        for shape in shapes:
            kinds = {KINDS[place] for place, number in enumerate(counts) if number}
            kinds.update(tile for block in called for tile in block)
            one_suit = len({kind[-1] for kind in kinds}) == 1 and not any(map(is_honour, kinds))
            found.add((*shape, *["清一色"] * one_suit, *["字一色"] * all_honours))
    if not called and unconnected([tile for tile in win.held if tile != wild]):
        found.add(("不搭",))
    return found


def unconnected(tiles: list[str]) -> bool:
    """不搭: no two tiles alike, and those of one suit at least three ranks apart; 白板 is itself."""
    for first, second in combinations(tiles, 2):
        if first == second:
            return False
        if first[1:] == second[1:] != "" and abs(int(first[0]) - int(second[0])) < 3:
            return False
    return True


def event_rows(win: Win) -> list[str]:
    flags, wild = win.flags, win.context.get("wild")
    rows = []
    if "tian_hu" in flags:
        rows.append("天胡")
    if "di_hu" in flags:
        rows.append("地胡")
    if "gang_draw" in flags:
        rows.append("杠上开花")
    drew_second = win.win == wild and wild in win.concealed
    three = win.held.count(str(wild)) == 3
    wanted = {"draw_second": drew_second, "three_wilds": three, "either": drew_second or three}
    if win.self_draw and wanted[win.options["cai_shen_hui"]]:
        rows.append("财神会")
    if win.robbed:
        rows.append("抢杠")
    return rows


def pay(win: Win, points: int, multiple: int) -> Payments:
    """All three pay even on a discard; 交钥匙 and a robbed kong gather the debt on one."""
    options = win.options
    shares = {}
    for seat in win.losers:
        if win.dealer in (win.winner, seat):
            shares[seat] = points
        elif options["side_payment"] == "flat_one":
            shares[seat] = options["base"]
        else:
            shares[seat] = options["side_base"] * multiple * options["base"]
    extra = 0
    if win.discard:
        extra = options["discarder_penalty"] * options["base"]
    if win.robbed:
        extra = options["rob_kong_penalty"] * options["base"]
    key = win.context.get("key_pair") or []
    if win.winner in key:
        other = next(seat for seat in key if seat != win.winner)
        return one_pays(win.winner, other, sum(shares.values()) + extra)
    if win.robbed:
        return one_pays(win.winner, str(win.payer), sum(shares.values()) + extra)
    if win.discard:
        shares[str(win.payer)] += extra
    return shares_paid(win.winner, shares)
