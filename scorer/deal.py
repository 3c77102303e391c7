"""One winner's hand prepared for reading: kinds as numbers, wild tiles set apart, melds as groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from scorer.groups import RUN, RUNS, TRIPLETS, Group
from scorer.hand import KONG_TYPES, Context, Hand, Meld
from scorer.tiles import INDEX
from scorer.waits import waiting_kinds

WHITE: Final = INDEX["B"]


class Holding:
    """Concealed tiles as numbers.

    Attributes:
        counts: natural tiles of each kind (34 numbers): wild tiles left out, white dragons that stand in for
            the wild's own tile counted as that tile.
        physical: the same without standing in: what lies on the table.
        jokers: wild tiles.
    """

    __slots__ = ("counts", "jokers", "physical", "stand_in", "wild")

    def __init__(self, tiles: Iterable[str], wild: int | None, stand_in: int | None) -> None:
        self.wild = wild
        self.stand_in = stand_in
        self.counts = [0] * 34
        for tile in tiles:
            self.counts[INDEX[tile]] += 1
        self.jokers = 0
        self.physical = self.counts
        if wild is not None:
            self.jokers, self.counts[wild] = self.counts[wild], 0
            self.physical = self.counts.copy()
            if stand_in is not None:
                self.counts[stand_in], self.counts[WHITE] = self.counts[WHITE], 0

    def copy(self) -> Holding:
        """An independent copy."""
        twin = Holding((), self.wild, self.stand_in)
        twin.counts, twin.jokers = self.counts.copy(), self.jokers
        twin.physical = twin.counts if self.physical is self.counts else self.physical.copy()
        return twin

    def add(self, tile: str) -> int | None:
        """Add one tile. Returns the kind that it counts as, or None for a wild tile."""
        kind = INDEX[tile]
        if kind == self.wild:
            self.jokers += 1
            return None
        natural = self.stand_in if kind == WHITE and self.stand_in is not None else kind
        self.counts[natural] += 1
        if self.physical is not self.counts:
            self.physical[kind] += 1
        return natural


class Deal:
    """What does not depend on how the concealed tiles are read. Made once a hand, after validation.

    Attributes:
        hand, context: as given.
        values: the options in force.
        shapes: the winning shapes of the rule set.
        sets: how many sets a standard hand has (4; Wenzhou 5).
        winners: how many players are paid on the same tile.
        wild: the wild kind, or None.
        holding: the concealed tiles with the winning tile.
        counts, jokers: see :class:`Holding`.
        held: ``counts`` without the winning tile.
        held_jokers: ``jokers`` without the winning tile.
        win: kind of the winning tile, or None when it is a wild.
        melds: the melds as groups, in the order they were made.
        open_melds: how many melds are not concealed kongs.
        kongs, concealed_kongs: numbers of kongs.
        self_drawn, by_other: whether it was self-drawn or another player's tile.
        flags: the events claimed.
        seat_wind, round_wind: masks of the winds' kinds.
    """

    __slots__ = (
        "by_other",
        "concealed_kongs",
        "context",
        "counts",
        "flags",
        "hand",
        "held",
        "held_jokers",
        "holding",
        "jokers",
        "kongs",
        "meld_mask",
        "meld_runs",
        "meld_triplets",
        "melds",
        "open_melds",
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
        self.winners = winners
        self.shapes: tuple[str, ...] = data["shapes"]
        self.sets: int = data["sets"]
        self.wild = wild_kind(values, data, context)
        stand_in = stand_in_for(self.wild, data)
        self.holding = Holding(hand.concealed, self.wild, stand_in)
        self.held = self.holding.counts.copy()
        self.held_jokers = self.holding.jokers
        self.win = self.holding.add(hand.win)
        self.counts = self.holding.counts
        self.jokers = self.holding.jokers
        self.self_drawn = context.win_by == "self_draw"
        self.by_other = not self.self_drawn
        self.flags = context.flags
        self.seat_wind = 1 << INDEX[context.seat_wind]
        self.round_wind = 1 << INDEX[context.round_wind]
        self.melds: tuple[Group, ...] = ()
        self.kongs = self.concealed_kongs = 0
        self.meld_mask = self.meld_triplets = self.meld_runs = 0
        for meld in hand.melds:
            group = meld_group(meld, stand_in)
            self.melds += (group,)
            self.kongs += meld.type in KONG_TYPES
            self.concealed_kongs += meld.type == "an_gang"
            self.meld_mask |= group.mask
            if group.type is RUN:
                self.meld_runs += 1
            else:
                self.meld_triplets |= group.mask
        self.open_melds = len(self.melds) - self.concealed_kongs

    @property
    def waits(self) -> tuple[int, ...]:
        """The kinds that would complete what is concealed; none that the player holds four of already."""
        return waiting_kinds(self.shapes, self.held, self.held_jokers, full=full_kinds(self.hand))

    @property
    def physical(self) -> int:
        """Every kind of the hand but the wild as it lies on the table, as a bit mask."""
        mask = 0
        for kind, count in enumerate(self.holding.physical):
            if count:
                mask |= 1 << kind
        for meld in self.hand.melds:
            for tile in meld.tiles:
                mask |= 1 << INDEX[tile]
        return mask


def full_kinds(hand: Hand) -> int:
    """The kinds of which a player holds all four without the winning tile, as a bit mask."""
    tiles = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]
    return sum(1 << INDEX[tile] for tile in set(tiles) if tiles.count(tile) == 4)


def wild_kind(values: Mapping[str, Any], data: Mapping[str, Any], context: Context) -> int | None:
    """The wild kind of a deal: none, fixed by the table's option, or turned up (``context.wild``)."""
    use = values["wild"] if "wild" in values else data["wild"]
    if use == "none":
        return None
    if use == "indicator":
        return INDEX[context.wild] if context.wild is not None else None
    return INDEX[use.removeprefix("fixed:")]


def stand_in_for(wild: int | None, data: Mapping[str, Any]) -> int | None:
    """The kind that white dragons stand in for: the wild's own, where that is played and it is no white."""
    return wild if data.get("stand_in") and wild != WHITE else None


def meld_group(meld: Meld, stand_in: int | None) -> Group:
    """The run or triplet that a legal meld is."""
    kinds = [INDEX[tile] for tile in meld.tiles]
    if stand_in is not None:
        kinds = [stand_in if kind == WHITE else kind for kind in kinds]
    return RUNS[min(kinds)] if meld.type == "chi" else TRIPLETS[kinds[0]]
