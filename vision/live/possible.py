"""What a table can hold: nobody has more than fourteen tiles before them, and of each kind there are four."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from vision.live.view import SeenTile

_HAND: Final = 14  # tiles that a player holds at most
_AND_SOME: Final = 2  # tiles found twice: a longer row is a wall
_APART: Final = 0.06  # of the way from the middle of the table to its edge: one row and the next
_COPIES: Final = 4


def held(depths: Sequence[float]) -> int:
    """How many of the blank tiles on one side are its player's hand: the outermost row that is no wall.

    Args:
        depths: of each, how far from the middle of the table it lies: 1 at the table's edge.

    Returns:
        0 to 14.
    """
    row: list[float] = []
    for depth in sorted(depths, reverse=True):
        if row and row[-1] - depth > _APART:
            if len(row) <= _HAND + _AND_SOME:
                break
            row = []
        row.append(depth)
    return min(len(row), _HAND) if len(row) <= _HAND + _AND_SOME else 0


def doubted(pool: Sequence[SeenTile], elsewhere: Mapping[str, int]) -> tuple[SeenTile, ...]:
    """The discards, those unsettled that would be a fifth copy of their kind: the least certain ones.

    Args:
        pool: the discards.
        elsewhere: how many copies of each kind lie in melds.
    """
    copies = Counter(elsewhere)
    surplus = set()
    for seen in sorted(pool, key=lambda seen: -seen.confidence):
        copies[seen.tile] += 1
        if seen.tile != "flower" and copies[seen.tile] > _COPIES:
            surplus.add(seen.number)
    return tuple(replace(seen, settled=False) if seen.number in surplus else seen for seen in pool)
