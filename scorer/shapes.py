"""Winning shapes: every way to read concealed tiles as runs, triplets and a pair, wild tiles included.

The work is done suit by suit (each honour is a block of its own): all ways of one block for every number of wild
tiles spent in it, then all combinations of blocks. A way is found exactly once, because each kind decides at once
how many triplets, pairs and runs start at it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorer.groups import PAIR, PAIRS, RUN, RUNS, TRIPLETS, Group

BLOCKS: Final = ((0, 9), (9, 18), (18, 27), *((kind, kind + 1) for kind in range(27, 34)))


@dataclass(frozen=True, slots=True)
class Way:
    """One way to read a block.

    Attributes:
        groups: its runs, triplets and possibly a pair.
        jokers: wild tiles spent.
        pair: 1 when one of the groups is a pair, else 0.
        foreign: whether a wild tile stands for another kind than its own.
    """

    groups: tuple[Group, ...]
    jokers: int
    pair: int
    foreign: bool


def block_ways(counts: Sequence[int], block: tuple[int, int], jokers: int, wild: int | None) -> list[Way]:
    """All ways to use up the natural tiles of a block with at most ``jokers`` wild tiles.

    Args:
        counts: natural tiles of each kind, 34 numbers.
        block: first kind and the one after the last.
        jokers: wild tiles that may be spent.
        wild: the wild kind, to tell substitution from a wild that stands for itself.
    """
    first, end = block
    ways: list[Way] = []
    groups: list[Group] = []

    def step(kind: int, open1: int, open2: int, left: int, pair: int, foreign: bool) -> None:
        """Decide what starts at ``kind``; runs begun one and two kinds before still need a tile here."""
        while kind < end and not (counts[kind] or open1 or open2 or left):
            kind += 1
        if kind == end:
            ways.append(Way(tuple(groups), jokers - left, pair, foreign))
            return
        natural = counts[kind]
        may_run = kind < 27 and kind % 9 <= 6
        for spent in range(left + 1):
            rest = natural + spent - open1 - open2
            if rest < 0:
                continue
            away = foreign or (spent > 0 and kind != wild)
            for pairs in range(min(1 - pair, rest // 2) + 1):
                for triplets in range((rest - 2 * pairs) // 3 + 1):
                    runs = rest - 2 * pairs - 3 * triplets
                    if runs and not may_run:
                        continue
                    added = [PAIRS[kind]] * pairs + [TRIPLETS[kind]] * triplets
                    if runs:
                        added += [RUNS[kind]] * runs
                    groups.extend(added)
                    step(kind + 1, runs, open1, left - spent, pair + pairs, away)
                    if added:
                        del groups[-len(added) :]

    step(first, 0, 0, jokers, 0, False)
    return ways


def decompositions(
    counts: Sequence[int], jokers: int = 0, wild: int | None = None, *, coarse: int | None = None
) -> list[tuple[tuple[Group, ...], Group]]:
    """All readings as (runs and triplets, pair).

    Args:
        counts: natural concealed tiles of each kind, the winning tile included. Together with the jokers their
            number must be 3n + 2.
        jokers: wild tiles among them.
        wild: the wild kind.
        coarse: None for every reading. Otherwise readings that differ only in which runs and triplets a suit
            holds are given once: what matters is whether there are runs, whether wilds stand for themselves, and
            the type of group that the kind ``coarse`` (34 for none) can lie in.
    """
    partial: list[tuple[int, int, tuple[Group, ...]]] = [(jokers, 0, ())]
    for block in BLOCKS:
        first, end = block
        total = sum(counts[first:end])
        if not total and not jokers:
            continue
        if not jokers and total % 3 == 1:
            return []
        ways = block_ways(counts, block, jokers, wild)
        if coarse is not None and jokers and end - first > 1:
            ways = _distinct(ways, coarse)
        partial = [
            (left - way.jokers, pair + way.pair, groups + way.groups)
            for left, pair, groups in partial
            for way in ways
            if way.jokers <= left and pair + way.pair <= 1
        ]
        if not partial:
            return []
    return [_with_pair_apart(groups) for left, pair, groups in partial if not left and pair]


def _distinct(ways: list[Way], win: int) -> list[Way]:
    """One way, the first in notation, of all that a coarse rule set cannot tell apart."""
    bit = 1 << win
    found: dict[object, Way] = {}
    for way in sorted(ways, key=lambda way: [group.text for group in way.groups]):
        runs = any(group.type is RUN for group in way.groups)
        roles = frozenset(group.type for group in way.groups if group.mask & bit)
        found.setdefault((way.jokers, way.pair, way.foreign, runs, roles), way)
    return list(found.values())


def _with_pair_apart(groups: tuple[Group, ...]) -> tuple[tuple[Group, ...], Group]:
    position = next(index for index, group in enumerate(groups) if group.type is PAIR)
    return groups[:position] + groups[position + 1 :], groups[position]
