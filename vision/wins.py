"""Whether tiles form a winning shape."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from scorer.shapes import decompositions
from scorer.tiles import KINDS, YAO

_WHOLE: Final = (14, 17)  # tiles, a kong counting as three


def is_complete(loose: Sequence[str], melds: int = 0) -> bool:
    """Whether a hand is whole: sets and a pair, seven pairs (four alike are two), or thirteen orphans.

    Args:
        loose: the tiles outside melds, the winning tile included.
        melds: how many melds lie apart, kongs too.
    """
    if len(loose) + 3 * melds not in _WHOLE or not set(loose) <= set(KINDS):
        return False
    counts = Counter(loose)
    if max(counts.values(), default=0) > 4:  # two sets mixed: nothing to win with
        return False
    if len(loose) == 14 and (set(counts) == YAO or all(count in (2, 4) for count in counts.values())):
        return True
    return bool(decompositions([counts[kind] for kind in KINDS]))


def is_win(tiles: Sequence[str]) -> bool:
    """Whether tiles of which only the kinds are known form a whole hand, four alike being a kong if needed.

    Args:
        tiles: all tiles of a hand, flowers left out.
    """
    counts = Counter(tiles)
    fours = [kind for kind, count in counts.items() if count == 4]
    kongs = len(tiles) - 14
    # 17 tiles are a sixteen-tile hand with its winning tile, or three kongs.
    return any(
        is_complete([tile for tile in tiles if tile not in chosen], len(chosen))
        for number in {max(kongs, 0), max(kongs - 3, 0)}
        for chosen in combinations(fours, number)
    )
