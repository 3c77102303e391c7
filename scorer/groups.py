"""Runs, triplets, pairs and single tiles. Each exists once; enumerating a hand only points at them.

Kinds are numbers here: their place in :data:`scorer.tiles.KINDS` (0..8 characters, 9..17 dots, 18..26 bamboo,
27..30 winds, 31..33 dragons). A set of kinds is a bit mask of 34 bits.
"""

from typing import Final

from scorer.tiles import KINDS, YAO

RUN: Final = "run"
TRIPLET: Final = "triplet"
PAIR: Final = "pair"
SINGLE: Final = "single"
ORDER: Final = (PAIR, RUN, SINGLE, TRIPLET)  # of groups that start at the same kind
SIZE: Final = {TRIPLET: 3, PAIR: 2, SINGLE: 1}

CHARACTERS: Final = 0x1FF
DOTS: Final = CHARACTERS << 9
BAMBOO: Final = CHARACTERS << 18
SUITED: Final = CHARACTERS | DOTS | BAMBOO
WINDS: Final = 0xF << 27
DRAGONS: Final = 0x7 << 31
HONOURS: Final = WINDS | DRAGONS
YAO_MASK: Final = sum(1 << index for index, kind in enumerate(KINDS) if kind in YAO)
TERMINALS: Final = YAO_MASK & SUITED
RUN_STARTS: Final = tuple(index for index in range(27) if index % 9 <= 6)


class Group:
    """A run, triplet, pair or single tile of certain kinds.

    Attributes:
        type: :data:`RUN`, :data:`TRIPLET`, :data:`PAIR` or :data:`SINGLE`.
        first: its lowest kind.
        kinds: the kinds of its tiles, e.g. ``(3, 4, 5)`` or ``(27, 27, 27)``.
        mask: its kinds as a bit mask.
        rank: rank 1..9 of its lowest tile, 0 for an honour.
        suit: 0, 1, 2 for characters, dots, bamboo; 3 for honours.
        text: its tiles in notation, ``"456m"``.
        place: where it stands among groups written in order.
    """

    __slots__ = ("first", "kinds", "mask", "place", "rank", "suit", "text", "type")

    def __init__(self, type_: str, first: int) -> None:
        self.type = type_
        self.first = first
        self.kinds = (first, first + 1, first + 2) if type_ == RUN else (first,) * SIZE[type_]
        self.mask = 0
        for kind in self.kinds:
            self.mask |= 1 << kind
        self.suit = min(first // 9, 3)
        self.rank = first % 9 + 1 if first < 27 else 0
        letters = "".join(KINDS[kind][0] for kind in self.kinds)
        self.text = letters + KINDS[first][1:]
        self.place = 4 * first + ORDER.index(type_)


RUNS: Final = {first: Group(RUN, first) for first in RUN_STARTS}
TRIPLETS: Final = tuple(Group(TRIPLET, first) for first in range(34))
PAIRS: Final = tuple(Group(PAIR, first) for first in range(34))
SINGLES: Final = tuple(Group(SINGLE, first) for first in range(34))
