"""Winning shapes: every way to read concealed tiles as runs, triplets and a pair.

The work is done block by block: three suits, and each honour by itself. A way is found exactly once, because
the lowest kind decides at once how many pairs, triplets and runs start at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from typing import Final

from scorer.groups import PAIRS, RUNS, TRIPLETS, Group
from scorer.wild_shapes import pair_apart, wild_decompositions

SUIT_BLOCKS: Final = ((0, 9), (9, 18), (18, 27))

Reading = tuple[tuple[Group, ...], Group]
# The same for a part of the hand: the pair may lie in another.
Way = tuple[tuple[Group, ...], Group | None]


def decompositions(counts: Sequence[int], jokers: int = 0) -> list[Reading]:
    """All readings as (runs and triplets, pair).

    Args:
        counts: natural concealed tiles of each kind, the winning tile included. Together with the jokers
            their number must be 3n + 2.
        jokers: wild tiles among them.
    """
    if jokers:
        return wild_decompositions(counts, jokers)
    honours = _honours(counts) if any(counts[27:]) else ((), None)
    if honours is None:
        return []
    partial: list[Way] = [honours]
    for first, end in SUIT_BLOCKS:
        ways = block_ways(counts[first:end], first)
        partial = [
            (groups + sets, pair or other)
            for groups, pair in partial
            for sets, other in ways
            if pair is None or other is None
        ]
    return [(groups, pair) for groups, pair in partial if pair is not None]


def _honours(counts: Sequence[int]) -> Way | None:
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


def block_ways(counts: Sequence[int], first: int) -> list[Way]:
    """All ways to use up one suit as runs and triplets, with a pair where the number of tiles asks for one.

    Args:
        counts: how often each of the nine ranks occurs.
        first: the kind of rank 1.
    """
    short = _SHORT_WAYS[first].get(bytes(counts))
    if short is not None:
        return short
    total = sum(counts)
    return [] if total <= SHORT or total % 3 == 1 else _search(counts, first)


def _search(counts: Sequence[int], first: int) -> list[Way]:
    found: list[tuple[Group, ...]] = []
    pair = sum(counts) % 3 == 2
    _step(list(counts), 0, pair, (first, (), found))
    return [pair_apart(groups) for groups in found] if pair else [(groups, None) for groups in found]


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


def _short_ways(first: int) -> dict[bytes, list[Way]]:
    """The ways of every block of at most six tiles, by how often each rank occurs."""
    sets = [*(RUNS[kind] for kind in range(first, first + 7)), *TRIPLETS[first : first + 9]]
    pairs = PAIRS[first : first + 9]
    found: dict[bytes, list[Way]] = {}
    for groups in (
        (),
        *product(sets),
        *combinations_with_replacement(sets, 2),
        *product(pairs),
        *product(sets, pairs),
    ):
        counts = [0] * 9
        for group in groups:
            for kind in group.kinds:
                counts[kind - first] += 1
        key = bytes(counts)
        if max(counts) <= 4 and key not in found:
            found[key] = _search(counts, first)
    return found


# Most suits of a hand hold no more than two sets: their ways are worked out once, when this is imported.
SHORT: Final = 6
_SHORT_WAYS: Final = {first: _short_ways(first) for first, _ in SUIT_BLOCKS}
