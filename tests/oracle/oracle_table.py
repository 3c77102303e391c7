"""What happens between deals: who deals next, which missed wins block, what a drawn deal or a fault costs."""

from collections.abc import Mapping, Sequence
from typing import Any

from oracle_case import SEATS
from oracle_lz import curve_points
from oracle_money import Payments, add, nothing, one_pays, others


def after(seat: str, steps: int = 1) -> str:
    return SEATS[(SEATS.index(seat) + steps) % 4]


def nearest_after(seat: str, claimants: Sequence[str]) -> str:
    return min(claimants, key=lambda claimant: (SEATS.index(claimant) - SEATS.index(seat)) % 4)


def next_deal(options: Mapping[str, Any], context: Mapping[str, Any]) -> dict[str, Any]:
    """The founding texts: the dealer stays on his own win or a draw, else the next player deals."""
    dealer, streak, winners = context["dealer"], context["dealer_streak"], context["winners"]
    round_wind, over = context["round_wind"], False
    stays = dealer in winners or (not winners and options["dealer_on_draw"] == "stay")
    if options["max_streak"] is not None and streak >= options["max_streak"]:
        stays = False
    if stays:
        return _deal(dealer, streak + 1, round_wind, over)
    if options["dealer_rule"] == "winner":
        rivals = [seat for seat in winners if seat != dealer]
        follower = after(dealer) if dealer in winners or not rivals else nearest_after(dealer, rivals)
        return _deal(follower, 0, round_wind, over)
    if after(dealer) == context["first_dealer"]:
        over = round_wind == "N"
        round_wind = after(round_wind)
    return _deal(after(dealer), 0, round_wind, over)


def _deal(dealer: str, streak: int, round_wind: str, over: bool) -> dict[str, Any]:
    return {"dealer": dealer, "dealer_streak": streak, "round_wind": round_wind, "session_over": over}


def missed_wins(events: Sequence[Mapping[str, Any]]) -> list[bool]:
    """漏胡: a kind let go stays blocked until the player next draws or calls."""
    blocked: set[str] = set()
    answers = []
    for event in events:
        if event["do"] == "pass_win":
            blocked.add(event["tile"])
        elif event["do"] in ("draw", "chi", "peng", "gang"):
            blocked.clear()
        elif event["do"] == "query":
            answers.append(event["tile"] not in blocked)
    return answers


def penalty(rule_set: str, options: Mapping[str, Any], context: Mapping[str, Any]) -> Payments:
    """丽水: 被跟随 and 误打财神 cost the player one to each.

    诈胡 has no amount in any source; the project's own: to each what a hand at the cap brings, or eight.
    """
    amount = options["base"]
    if context["penalty"] == "false_win":
        amount *= 2 ** options["cap"] if rule_set.startswith("ji_ping_hu") else 8
    if context["penalty"] == "false_win" and rule_set == "lao_zhang":
        amount = options["base"] * curve_points(options)[options["cap"]]
    result = nothing()
    for other in others(context["player"]):
        result = add(result, one_pays(other, context["player"], amount))
    return result
