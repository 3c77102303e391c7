"""The rule sets as the page offers them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import current_app

from scorer.errors import OptionError
from scorer.rulesets import RuleSet
from scorer.validation_context import needs_dealer
from webapp import words
from webapp.house_rules import HouseRuleError, HouseRules
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
# Ways of paying in which it matters how long the dealer has dealt.
_UNITS_WITH_STREAK: Final = frozenset({"dealer_factor", "dealer_base_or_side"})
ROBBED: Final = "rob_kong"
_ORDER: Final = (
    *(ROBBED, "gang_draw", "double_gang_draw", "last_tile", "last_discard"),
    *("tian_hu", "di_hu", "ren_hu"),
)


@dataclass(frozen=True)
class Choice:
    """One rule set to choose.

    Attributes:
        name: as in scorer.rulesets, or of a house rule.
        label: what it is called in the reader's language.
        flags: the events it knows.
        called: what it calls them (天和 here, 天胡 there), but for a robbed kong.
        asks: what else it wants to know: ``wild``, ``wild_counts``, ``horses``, ``ready``, ``streak``,
            ``kongs``; ``feeder`` of a kong, ``calls`` before a first-round win, who was ``liable`` before;
            ``key`` pairs, ``key_next`` where the key goes only to the next player.
        tiles: of a whole hand, kongs counted as three.
        horses: how many horse tiles are drawn.
        first_round: for ``di_hu`` and ``ren_hu``: won ``by`` self-draw or discard, on the ``dealer``'s alone
            or not, and whether ``melds`` are allowed.
        discards: whether a discard can be won on; else another player's tile is one of a robbed kong.
    """

    name: str
    label: str
    flags: tuple[str, ...]
    called: Mapping[str, str]
    asks: tuple[str, ...]
    tiles: int
    horses: int
    first_round: Mapping[str, Mapping[str, str | bool]]
    discards: bool


def choices() -> tuple[Choice, ...]:
    """All rule sets in the order in which they are offered: the packaged ones, then saved house rules."""
    found = []
    for name in _house().names():
        try:
            found.append(choice_of(find_rules(name)))
        except OptionError as error:
            current_app.logger.error("a house rule is left out: %s", error)
    return tuple(found)


def find_rules(name: str) -> RuleSet:
    """The packaged or saved rule set of this name. Raises OptionError."""
    try:
        return _house().find(name)
    except HouseRuleError as error:
        raise OptionError(str(error)) from error


def _house() -> HouseRules:
    house: HouseRules = current_app.extensions["fanpai-house-rules"]
    return house


def event_names() -> dict[str, str]:
    """Everything special that can have happened, in the order in which it is offered."""
    locale = reader_locale()
    known = {flag: capital(words.flag_name(flag, locale)) for flag in _ORDER if flag != ROBBED}
    return {ROBBED: _("Robbed a kong")} | known


def capital(text: str) -> str:
    """A name as the start of a line: rows and events are written small in English."""
    return text[:1].upper() + text[1:]


def choice_of(rules: RuleSet) -> Choice:
    """A rule set under any options as a choice."""
    horses = rules.values.get("horses")
    return Choice(
        name=rules.name,
        label=words.title(rules, reader_locale()),
        flags=flags_of(rules),
        called={
            flag: capital(words.flag_name(flag, reader_locale(), rules))
            for flag in flags_of(rules)
            if flag != ROBBED
        },
        asks=asks_of(rules),
        tiles=3 * int(rules.data["sets"]) + 2,
        horses=horses if isinstance(horses, int) else 0,
        first_round=_first_round(rules),
        discards=bool(rules.values.get("allow_discard_win", True)),
    )


def _first_round(rules: RuleSet) -> dict[str, Mapping[str, str | bool]]:
    """What `scorer.validation_context` asks of a first-round win."""
    how = rules.data["first_round"]
    return {
        flag: {
            "by": how[flag],
            "dealer": needs_dealer(rules, flag),
            "melds": flag in how["melds_allowed"],
        }
        for flag in ("di_hu", "ren_hu")
        if flag in how
    }


def flags_of(rules: RuleSet) -> tuple[str, ...]:
    """The events that a rule set knows; see `Choice`."""
    known = {flag for row in rules.rows if rules.counts(row) for flag in _ASKED_BY.get(row.predicate, ())}
    # Who pays for all can depend on the event even where it has no row of its own.
    if rules.values.get("bao_gang_kai") or rules.data["payment"].get("kong_draw_frees"):
        known.add("gang_draw")
    if rules.values.get("rob_kong", True):
        known.add(ROBBED)
    return tuple(flag for flag in _ORDER if flag in known)


def asks_of(rules: RuleSet) -> tuple[str, ...]:
    """What a rule set asks besides; see `Choice`."""
    wanted = {
        "wild": rules.values.get("wild", rules.data.get("wild")) == "indicator",
        "wild_counts": bool(rules.data.get("wild_money")),
        "horses": bool(rules.values.get("horses")),
        "ready": any(row.predicate.startswith("ready_") for row in rules.rows),
        "streak": rules.data["payment"].get("unit") in _UNITS_WITH_STREAK,
        "kongs": "gang_points" in rules.options,
        "feeder": bool(rules.values.get("bao_gang_kai")),
        "calls": bool({"di_hu", "ren_hu"} & set(flags_of(rules))),
        "liable": bool(rules.values.get("bao_twelve")),
        "key": bool(rules.data.get("key_pair")),
        "key_next": bool(rules.values.get("key_requires_next")),
    }
    return tuple(name for name, is_wanted in wanted.items() if is_wanted)
