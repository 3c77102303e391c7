"""What several commands need: columns with Chinese in them, ``NAME=VALUE`` options, the language."""

import json
import locale
import os
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

# What --lang takes -> the catalogue.
LANGUAGES = {"en": "en", "zh-Hans": "zh_Hans", "zh-Hant": "zh_Hant"}
_LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def width(text: str) -> int:
    """Columns that a text takes on a terminal: two for a Chinese character."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def columns(rows: Iterable[Sequence[str]], indent: str = "  ") -> list[str]:
    """Lines with the cells of each row under each other; the last cell is not padded."""
    rows = list(rows)
    if not rows:
        return []
    widths = [max(width(row[index]) for row in rows) for index in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        cells = [cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=False)]
        lines.append((indent + "  ".join([*cells, row[-1]])).rstrip())
    return lines


def assignments(ctx: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> dict[str, object]:
    """Callback of a repeated option ``NAME=VALUE``: a mapping from names to values.

    A value is read as JSON where it is JSON (``4``, ``true``, ``{"an_gang": 2}``), as None for ``none``, else
    as the word that stands there.

    Raises:
        click.BadParameter: when there is no ``=``.
    """
    values: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{text!r} should look like NAME=VALUE", ctx=ctx, param=parameter)
        values[name.strip()] = _value(value.strip())
    return values


def usual_locale() -> str:
    """The language of this console: ``zh_Hans``, ``zh_Hant`` or ``en``."""
    named = next((os.environ[name] for name in _LANGUAGE_VARIABLES if os.environ.get(name)), None)
    tag = (named or locale.getlocale()[0] or "").lower()
    if not tag.startswith(("zh", "yue", "chinese")):
        return "en"
    return (
        "zh_Hant" if any(word in tag for word in ("hant", "_tw", "_hk", "_mo", "traditional")) else "zh_Hans"
    )


def _language(ctx: click.Context, parameter: click.Parameter, chosen: str | None) -> str:
    return LANGUAGES[chosen] if chosen else usual_locale()


# The option --lang; gives the command a ``locale``.
language_option = click.option(
    "--lang",
    "locale",
    type=click.Choice(list(LANGUAGES), case_sensitive=False),
    callback=_language,
    help="Language of the answer; default: the system's.",
)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its word: ``1 tile``, ``3 tiles``; ``many`` where it is no mere s more."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


class _Folder(click.Path):
    """A folder's name. An empty one, such as an unset variable in a script, is not the current folder."""

    def __init__(self, exists: bool) -> None:
        super().__init__(path_type=Path, file_okay=False, exists=exists)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; refuses the empty name."""
        if value == "":
            self.fail("the name of the folder is empty: name one, or leave --data out", param, ctx)
        return super().convert(value, param, ctx)


def data_option(meaning: str, *, exists: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option ``--data DIR``; gives the command ``data``, a path or None.

    Args:
        meaning: for the help.
        exists: refuse a folder that is not there: for commands that only read.
    """
    # Eager: what other options name may lie in it.
    return click.option("--data", type=_Folder(exists), metavar="DIR", is_eager=True, help=meaning)


# The option --force; gives the command ``force``.
force_option = click.option("--force", is_flag=True, help="Replace a file that is there already.")


def keep_what_is_there(path: Path, force: bool) -> None:
    """Raise click.ClickException where a file would be replaced that nobody said may be."""
    if path.exists() and not force:
        raise click.ClickException(f"{path} is there already; choose another name, or replace it: --force")


def _value(text: str) -> object:
    if text.lower() == "none":
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value
