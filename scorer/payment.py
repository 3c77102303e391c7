"""What a win costs each loser, and who pays in another's place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from scorer.deal import Deal
from scorer.explanation import Explanation
from scorer.hand import Context, seats_after
from scorer.liability import liable
from scorer.points import dealer_base
from scorer.rulesets.model import RuleSet
from scorer.settlement import Transfer, exact

# How much somebody pays, and why; the payer is known beside it.
Share = tuple[int, str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Win:
    """A hand that is worth something: its total (fan, value or multiple) and points, the base included."""

    rules: RuleSet
    deal: Deal
    total: int
    points: int


def pay_win(win: Win) -> tuple[list[Transfer], tuple[Explanation, ...]]:
    """The transfers for one winner's hand, and remarks about liabilities that did not apply."""
    context = win.deal.context
    # The first line of the payment table that fits.
    cases = win.rules.payment_cases[context.win_by]
    case = next(case for case in cases if win.deal.open_melds >= case.get("open_melds", 0))
    unit = UNITS[win.rules.data["payment"].get("unit", "points")]
    covering, reason, remarks = _covering(win, case)
    transfers = []
    each = case.get("each")
    for seat in seats_after(context.winner):
        weight = each or (case["payer"] if seat == context.source else case.get("others"))
        if not weight:
            continue
        units, key, params = unit(win, seat)
        amount = exact(units) if weight == 1 else units * Fraction(weight)
        if covering is not None:
            key, params = f"pay.for_all.{reason}", {"owes": seat}
        if weight != 1:
            params = {**params, "share": Fraction(weight), "whole": exact(units)}
        transfers.append(_transfer(win, covering or seat, amount, key, params))
    option = case.get("extra")
    if option is not None and context.source is not None:
        amount = exact(win.rules.value(option) * win.rules.value("base"))
        params = {"owes": context.source}
        transfers.append(_transfer(win, covering or context.source, amount, f"pay.{option}", params))
    return transfers, remarks


def _transfer(win: Win, payer: str, amount: Fraction, key: str, params: Mapping[str, object]) -> Transfer:
    why = Explanation(key, {"payer": payer, "amount": amount, **params})
    return Transfer(payer, win.deal.context.winner, amount, why)


def _covering(win: Win, case: Mapping[str, Any]) -> tuple[str | None, str, tuple[Explanation, ...]]:
    """Who pays everybody's share, if anybody, under which rule, and remarks."""
    context = win.deal.context
    if context.key_pair and context.winner in context.key_pair and win.rules.data.get("key_pair"):
        giver, taker = context.key_pair
        return (taker if context.winner == giver else giver), "key_pair", ()
    if case.get("robbed_pays_all"):
        return context.source, "robbed", ()
    return liable(win.rules, win.deal)


def _points(win: Win, seat: str) -> Share:
    """The hand's points, whoever pays."""
    context = win.deal.context
    if context.win_by == "self_draw":
        key = "pay.self_draw"
    elif seat == context.source:
        key = "pay.robbed" if context.win_by == "rob_kong" else "pay.discard"
    else:
        key = "pay.bystander"
    return win.points, key, {}


def _dealer_base_or_side(win: Win, seat: str) -> Share:
    """Base times multiple between the dealer and anybody; a small side base between the others."""
    context = win.deal.context
    if context.dealer in {context.winner, seat}:
        key = "pay.to_dealer" if context.dealer == context.winner else "pay.dealer_owes"
        return win.points, key, {"fan": win.total, "base": dealer_base(win.rules, context)}
    base = win.rules.value("base")
    if win.rules.value("side_payment") == "flat_one":
        return base, "pay.side_flat", {}
    side = win.rules.value("side_base") * base
    return side * win.total, "pay.side", {"fan": win.total, "base": side}


def _dealer_factor(win: Win, seat: str) -> Share:
    """The hand's points, doubled between the dealer and anybody and grown with his streak."""
    factor = dealer_factor(win.deal.context, win.deal.context.winner, seat)
    key = "pay.factor" if factor > 1 else "pay.no_factor"
    return win.points * factor, key, {"factor": factor, "points": win.points}


def dealer_factor(context: Context, one: str, other: str) -> int:
    """2 x (streak + 1) when one of the two players is the dealer, else 1."""
    return 2 * (context.dealer_streak + 1) if context.dealer in {one, other} else 1


# What one loser owes before the weights of the payment table.
UNITS: Final[dict[str, Callable[[Win, str], Share]]] = {
    "points": _points,
    "dealer_base_or_side": _dealer_base_or_side,
    "dealer_factor": _dealer_factor,
}
