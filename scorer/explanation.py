"""Reasons as data: a key and its parameters. The words live in the page's translations."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why something is so.

    Attributes:
        key: the sentence to use, e.g. ``"pay.discard"``.
        params: what fills it. The name of a parameter says what it is: ``seat``, ``payer``, ``payee``,
            ``owes`` and ``feeder`` are seats; ``row`` and ``by`` are row ids, ``rows`` a tuple of them;
            ``tile`` is a
            tile, ``tiles`` a tuple of tiles; everything else is a number or a word that stands as it is.
    """

    key: str
    params: Mapping[str, object] = field(default_factory=dict)
