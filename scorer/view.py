"""What predicates look at: one reading of one hand in its context."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scorer.groups import BAMBOO as BAMBOO_MASK
from scorer.groups import CHARACTERS as CHARACTERS_MASK
from scorer.groups import DOTS as DOTS_MASK
from scorer.groups import DRAGONS, HONOURS, RUN, RUNS, TRIPLET, TRIPLETS, WINDS, YAO_MASK, Group
from scorer.hand import KONG_TYPES, Context, Hand, Meld
from scorer.tiles import INDEX, KINDS
from scorer.waits import waiting_kinds

WHITE = INDEX["B"]


class Deal:
    """What does not depend on how the concealed tiles are read. Made once a hand, after validation.

    Attributes:
        hand, context: as given.
        values: the options in force.
        shapes: the winning shapes of the rule set.
        sets: how many sets a standard hand has (4; Wenzhou 5).
        wild: the wild kind, or None.
        jokers: how many wild tiles the winner holds, the winning tile included.
        counts: natural tiles of each kind (34 numbers), the winning tile included, wild tiles left out and
            white dragons that stand in for the wild's own tile counted as that tile.
        held: the same without the winning tile.
        win: kind of the winning tile (stand-in resolved), or None when it is a wild.
        melds: the melds as groups, in the order they were made.
        open_melds: melds that are not concealed kongs.
        kongs, concealed_kongs: numbers of kongs.
        physical: every tile of the hand but the wild ones as it lies on the table, as a bit mask.
        winners: how many players are paid on the same tile.
    """

    __slots__ = (
        "by_other",
        "concealed_kongs",
        "context",
        "counts",
        "flags",
        "hand",
        "held",
        "jokers",
        "kongs",
        "meld_mask",
        "meld_runs",
        "meld_triplets",
        "melds",
        "open_melds",
        "physical",
        "round_wind",
        "seat_wind",
        "self_drawn",
        "sets",
        "shapes",
        "values",
        "wild",
        "win",
        "winners",
    )

    def __init__(
        self,
        hand: Hand,
        context: Context,
        values: Mapping[str, Any],
        data: Mapping[str, Any],
        winners: int = 1,
    ) -> None:
        self.hand = hand
        self.context = context
        self.values = values
        self.sets: int = data["sets"]
        self.shapes: tuple[str, ...] = tuple(data["shapes"])
        self.winners = winners
        self.wild = wild_kind(values, data, context)
        stand_in = self.wild if data.get("stand_in") and self.wild != WHITE else None
        self.jokers = 0
        self.counts = [0] * 34
        self.physical = 0
        for tile in hand.concealed:
            self._hold(INDEX[tile], stand_in)
        self.held = self.counts.copy()
        self.win: int | None = INDEX[hand.win]
        self._hold(self.win, stand_in)
        if self.win == self.wild:
            self.win = None
        elif self.win == WHITE and stand_in is not None:
            self.win = stand_in
        self.melds = tuple(meld_group(meld, stand_in) for meld in hand.melds)
        self.kongs = 0
        self.concealed_kongs = 0
        self.meld_mask = 0
        self.meld_triplets = 0
        self.meld_runs = 0
        for meld, group in zip(hand.melds, self.melds, strict=True):
            self.kongs += meld.type in KONG_TYPES
            self.concealed_kongs += meld.type == "an_gang"
            self.meld_mask |= group.mask
            if group.type is RUN:
                self.meld_runs += 1
            else:
                self.meld_triplets |= group.mask
            for tile in meld.tiles:
                self.physical |= 1 << INDEX[tile]
        self.open_melds = len(hand.melds) - self.concealed_kongs
        self.seat_wind = 1 << INDEX[context.seat_wind]
        self.round_wind = 1 << INDEX[context.round_wind]
        self.self_drawn = context.win_by == "self_draw"
        self.by_other = not self.self_drawn
        self.flags = frozenset(context.flags)

    @property
    def waits(self) -> tuple[int, ...]:
        """The kinds that would complete what is concealed; kinds of which the player holds all four are none."""
        full = 0
        everything = Counter([*self.hand.concealed, *(tile for meld in self.hand.melds for tile in meld.tiles)])
        for tile, number in everything.items():
            if number == 4:
                full |= 1 << INDEX[tile]
        shapes = self.shapes if not self.melds else ("standard",)
        return waiting_kinds(shapes, self.held, self.jokers, full=full)

    def _hold(self, kind: int, stand_in: int | None) -> None:
        if kind == self.wild:
            self.jokers += 1
            return
        self.physical |= 1 << kind
        self.counts[stand_in if kind == WHITE and stand_in is not None else kind] += 1


class View:
    """One reading of the hand.

    Attributes:
        deal: the hand and its context.
        shape: ``"standard"``, ``"seven_pairs"``, ``"eight_pairs"``, ``"thirteen_orphans"``, ``"unconnected"`` or
            ``"three_wilds"``.
        concealed: runs and triplets made of concealed tiles; pairs for a hand of pairs.
        pair: the pair of a standard hand.
        completed: the group that the winning tile went into, where the rule set asks for it.
        odd: the seventeenth tile of a hand of eight pairs.
        mask: every kind of the hand after substitution, melds included.
        runs: number of runs, melds included.
        triplet_mask: kinds of all triplets and kongs.
        pair_mask: kind of the pair of a standard hand.
    """

    __slots__ = (
        "completed",
        "concealed",
        "deal",
        "mask",
        "odd",
        "pair",
        "pair_mask",
        "runs",
        "shape",
        "triplet_mask",
    )

    def __init__(
        self,
        deal: Deal,
        shape: str,
        concealed: tuple[Group, ...],
        pair: Group | None = None,
        completed: Group | None = None,
        odd: int | None = None,
    ) -> None:
        self.deal = deal
        self.shape = shape
        self.concealed = concealed
        self.pair = pair
        self.completed = completed
        self.odd = odd
        self.pair_mask = pair.mask if pair is not None else 0
        mask = deal.meld_mask | self.pair_mask
        if odd is not None:
            mask |= 1 << odd
        if shape == "thirteen_orphans":
            mask |= YAO_MASK
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

    @property
    def sets(self) -> tuple[Group, ...]:
        """All runs and triplets, melds first."""
        return self.deal.melds + self.concealed

    @property
    def suits(self) -> int:
        """How many of the three suits occur."""
        mask = self.mask
        return bool(mask & CHARACTERS_MASK) + bool(mask & DOTS_MASK) + bool(mask & BAMBOO_MASK)

    @property
    def honours(self) -> int:
        """The honours that occur, as a mask."""
        return self.mask & HONOURS

    @property
    def winds(self) -> int:
        """The wind triplets, as a mask."""
        return self.triplet_mask & WINDS

    @property
    def dragons(self) -> int:
        """The dragon triplets, as a mask."""
        return self.triplet_mask & DRAGONS

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
        needed = [YAO_MASK >> kind & 1 if self.shape == "thirteen_orphans" else 0 for kind in range(34)]
        for group in (*self.concealed, *((self.pair,) if self.pair else ())):
            for kind in group.kinds:
                needed[kind] += 1
        if self.odd is not None:
            needed[self.odd] += 1
        counts = self.deal.counts
        return tuple(kind for kind in range(34) for _ in range(needed[kind] - counts[kind]))

    @property
    def text(self) -> str:
        """The reading in notation, melds first, then concealed groups in order, the pair last."""
        groups = [*self.deal.melds, *sorted(self.concealed, key=lambda group: (group.first, group.type))]
        if self.pair is not None:
            groups.append(self.pair)
        texts = [group.text for group in groups]
        if self.odd is not None:
            texts.append(KINDS[self.odd])
        return " ".join(texts)

    @property
    def natural(self) -> bool:
        """True when every wild tile stands for its own kind, or there is none."""
        return all(kind == self.deal.wild for kind in self.stand_ins)


def wild_kind(values: Mapping[str, Any], data: Mapping[str, Any], context: Context) -> int | None:
    """The wild kind of a deal: none, fixed by the table's option, or turned up (``context.wild``)."""
    use = values.get("wild", data.get("wild", "none"))
    if use == "none":
        return None
    if use == "indicator":
        return INDEX[context.wild] if context.wild is not None else None
    return INDEX[use.removeprefix("fixed:")]


def meld_group(meld: Meld, stand_in: int | None) -> Group:
    """The run or triplet that a legal meld is."""
    kinds = [INDEX[tile] for tile in meld.tiles]
    if stand_in is not None:
        kinds = [stand_in if kind == WHITE else kind for kind in kinds]
    return RUNS[min(kinds)] if meld.type == "chi" else TRIPLETS[kinds[0]]


def winning_groups(win: int | None, groups: tuple[Group, ...], pair: Group) -> tuple[Group | None, ...]:
    """The different groups that the winning tile can have completed; ``(None,)`` when it is a wild."""
    if win is None:
        return (None,)
    bit = 1 << win
    found: dict[int, Group] = {id(group): group for group in (*groups, pair) if group.mask & bit}
    return tuple(found.values())
