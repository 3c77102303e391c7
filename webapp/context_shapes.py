"""The shapes of what ``fanpai score --context NAME=VALUE`` takes, checked before the scorer reads them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from scorer.parsing import MOST_DEALS
from scorer.rulesets import RuleSet


def _text(value: object) -> bool:
    return isinstance(value, str)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_DEALS


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _two(value: Any) -> bool:
    return _texts(value) and len(value) == 2


def _each(test: Callable[[object], bool]) -> Callable[[object], bool]:
    """An object whose values are all such."""
    return lambda value: isinstance(value, Mapping) and all(map(test, value.values()))


def _kongs(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(kong, Mapping)
        and {"seat", "type"} <= kong.keys() <= {"seat", "type", "from"}
        and all((part is None and name == "from") or _text(part) for name, part in kong.items())
        for kong in value
    )


# Name -> (whether a value has the shape, an example of one that has).
SHAPES: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "already_liable": (_each(_text), 'already_liable={"W":"N"}'),
    "caishen_counts": (_each(_whole), 'caishen_counts={"S":2,"W":1}'),
    "calls_before_win": (_texts, "calls_before_win=chi,peng"),
    "dealer_streak": (_whole, "dealer_streak=1"),
    "gang_from": (_text, "gang_from=N"),
    "gangs": (_kongs, 'gangs=[{"seat":"S","type":"an_gang"},{"seat":"E","type":"ming_gang","from":"N"}]'),
    "horses": (_texts, "horses=1m,E"),
    "key_pair": (_two, "key_pair=E,S"),
    "ready": (_text, "ready=declared"),
    "robbed_gang": (_text, "robbed_gang=bu_gang"),
    "wild": (_text, "wild=5m"),
}


def misshapen(name: str, value: object) -> str | None:
    """An example of what the name takes, when the value has another shape; None fits everywhere."""
    fits, example = SHAPES[name]
    return None if value is None or fits(value) else example


def unasked(rules: RuleSet, given: Mapping[str, Any]) -> list[str]:
    """The names of what is given that counts for nothing under these rules, whatever its value."""
    values, data = rules.values, rules.data
    counts = {
        "caishen_counts": bool(data.get("wild_money") and values.get("caishen_money")),
        "gangs": data.get("kong_money") is not None and bool(values.get("gang_money", True)),
        "horses": bool(values.get("horses")),
        "key_pair": bool(data.get("key_pair")),
        "ready": any(rules.counts(row) for row in rules.rows if row.predicate.startswith("ready_")),
        "wild": values.get("wild", data["wild"]) == "indicator",
    }
    return [name for name, value in given.items() if value and not counts.get(name, True)]
