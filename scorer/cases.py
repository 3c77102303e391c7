"""Questions to the scorer and its answers as JSON objects: the form in which cases are exchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from scorer import parsing
from scorer.beside import pay_draw, pay_penalty
from scorer.dealer import Seating, next_dealer
from scorer.errors import RuleError
from scorer.missed import MOVES, MissedWins
from scorer.rulesets import RuleSet, rule_set
from scorer.scoring import Claim, Score, score_multi, score_win
from scorer.settlement import Settlement

Json = dict[str, Any]


def answer(case: Mapping[str, Any]) -> Json:
    """Answer one case.

    Args:
        case: ``kind`` (``win``, ``multi_win``, ``next_dealer``, ``missed_win``, ``penalty`` or ``draw``),
            ``ruleset``, ``options``, and ``hand``, ``wins`` or ``events`` with ``context`` as the kind needs.

    Returns:
        The ``id`` of the case, if it has one, and the answer, or ``{"error": code}``.

    Raises:
        OptionError: for an unknown rule set, option or value.
        ValueError: for an unknown kind, and for a number or list that is none.
    """
    head = {"id": case["id"]} if "id" in case else {}
    kind = case.get("kind")
    if kind not in KINDS:
        raise ValueError(f"unknown kind of case {kind!r}; there are: {', '.join(KINDS)}")
    options = case.get("options")
    if not isinstance(options, Mapping | None):
        raise ValueError("options is no object")
    rules = rule_set(case["ruleset"]).with_options(options or {})
    try:
        return head | KINDS[kind](rules, case)
    except RuleError as error:
        return head | {"error": error.code}


def number(amount: Fraction | int) -> int | float | str:
    """An exact amount for JSON: whole, else a decimal number, else ``"n/d"``."""
    if amount == int(amount):
        return int(amount)
    decimal = float(amount)
    return decimal if Fraction(decimal) == amount else str(amount)


def payments(settlement: Settlement) -> Json:
    """The four amounts for JSON."""
    return {seat: number(amount) for seat, amount in settlement.payments.items()}


def _scored(score: Score) -> Json:
    return {
        "fans": [[line.name, line.value] for line in score.lines],
        "total_fan": score.total_fan,
        "points": number(score.points),
    }


def _win(rules: RuleSet, case: Mapping[str, Any]) -> Json:
    score = score_win(rules, parsing.hand(case["hand"]), parsing.context(case["context"]))
    found = _scored(score) | {"payments": payments(score.settlement)}
    if score.horse_hits is not None:
        found["horse_hits"] = score.horse_hits
    return found


def _multi_win(rules: RuleSet, case: Mapping[str, Any]) -> Json:
    claims = [
        Claim(win["winner"], parsing.hand(win["hand"]), win["seat_wind"], tuple(win.get("flags", ())))
        for win in case["wins"]
    ]
    scored = score_multi(rules, claims, parsing.context(case["context"]))
    wins = [{"winner": winner} | _scored(score) for winner, score in scored.wins]
    return {"wins": wins, "payments": payments(scored.settlement)}


def _next_dealer(rules: RuleSet, case: Mapping[str, Any]) -> Json:
    given = case["context"]
    now = Seating(given["dealer"], parsing.streak(given), given["round_wind"])
    following = next_dealer(rules, now, given["first_dealer"], given["winners"])
    return {
        "dealer": following.dealer,
        "dealer_streak": following.dealer_streak,
        "round_wind": following.round_wind,
        "session_over": following.session_over,
    }


def _missed_win(rules: RuleSet, case: Mapping[str, Any]) -> Json:
    if not isinstance(case["events"], list):
        raise ValueError("events is no list")
    state = MissedWins()
    answers = []
    for event in case["events"]:
        if event["do"] == "pass_win":
            state = state.passed(parsing.tile(event["tile"]))
        elif event["do"] == "query":
            answers.append(state.can_win(parsing.tile(event["tile"])))
        elif event["do"] in MOVES:
            state = state.moved(event["do"])
        else:
            raise ValueError(f"unknown event {event['do']!r}")
    return {"can_win": answers}


def _penalty(rules: RuleSet, case: Mapping[str, Any]) -> Json:
    given = case["context"]
    return {"payments": payments(pay_penalty(rules, given["player"], given["penalty"]))}


def _draw(rules: RuleSet, case: Mapping[str, Any]) -> Json:
    return {"payments": payments(pay_draw(rules, parsing.context(case["context"])))}


KINDS: Final[dict[str, Callable[[RuleSet, Mapping[str, Any]], Json]]] = {
    "win": _win,
    "multi_win": _multi_win,
    "next_dealer": _next_dealer,
    "missed_win": _missed_win,
    "penalty": _penalty,
    "draw": _draw,
}
