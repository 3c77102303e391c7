"""The faults of a claimed win, looked for in a fixed order; the first one found is the answer."""

# ruff: noqa: PLR0911
# One literal if for each rule, in one place, is what makes this readable beside the rules.

from collections import Counter

from oracle_case import SEATS, Meld, Refused, Win, read_tiles

FLAGS = (
    "gang_draw",
    "double_gang_draw",
    "last_tile",
    "last_discard",
    "tian_hu",
    "di_hu",
    "ren_hu",
)
SIZES = {"chi": 3, "peng": 3, "ming_gang": 4, "bu_gang": 4, "an_gang": 4}


def refuse_faults(win: Win) -> None:
    """Raise Refused for the first fault short of the winning shape itself."""
    wild = win.context.get("wild")
    for tile in [*win.context.get("horses", []), *([wild] if wild else [])]:
        if len(read_tiles(tile)) != 1:
            raise Refused("invalid_tile")
    if any(not legal_meld(win, meld) for meld in win.melds):
        raise Refused("illegal_meld")
    if wild and any(wild in meld.tiles for meld in win.melds):
        raise Refused("wild_in_meld")
    if len(win.concealed) != (16 if win.rule_set == "wenzhou" else 13) - 3 * len(win.melds):
        raise Refused("wrong_tile_count")
    if too_many_copies(win):
        raise Refused("too_many_copies")
    if contradicts_itself(win):
        raise Refused("context_conflict")
    if illegal_method(win):
        raise Refused("illegal_win_method")
    if wild and win.win == wild and not win.self_draw:
        raise Refused("wild_discarded")


def stand_in(tile: str, wild: str | None) -> str:
    """丽水, 温州: 白板 takes the place of the wild kind's own tile, unless 白板 itself is wild."""
    return wild if wild and wild != "B" and tile == "B" else tile


def legal_meld(win: Win, meld: Meld) -> bool:
    """A wild tile in a meld is a fault of its own, so here it passes for the tile that is missing."""
    if meld.type not in SIZES or len(meld.tiles) != SIZES[meld.type]:
        return False
    if meld.source == win.winner or (meld.type == "an_gang" and meld.source is not None):
        return False
    wild = win.context.get("wild")
    tiles = [stand_in(tile, wild) for tile in meld.tiles if tile != wild]
    wilds = len(meld.tiles) - len(tiles)
    if meld.type != "chi":
        return len(set(tiles)) <= 1
    upper = SEATS[SEATS.index(win.winner) - 1]
    if win.rule_set == "tui_dao_hu" or meld.source not in (None, upper):
        return False
    runs = [[f"{rank + step}{suit}" for step in range(3)] for suit in "mps" for rank in range(1, 8)]
    return any(all(tile in run for tile in tiles) and len(set(tiles)) + wilds == 3 for run in runs)


def too_many_copies(win: Win) -> bool:
    copies = Counter(win.tiles)
    wild = win.context.get("wild")
    if any(number > 4 for number in copies.values()) or (wild and copies[wild] > 3):
        return True
    # The robbed player shows three copies of the tile, so the winner can hold no other.
    return win.robbed and copies[win.win] > 1


def contradicts_itself(win: Win) -> bool:
    flags, dealing = win.flags, win.winner == win.dealer
    if set(flags) - set(FLAGS) or (win.payer is not None) == win.self_draw or win.payer == win.winner:
        return True
    if "tian_hu" in flags and (not dealing or not win.self_draw or win.melds):
        return True
    old_style = win.rule_set == "lao_zhang"
    # 老章: 地胡 is a win on the dealer's first discard.
    if old_style and "di_hu" in flags and win.payer != win.dealer:
        return True
    if "di_hu" in flags and (dealing or win.melds or not (win.discard if old_style else win.self_draw)):
        return True
    if "ren_hu" in flags and (dealing or not win.discard or (win.melds and not old_style)):
        return True
    # 鸡平胡: the founding texts differ on whose discard 人和 may take.
    scope = win.options.get("ren_hu_scope")
    if "ren_hu" in flags and scope == "dealer_first_discard" and win.payer != win.dealer:
        return True
    if win.context.get("gang_from") == win.winner:
        return True
    if ("gang_draw" in flags or "double_gang_draw" in flags) and (not win.self_draw or win.kongs == 0):
        return True
    if ("last_tile" in flags and not win.self_draw) or ("last_discard" in flags and not win.discard):
        return True
    return voided_first_round(win) or contradicts_rule_set(win)


def voided_first_round(win: Win) -> bool:
    if "di_hu" not in win.flags and "ren_hu" not in win.flags:
        return False
    calls = win.context.get("calls_before_win", [])
    if win.options.get("first_round_void_by") == "chi_peng":
        return "chi" in calls or "peng" in calls
    return len(calls) > 0


def contradicts_rule_set(win: Win) -> bool:
    if win.rule_set == "tui_dao_hu":
        return len(win.context.get("horses", [])) > win.options["horses"]
    if win.rule_set == "lishui" and win.context.get("key_pair"):
        first, second = win.context["key_pair"]
        follows = SEATS[(SEATS.index(first) + 1) % 4] == second
        return first == second or (win.options["key_requires_next"] and not follows)
    if win.rule_set == "wenzhou" and win.options["max_streak"] is not None:
        return bool(win.context.get("dealer_streak", 0) > win.options["max_streak"])
    return False


def illegal_method(win: Win) -> bool:
    if win.robbed and win.context.get("robbed_gang", "bu_gang") != "bu_gang":
        return True
    if win.rule_set == "tui_dao_hu":
        return (win.discard and not win.options["allow_discard_win"]) or (
            win.robbed and not win.options["rob_kong"]
        )
    return False
