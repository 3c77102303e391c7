"""The rules in words: what the scorer answers in keys, said in the reader's language (简, 繁, English)."""

import gettext
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from scorer.cases import number
from scorer.explanation import Explanation
from scorer.rulesets import RuleSet, Value
from scorer.tiles import HONOURS

LOCALES: Final = ("zh_Hans", "zh_Hant", "en")
_FOLDER: Final = Path(__file__).parent / "translations"
_NAMED_SHARES: Final = ("1/2", "1/4")
# What a parameter of an explanation is, by its name; others are numbers or stand as they are.
_ROWS: Final = ("row", "by")
_KINDS: Final = {
    **dict.fromkeys(("seat", "payer", "payee", "owes", "feeder"), "seat"),
    **dict.fromkeys(("seat_wind", "round_wind", "tile"), "tile"),
    "meld": "meld",
    "flag": "flag",
}


def explain(
    explanation: Explanation,
    rule_set: RuleSet | str,
    locale: str,
    seats: Mapping[str, str] | None = None,
) -> str:
    """One short sentence.

    Args:
        explanation: from a score, a settlement or a :class:`scorer.errors.RuleError`.
        rule_set: whose row names apply, as a rule set or the name in its ``words``.
        locale: one of :data:`LOCALES`.
        seats: who sits there; without it seats are called East, South, West, North.

    Raises:
        KeyError: for a key that has no words.
    """
    filled = {
        name: _named(value, seats, locale)
        if seats is not None and _KINDS.get(name) == "seat"
        else _say(name, value, rule_set, locale)
        for name, value in explanation.params.items()
    }
    if "share" in filled:  # what is paid is a part or a multiple of the points
        filled["amount"] = _share(str(explanation.params["share"]), locale).format_map(filled)
    return _own_word(explanation.key, rule_set, locale).format_map(filled)


def _named(value: object, seats: Mapping[str, str], locale: str) -> str:
    """One seat or several by their players."""
    found = value if isinstance(value, tuple) else (value,)
    return word("list.between", locale).join(seats[str(seat)] for seat in found)


def row_name(rule_set: RuleSet | str, row_id: str, locale: str) -> str:
    """What players call a row of a rule set. Raises KeyError."""
    words = rule_set if isinstance(rule_set, str) else rule_set.words
    return word(f"name.{words}.{row_id}", locale)


def title(rule_set: RuleSet, locale: str) -> str:
    """What players call a rule set; a house rule without a name in this language has its Chinese one."""
    key = {"zh_Hant": "zh_hant", "en": "en"}.get(locale, "zh")
    return rule_set.title.get(key, rule_set.title["zh"])


def tile_name(tile: str, locale: str) -> str:
    """What players call a tile: 五万, 5 of characters, Red dragon. Raises KeyError."""
    if tile in HONOURS:
        return word(f"tile.{tile}", locale)
    return word(f"tile.{tile[1]}", locale).format(rank=word(f"rank.{tile[0]}", locale))


def seat_name(seat: str, locale: str) -> str:
    """What players call a seat. Raises KeyError."""
    return word(f"seat.{seat}", locale)


def meld_name(meld_type: str, locale: str) -> str:
    """What players call a kind of meld. Raises KeyError."""
    return word(f"meld.{meld_type}", locale)


def flag_name(flag: str, locale: str, rule_set: RuleSet | str = "") -> str:
    """What players call an event, in the rule set if it is called otherwise there. Raises KeyError."""
    return _own_word(f"flag.{flag}", rule_set, locale)


def option_name(name: str, locale: str) -> str:
    """A short label for an option. Raises KeyError."""
    return word(f"option.{name}", locale)


def option_meaning(name: str, locale: str, rule_set: RuleSet | str = "") -> str:
    """One sentence about what an option does, in the rule set if it differs there. Raises KeyError."""
    return _own_word(f"meaning.{name}", rule_set, locale)


def value_name(rule_set: RuleSet, option: str, value: Value, locale: str) -> str:
    """A value of an option as players would say it: 是, 近家优先, none, 5. Raises KeyError."""
    if isinstance(value, Mapping):
        pairs: Mapping[str, Any] = value
        named = rule_set.options[option].keys
        parts = [
            f"{meld_name(key, locale)} {part}"
            if key in named
            else f"{row_name(rule_set, key, locale)} {part[0]}/{part[1]}"
            for key, part in pairs.items()
        ]
        return word("list.between", locale).join(parts) or word("choice.none", locale)
    if isinstance(value, str):
        kind, _, tile = value.partition(":")
        return word(f"choice.{option}.{kind}", locale) + (tile_name(tile, locale) if tile else "")
    if value is None or isinstance(value, bool):
        return word(f"choice.{str(value).lower()}", locale)
    return str(value)


def total_word(rule_set: RuleSet, locale: str) -> str:
    """What the total of a rule set counts: 番, 倍 or the hand's value."""
    return word(f"unit.{rule_set.data['unit']}", locale)


def word(key: str, locale: str) -> str:
    """The words of one key. Raises KeyError for a key without words."""
    found = _catalogue(locale).gettext(key)
    if found == key:
        raise KeyError(f"{key!r} has no words in {locale}")
    return found


def _own_word(key: str, rule_set: RuleSet | str, locale: str) -> str:
    """The words of a key in a rule set: most mean the same everywhere, some are said otherwise there."""
    own = f"{key}.{rule_set if isinstance(rule_set, str) else rule_set.words}"
    found = _catalogue(locale).gettext(own)
    return found if found != own else word(key, locale)


def _share(share: str, locale: str) -> str:
    """How to say an amount that is so much of a whole: half of it, or so many times it."""
    named = share if share in _NAMED_SHARES else "times"
    return word(f"share.{named}", locale)


@cache
def _catalogue(locale: str) -> gettext.NullTranslations:
    return gettext.translation("rules", _FOLDER, [locale])


def _say(name: str, value: object, rule_set: RuleSet | str, locale: str) -> str:
    """A parameter in words: its name says what it is."""
    if isinstance(value, tuple):
        single = name.removesuffix("s")
        return word("list.between", locale).join(_say(single, part, rule_set, locale) for part in value)
    if isinstance(value, int | Fraction):
        return str(number(value))
    text = str(value)
    if name in _ROWS:
        return row_name(rule_set, text, locale)
    kind = _KINDS.get(name)
    if kind == "flag":
        return flag_name(text, locale, rule_set)
    return text if kind is None else _NAMES[kind](text, locale)


_NAMES: Final[dict[str, Callable[[str, str], str]]] = {
    "seat": seat_name,
    "tile": tile_name,
    "meld": meld_name,
}
