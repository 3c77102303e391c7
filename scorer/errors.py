"""What can be wrong with a hand or its context."""

from typing import Final

from scorer.explanation import Explanation

# In the order in which they are looked for: the first that applies is the one reported.
CODES: Final = (
    "invalid_tile",
    "illegal_meld",
    "wild_in_meld",
    "wrong_tile_count",
    "too_many_copies",
    "context_conflict",
    "illegal_win_method",
    "wild_discarded",
    "not_a_win",
    "below_min_fan",
)


class RuleError(ValueError):
    """A hand, a context or a claim that the rules refuse.

    Attributes:
        code: one of :data:`CODES`.
        explanation: what exactly is wrong, in a form that can be told in the player's language.
    """

    def __init__(self, code: str, key: str, /, **params: object) -> None:
        super().__init__(f"{code}: {key} {params}" if params else f"{code}: {key}")
        self.code = code
        self.explanation = Explanation(f"error.{key}", params)


class OptionError(ValueError):
    """An option, value, row or rule set that does not exist. ``args[0]`` is a sentence that names it."""


class ZeroSumError(ArithmeticError):
    """Payments that do not sum to zero: a fault of the program, never of the players."""
