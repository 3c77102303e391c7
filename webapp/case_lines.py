"""Case files, line by line: one JSON object in, one answer out, whatever stands in a line."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from scorer import cases

BROKEN = "invalid_case"


def answers(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The answer to each line that is not blank, in order; a broken line is answered and the next one read.

    An answer has the form of a case's ``expect``, or ``{"error": code}``, and the ``id`` of the case. A line
    that is no case at all gets the code ``invalid_case`` and a ``text`` that says what is wrong.
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
    return cases.answer(case)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")
