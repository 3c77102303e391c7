"""The options of a rule set as form fields, each with its explanation, and read back from a form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.errors import OptionError
from scorer.rulesets import Option, RuleSet
from scorer.tiles import KINDS
from webapp import words
from webapp.pages.form import FormError
from webapp.pages.language import reader_locale
from webapp.pages.rules import capital
from webapp.pages.wording import _


@dataclass(frozen=True)
class Field:
    """One field: a choice of (value, label), or a number between ``minimum`` and ``maximum``.

    ``value`` is what it shows now; ``usual`` what the rule set comes with, in words; a number field that may
    be empty has ``none`` as its meaning of empty.
    """

    name: str
    label: str
    meaning: str
    value: str
    usual: str
    choices: tuple[tuple[str, str], ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    none: str = ""


def fields(rules: RuleSet, given: Mapping[str, Any], prefix: str) -> list[Field]:
    """The fields of all options that a form can hold, filled from a form or from the rules' values."""
    return [
        field
        for option in rules.options.values()
        for field in _fields(rules, option, given, f"{prefix}.{option.name}")
    ]


def chosen(rules: RuleSet, form: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """The options that a form chooses differently from the rule set as it comes.

    Raises:
        FormError: naming the option.
    """
    found: dict[str, Any] = {}
    for name, option in rules.options.items():
        value = _ABSENT if option.keys == ("*",) else _read(option, form, f"{prefix}.{name}")
        if value is not _ABSENT and value != rules.values[name]:
            found[name] = value
    try:
        rules.with_options(found)
    except OptionError as error:
        raise FormError(str(error)) from error
    return found


_ABSENT: Any = object()


def _fields(rules: RuleSet, option: Option, given: Mapping[str, Any], name: str) -> list[Field]:
    locale = reader_locale()
    label = capital(words.option_name(option.name, locale))
    meaning = words.option_meaning(option.name, locale, rules)
    now = rules.values[option.name]
    usual = words.value_name(rules, option.name, now, locale)
    if option.keys == ("*",):
        return []  # a value for each row: no form for it
    if option.keys and isinstance(now, Mapping):
        return [
            Field(
                f"{name}.{key}",
                f"{label}: {words.meld_name(key, locale)}",
                meaning,
                str(given.get(f"{name}.{key}", now[key])),
                str(now[key]),
                minimum=option.minimum,
                maximum=option.maximum,
            )
            for key in option.keys
        ]
    if option.choices or isinstance(option.default, bool):
        values = [True, False] if isinstance(option.default, bool) else _words_of(option)
        values += [None] if option.none else []
        values += [now] if now not in values else []
        choices = tuple(
            (_text(value), words.value_name(rules, option.name, value, locale)) for value in values
        )
        return [Field(name, label, meaning, str(given.get(name, _text(now))), usual, choices)]
    return [
        Field(
            name,
            label,
            meaning,
            str(given.get(name, "" if now is None else now)),
            usual,
            minimum=option.minimum,
            maximum=option.maximum,
            none=_("empty: none") if option.none else "",
        )
    ]


def _words_of(option: Option) -> list[Any]:
    values: list[Any] = []
    for choice in option.choices:
        values += [f"fixed:{kind}" for kind in KINDS] if choice == "fixed:*" else [choice]
    if option.minimum is not None:
        most = min(option.maximum or 0, option.minimum + 12) or option.minimum + 12
        values += list(range(option.minimum, most + 1))
    return values


def _text(value: object) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _read(option: Option, form: Mapping[str, Any], name: str) -> Any:
    if option.keys:
        numbers = {key: form.get(f"{name}.{key}") for key in option.keys}
        if any(number is None for number in numbers.values()):
            return _ABSENT
        return {key: _number(option, str(number)) for key, number in numbers.items()}
    given = form.get(name)
    if given is None:
        return _ABSENT
    return _value(option, str(given).strip())


def _value(option: Option, text: str) -> Any:
    if isinstance(option.default, bool):
        return {"true": True, "false": False}.get(text, text)
    if option.none and text in {"", "none"}:
        return None
    if text in option.choices or text.startswith("fixed:"):
        return text
    return _number(option, text)


def _number(option: Option, text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise FormError(f"{option.name} = {text or '–'}")
    return int(text)
