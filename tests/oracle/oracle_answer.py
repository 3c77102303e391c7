"""One case in, the expected answer out: ``oracle_answer`` speaks the JSON of the scoring cases."""

# ruff: noqa: PLR0911
# One literal if for each rule, in one place, is what makes this readable beside the rules.

from collections.abc import Callable, Mapping
from typing import Any

from oracle_case import Refused, Win, options_of, read_win
from oracle_jph import score_ji_ping_hu
from oracle_ls import score_lishui
from oracle_lz import score_lao_zhang
from oracle_money import add, nothing, table_money
from oracle_refusals import refuse_faults
from oracle_table import missed_wins, nearest_after, next_deal, penalty
from oracle_tdh import score_tui_dao_hu
from oracle_wz import score_wenzhou
from oracle_xz import score_xin_zhang

SCORERS: dict[str, Callable[[Win], dict[str, Any]]] = {
    "ji_ping_hu": score_ji_ping_hu,
    "ji_ping_hu_5": score_ji_ping_hu,
    "tui_dao_hu": score_tui_dao_hu,
    "xin_zhang": score_xin_zhang,
    "lao_zhang": score_lao_zhang,
    "lishui": score_lishui,
    "wenzhou": score_wenzhou,
}


def oracle_answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """The ``expect`` of a case: rows, points and payments (exact fractions), or the error of a false win."""
    rule_set, options = options_of(case)
    context = case["context"]
    try:
        if case["kind"] == "win":
            result = score(read_win(rule_set, options, case["hand"], context))
            money = table_money(rule_set, options, context, drawn=False)
            return result | {"payments": add(result["payments"], money)}
        if case["kind"] == "multi_win":
            return several_winners(rule_set, options, case)
    except Refused as refusal:
        return {"error": refusal.args[0]}
    if case["kind"] == "next_dealer":
        return next_deal(options, context)
    if case["kind"] == "missed_win":
        return {"can_win": missed_wins(case["events"])}
    if case["kind"] == "penalty":
        return {"payments": penalty(rule_set, options, context)}
    return {"payments": table_money(rule_set, options, context, drawn=True)}


def score(win: Win) -> dict[str, Any]:
    refuse_faults(win)
    return SCORERS[win.rule_set](win)


def several_winners(rule_set: str, options: Mapping[str, Any], case: Mapping[str, Any]) -> dict[str, Any]:
    """Each paid winner is scored and paid for himself; kong and wild money is settled once."""
    context, claims = case["context"], list(case["wins"])
    if options["multi_win"] == "nearest":
        first = nearest_after(context["from"], [claim["winner"] for claim in claims])
        claims = [claim for claim in claims if claim["winner"] == first]
    answers, payments = [], nothing()
    for claim in claims:
        own = {"winner": claim["winner"], "seat_wind": claim["seat_wind"], "flags": claim["flags"]}
        win = read_win(rule_set, options, claim["hand"], {**context, **own}, len(claims))
        result = score(win)
        payments = add(payments, result.pop("payments"))
        result.pop("horse_hits", None)
        answers.append({"winner": claim["winner"]} | result)
    money = table_money(rule_set, options, context, drawn=False)
    return {"wins": answers, "payments": add(payments, money)}
