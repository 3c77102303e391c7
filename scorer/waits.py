"""Whether tiles are complete, and which kinds would complete a ready hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from scorer.groups import YAO_MASK
from scorer.shapes import BLOCKS, decompositions


def completes(shape: str, counts: Sequence[int], jokers: int = 0) -> bool:
    """Whether concealed tiles make up a winning shape.

    Args:
        shape: ``"standard"``, ``"seven_pairs"``, ``"eight_pairs"``, ``"thirteen_orphans"``, ``"unconnected"`` or
            ``"three_wilds"``. The shapes other than standard are for hands without melds.
        counts: natural tiles of each kind, 34 numbers; 3n + 2 tiles with the jokers.
        jokers: wild tiles.
    """
    return COMPLETE[shape](counts, jokers)


def waiting_kinds(
    shapes: Sequence[str], counts: Sequence[int], jokers: int = 0, *, full: int = 0
) -> tuple[int, ...]:
    """The kinds that complete a hand that lacks one tile.

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
    if jokers:
        return bool(decompositions(counts, jokers, coarse=34))
    pairs = 0
    totals = []
    for first, end in BLOCKS:
        total = sum(counts[first:end])
        if total % 3 == 1:
            return False
        pairs += total % 3 == 2
        totals.append(total)
    if pairs != 1:
        return False
    return all(
        _splits(list(counts[first:end]), total % 3 == 2)
        for (first, end), total in zip(BLOCKS, totals, strict=True)
        if total
    )


def _splits(block: list[int], pair: bool) -> bool:
    """Whether a block without wild tiles is all runs and triplets, and one pair if asked for."""
    place = next((index for index, count in enumerate(block) if count), None)
    if place is None:
        return not pair
    count = block[place]
    if pair and count >= 2:
        rest = block.copy()
        rest[place] -= 2
        if _splits(rest, False):
            return True
    if count >= 3:
        rest = block.copy()
        rest[place] -= 3
        if _splits(rest, pair):
            return True
    if place + 2 < len(block) and block[place + 1] and block[place + 2]:
        rest = block.copy()
        for step in range(3):
            rest[place + step] -= 1
        return _splits(rest, pair)
    return False


def _odd(counts: Sequence[int]) -> int:
    return sum(count % 2 for count in counts)


def _seven_pairs(counts: Sequence[int], jokers: int) -> bool:
    return sum(counts) + jokers == 14 and _odd(counts) <= jokers


def _eight_pairs(counts: Sequence[int], jokers: int) -> bool:
    return sum(counts) + jokers == 17 and _odd(counts) <= jokers + 1


def _thirteen_orphans(counts: Sequence[int], jokers: int) -> bool:
    kept = sum(1 for kind in range(34) if counts[kind] and YAO_MASK >> kind & 1)
    # All thirteen kinds with the jokers' help, and one tile more that is one of them.
    alike = sum(counts) - kept
    return (
        sum(counts) + jokers == 14
        and not any(counts[kind] for kind in range(34) if not YAO_MASK >> kind & 1)
        and alike <= 1
    )


def _unconnected(counts: Sequence[int], jokers: int) -> bool:
    if sum(counts) + jokers != 14 or max(counts) > 1:
        return False
    kinds = [kind for kind in range(27) if counts[kind]]
    return all(
        low // 9 != high // 9 or high - low >= 3 for low, high in zip(kinds, kinds[1:], strict=False)
    )


def _three_wilds(counts: Sequence[int], jokers: int) -> bool:
    return jokers == 3


COMPLETE: Final[dict[str, Callable[[Sequence[int], int], bool]]] = {
    "standard": _standard,
    "seven_pairs": _seven_pairs,
    "eight_pairs": _eight_pairs,
    "thirteen_orphans": _thirteen_orphans,
    "unconnected": _unconnected,
    "three_wilds": _three_wilds,
}
