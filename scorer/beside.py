"""Money beside the hand: kongs, wild tiles, drawn deals, penalties."""

from __future__ import annotations

from fractions import Fraction

from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import SEATS, Context, seats_after
from scorer.payment import dealer_factor
from scorer.points import at_cap
from scorer.rulesets.model import RuleSet
from scorer.settlement import Settlement, Transfer, settle
from scorer.validation_context import check_seats, check_settled

# What a false win costs each other player where the rule set has no cap.
FALSE_WIN_WITHOUT_CAP = 8


def pay_beside(rules: RuleSet, context: Context) -> list[Transfer]:
    """Kong and wild money, paid whoever wins."""
    return [*_pay_kongs(rules, context), *_pay_wilds(rules, context)]


def pay_draw(rules: RuleSet, context: Context) -> Settlement:
    """What changes hands when nobody wins: kong and wild money where the rule set keeps them.

    Raises:
        RuleError: ``context_conflict``.
    """
    check_settled(rules, context)
    kongs = [] if rules.values.get("gang_void_on_draw", False) else _pay_kongs(rules, context)
    return settle([*kongs, *_pay_wilds(rules, context)])


def pay_penalty(rules: RuleSet, player: str, penalty: str) -> Settlement:
    """What a player pays to each of the others outside a win.

    Args:
        penalty: ``"followed"``, ``"wild_discarded"`` (where the rule set has them) or ``"false_win"``.

    Raises:
        RuleError: ``context_conflict`` for a penalty that the rule set does not have, or no seat.
    """
    check_seats((player,))
    if penalty == "false_win":
        amount = _false_win(rules)
    elif penalty in rules.data.get("penalties", {}):
        amount = rules.data["penalties"][penalty] * rules.value("base")
    else:
        raise RuleError("context_conflict", "no_penalty", text=penalty)
    exact = Fraction(amount)
    why = Explanation(f"pay.penalty.{penalty}", {"payer": player, "amount": exact})
    return settle([Transfer(player, seat, exact, why) for seat in seats_after(player)])


def _false_win(rules: RuleSet) -> int:
    chosen = rules.value("false_win")
    if chosen is None:
        return 0
    base = int(rules.value("base"))
    if chosen != "cap":
        return int(chosen) * base
    points = at_cap(rules)
    return FALSE_WIN_WITHOUT_CAP * base if points is None else points


def _pay_kongs(rules: RuleSet, context: Context) -> list[Transfer]:
    money = rules.data.get("kong_money")
    if money is None or not rules.values.get("gang_money", True):
        return []
    transfers = []
    for kong in context.gangs:
        value = rules.value("gang_points")[kong.type] * rules.value("base")
        fed = kong.type == "ming_gang" and money["ming_gang"] == "feeder"
        for seat in seats_after(kong.seat):
            if fed and seat != kong.source:
                continue
            factor = dealer_factor(context, kong.seat, seat) if money.get("dealer_factor") else 1
            amount = Fraction(value * factor)
            params = {"payer": seat, "payee": kong.seat, "meld": kong.type, "amount": amount}
            why = Explanation("pay.kong_fed" if fed else "pay.kong", params)
            transfers.append(Transfer(seat, kong.seat, amount, why))
    return transfers


def _pay_wilds(rules: RuleSet, context: Context) -> list[Transfer]:
    """Everybody pays everybody else for the wild tiles held at the end."""
    if not rules.data.get("wild_money") or not rules.value("caishen_money"):
        return []
    transfers = []
    for seat in SEATS:
        held = context.caishen_counts.get(seat, 0)
        amount = Fraction(held * rules.value("base"))
        for payer in seats_after(seat):
            params = {"payer": payer, "payee": seat, "wilds": held, "amount": amount}
            transfers.append(Transfer(payer, seat, amount, Explanation("pay.wilds", params)))
    return transfers
