"""Case files, line by line: one JSON object in, one answer out, whatever stands in a line."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from scorer import cases
from scorer.errors import OptionError

BROKEN = "invalid_case"
UNKNOWN_OPTION = "invalid_option"


def answers(lines: Iterable[str]) -> Iterator[str]:
    """The answer to each line that is not blank, in order; a broken line is answered and the next one read.

    An answer is one line of JSON in the form of a case's ``expect``, or ``{"error": code}``, with the ``id``
    of the case. A line that is no case gets the code ``invalid_case``, an unknown rule set or option
    ``invalid_option``, both with a ``text`` that says what is wrong.
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _answer(line, number)


def _answer(line: str, number: int) -> str:
    found = _answered(line, number)
    try:
        return _json(found)
    except WORDLESS as error:
        answer = {"error": BROKEN, "text": f"line {number}: its answer cannot be written ({error})"}
    try:
        return _json({"id": found["id"]} | answer)
    except (KeyError, *WORDLESS):  # it is the id itself
        return _json(answer)


# What JSON has no words for: numbers without end or of thousands of digits, and what is nested too deep.
WORDLESS = (ValueError, RecursionError)


def _json(answer: dict[str, Any]) -> str:
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    # Half of a pair of UTF-16 cannot be printed, but escaped.
    return text if text.isprintable() else json.dumps(answer)


def _answered(line: str, number: int) -> dict[str, Any]:
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
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


def malformed(error: Exception) -> str:
    """What is wrong with a case whose answering raised one of ``MALFORMED``."""
    if isinstance(error, KeyError):
        return f"{error} is missing or unknown"
    if type(error) is ValueError:
        return str(error)
    return f"something in it has the wrong form ({error})"


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")
