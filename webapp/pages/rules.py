"""The rule sets as the page offers them."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from scorer.rulesets import RuleSet, names, rule_set
from webapp import words
from webapp.pages.language import reader_locale
from webapp.pages.wording import _

# Which events of a deal a row of the table looks at.
_ASKED_BY: Final = {
    "last_tile": ("last_tile",),
    "last_discard": ("last_discard",),
    "kong_draw": ("gang_draw",),
    "double_kong_draw": ("gang_draw", "double_gang_draw"),
    "heavenly": ("tian_hu",),
    "earthly": ("di_hu",),
    "human": ("ren_hu",),
    "earthly_or_human": ("di_hu", "ren_hu"),
}
ROBBED: Final = "rob_kong"
_ORDER: Final = (
    *(ROBBED, "gang_draw", "double_gang_draw", "last_tile", "last_discard"),
    *("tian_hu", "di_hu", "ren_hu"),
)


@dataclass(frozen=True)
class Choice:
    """One rule set to choose: its name, what it is called, the events it knows, tiles of a whole hand."""

    name: str
    label: str
    flags: tuple[str, ...]
    tiles: int


def choices() -> tuple[Choice, ...]:
    """All packaged rule sets, in the order in which they are offered."""
    return tuple(_choice(rule_set(name)) for name in names())


def event_names() -> dict[str, str]:
    """Everything special that can have happened, in the order in which it is offered."""
    locale = reader_locale()
    known = {flag: capital(words.flag_name(flag, locale)) for flag in _ORDER if flag != ROBBED}
    return {ROBBED: _("Robbed a kong")} | known


def capital(text: str) -> str:
    """A name as the start of a line: rows and events are written small in English."""
    return text[:1].upper() + text[1:]


def _choice(rules: RuleSet) -> Choice:
    return Choice(
        rules.name, words.title(rules, reader_locale()), _flags(rules.name), 3 * int(rules.data["sets"]) + 2
    )


@cache
def _flags(name: str) -> tuple[str, ...]:
    rules = rule_set(name)
    known = {flag for row in rules.rows for flag in _ASKED_BY.get(row.predicate, ())}
    # Liability for the feeder of a kong needs the event even where it has no row of its own.
    if "bao_gang_kai" in rules.options:
        known.add("gang_draw")
    return tuple(flag for flag in _ORDER if flag in known or flag == ROBBED)
