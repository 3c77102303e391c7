"""The options of a rule set as form fields, each with its explanation, and read back from a form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.errors import OptionError
from scorer.rulesets import Option, Row, RuleSet
from scorer.tiles import KINDS
from webapp import words
from webapp.pages.form import FormError
from webapp.pages.language import reader_locale
from webapp.pages.rules import capital
from webapp.pages.wording import _


@dataclass(frozen=True)
class RowField:
    """Two numbers for one row of the table: what it is worth self-drawn and on a discard.

    The fields are called ``name.0`` and ``name.1``; ``values`` is what they show now.
    """

    name: str
    label: str
    values: tuple[str, str]
    usual: str


@dataclass(frozen=True)
class Field:
    """One field: a choice of (value, label), a number between ``minimum`` and ``maximum``, or many ``rows``.

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
    rows: tuple[RowField, ...] = ()


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
        read = _read_rows if option.keys == ("*",) else _read
        value = read(rules, option, form, f"{prefix}.{name}")
        if value is not _ABSENT and value != rules.values[name]:
            found[name] = value
    try:
        rules.with_options(found)
    except OptionError as error:
        raise FormError(str(error)) from error
    return found


def no_number(label: str, text: str) -> str:
    """What to say of a field, called ``label`` on the form, that holds no whole number."""
    return _("“%(label)s” takes a whole number such as 8, not “%(text)s”.", label=label, text=text or "–")


_ABSENT: Any = object()


def _fields(rules: RuleSet, option: Option, given: Mapping[str, Any], name: str) -> list[Field]:
    locale = reader_locale()
    label = capital(words.option_name(option.name, locale))
    meaning = words.option_meaning(option.name, locale, rules)
    now = rules.values[option.name]
    usual = words.value_name(rules, option.name, now, locale)
    if option.keys == ("*",):
        # What a house rule says of a row outweighs this option.
        free = [row for row in rules.rows if row.id not in rules.row_values]
        rows = tuple(_row_field(rules, row, given, f"{name}.{row.id}") for row in free)
        return [Field(name, label, meaning, "", usual, rows=rows)]
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


def _row_field(rules: RuleSet, row: Row, given: Mapping[str, Any], name: str) -> RowField:
    now, usual = rules.row_value(row), _without_own(rules).row_value(row)
    values = tuple(str(given.get(f"{name}.{place}", now[place])) for place in (0, 1))
    label = capital(words.row_name(rules, row.id, reader_locale()))
    return RowField(name, label, (values[0], values[1]), "/".join(map(str, usual)))


def _without_own(rules: RuleSet) -> RuleSet:
    """The rules with each row at the value it comes with."""
    tables: dict[str, object] = {name: {} for name, option in rules.options.items() if option.keys == ("*",)}
    return rules.with_options(tables)


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


def _read_rows(rules: RuleSet, option: Option, form: Mapping[str, Any], name: str) -> Any:
    """The rows whose two numbers differ from those they come with."""
    plain, seen = _without_own(rules), False
    found: dict[str, list[int]] = {}
    for row in rules.rows:
        pair = [form.get(f"{name}.{row.id}.{place}") for place in (0, 1)]
        if None in pair:
            continue
        seen = True
        numbers = [_number(option, str(one).strip()) for one in pair]
        if tuple(numbers) != plain.row_value(row):
            found[row.id] = numbers
    now: Any = rules.values[option.name]
    if not seen or found == {row: list(pair) for row, pair in now.items()}:
        return now
    return found


def _read(rules: RuleSet, option: Option, form: Mapping[str, Any], name: str) -> Any:
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
        raise FormError(no_number(capital(words.option_name(option.name, reader_locale())), text))
    return int(text)
