"""What a win costs each loser, who pays in whose place, and money beside the hand: kongs, wild tiles, penalties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import SEATS, Context, seats_after
from scorer.liability import liable
from scorer.points import at_cap, dealer_base
from scorer.rulesets.model import RuleSet
from scorer.settlement import Settlement, Transfer, settle
from scorer.validation_context import check_seats, check_settled
from scorer.view import Deal


def pay_win(
    rules: RuleSet, deal: Deal, total: int, points: int
) -> tuple[tuple[Transfer, ...], tuple[Explanation, ...]]:
    """The transfers for one winner's hand, and remarks about liabilities that did not apply.

    Args:
        total: the hand's total (multiple, fan or value).
        points: its points, the base included.
    """
    context = deal.context
    case = _case(rules, deal)
    unit = UNITS[rules.data["payment"].get("unit", "points")]
    shares: list[tuple[str, Fraction, Explanation]] = []
    for seat in seats_after(context.winner):
        weight = _weight(case, seat == context.source)
        if weight:
            amount, why = unit(rules, context, seat, total, points, case)
            why = Explanation(why.key, {"payer": seat, **why.params, "amount": amount * weight})
            shares.append((seat, amount * weight, why))
    covering, reason, remarks = _covering(rules, deal, case)
    if covering is not None:
        shares = [(covering, amount, _covered(reason, seat, why)) for seat, amount, why in shares]
    shares += _extra(rules, context, case, covering)
    return tuple(Transfer(seat, context.winner, amount, why) for seat, amount, why in shares), remarks


def _case(rules: RuleSet, deal: Deal) -> Mapping[str, Any]:
    """The first line of the payment table that fits the way of winning and the options."""
    for case in rules.data["payment"]["cases"]:
        if deal.context.win_by not in case["win_by"]:
            continue
        if any(rules.value(option) != wanted for option, wanted in case.get("when", {}).items()):
            continue
        if deal.open_melds < case.get("open_melds", 0):
            continue
        return case  # type: ignore[no-any-return]  # TOML data
    raise AssertionError(f"{rules.name} has no payment for {deal.context.win_by}")


def _weight(case: Mapping[str, Any], payer: bool) -> Fraction:
    if "each" in case:
        return Fraction(case["each"])
    return Fraction(case["payer"]) if payer else Fraction(case.get("others", 0))


def _covering(
    rules: RuleSet, deal: Deal, case: Mapping[str, Any]
) -> tuple[str | None, str, tuple[Explanation, ...]]:
    """Who pays everybody's share, if anybody, and why."""
    context = deal.context
    if rules.data.get("key_pair") and context.key_pair and context.winner in context.key_pair:
        giver, taker = context.key_pair
        return (taker if context.winner == giver else giver), "key_pair", ()
    if case.get("robbed_pays_all"):
        return context.source, "robbed", ()
    seat, option, remarks = liable(rules, deal)
    return seat, option or "", remarks


def _covered(reason: str, seat: str, why: Explanation) -> Explanation:
    params = {name: value for name, value in why.params.items() if name == "amount"}
    return Explanation(f"pay.for_all.{reason}", {"owes": seat, **params})


def _extra(
    rules: RuleSet, context: Context, case: Mapping[str, Any], covering: str | None
) -> list[tuple[str, Fraction, Explanation]]:
    """What the discarder or the robbed player adds, not multiplied by the hand."""
    option = case.get("extra")
    if option is None or context.source is None:
        return []
    amount = Fraction(rules.value(option) * rules.value("base"))
    payer = covering or context.source
    return [(payer, amount, Explanation(f"pay.{option}", {"owes": context.source, "amount": amount}))]


# What one loser owes before the weights of the payment table.
Unit = Callable[[RuleSet, Context, str, int, int, Mapping[str, Any]], tuple[Fraction, Explanation]]


def _points(
    rules: RuleSet, context: Context, seat: str, total: int, points: int, case: Mapping[str, Any]
) -> tuple[Fraction, Explanation]:
    """The hand's points, whoever pays."""
    if context.win_by == "self_draw":
        key = "pay.self_draw"
    elif seat == context.source:
        key = "pay.robbed" if context.win_by == "rob_kong" else "pay.discard"
    else:
        key = "pay.bystander"
    return Fraction(points), Explanation(key)


def _dealer_base_or_side(
    rules: RuleSet, context: Context, seat: str, total: int, points: int, case: Mapping[str, Any]
) -> tuple[Fraction, Explanation]:
    """Base times multiple between the dealer and anybody; a small side base between the others."""
    params: dict[str, object] = {"fan": total}
    if context.dealer in {context.winner, seat}:
        key = "pay.to_dealer" if context.dealer == context.winner else "pay.dealer_owes"
        return Fraction(points), Explanation(key, params | {"base": dealer_base(rules, context)})
    base = rules.value("base")
    if rules.value("side_payment") == "flat_one":
        return Fraction(base), Explanation("pay.side_flat")
    side = rules.value("side_base") * base
    return Fraction(side * total), Explanation("pay.side", params | {"base": side})


def _dealer_factor(
    rules: RuleSet, context: Context, seat: str, total: int, points: int, case: Mapping[str, Any]
) -> tuple[Fraction, Explanation]:
    """The hand's points, doubled between the dealer and anybody and grown with his streak."""
    factor = dealer_factor(context, context.winner, seat)
    key = "pay.factor" if factor > 1 else "pay.no_factor"
    return Fraction(points * factor), Explanation(key, {"factor": factor, "points": points})


def dealer_factor(context: Context, one: str, other: str) -> int:
    """2 x (streak + 1) when one of the two players is the dealer, else 1."""
    return 2 * (context.dealer_streak + 1) if context.dealer in {one, other} else 1


UNITS: Final[dict[str, Unit]] = {
    "points": _points,
    "dealer_base_or_side": _dealer_base_or_side,
    "dealer_factor": _dealer_factor,
}


def pay_kongs(rules: RuleSet, context: Context) -> tuple[Transfer, ...]:
    """Money for every player's kongs, where the rule set pays it."""
    money = rules.data.get("kong_money")
    if money is None or not rules.values.get("gang_money", True):
        return ()
    transfers = []
    for kong in context.gangs:
        value = rules.value("gang_points")[kong.type] * rules.value("base")
        feeder_only = kong.type == "ming_gang" and money["ming_gang"] == "feeder"
        for seat in seats_after(kong.seat):
            if feeder_only and seat != kong.source:
                continue
            factor = dealer_factor(context, kong.seat, seat) if money.get("dealer_factor") else 1
            amount = Fraction(value * factor)
            key = "pay.kong_fed" if feeder_only else "pay.kong"
            why = Explanation(key, {"payer": seat, "payee": kong.seat, "meld": kong.type, "amount": amount})
            transfers.append(Transfer(seat, kong.seat, amount, why))
    return tuple(transfers)


def pay_wilds(rules: RuleSet, context: Context) -> tuple[Transfer, ...]:
    """Money for wild tiles held at the end: everybody pays everybody else's."""
    if not rules.data.get("wild_money") or not rules.value("caishen_money"):
        return ()
    transfers = []
    for seat in SEATS:
        held = context.caishen_counts.get(seat, 0)
        amount = Fraction(held * rules.value("base"))
        for payer in seats_after(seat):
            params = {"payer": payer, "payee": seat, "wilds": held, "amount": amount}
            transfers.append(Transfer(payer, seat, amount, Explanation("pay.wilds", params)))
    return tuple(transfers)


def pay_draw(rules: RuleSet, context: Context) -> Settlement:
    """What changes hands when nobody wins: kong and wild money where the rule set keeps them.

    Raises:
        RuleError: ``context_conflict``.
    """
    check_settled(rules, context)
    kongs = () if rules.values.get("gang_void_on_draw", False) else pay_kongs(rules, context)
    return settle((*kongs, *pay_wilds(rules, context)))


def pay_penalty(rules: RuleSet, player: str, penalty: str) -> Settlement:
    """What a player pays to each of the others outside a win.

    Args:
        penalty: ``"followed"``, ``"wild_discarded"`` (where the rule set has them) or ``"false_win"``.

    Raises:
        RuleError: ``context_conflict`` for a penalty that the rule set does not have, or no seat.
    """
    check_seats((player,))
    base = rules.value("base")
    if penalty == "false_win":
        amount = _false_win(rules)
    elif penalty in rules.data.get("penalties", {}):
        amount = rules.data["penalties"][penalty] * base
    else:
        raise RuleError("context_conflict", "no_penalty", text=penalty)
    why = Explanation(f"pay.penalty.{penalty}", {"payer": player, "amount": Fraction(amount)})
    return settle(Transfer(player, seat, Fraction(amount), why) for seat in seats_after(player))


def _false_win(rules: RuleSet) -> int:
    chosen = rules.value("false_win")
    if isinstance(chosen, int):
        return int(chosen * rules.value("base"))
    if chosen is None:
        return 0
    points = at_cap(rules)
    return points if points is not None else 8 * int(rules.value("base"))
