"""Who deals next, the wind of the round, and the end of the session."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from scorer.hand import SEATS, next_seat, seats_after
from scorer.rulesets.model import RuleSet
from scorer.validation_context import check_seats, conflict


@dataclass(frozen=True, slots=True)
class Seating:
    """Who deals and how far the session is.

    Attributes:
        dealer: the seat that deals.
        dealer_streak: how many deals in a row the dealer has already held.
        round_wind: wind of the round.
        session_over: whether the North round has ended.
    """

    dealer: str
    dealer_streak: int
    round_wind: str
    session_over: bool = False


def next_dealer(rules: RuleSet, now: Seating, first_dealer: str, winners: Collection[str]) -> Seating:
    """The seating of the next deal.

    Args:
        now: the seating of the deal that has ended.
        first_dealer: who dealt first in the session.
        winners: the paid winners; empty after a drawn deal.

    Raises:
        RuleError: ``context_conflict`` for seats or winds that do not exist.
    """
    check_seats((now.dealer, first_dealer, *winners))
    if now.round_wind not in SEATS:
        raise conflict("no_wind", text=now.round_wind)
    if now.dealer_streak < 0:
        raise conflict("dealer_streak", streak=now.dealer_streak)
    stays = now.dealer in winners if winners else rules.value("dealer_on_draw") == "stay"
    limit = rules.value("max_streak")
    if stays and (limit is None or now.dealer_streak < limit):
        return Seating(now.dealer, now.dealer_streak + 1, now.round_wind)
    if rules.value("dealer_rule") == "winner":
        others = [seat for seat in seats_after(now.dealer) if seat in winners] if not stays else []
        # With this rule the deal goes about out of order, so rounds are not counted.
        return Seating(others[0] if others else next_seat(now.dealer), 0, now.round_wind)
    dealer = next_seat(now.dealer)
    if dealer != first_dealer:
        return Seating(dealer, 0, now.round_wind)
    return Seating(dealer, 0, next_seat(now.round_wind), session_over=now.round_wind == "N")
