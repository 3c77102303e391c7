"""Lines of a score."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.explanation import Explanation


@dataclass(frozen=True, slots=True)
class FanLine:
    """One line of the score: a row that holds, once. ``name`` is its Chinese name in the rule set."""

    row: str
    name: str
    value: int
    why: Explanation
