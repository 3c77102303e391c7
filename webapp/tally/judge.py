"""What one line of the ledger is worth, under the rules and the seating of its moment."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from scorer.beside import pay_beside, pay_draw, pay_penalty
from scorer.dealer import Seating
from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import Context, wind_of
from scorer.rulesets import RuleSet
from scorer.scoring import Claim, Score, score_multi, score_win
from scorer.settlement import Settlement, Transfer, settle
from scorer.validation_context import check_settled
from webapp.pages.form import MOST_COUNTED, context_of, hand_of
from webapp.tally.named import score_named


@dataclass(frozen=True)
class Verdict:
    """A judged line.

    Attributes:
        wins: the paid winners, each with the whole score.
        settlement: the four amounts in points, and who pays whom why.
        winners: who counts for the next dealer: the paid winners, none after a drawn deal; None for a line
            after which the deal goes on.
    """

    wins: tuple[tuple[str, Score], ...]
    settlement: Settlement
    winners: tuple[str, ...] | None


def judge(entry: Mapping[str, Any], rules: RuleSet, seating: Seating) -> Verdict:
    """Judge a checked line.

    Raises:
        RuleError: the rules refuse it.
    """
    return JUDGES[entry["kind"]](entry, rules, seating)


def _win(entry: Mapping[str, Any], rules: RuleSet, seating: Seating) -> Verdict:
    first, *others = entry["wins"]
    context = deal_context(entry, seating, first["winner"], tuple(first["flags"]))
    if not others:
        score = score_win(rules, hand_of(first["hand"]), context)
        return Verdict(((first["winner"], score),), score.settlement, (first["winner"],))
    claims = [
        Claim(
            win["winner"],
            hand_of(win["hand"]),
            wind_of(win["winner"], seating.dealer),
            tuple(win["flags"]),
        )
        for win in entry["wins"]
    ]
    multi = score_multi(rules, claims, context)
    return Verdict(multi.wins, multi.settlement, tuple(winner for winner, _ in multi.wins))


def _named(entry: Mapping[str, Any], rules: RuleSet, seating: Seating) -> Verdict:
    wins = list(entry["wins"])
    winners = [win["winner"] for win in wins]
    context = deal_context(entry, seating, winners[0])
    _check_winners(winners, context)
    if len(wins) > 1 and rules.value("multi_win") == "nearest" and context.source is not None:
        wins = [min(wins, key=lambda win: wind_index(win["winner"], str(context.source)))]
    scored = tuple(
        (
            win["winner"],
            score_named(rules, win, deal_context(entry, seating, win["winner"]), entry),
        )
        for win in wins
    )
    transfers = [transfer for _, score in scored for transfer in score.settlement.transfers]
    settlement = settle([*transfers, *pay_beside(rules, context)])
    return Verdict(scored, settlement, tuple(winner for winner, _ in scored))


def wind_index(seat: str, start: str) -> int:
    """How many places ``seat`` comes after ``start`` in the order of play."""
    return "ESWN".index(wind_of(seat, start))


def _check_winners(winners: list[str], context: Context) -> None:
    if len(set(winners)) < len(winners):
        raise RuleError("context_conflict", "claims_winners")
    if context.win_by == "self_draw":
        if context.source is not None:
            raise RuleError("context_conflict", "self_draw_from", seat=context.source)
        if len(winners) > 1:
            raise RuleError("context_conflict", "claims_self_draw")
    elif context.source is None:
        raise RuleError("context_conflict", "discard_from_nobody")
    elif context.source in winners:
        raise RuleError("context_conflict", "won_from_self", seat=context.source)


def deal_context(
    entry: Mapping[str, Any], seating: Seating, winner: str = "E", flags: tuple[str, ...] = ()
) -> Context:
    """The scorer's context of a deal: what was booked, and what the table knows by itself."""
    return context_of(
        {
            "win_by": "self_draw",
            **entry["context"],
            "winner": winner,
            "dealer": seating.dealer,
            "seat_wind": wind_of(winner, seating.dealer),
            "round_wind": seating.round_wind,
            "dealer_streak": min(seating.dealer_streak, MOST_COUNTED),
            "flags": list(flags),
        }
    )


def _transfer(payer: str, payee: str, value: int | str) -> Transfer:
    exact = Fraction(value)
    params = {"payer": payer, "payee": payee, "amount": exact}
    return Transfer(payer, payee, exact, Explanation("tally.free", params))


def _draw(entry: Mapping[str, Any], rules: RuleSet, seating: Seating) -> Verdict:
    return Verdict((), pay_draw(rules, deal_context(entry, seating)), ())


def _kongs(entry: Mapping[str, Any], rules: RuleSet, seating: Seating) -> Verdict:
    context = deal_context(entry, seating)
    check_settled(rules, context)
    return Verdict((), settle(pay_beside(rules, context)), None)


def _penalty(entry: Mapping[str, Any], rules: RuleSet, seating: Seating) -> Verdict:
    return Verdict((), pay_penalty(rules, entry["player"], entry["penalty"]), None)


def _free(entry: Mapping[str, Any], rules: RuleSet, seating: Seating) -> Verdict:
    return Verdict((), settle(_transfer(*transfer) for transfer in entry["transfers"]), None)


def _rules(entry: Mapping[str, Any], rules: RuleSet, seating: Seating) -> Verdict:
    return Verdict((), settle(()), None)


JUDGES: Final[dict[str, Callable[[Mapping[str, Any], RuleSet, Seating], Verdict]]] = {
    "win": _win,
    "named": _named,
    "draw": _draw,
    "kongs": _kongs,
    "penalty": _penalty,
    "free": _free,
    "rules": _rules,
}
