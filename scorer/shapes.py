"""Winning shapes: every way to read concealed tiles as runs, triplets and a pair.

The work is done block by block: three suits, and each honour by itself. A way is found exactly once, because
the lowest kind decides at once how many pairs, triplets and runs start at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer.groups import PAIRS, RUNS, TRIPLETS, Group
from scorer.wild_shapes import pair_apart, wild_decompositions

SUIT_BLOCKS: Final = ((0, 9), (9, 18), (18, 27))

Reading = tuple[tuple[Group, ...], Group]


def decompositions(counts: Sequence[int], jokers: int = 0) -> list[Reading]:
    """All readings as (runs and triplets, pair).

    Args:
        counts: natural concealed tiles of each kind, the winning tile included. Together with the jokers
            their number must be 3n + 2.
        jokers: wild tiles among them.
    """
    if jokers:
        return wild_decompositions(counts, jokers)
    honours = _honours(counts)
    if honours is None:
        return []
    head, pair = honours
    readings: list[Reading] = [(head, pair)] if pair is not None else []
    open_ways = [head] if pair is None else []
    for first, end in SUIT_BLOCKS:
        block = counts[first:end]
        total = sum(block)
        if not total:
            continue
        if total % 3 == 1 or (total % 3 == 2 and readings):
            return []
        ways = block_ways(list(block), first, pair=total % 3 == 2)
        if total % 3 == 2:
            readings = [(groups + sets, one) for groups in open_ways for sets, one in map(pair_apart, ways)]
        elif readings:
            readings = [(groups + way, one) for groups, one in readings for way in ways]
        else:
            open_ways = [groups + way for groups in open_ways for way in ways]
    return readings


def _honours(counts: Sequence[int]) -> tuple[tuple[Group, ...], Group | None] | None:
    """The honours as triplets and at most one pair; None when they cannot be."""
    triplets: tuple[Group, ...] = ()
    pair: Group | None = None
    for kind in range(27, 34):
        count = counts[kind]
        if count == 3:
            triplets += (TRIPLETS[kind],)
        elif count == 2 and pair is None:
            pair = PAIRS[kind]
        elif count:
            return None
    return triplets, pair


def block_ways(counts: list[int], first: int, *, pair: bool) -> list[tuple[Group, ...]]:
    """All ways to use up one suit: runs and triplets, and one pair if asked for.

    Args:
        counts: how often each of the nine ranks occurs.
        first: the kind of rank 1.
        pair: whether exactly one pair is to be among the groups.
    """
    found: list[tuple[Group, ...]] = []
    _step(counts, 0, pair, (first, (), found))
    return found


def _step(
    counts: list[int], place: int, pair: bool, so_far: tuple[int, tuple[Group, ...], list[tuple[Group, ...]]]
) -> None:
    """Decide what starts at the lowest rank left; ``so_far`` is (first kind, groups, readings found)."""
    first, groups, found = so_far
    while place < 9 and not counts[place]:
        place += 1
    if place == 9:
        # With a pair to be found the number of tiles is 3n + 2, so there is one here.
        found.append(groups)
        return
    kind = first + place
    for pairs, triplets, runs in _STARTS[pair][counts[place]]:
        if runs and (place > 6 or counts[place + 1] < runs or counts[place + 2] < runs):
            continue
        more = groups
        if pairs:
            more += (PAIRS[kind],)
        if triplets:
            more += (TRIPLETS[kind],)
        if runs:
            more += (RUNS[kind],) * runs
            counts[place + 1] -= runs
            counts[place + 2] -= runs
        _step(counts, place + 1, pair and not pairs, (first, more, found))
        if runs:
            counts[place + 1] += runs
            counts[place + 2] += runs


# (pairs, triplets, runs) that can start at a rank of which 0 to 4 are left, without and with a pair to be
# found.
_STARTS: Final = tuple(
    tuple(
        tuple(
            (pairs, triplets, count - 2 * pairs - 3 * triplets)
            for pairs in range(allowed + 1)
            for triplets in (0, 1)
            if 2 * pairs + 3 * triplets <= count
        )
        for count in range(5)
    )
    for allowed in (0, 1)
)
