"""What predicates look at: one reading of one hand in its context."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from scorer.deal import Deal
from scorer.groups import BAMBOO, CHARACTERS, DOTS, DRAGONS, HONOURS, RUN, TRIPLET, WINDS, YAO_MASK, Group

# What predicates may need (see scorer.predicates.needs), as bits.
EVENT: Final = 1  # an event is claimed
HONOUR_TRIPLET: Final = 2
NO_RUN: Final = 4
ONE_SUIT: Final = 8  # at most
KONG: Final = 16
FACTS: Final = 32  # so many combinations of them


class View:
    """One reading of the hand.

    Attributes:
        deal: the hand and its context.
        shape: ``"standard"``, ``"seven_pairs"``, ``"eight_pairs"``, ``"thirteen_orphans"``, ``"unconnected"``
            or ``"three_wilds"``.
        concealed: runs and triplets made of concealed tiles; pairs and single tiles for other shapes.
        pair: the pair of a standard hand.
        completed: the group that the winning tile went into, where the rule set asks for it.
        mask: every kind of the hand after substitution, melds included.
        runs: number of runs, melds included.
        triplet_mask: kinds of all triplets and kongs.
        pair_mask: kind of the pair of a standard hand.
        suits: how many of the three suits occur.
        honours: the honours that occur, as a mask.
        winds, dragons: the wind and dragon triplets, as masks.
        facts: which of :data:`EVENT`, :data:`HONOUR_TRIPLET`, :data:`NO_RUN`, :data:`ONE_SUIT` and
            :data:`KONG` are so, as bits.
    """

    __slots__ = (
        "completed",
        "concealed",
        "deal",
        "dragons",
        "facts",
        "honours",
        "mask",
        "pair",
        "pair_mask",
        "runs",
        "shape",
        "suits",
        "triplet_mask",
        "winds",
    )

    def __init__(
        self,
        deal: Deal,
        shape: str,
        concealed: tuple[Group, ...],
        pair: Group | None = None,
        completed: Group | None = None,
    ) -> None:
        self.deal = deal
        self.shape = shape
        self.concealed = concealed
        self.pair = pair
        self.completed = completed
        self.pair_mask = pair.mask if pair is not None else 0
        mask = deal.meld_mask | self.pair_mask
        triplets = deal.meld_triplets
        runs = deal.meld_runs
        for group in concealed:
            mask |= group.mask
            if group.type is RUN:
                runs += 1
            elif group.type is TRIPLET:
                triplets |= group.mask
        self.mask = mask
        self.runs = runs
        self.triplet_mask = triplets
        self.suits = (mask & CHARACTERS != 0) + (mask & DOTS != 0) + (mask & BAMBOO != 0)
        self.honours = mask & HONOURS
        self.winds = triplets & WINDS
        self.dragons = triplets & DRAGONS
        self.facts = (
            (EVENT if deal.flags else 0)
            | (HONOUR_TRIPLET if triplets & HONOURS else 0)
            | (0 if runs else NO_RUN)
            | (ONE_SUIT if self.suits <= 1 else 0)
            | (KONG if deal.kongs else 0)
        )

    @property
    def sets(self) -> tuple[Group, ...]:
        """All runs and triplets, melds first."""
        return self.deal.melds + self.concealed

    @property
    def simple_tiles(self) -> int:
        """The kinds of rank 2 to 8 that occur, as a mask."""
        return self.mask & ~YAO_MASK

    @property
    def concealed_runs(self) -> tuple[Group, ...]:
        """Runs that were not called; one completed by the winning tile counts."""
        return tuple(group for group in self.concealed if group.type is RUN)

    @property
    def concealed_triplets(self) -> int:
        """Concealed triplets and kongs; one completed by somebody else's tile does not count."""
        own = sum(1 for group in self.concealed if group.type is TRIPLET)
        if self.deal.by_other and self.completed is not None and self.completed.type is TRIPLET:
            own -= 1
        return own + self.deal.concealed_kongs

    @property
    def stand_ins(self) -> tuple[int, ...]:
        """The kinds that the wild tiles stand for, in order. Empty where a shape leaves them open."""
        if self.shape in {"unconnected", "three_wilds"}:
            return ()
        needed = [0] * 34
        for group in (*self.concealed, *((self.pair,) if self.pair else ())):
            for kind in group.kinds:
                needed[kind] += 1
        counts = self.deal.counts
        return tuple(kind for kind in range(34) for _ in range(needed[kind] - counts[kind]))

    @property
    def substituted(self) -> tuple[int, ...]:
        """The kinds that wild tiles stand for, in order, those that stand for themselves left out."""
        return tuple([kind for kind in self.stand_ins if kind != self.deal.wild]) if self.deal.jokers else ()

    @property
    def text(self) -> str:
        """The reading in notation, melds first, then concealed groups in order, the pair last.

        A kong shows four tiles: ``"5555s"``.
        """
        groups = sorted(self.concealed, key=attrgetter("place"))
        if self.pair is not None:
            groups.append(self.pair)
        melds = [
            group.text[0] + group.text if len(meld.tiles) == 4 else group.text
            for meld, group in zip(self.deal.hand.melds, self.deal.melds, strict=True)
        ]
        return " ".join([*melds, *[group.text for group in groups]])

    @property
    def natural(self) -> bool:
        """True when every wild tile stands for its own kind, or there is none."""
        return not self.substituted
