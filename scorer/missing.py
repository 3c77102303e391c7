"""How many tiles are missing to each shape. Wild tiles count as missing: whoever asks deducts them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from scorer.groups import YAO_MASK
from scorer.wild_shapes import BLOCKS


def missing_standard(counts: Sequence[int], sets: int, taken: Sequence[int], jokers: int) -> int:
    """Fewest tiles that are not there, over all targets of so many sets and a pair.

    Args:
        counts: natural concealed tiles of each kind.
        sets: how many sets are to be made of them.
        taken: tiles of each kind that lie in melds.
        jokers: wild tiles; they may take a kind beyond four copies, and are not deducted here.
    """
    best = {(0, 0): 0}  # (sets, pairs) → most tiles of the hand used
    for first, end in BLOCKS:
        block = _used(tuple(counts[first:end]), tuple(taken[first:end]), min(sets, 5), jokers)
        merged: dict[tuple[int, int], int] = {}
        for (some, pair), used in best.items():
            for (more, other), added in block.items():
                key = (some + more, pair + other)
                if key[0] <= sets and key[1] <= 1:
                    merged[key] = max(merged.get(key, 0), used + added)
        best = merged
    # A target group of which the hand has nothing can be anything: it need not be searched for.
    return 3 * sets + 2 - max(best.values())


@lru_cache(maxsize=4096)
def _used(
    counts: tuple[int, ...], taken: tuple[int, ...], sets: int, jokers: int
) -> dict[tuple[int, int], int]:
    """Most tiles of a block used by so many sets and pairs, for each number of sets and pairs.

    Args:
        counts: tiles of each rank (nine for a suit, one for an honour).
        taken: tiles of each rank that lie in melds and can no longer be drawn.
        sets: at most so many sets.
        jokers: wild tiles, which may take a kind beyond four copies.
    """
    # (runs begun one rank before, two ranks before, sets, pairs) → most tiles used
    states = {(0, 0, 0, 0): 0}
    for place, count in enumerate(counts):
        can_run = len(counts) == 9 and place <= 6
        most_runs = max(counts[place : place + 3]) if can_run else 0
        room = 4 - taken[place] + jokers
        following: dict[tuple[int, int, int, int], int] = {}
        for (one, two, made, pairs), used in states.items():
            for runs in range(min(most_runs, sets - made) + 1):
                for triplets in range(min((count + 2) // 3, sets - made - runs) + 1):
                    for pair in range(min(1 - pairs, count) + 1):
                        need = one + two + runs + 3 * triplets + 2 * pair
                        if need > room:
                            continue
                        key = (runs, one, made + runs + triplets, pairs + pair)
                        following[key] = max(following.get(key, 0), used + min(need, count))
        states = following
    best: dict[tuple[int, int], int] = {}
    for (_, _, made, pairs), used in states.items():  # no run begins on the last two ranks: none is open
        best[made, pairs] = max(best.get((made, pairs), 0), used)
    return best


def _missing_seven_pairs(counts: Sequence[int], jokers: int) -> int:
    return 14 - _in_pairs(counts, 7)


def _missing_eight_pairs(counts: Sequence[int], jokers: int) -> int:
    used = _in_pairs(counts, 8)
    return 17 - used - (1 if sum(counts) > used else 0)


def _in_pairs(counts: Sequence[int], wanted: int) -> int:
    """Most tiles used by so many pairs, four alike being two."""
    pairs = min(sum(count // 2 for count in counts), wanted)
    singles = sum(count % 2 for count in counts)
    return 2 * pairs + min(singles, wanted - pairs)


def _missing_thirteen_orphans(counts: Sequence[int], jokers: int) -> int:
    yao = [counts[kind] for kind in range(34) if YAO_MASK >> kind & 1]
    return 14 - sum(1 for count in yao if count) - (1 if max(yao) > 1 else 0)


def _missing_unconnected(counts: Sequence[int], jokers: int) -> int:
    """Fewest tiles missing to fourteen, wild ones included, of which no two go together."""
    best = {0: 0}  # tiles of the target so far → most of them in the hand
    for first in (0, 9, 18):
        suit: dict[int, int] = {}
        for ranks in _APART:
            used = sum(1 for rank in ranks if counts[first + rank])
            suit[len(ranks)] = max(suit.get(len(ranks), 0), used)
        merged: dict[int, int] = {}
        for size, used in best.items():
            for more, added in suit.items():
                merged[size + more] = max(merged.get(size + more, 0), used + added)
        best = merged
    honours = sum(1 for kind in range(27, 34) if counts[kind])
    needed = 14 - jokers
    most = max(
        used + min(honours, needed - size) for size, used in best.items() if size <= needed <= size + 7
    )
    return 14 - most


def _missing_three_wilds(counts: Sequence[int], jokers: int) -> int:
    return 3


# Sets of places in a suit, each at least three from the next.
_APART: Final = tuple(
    ranks
    for ranks in (
        (),
        *((low,) for low in range(9)),
        *((low, high) for low in range(9) for high in range(low + 3, 9)),
        *((low, mid, high) for low in range(9) for mid in range(low + 3, 9) for high in range(mid + 3, 9)),
    )
)

MISSING: Final[dict[str, Callable[[Sequence[int], int], int]]] = {
    "seven_pairs": _missing_seven_pairs,
    "eight_pairs": _missing_eight_pairs,
    "thirteen_orphans": _missing_thirteen_orphans,
    "unconnected": _missing_unconnected,
    "three_wilds": _missing_three_wilds,
}
