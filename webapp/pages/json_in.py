"""JSON from outside: only what a page can mean, whichever route reads it."""

import json
from collections.abc import Mapping
from typing import Any, Final

from flask import request

from webapp.pages.form import FormError

GREATEST: Final = 10**9
DEEPEST: Final = 24


def posted() -> Mapping[str, Any]:
    """The JSON object of the request. Raises FormError."""
    if not request.is_json:  # no form on another site can send this type unasked
        raise FormError("JSON")
    body = read_json(request.get_data())
    if not isinstance(body, Mapping):
        raise FormError("JSON object")
    return body


def read_json(text: bytes | str, *, greatest: int = GREATEST) -> Any:
    """The value that a JSON text stands for.

    Raises:
        FormError: no JSON, nested more than `DEEPEST` deep, a number that is not finite or beyond
            ±``greatest``, or half a surrogate pair, which no answer could hold.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormError("JSON") from error
    level = [value]
    for _depth in range(DEEPEST):
        inner: list[Any] = []
        for part in level:
            inner += _parts(part, greatest)
        if not inner:
            return value
        level = inner
    raise FormError("JSON, nested too deep")


def _parts(value: Any, greatest: int) -> list[Any]:
    """What a list or an object holds, keys included; a single value is judged."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, list):
        return value
    if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise FormError("JSON, half a letter")
    # Written this way round, NaN is refused too.
    if isinstance(value, int | float) and not -greatest <= value <= greatest:
        raise FormError("JSON, a number beyond sense")
    return []
