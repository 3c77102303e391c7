"""Random cases of what happens between wins: dealer, missed wins, penalties, drawn deals."""

from random import Random
from typing import Any

from generate_contexts import add_table_context
from generate_options import choose_deal_options, choose_options
from oracle_case import SEATS, options_of
from oracle_shapes import KINDS


def deal_case(rng: Random, table: str, rule_set: str) -> dict[str, Any]:
    makers = [next_dealer, next_dealer, missed_win, drawn_deal, penalty]
    kind, options, rest = rng.choice(makers)(rng, table, rule_set)
    if table == "xin_zhang/seed003":
        options |= {"profile": "seed003"}
    return {"kind": kind, "ruleset": rule_set, "options": options, **rest}


Made = tuple[str, dict[str, Any], dict[str, Any]]


def next_dealer(rng: Random, _table: str, _rule_set: str) -> Made:
    context = {
        "dealer": rng.choice(SEATS),
        "first_dealer": rng.choice(SEATS),
        "round_wind": rng.choice(SEATS),
        "dealer_streak": rng.randint(0, 3),
        "winners": rng.sample(SEATS, rng.randint(0, 3)),
    }
    return "next_dealer", choose_deal_options(rng), {"context": context}


def missed_win(rng: Random, _table: str, _rule_set: str) -> Made:
    kinds = rng.sample(KINDS, 3)
    events = []
    for _ in range(rng.randint(3, 12)):
        event = {"do": rng.choice(("pass_win", "pass_win", "draw", "chi", "peng", "gang", "other"))}
        if event["do"] not in ("draw", "other"):
            event["tile"] = rng.choice(kinds)
        events += [event, {"do": "query", "tile": rng.choice(kinds)}]
    return "missed_win", {}, {"context": {"player": rng.choice(SEATS)}, "events": events}


def drawn_deal(rng: Random, table: str, rule_set: str) -> Made:
    options = choose_options(rng, table)
    full = options_of({"ruleset": rule_set, "options": options})[1]
    context: dict[str, Any] = {"dealer": rng.choice(SEATS)}
    add_table_context(rng, rule_set, full, context, None)
    context.pop("horses", None)
    context.pop("key_pair", None)
    return "draw", options, {"context": context}


def penalty(rng: Random, table: str, rule_set: str) -> Made:
    """诈胡 everywhere; the two faults of 丽水 only there."""
    faults = ("false_win", "followed", "wild_discarded") if rule_set == "lishui" else ("false_win",)
    options = choose_options(rng, table)
    context = {"player": rng.choice(SEATS), "penalty": rng.choice(faults)}
    return "penalty", options, {"context": context}
