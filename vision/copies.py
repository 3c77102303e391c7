"""The likeliest tiles where nothing but the number of copies matters: a set holds four of each kind."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

_COPIES: Final = 4

Costs = Mapping[int, float]


def settle(tiles: Sequence[Costs], taken: Sequence[int], fifth: float, free: int) -> tuple[float, list[int]]:
    """Choose a reading of each tile at the least cost in all, exactly.

    Starts from the cheapest reading of each tile and lets tiles of kinds with too many copies move on, along
    the cheapest chain of moves each time (successive shortest paths of a flow with convex costs).

    Args:
        tiles: readings with their costs.
        taken: copies of each kind that lie elsewhere, 34 numbers.
        fifth: what each copy beyond the fourth costs.
        free: a reading of which there may be any number.

    Returns:
        The cost and the readings.
    """
    kinds = [min(tile, key=lambda kind: tile[kind]) for tile in tiles]
    counts = dict(enumerate(taken))
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    counts[free] = -len(tiles)

    def over(kind: int) -> bool:
        return counts[kind] > _COPIES

    while any(map(over, set(kinds))):
        moves = _cheapest_moves(tiles, kinds, [kind for kind in set(kinds) if over(kind)])
        goal = min(
            (kind for kind in moves if counts[kind] < _COPIES), key=lambda kind: moves[kind][0], default=None
        )
        if goal is None or moves[goal][0] >= fifth:
            break
        counts[goal] += 1
        while (step := moves[goal][1]) is not None:
            tile, goal_before = step, kinds[step]
            kinds[tile] = goal
            goal = goal_before
        counts[goal] -= 1
    excess = sum(max(0, count - _COPIES) for kind, count in counts.items() if kind != free)
    return math.fsum(tile[kind] for tile, kind in zip(tiles, kinds, strict=True)) + fifth * excess, kinds


def _cheapest_moves(
    tiles: Sequence[Costs], kinds: Sequence[int], sources: Sequence[int]
) -> dict[int, tuple[float, int | None]]:
    """For each kind the cheapest way to bring it one more copy: (cost, tile that moves there last)."""
    best: dict[int, tuple[float, int | None]] = dict.fromkeys(sources, (0.0, None))
    moved = True
    while moved:
        moved = False
        for index, tile in enumerate(tiles):
            own = kinds[index]
            if own not in best:
                continue
            so_far = best[own][0] - tile[own]
            for kind, cost in tile.items():
                if kind != own and so_far + cost < best.get(kind, (math.inf,))[0] - 1e-12:
                    best[kind] = (so_far + cost, index)
                    moved = True
    return best
