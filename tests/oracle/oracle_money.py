"""Who pays: liability for a self-draw, kong money, wild money, and the plain sums."""

# ruff: noqa: PLR0911
# One literal if for each rule, in one place, is what makes this readable beside the rules.

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from oracle_case import SEATS, Meld, Win
from oracle_shapes import is_dragon, is_wind

Payments = dict[str, Fraction]


def nothing() -> Payments:
    return {seat: Fraction(0) for seat in SEATS}


def add(first: Payments, second: Payments) -> Payments:
    return {seat: first[seat] + second[seat] for seat in SEATS}


def shares_paid(winner: str, shares: Mapping[str, Fraction | int]) -> Payments:
    """Every loser pays his own share."""
    result = nothing()
    for seat, share in shares.items():
        result[seat] -= share
        result[winner] += share
    return result


def one_pays(winner: str, payer: str, amount: Fraction | int) -> Payments:
    return shares_paid(winner, {payer: amount})


def equal_shares(win: Win, share: Fraction | int) -> Payments:
    """A self-draw: three pay the share, or the liable player pays all three."""
    liable = liable_player(win)
    if liable is not None:
        return one_pays(win.winner, liable, 3 * share)
    return shares_paid(win.winner, dict.fromkeys(win.losers, share))


def last_feeder(melds: Iterable[Meld]) -> str | None:
    return list(melds)[-1].source


def liable_player(win: Win) -> str | None:
    """包自摸, for self-draws only; the first rule that finds somebody counts.

    The founding texts: the feeder of a direct kong whose replacement tile wins, of the fourth exposed wind
    triplet, of the third exposed dragon triplet, of the fourth exposed meld (unless he is liable to
    somebody else already). 老章 in a published ruling log: none but the first on a replacement tile.
    """
    options, context = win.options, win.context
    if not win.self_draw:
        return None
    if options["bao_gang_kai"] and "gang_draw" in win.flags and context.get("gang_from"):
        return str(context["gang_from"])
    if win.rule_set == "lao_zhang" and ("gang_draw" in win.flags or "double_gang_draw" in win.flags):
        return None
    exposed = [meld for meld in win.melds if meld.exposed]
    winds = [meld for meld in exposed if is_wind(meld.tiles[0])]
    if options["bao_big_winds"] and len(winds) == 4 and last_feeder(winds):
        return last_feeder(winds)
    dragons = [meld for meld in exposed if is_dragon(meld.tiles[0])]
    if options["bao_big_dragons"] and len(dragons) == 3 and last_feeder(dragons):
        return last_feeder(dragons)
    down = win.melds if options["twelve_counts_an_gang"] else exposed
    if options["bao_twelve"] and len(down) == 4:
        feeder = last_feeder(down)
        if feeder and context.get("already_liable", {}).get(feeder, win.winner) == win.winner:
            return feeder
    return None


def wenzhou_factor(first: str, second: str, context: Mapping[str, Any]) -> int:
    """温州: between the dealer and anybody twice, and more with each deal he has held."""
    if context["dealer"] in (first, second):
        return 2 * (int(context.get("dealer_streak", 0)) + 1)
    return 1


def table_money(
    rule_set: str, options: Mapping[str, Any], context: Mapping[str, Any], *, drawn: bool
) -> Payments:
    """Kong money and wild money, paid once a deal whoever won."""
    result, base = nothing(), options["base"]
    kongs = context.get("gangs", [])
    if rule_set == "tui_dao_hu" and not (drawn and options["gang_void_on_draw"]):
        for kong in kongs:
            points = options["gang_points"][kong["type"]] * base
            payers = [kong["from"]] if kong["type"] == "ming_gang" else others(kong["seat"])
            result = add(result, shares_paid(kong["seat"], dict.fromkeys(payers, points)))
    if rule_set == "wenzhou" and options["gang_money"]:
        for kong in kongs:
            for payer in others(kong["seat"]):
                points = options["gang_points"][kong["type"]] * base
                points *= wenzhou_factor(payer, kong["seat"], context)
                result = add(result, one_pays(kong["seat"], payer, points))
    counts = context.get("caishen_counts")
    if rule_set == "wenzhou" and options["caishen_money"] and counts:
        held = {seat: counts.get(seat, 0) for seat in SEATS}
        for seat in SEATS:
            result[seat] += base * (4 * held[seat] - sum(held.values()))
    return result


def others(seat: str) -> list[str]:
    return [other for other in SEATS if other != seat]
