"""Winning shapes with wild tiles: every decomposition together with every use of the wild tiles.

All ways of one block (a suit, or one honour) for every number of wild tiles spent in it, then all
combinations of blocks. Each kind decides at once how many triplets, pairs and runs start at it, so a way is
found exactly
once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorer.groups import PAIR, PAIRS, RUNS, TRIPLETS, Group

BLOCKS: Final = ((0, 9), (9, 18), (18, 27), *((kind, kind + 1) for kind in range(27, 34)))


@dataclass(frozen=True, slots=True)
class Way:
    """One way to read a block.

    Attributes:
        groups: its runs, triplets and possibly a pair.
        jokers: wild tiles spent.
        pair: 1 when one of the groups is a pair, else 0.
    """

    groups: tuple[Group, ...]
    jokers: int
    pair: int


def wild_decompositions(counts: Sequence[int], jokers: int) -> list[tuple[tuple[Group, ...], Group]]:
    """All readings as (runs and triplets, pair), every wild tile used.

    Args:
        counts: natural concealed tiles of each kind, 3n + 2 tiles with the jokers.
        jokers: wild tiles.
    """
    partial: list[tuple[int, int, tuple[Group, ...]]] = [(jokers, 0, ())]
    for block in BLOCKS:
        ways = _Block(counts, block, jokers).ways()
        partial = [
            (left - way.jokers, pair + way.pair, groups + way.groups)
            for left, pair, groups in partial
            for way in ways
            if way.jokers <= left and pair + way.pair <= 1
        ]
    return [pair_apart(groups) for left, pair, groups in partial if not left and pair]


def pair_apart(groups: tuple[Group, ...]) -> tuple[tuple[Group, ...], Group]:
    """Groups of which exactly one is a pair, as (runs and triplets, pair)."""
    position = next(index for index, group in enumerate(groups) if group.type is PAIR)
    return groups[:position] + groups[position + 1 :], groups[position]


class _Block:
    """The search through one block."""

    def __init__(self, counts: Sequence[int], block: tuple[int, int], jokers: int) -> None:
        self.counts = counts
        self.first, self.end = block
        self.jokers = jokers
        self.found: list[Way] = []
        self.groups: list[Group] = []
        self.pairs = 0

    def ways(self) -> list[Way]:
        """All ways to use up the natural tiles of the block with at most the jokers there are."""
        self._step(self.first, (0, 0), self.jokers)
        return self.found

    def _step(self, kind: int, begun: tuple[int, int], left: int) -> None:
        """Decide what starts at ``kind``. Runs begun one and two kinds before need a tile here each."""
        if kind == self.end:
            self.found.append(Way(tuple(self.groups), self.jokers - left, self.pairs))
            return
        owed = begun[0] + begun[1]
        natural = self.counts[kind]
        for spent in range(max(owed - natural, 0), left + 1):
            for added, runs in self._starts(kind, natural + spent - owed):
                self.groups += added
                pairs = sum(group.type is PAIR for group in added)
                self.pairs += pairs
                self._step(kind + 1, (runs, begun[0]), left - spent)
                self.pairs -= pairs
                del self.groups[len(self.groups) - len(added) :]

    def _starts(self, kind: int, tiles: int) -> list[tuple[list[Group], int]]:
        """Ways to use exactly so many tiles of a kind in groups that start at it, with the number of runs."""
        may_run = kind < 27 and kind % 9 <= 6
        found = []
        for pairs in range(min(1 - self.pairs, tiles // 2) + 1):
            for triplets in range((tiles - 2 * pairs) // 3 + 1):
                runs = tiles - 2 * pairs - 3 * triplets
                if not runs or may_run:
                    groups = [PAIRS[kind]] * pairs + [TRIPLETS[kind]] * triplets
                    found.append((groups + [RUNS[kind]] * runs if runs else groups, runs))
        return found
