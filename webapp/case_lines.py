"""Case files, line by line: one JSON object in, one answer out, whatever stands in a line."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from scorer import cases
from scorer.errors import OptionError

BROKEN = "invalid_case"
UNKNOWN_OPTION = "invalid_option"


def answers(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The answer to each line that is not blank, in order; a broken line is answered and the next one read.

    An answer has the form of a case's ``expect``, or ``{"error": code}``, and the ``id`` of the case. A line
    that is no case gets the code ``invalid_case``, an unknown rule set or option ``invalid_option``, both
    with a ``text`` that says what is wrong.
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _answer(line, number)


def _answer(line: str, number: int) -> dict[str, Any]:
    try:
        case = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        return {"error": BROKEN, "text": f"line {number} is not JSON: {error}"}
    if not isinstance(case, dict):
        return {"error": BROKEN, "text": f"line {number} is not a JSON object"}
    head = {"id": case["id"]} if "id" in case else {}
    try:
        return cases.answer(case)
    except OptionError as error:
        return head | {"error": UNKNOWN_OPTION, "text": str(error)}
    except MALFORMED as error:
        return head | {"error": BROKEN, "text": f"line {number}: {malformed(error)}"}


# What a case without the expected keys and types runs into.
MALFORMED = (LookupError, TypeError, ValueError, AttributeError)


def malformed(error: Exception) -> str:
    """What is wrong with a case whose answering raised one of ``MALFORMED``."""
    if isinstance(error, KeyError):
        return f"{error} is missing or unknown"
    if type(error) is ValueError:
        return str(error)
    return f"something in it has the wrong form ({error})"


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")
