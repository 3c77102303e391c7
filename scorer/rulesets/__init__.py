"""Rule sets as data: one TOML file each, read once.

``rule_set("ji_ping_hu").with_options({"cap": 4})`` is a rule set ready for scoring.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from importlib import resources
from typing import Any

from scorer.errors import OptionError
from scorer.rulesets.model import Group, LiveRow, Row, RuleSet
from scorer.rulesets.options import Option, Value

__all__ = ["Group", "LiveRow", "Option", "Row", "RuleSet", "Value", "names", "parse", "rule_set"]

# The order in which they are offered; house rules that come with the program follow.
_FIRST = ("ji_ping_hu", "ji_ping_hu_5", "tui_dao_hu", "xin_zhang", "lao_zhang", "lishui", "wenzhou")


@cache
def names() -> tuple[str, ...]:
    """Names of all packaged rule sets, house rules last."""
    found = {
        file.name.removesuffix(".toml")
        for file in resources.files(__package__).iterdir()
        if file.name.endswith(".toml")
    }
    return (*(name for name in _FIRST if name in found), *sorted(found - set(_FIRST)))


@cache
def rule_set(name: str) -> RuleSet:
    """The packaged rule set of this name with its default options.

    Raises:
        OptionError: when there is none; the message lists those there are.
    """
    if name not in names():
        raise OptionError(f"there is no rule set {name!r}; there are: {', '.join(names())}")
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return parse(tomllib.loads(text))


def parse(data: Mapping[str, Any]) -> RuleSet:
    """A rule set from its data; one with ``parent`` is a house rule: options and row values changed."""
    if "parent" in data:
        parent = rule_set(data["parent"])
        house = parent.with_options(data.get("options", {})).with_row_values(data.get("values", {}))
        return replace(house, name=data["name"], title=data.get("title", parent.title), parent=parent.name)
    options = {name: _option(name, entry) for name, entry in data["options"].items()}
    return RuleSet(
        name=data["name"],
        words=data["name"],
        title=data["title"],
        rows=tuple(Row(**_tuples(entry)) for entry in data["rows"]),
        options=options,
        values={name: option.default for name, option in options.items()},
        data={key: value for key, value in data.items() if key not in {"name", "title", "options", "rows"}},
        profiles={
            profile: partial(_with_profile, data["name"], other, profile)
            for profile, other in data.get("profiles", {}).items()
        },
    )


def _with_profile(name: str, other: str, profile: str) -> RuleSet:
    """Rule set ``name`` played by the table and the options of ``other``, under its own name."""
    own = rule_set(name)
    if other == name:
        return own
    table = rule_set(other)
    return replace(
        table,
        name=name,
        title=own.title,
        options={"profile": own.options["profile"], **table.options},
        values={"profile": profile, **table.values},
        profiles=own.profiles,
    )


def _option(name: str, entry: Mapping[str, Any]) -> Option:
    return Option(name=name, **{"default": None, **_tuples(entry)})


def _tuples(entry: Mapping[str, Any]) -> dict[str, Any]:
    """TOML arrays as tuples: what is frozen should be so all the way down."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
