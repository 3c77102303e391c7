"""From the total to points. Each rule set names one of these functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scorer.explanation import Explanation
from scorer.hand import SEATS, Context
from scorer.rulesets.model import RuleSet
from scorer.tiles import DRAGONS, WINDS

Points = tuple[int, Explanation]


def doubled(rules: RuleSet, total: int, context: Context) -> Points:
    """2 to the power of the fan, times the base."""
    base = rules.value("base")
    points = 2**total * base
    return points, Explanation("points.doubled", {"fan": total, "base": base, "points": points})


def by_curve(rules: RuleSet, total: int, context: Context) -> Points:
    """Looked up in the curve that the table plays, times the base."""
    base = rules.value("base")
    points = rules.data["curves"][rules.value("curve")][total] * base
    return points, Explanation("points.by_curve", {"fan": total, "base": base, "points": points})


def one_more(rules: RuleSet, total: int, context: Context) -> Points:
    """One more than the total, times the base."""
    base = rules.value("base")
    points = (total + 1) * base
    return points, Explanation("points.one_more", {"fan": total, "base": base, "points": points})


def with_horses(rules: RuleSet, total: int, context: Context) -> Points:
    """The hand's value, times the base, once and once more for each horse that hits."""
    base = rules.value("base")
    hits = horse_hits(rules, context)
    points = total * base * (1 + hits)
    params = {"fan": total, "base": base, "horses": hits, "points": points}
    factor = rules.value("self_draw_factor")
    if context.win_by != "discard" and factor != 1:
        points *= factor
        params |= {"factor": factor, "points": points}
        return points, Explanation("points.with_horses_factor", params)
    return points, Explanation("points.with_horses", params)


def by_dealer_base(rules: RuleSet, total: int, context: Context) -> Points:
    """The base, which grows with the dealer's streak, times the multiple."""
    base = dealer_base(rules, context)
    points = base * total
    return points, Explanation("points.by_dealer_base", {"fan": total, "base": base, "points": points})


def plain(rules: RuleSet, total: int, context: Context) -> Points:
    """The total, times the base."""
    base = rules.value("base")
    points = total * base
    return points, Explanation("points.plain", {"fan": total, "base": base, "points": points})


def dealer_base(rules: RuleSet, context: Context) -> int:
    """Between dealer and winner: a start, a step for each deal held before, up to a cap; times the base."""
    grown = rules.value("base_start") + rules.value("base_step") * context.dealer_streak
    cap = rules.value("base_cap")
    return int((grown if cap is None else min(grown, cap)) * rules.value("base"))


def horse_hits(rules: RuleSet, context: Context) -> int:
    """How many of the drawn horses belong to the winner's seat, counted from the dealer."""
    offset = (SEATS.index(context.winner) - SEATS.index(context.dealer)) % 4
    first_dragon = 1 if rules.value("horse_dragon_map") == "zhong_next" else 0
    dragons = {dragon: place + first_dragon for place, dragon in enumerate(DRAGONS)}
    seats = {wind: place for place, wind in enumerate(WINDS)} | dragons
    return sum(
        1
        for horse in context.horses
        if (seats[horse] if horse in seats else (int(horse[0]) - 1) % 4) == offset
    )


def at_cap(rules: RuleSet) -> int | None:
    """Points of a hand at the cap; None for a rule set without a cap."""
    cap = rules.data["total"].get("cap")
    if cap is None:
        return None
    return POINTS[rules.data["points"]](rules, rules.value(cap), Context())[0]


POINTS: Final[dict[str, Callable[[RuleSet, int, Context], Points]]] = {
    function.__name__: function
    for function in (doubled, by_curve, one_more, with_horses, by_dealer_base, plain)
}
