"""The strips before the players: tiles that lie there and belong to no meld yet."""

from collections.abc import Collection, Iterable
from typing import Final

import numpy as np

from vision.live.ground import Ground
from vision.live.tiles import Tile

_WHOLE: Final = 0.65  # of a discard's size: what is smaller is the top of a standing tile
_ENOUGH: Final = 3  # discards that tell how large a tile is


def loose_before_players(tiles: Iterable[Tile], grouped: Collection[int], ground: Ground) -> list[Tile]:
    """Tiles that may become melds or a hand turned up.

    Args:
        tiles: all on the table.
        grouped: numbers of those in melds.
        ground: the table.
    """
    found = list(tiles)
    zones = {tile.number: ground.zone(*tile.middle) for tile in found}
    sizes = [tile.size for tile in found if tile.tile != "back" and zones[tile.number] == "pool"]
    least = _WHOLE * float(np.median(sizes)) if len(sizes) >= _ENOUGH else 0.0
    return [
        tile
        for tile in found
        if tile.missed is None
        and tile.number not in grouped
        and tile.size > least
        and zones[tile.number] == "strip"
    ]
