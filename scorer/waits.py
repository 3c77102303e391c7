"""Whether tiles are complete, and which kinds would complete tiles that lack one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from scorer.shapes import decompositions


def completes(shape: str, counts: Sequence[int], jokers: int = 0) -> bool:
    """Whether concealed tiles make up a winning shape.

    Args:
        shape: ``"standard"``, ``"seven_pairs"``, ``"eight_pairs"``, ``"thirteen_orphans"``, ``"unconnected"``
            or ``"three_wilds"``. Shapes other than standard are for whole hands without melds.
        counts: natural tiles of each kind, 34 numbers; 3n + 2 tiles with the jokers.
        jokers: wild tiles.
    """
    return COMPLETE[shape](counts, jokers)


def waiting_kinds(
    shapes: Sequence[str], counts: Sequence[int], jokers: int = 0, *, full: int = 0
) -> tuple[int, ...]:
    """The natural kinds that complete tiles that lack one.

    Args:
        shapes: the winning shapes allowed.
        counts: natural concealed tiles of each kind, 3n + 1 tiles with the jokers.
        jokers: wild tiles.
        full: kinds of which the player already holds all four, as a bit mask: they are no waits.
    """
    tried = list(counts)
    found = []
    for kind in range(34):
        if full >> kind & 1:
            continue
        tried[kind] += 1
        if any(COMPLETE[shape](tried, jokers) for shape in shapes):
            found.append(kind)
        tried[kind] -= 1
    return tuple(found)


def _standard(counts: Sequence[int], jokers: int) -> bool:
    return bool(decompositions(counts, jokers))


def _odd(counts: Sequence[int]) -> int:
    return sum(count % 2 for count in counts)


def _seven_pairs(counts: Sequence[int], jokers: int) -> bool:
    return sum(counts) + jokers == 14 and _odd(counts) <= jokers


def _eight_pairs(counts: Sequence[int], jokers: int) -> bool:
    """Eight pairs and any seventeenth tile."""
    return sum(counts) + jokers == 17 and _odd(counts) <= jokers + 1


def _thirteen_orphans(counts: Sequence[int], jokers: int) -> bool:
    """Nothing but terminals and honours, and at most one tile beyond the first of each kind."""
    if any(counts[1:8]) or any(counts[10:17]) or any(counts[19:26]):
        return False
    natural = sum(counts)
    return natural + jokers == 14 and natural - sum(1 for count in counts if count) <= 1


def _unconnected(counts: Sequence[int], jokers: int) -> bool:
    """No honour twice, the tiles of a suit at least three apart; ``counts`` as they lie on the table."""
    kinds = [kind for kind in range(27) if counts[kind]]
    apart = all(low // 9 != high // 9 or high - low >= 3 for low, high in pairwise(kinds))
    return sum(counts) + jokers == 14 and max(counts) == 1 and apart


def _three_wilds(counts: Sequence[int], jokers: int) -> bool:
    """Three wild tiles win by themselves."""
    return jokers == 3


COMPLETE: Final[dict[str, Callable[[Sequence[int], int], bool]]] = {
    "standard": _standard,
    "seven_pairs": _seven_pairs,
    "eight_pairs": _eight_pairs,
    "thirteen_orphans": _thirteen_orphans,
    "unconnected": _unconnected,
    "three_wilds": _three_wilds,
}
