"""A hand as one of many that a photo may show, and what is known of hands before the photo is seen."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from scorer.tiles import KINDS
from vision.melds import Group, GroupReading
from vision.search import OUT


@dataclass(frozen=True)
class Priors:
    """What is known before the picture is seen, as natural logarithms of odds.

    Attributes:
        win: of a given winning hand over a given other one.
        odd: against three or four tiles set apart that are no meld.
        fifth: against each fifth copy: two sets mixed.
    """

    win: float = 5.0
    odd: float = 3.0
    fifth: float = 4.0


@dataclass(frozen=True)
class Parts:
    """What a hand is made of.

    Attributes:
        loose: its tiles outside groups, strays that may belong to it included.
        groups: tiles set apart together.
        elsewhere: copies of each kind known to lie outside the hand, 34 numbers.
    """

    loose: tuple[int, ...]
    groups: tuple[Group, ...]
    elsewhere: tuple[int, ...] = (0,) * len(KINDS)


@dataclass(frozen=True)
class Hypothesis:
    """One hand.

    Attributes:
        score: natural logarithm of its weight; the likeliest reading of each tile alone would have 0.
        kinds: a class for each tile, or `vision.search.OUT`.
        melds: the groups that were read as melds.
        wins: whether it is a winning hand.
    """

    score: float
    kinds: Mapping[int, int]
    melds: tuple[Group, ...]
    wins: bool

    @property
    def tiles(self) -> Counter[int]:
        """Its tiles, a kong as four alike."""
        grouped = {index for meld in self.melds for index in meld}
        counts = Counter(kind for index, kind in self.kinds.items() if index not in grouped and kind != OUT)
        for meld in self.melds:
            counts.update(GroupReading(0.0, tuple(self.kinds[index] for index in meld)).taken)
        return counts
