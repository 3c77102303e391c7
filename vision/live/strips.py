"""Which tiles lie before the players and belong to no meld yet, and how large a whole tile is."""

from collections.abc import Collection, Iterable
from typing import Final

import numpy as np

from vision.live.ground import Ground
from vision.live.tiles import Tile

_WHOLE: Final = (
    0.65  # of a usual tile's size: what is smaller is the top of a standing tile, or a part of one
)
_ENOUGH: Final = 3  # discards that tell how large a tile is
_MANY: Final = 10  # tiles of any kind that tell it before there are discards


def least_size(tiles: Iterable[Tile], ground: Ground) -> float:
    """How large a tile that lies flat is at least, as `Tile.size`; 0 where too few lie there to tell."""
    found = list(tiles)
    flat = [tile.size for tile in found if tile.tile != "back" and ground.zone(*tile.middle) == "pool"]
    if len(flat) >= _ENOUGH:
        return _WHOLE * float(np.median(flat))
    return _WHOLE * float(np.median([tile.size for tile in found])) if len(found) >= _MANY else 0.0


def loose_before_players(tiles: Iterable[Tile], grouped: Collection[int], ground: Ground) -> list[Tile]:
    """Tiles that may become melds or a hand turned up.

    Args:
        tiles: all on the table.
        grouped: numbers of those in melds.
        ground: the table.
    """
    found = list(tiles)
    least = least_size(found, ground)
    return [
        tile
        for tile in found
        if tile.missed is None
        and tile.number not in grouped
        and tile.size > least
        and ground.zone(*tile.middle) == "strip"
    ]
