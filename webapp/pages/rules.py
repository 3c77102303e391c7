"""The rule sets as the page offers them."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from scorer.rulesets import RuleSet, names, rule_set
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
    return {
        ROBBED: _("Robbed a kong"),
        "gang_draw": _("Tile after a kong"),
        "double_gang_draw": _("After two kongs in a row"),
        "last_tile": _("Last tile of the wall"),
        "last_discard": _("Last discard"),
        "tian_hu": _("Heavenly hand: won as dealt"),
        "di_hu": _("Earthly hand: first draw"),
        "ren_hu": _("Human hand: dealer's first discard"),
    }


def title(rules: RuleSet) -> str:
    """What the rule set is called in the reader's language."""
    locale = reader_locale()
    wishes = {"zh_Hant": ("zh_hant", "zh"), "zh_Hans": ("zh",)}.get(locale, ("en",))
    return next((rules.title[wish] for wish in wishes if wish in rules.title), rules.name)


def _choice(rules: RuleSet) -> Choice:
    return Choice(rules.name, title(rules), _flags(rules.name), 3 * int(rules.data["sets"]) + 2)


@cache
def _flags(name: str) -> tuple[str, ...]:
    rules = rule_set(name)
    known = {flag for row in rules.rows for flag in _ASKED_BY.get(row.predicate, ())}
    # Liability for the feeder of a kong needs the event even where it has no row of its own.
    if "bao_gang_kai" in rules.options:
        known.add("gang_draw")
    return tuple(flag for flag in event_names_order() if flag in known or flag == ROBBED)


def event_names_order() -> tuple[str, ...]:
    """The codes of `event_names`, without a language."""
    return (
        ROBBED,
        "gang_draw",
        "double_gang_draw",
        "last_tile",
        "last_discard",
        "tian_hu",
        "di_hu",
        "ren_hu",
    )
