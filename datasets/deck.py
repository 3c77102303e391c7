"""Dealing tiles: never more than four of a kind, eight flowers, and hands that have won."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np

from scorer.tiles import INDEX, KINDS

_ORPHANS: Final = tuple(
    INDEX[tile] for tile in ("1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "C", "F", "B")
)


@dataclass(frozen=True)
class Group:
    """A meld or pair: ``kind`` chi, peng, ming_gang, an_gang or pair; ``tiles`` are classes 0..33."""

    kind: str
    tiles: tuple[int, ...]


class Deck:
    """The tiles of one set that are still to be dealt; ``ratio`` and ``depth`` are height and thickness."""

    def __init__(self, rng: np.random.Generator, ratio: float = 1.36, depth: float = 0.78) -> None:
        self.rng = rng
        self.ratio = ratio
        self.depth = depth
        self.left = Counter(dict.fromkeys(range(len(KINDS)), 4))
        self.flowers = list(rng.permutation(8))

    def take(self, tiles: tuple[int, ...]) -> bool:
        """Take these tiles if all are there; takes nothing otherwise."""
        need = Counter(tiles)
        if any(self.left[tile] < count for tile, count in need.items()):
            return False
        self.left.subtract(need)
        return True

    def deal(self, count: int) -> list[int]:
        """Up to ``count`` random tiles."""
        rest = np.array(list(self.left.elements()), np.int64)
        chosen = [int(tile) for tile in self.rng.permutation(rest)[:count]]
        self.left.subtract(chosen)
        return chosen

    def flower(self) -> int | None:
        """The picture number of the next flower, None when all eight are out."""
        return int(self.flowers.pop()) if self.flowers else None

    def group(self) -> Group:
        """A random meld: half runs, else triplets and a few kongs."""
        while True:
            way = self.rng.random()
            if way < 0.5:
                low = int(self.rng.integers(3)) * 9 + int(self.rng.integers(7))
                found = Group("chi", (low, low + 1, low + 2))
            else:
                tile = int(self.rng.integers(len(KINDS)))
                kind = "peng" if way < 0.85 else "ming_gang" if way < 0.92 else "an_gang"
                found = Group(kind, (tile,) * (3 if kind == "peng" else 4))
            if self.take(found.tiles):
                return found

    def pair(self) -> Group:
        """A random pair."""
        while True:
            tile = int(self.rng.integers(len(KINDS)))
            if self.take((tile, tile)):
                return Group("pair", (tile, tile))

    def winning(self) -> tuple[list[int], list[Group]]:
        """A won hand: (concealed tiles, exposed melds and kongs), 14 tiles and one more for each kong."""
        way = self.rng.random()
        if way < 0.05:
            tiles = (*_ORPHANS, int(self.rng.choice(_ORPHANS)))
            if self.take(tiles):
                return list(tiles), []
        if way < 0.13:
            return [tile for _ in range(7) for tile in self.pair().tiles], []
        concealed: list[int] = []
        melds: list[Group] = []
        exposed = self.rng.random() < 0.5
        for _ in range(4):
            group = self.group()
            if len(group.tiles) == 4 or (exposed and self.rng.random() < 0.5):
                melds.append(group)
            else:
                concealed += group.tiles
        concealed += self.pair().tiles
        return concealed, melds
