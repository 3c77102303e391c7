"""What a photo shows: tiles, hand, doubts. Made by `vision.corrector`."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from vision.layout import Role


@dataclass(frozen=True)
class ReadTile:
    """One tile of the reading.

    Attributes:
        tile: a kind, ``flower`` or ``back``.
        box: x0, y0, x1, y1, upright original pixels.
        confidence: how likely it is that tile, 0..1, the rest of the hand considered.
        role: where it belongs.
        candidates: the likeliest tiles with their probabilities, best first; ``tile`` and ``seen`` are among
            them, and at least one kind.
        seen: what the picture alone says; differs from ``tile`` where the rules decided.
        doubtful: whether a player should look at it.
    """

    tile: str
    box: tuple[float, float, float, float]
    confidence: float
    role: Role
    candidates: tuple[tuple[str, float], ...]
    seen: str
    doubtful: bool


@dataclass(frozen=True)
class ReadMeld:
    """A meld of the reading: type as `scorer.hand` names it, its tiles, and their indices in the reading."""

    type: str
    tiles: tuple[str, ...]
    indices: tuple[int, ...]


@dataclass(frozen=True)
class RunnerUp:
    """The second likeliest hand.

    Attributes:
        changes: (index, tile) where it differs from the reading; None for a tile that is not of the hand.
        odds: how many times likelier the reading is, at least 1.
    """

    changes: tuple[tuple[int, str | None], ...]
    odds: float


@dataclass(frozen=True)
class Reading:
    """What a photo shows.

    Attributes:
        tiles: in reading order.
        concealed: indices of the concealed tiles, the winning tile excluded.
        melds: melds set apart, and kongs among the concealed tiles.
        win: index of the winning tile, or None where the photo does not tell.
        flowers: how many flowers were seen.
        complete: whether the tiles form a winning shape.
        left_out: indices of tiles that lie in the hand but were taken for none of it.
        runner_up: the second likeliest hand; None where there is no hand.
    """

    tiles: tuple[ReadTile, ...]
    concealed: tuple[int, ...]
    melds: tuple[ReadMeld, ...]
    win: int | None
    flowers: int
    complete: bool
    left_out: tuple[int, ...] = ()
    runner_up: RunnerUp | None = None

    @property
    def hand(self) -> tuple[str, ...]:
        """All tiles of the hand, melds and winning tile included."""
        loose = [*self.concealed, *([] if self.win is None else [self.win])]
        return (
            *(self.tiles[index].tile for index in loose),
            *(tile for meld in self.melds for tile in meld.tiles),
        )

    @property
    def changed(self) -> tuple[int, ...]:
        """Indices of the tiles of which the rules decided otherwise than the picture alone."""
        differ = (index for index, tile in enumerate(self.tiles) if tile.tile != tile.seen)
        return tuple(sorted({*differ, *self.left_out}))


def asking(reading: Reading, indices: Collection[int]) -> Reading:
    """A reading in which some tiles are in doubt, unless it is a winning hand with them."""
    if reading.complete or not indices:
        return reading
    tiles = (
        replace(tile, doubtful=tile.doubtful or index in indices) for index, tile in enumerate(reading.tiles)
    )
    return replace(reading, tiles=tuple(tiles))
