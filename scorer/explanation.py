"""Reasons as data: a key and its parameters. The words live in the page's translations."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why something is so.

    Attributes:
        key: the sentence to use, e.g. ``"pay.discard"``.
        params: what fills it. A parameter's name says what it is: ``seat``, ``payer``, ``payee``, ``owes``
            and ``feeder`` are seats, ``row`` and ``by`` row ids, ``rows`` a tuple of them, ``tile`` a tile,
            ``tiles`` a tuple of tiles, ``meld`` a kind of meld, ``flag`` an event, ``seat_wind`` and
            ``round_wind`` winds; everything else is a number or a word that stands as it is.
    """

    key: str
    params: Mapping[str, object] = field(default_factory=dict)
