"""Answers in one form, so that an oracle's and an engine's can be compared with ``==``."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any


def comparable(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer with rows in a fixed order, exact amounts, and without what no expectation names."""
    if "error" in answer:
        return {"error": answer["error"]}
    result = {key: value for key, value in answer.items() if key not in ("id", "payments", "wins", "fans")}
    if "fans" in answer:
        result["fans"] = sorted((name, value) for name, value in answer["fans"])
    if "points" in answer:
        result["points"] = Fraction(answer["points"])
    if "wins" in answer:
        result["wins"] = [comparable(win) for win in answer["wins"]]
    if "payments" in answer:
        result["payments"] = {seat: Fraction(amount) for seat, amount in answer["payments"].items()}
    if not result.get("horse_hits"):
        result.pop("horse_hits", None)
    return result
