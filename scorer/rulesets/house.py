"""House rules: a rule set with options and row values changed, under a name of its own, and compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.errors import OptionError
from scorer.rulesets.model import RuleSet
from scorer.rulesets.options import Value


@dataclass(frozen=True, slots=True)
class Difference:
    """One row or option in which two rule sets differ.

    Attributes:
        kind: ``"row"`` or ``"option"``.
        id: row id or option name.
        first, second: what it is in the one and in the other: for a row (self-drawn, on a discard), None
            where it does not count; for an option its value.
        missing: whether one of the two does not have it at all.
    """

    kind: str
    id: str
    first: Value | tuple[int, int]
    second: Value | tuple[int, int]
    missing: bool = False


def named(rules: RuleSet, name: str, title: Mapping[str, str] | None = None) -> RuleSet:
    """The rule set as a house rule of its own.

    Args:
        rules: a packaged rule set, or a house rule, with the options and row values chosen.
        name: what it is saved under.
        title: names by language (``zh``, ``zh_hant``, ``en``); missing ones are the parent's.

    Raises:
        OptionError: for an empty name.
    """
    if not name.strip():
        raise OptionError("a house rule needs a name")
    titles = dict(rules.title) | dict(title or {})
    return replace(rules, name=name.strip(), title=titles, parent=rules.parent or rules.name)


def to_data(house: RuleSet) -> dict[str, Any]:
    """A house rule as plain data for JSON: name, title, parent, and every option and row value in force.

    :func:`scorer.rulesets.parse` reads it back.

    Raises:
        OptionError: when it is no house rule.
    """
    if house.parent is None:
        raise OptionError(f"{house.name} is no house rule")
    return {
        "name": house.name,
        "title": dict(house.title),
        "parent": house.parent,
        "options": dict(house.values),
        "values": dict(house.row_values),
    }


def differences(first: RuleSet, second: RuleSet) -> tuple[Difference, ...]:
    """What differs between two rule sets: row by row, then option by option, in the order of the first."""
    found = []
    for kind, one, other in (
        ("row", _row_values(first), _row_values(second)),
        ("option", dict(first.values), dict(second.values)),
    ):
        for key in dict.fromkeys([*one, *other]):
            missing = key not in one or key not in other
            if missing or one[key] != other[key]:
                found.append(Difference(kind, key, one.get(key), other.get(key), missing))
    return tuple(found)


def _row_values(rules: RuleSet) -> dict[str, Any]:
    return {row.id: rules.row_value(row) if rules.counts(row) else None for row in rules.rows}
