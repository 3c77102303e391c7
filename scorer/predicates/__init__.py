"""The questions that rows of a rule set ask of a hand. A row names its question; new variants reuse them.

Each is a plain function of a :class:`scorer.view.View` that answers yes or no, or how many times the row
holds.
"""

from collections.abc import Callable
from typing import Final

from scorer.predicates import colours, events, honours, melds, numbers, sequences, shapes, wilds
from scorer.view import View

Predicate = Callable[[View], int]

PREDICATES: Final[dict[str, Predicate]] = {
    function.__name__: function
    for module in (shapes, colours, honours, melds, sequences, numbers, events, wilds)
    for function in module.ALL
}
