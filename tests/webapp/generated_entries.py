"""Lines of a ledger of every kind, drawn at random: what a table may hold, whoever wrote it."""

from random import Random
from typing import Any

from scorer.hand import KONG_TYPES, SEATS, seats_after
from scorer.rulesets import RuleSet
from scorer.tiles import KINDS
from webapp.pages.rules import asks_of

FORMS = ("named", "draw", "kongs", "penalty", "free", "rules")


def entry(dice: Random, kind: str, rules: RuleSet) -> dict[str, Any]:
    """A line that is sound by itself; the rules may still refuse it."""
    found: dict[str, Any] = {
        "named": _named,
        "draw": _beside,
        "kongs": _beside,
        "penalty": _penalty,
        "free": _free,
        "rules": _rules,
    }[kind](dice, rules)
    return {"kind": kind, **found}


def _named(dice: Random, rules: RuleSet) -> dict[str, Any]:
    seats = dice.sample(SEATS, 4)
    by = dice.choice(["self_draw", "discard", "rob_kong"])
    winners = seats[: 1 if by == "self_draw" else dice.choice([1, 1, 2, 3])]
    context = _beside(dice, rules)["context"] | {"win_by": by}
    if by != "self_draw":
        context["from"] = seats[3]
    if "horses" in asks_of(rules) and dice.random() < 0.5:
        context["horses"] = dice.choices(KINDS, k=2)
    if "key" in asks_of(rules) and dice.random() < 0.5:
        giver = dice.choice(SEATS)
        context["key_pair"] = [giver, seats_after(giver)[0]]
    live = [row.id for row in rules.rows if rules.counts(row)]
    melds = any("open_melds" in case for case in rules.data["payment"]["cases"])
    return {
        "wins": [
            {
                "winner": winner,
                "rows": dice.sample(live, dice.choice([0, 1, 1, 2])),
                "points": dice.choice([None, 0, 1, dice.randrange(10**6), 10**9]),
            }
            for winner in winners
        ],
        "context": context,
        "pays_all": dice.choice([None, None, *(seat for seat in SEATS if seat not in winners)]),
        "open_melds": dice.randrange(5) if melds else 0,
        "photo": None,
    }


def _beside(dice: Random, rules: RuleSet) -> dict[str, Any]:
    context: dict[str, Any] = {}
    if "kongs" in asks_of(rules) and dice.random() < 0.7:
        context["gangs"] = [_kong(dice) for _ in range(dice.randrange(1, 8))]
    if "wild_counts" in asks_of(rules) and dice.random() < 0.7:
        context["caishen_counts"] = {dice.choice(SEATS): dice.randrange(1, 4)}
    return {"context": context}


def _kong(dice: Random) -> dict[str, Any]:
    seat, kind = dice.choice(SEATS), dice.choice(KONG_TYPES)
    return {
        "seat": seat,
        "type": kind,
        "from": dice.choice(seats_after(seat)) if kind == "ming_gang" else None,
    }


def _penalty(dice: Random, rules: RuleSet) -> dict[str, Any]:
    penalty = dice.choice(["false_win", *rules.data.get("penalties", {})])
    return {
        "player": dice.choice(SEATS),
        "penalty": penalty,
        "note": dice.choice(["", 'zu "früh" <b>&', "茶"]),
    }


def _free(dice: Random, rules: RuleSet) -> dict[str, Any]:
    def transfer() -> list[Any]:
        payer, payee = dice.sample(SEATS, 2)
        return [payer, payee, dice.choice([1, 7, 10**9, "1/3", "25/2"])]

    number = dice.choice([1, 2, 3, 4, 12])
    transfers = [transfer() for _ in range(number)]
    if number >= 3 and dice.random() < 0.5:
        payer, _payee, value = transfers[0]
        transfers[:3] = [[payer, seat, value] for seat in SEATS if seat != payer]
    return {"transfers": transfers, "note": dice.choice(["", "tea"])}


def _rules(dice: Random, rules: RuleSet) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name, option in rules.options.items():
        if dice.random() < 0.4 and option.choices and "fixed:*" not in option.choices:
            options[name] = dice.choice(option.choices)
        elif dice.random() < 0.4 and isinstance(option.default, bool):
            options[name] = dice.random() < 0.5
        elif name == "base":
            options[name] = dice.randrange(1, 9)
    return {"rules": rules.name, "options": options}
