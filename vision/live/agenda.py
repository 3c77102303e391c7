"""Which parts of a frame are worth a look: what came to rest, what is not settled, what is missed."""

from collections.abc import Callable, Iterable
from typing import Final

from vision.live.frame import Box
from vision.live.settings import Settings
from vision.live.tiles import Tile, around, inside

_WITH: Final = 2.0  # tiles around one that is read again: its neighbours are read with it at the same price
_TRIES: Final = 3  # looks at a place that shows no tile and is not bare
_ODD: Final = 8  # such places that are remembered
_SLOWER: Final = 2.0  # each vain look at a place is followed by a longer wait


class Agenda:
    """Plans the looks.

    Args:
        settings: of the tracker.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._tries: dict[int, int] = {}
        self._odd: list[tuple[Box, float, int]] = []  # places, when they were looked at, how often

    def wonder(self, region: Box, at: float) -> None:
        """Something came to rest there that is neither a tile nor the table: it is looked at again."""
        self._odd = [*self._odd[-_ODD:], (region, at, 0)]

    def understood(self, region: Box) -> None:
        """All that lies there is known now."""
        self._odd = [entry for entry in self._odd if entry[0] != region]

    def plan(
        self, resting: tuple[Box, ...], tiles: Iterable[Tile], quiet: Callable[[Box], bool], at: float
    ) -> list[Box]:
        """The parts to look at now, at most as many as the settings allow.

        Args:
            resting: changes that lie still.
            tiles: all that are known.
            quiet: whether nothing moves or differs at a box.
            at: seconds.
        """
        regions = list(resting[: self._settings.regions])
        regions += self._odd_places(quiet, at)[: self._settings.regions - len(regions)]
        known = {tile.number: tile for tile in tiles}
        self._tries = {number: count for number, count in self._tries.items() if number in known}
        for number, tile in known.items():
            if len(regions) >= self._settings.regions:
                break
            if not self._due(tile, at) or any(inside(tile.middle, region) for region in regions):
                continue
            if quiet(tile.box):
                regions.append(around([tile.box], _WITH * tile.size))
                self._tries[number] = self._tries.get(number, 0) + 1
        return regions

    def _odd_places(self, quiet: Callable[[Box], bool], at: float) -> list[Box]:
        # What moves there will come to rest anew.
        odd = [entry for entry in self._odd if quiet(entry[0])]
        due = {region for region, last, _ in odd if at - last >= self._settings.again}
        looked = [
            (region, at, tries + 1) if region in due else (region, last, tries) for region, last, tries in odd
        ]
        self._odd = [entry for entry in looked if entry[2] < _TRIES]
        return list(due)

    def _due(self, tile: Tile, at: float) -> bool:
        """Whether a tile is to be looked at once more."""
        tries = self._tries.get(tile.number, 0)
        if tile.missed is not None:
            return at - tile.tried >= self._settings.again * min(_SLOWER**tries, 16.0)
        unsure = not tile.settled and tile.readings < self._settings.readings
        return unsure and at - tile.tried >= self._settings.again
