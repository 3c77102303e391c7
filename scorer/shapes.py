"""Winning shapes: every way to read concealed tiles as runs, triplets and a pair.

Without wild tiles, which is nearly always, the work is done block by block: three suits, and each honour by itself; a way is found exactly once, because the
lowest kind decides at once how many pairs, triplets and runs start at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer.groups import PAIRS, RUNS, TRIPLETS, Group
from scorer.wild_shapes import pair_apart, wild_decompositions

SUIT_BLOCKS: Final = ((0, 9), (9, 18), (18, 27))
# How many of an honour can be used up without wild tiles, and as what.
_HONOUR: Final = tuple({2: (PAIRS[kind],), 3: (TRIPLETS[kind],)} for kind in range(34))

Reading = tuple[tuple[Group, ...], Group]


def decompositions(counts: Sequence[int], jokers: int = 0) -> list[Reading]:
    """All readings as (runs and triplets, pair).

    Args:
        counts: natural concealed tiles of each kind, the winning tile included. Together with the jokers their
            number must be 3n + 2.
        jokers: wild tiles among them.
    """
    if jokers:
        return wild_decompositions(counts, jokers)
    head: tuple[Group, ...] = ()
    pair: Group | None = None
    for kind in range(27, 34):
        count = counts[kind]
        if count == 3:
            head += _HONOUR[kind][3]
        elif count == 2 and pair is None:
            pair = PAIRS[kind]
        elif count:
            return []
    readings: list[Reading] = [] if pair is None else [(head, pair)]
    open_ways: list[tuple[Group, ...]] = [head] if pair is None else []
    for first, end in SUIT_BLOCKS:
        rest = sum(counts[first:end]) % 3
        if rest == 1 or (rest == 2 and readings):
            return []
        ways = block_ways(list(counts[first:end]), first, pair=rest == 2)
        if rest == 2:
            readings = [(groups + sets, one) for groups in open_ways for sets, one in map(pair_apart, ways)]
        elif readings:
            readings = [(groups + way, one) for groups, one in readings for way in ways]
        else:
            open_ways = [groups + way for groups in open_ways for way in ways]
    return readings


def block_ways(counts: list[int], first: int, *, pair: bool) -> list[tuple[Group, ...]]:
    """All ways to use up one suit: runs and triplets, and one pair if asked for.

    Args:
        counts: how often each of the nine ranks occurs; restored before returning.
        first: the kind of rank 1.
        pair: whether exactly one pair is to be among the groups.
    """
    found: list[tuple[Group, ...]] = []
    groups: list[Group] = []

    def step(place: int, pair: bool) -> None:
        while place < 9 and not counts[place]:
            place += 1
        if place == 9:
            if not pair:
                found.append(tuple(groups))
            return
        count = counts[place]
        kind = first + place
        for pairs, triplets in _STARTS[pair][count]:
            runs = count - 2 * pairs - 3 * triplets
            if runs and (place > 6 or counts[place + 1] < runs or counts[place + 2] < runs):
                continue
            before = len(groups)
            if pairs:
                groups.append(PAIRS[kind])
            if triplets:
                groups.append(TRIPLETS[kind])
            if runs:
                groups.extend([RUNS[kind]] * runs)
                counts[place + 1] -= runs
                counts[place + 2] -= runs
            step(place + 1, pair and not pairs)
            if runs:
                counts[place + 1] += runs
                counts[place + 2] += runs
            del groups[before:]

    step(0, pair)
    return found


# (pairs, triplets) that can start at a kind of which there are 0 to 4 left, without and with a pair to be found.
_STARTS: Final = tuple(
    tuple(
        tuple(
            (pairs, triplets)
            for pairs in range(allowed + 1)
            for triplets in (0, 1)
            if 2 * pairs + 3 * triplets <= count
        )
        for count in range(5)
    )
    for allowed in (0, 1)
)
