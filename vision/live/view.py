"""What lies on the table now."""

from collections.abc import Mapping
from dataclasses import dataclass

from vision.live.events import Seat
from vision.live.frame import Box
from vision.live.health import Health
from vision.scan import Scan


@dataclass(frozen=True)
class SeenTile:
    """A tile that lies on the table.

    Attributes:
        number: its own as long as it lies there.
        tile: a kind, ``flower`` or ``back``.
        box: x0, y0, x1, y1 in pixels of the picture.
        confidence: how likely it is that tile, 0..1.
        since: when it lay still, seconds on the source's clock.
        seat: who discarded it; None for other tiles and where that cannot be told.
        settled: whether it was seen clearly enough to be counted, and can be: no fifth copy is.
        covered: whether something hides it now.
    """

    number: int
    tile: str
    box: Box
    confidence: float
    since: float
    seat: Seat | None = None
    settled: bool = True
    covered: bool = False


@dataclass(frozen=True)
class SeenMeld:
    """A meld that lies before a player.

    Attributes:
        type: ``chi``, ``peng``, ``ming_gang``, ``an_gang`` or ``bu_gang``.
        tiles: what it shows; ``back`` for a tile that lies face down.
        box: around it, pixels of the picture.
        since: when it lay still, seconds on the source's clock.
        source: whose discard it took; None where none or unknown.
    """

    type: str
    tiles: tuple[str, ...]
    box: Box
    since: float
    source: Seat | None = None


@dataclass(frozen=True, eq=False)
class TableView:
    """The table at one moment.

    Attributes:
        at: seconds on the source's clock.
        pool: discards that lie in the middle, the oldest first.
        melds: by seat; every seat is there.
        turned_up: a hand turned up, by seat, as long as it lies there. Its boxes are pixels of the picture;
            melds that the seat had laid before are among its melds.
        backs: how many tiles lie or stand face down before each player, walls left out: 1 to 14 by seat; a
            seat is left out where what was counted is not what a player with these melds holds.
        unseen: how many copies of each of the 34 kinds have not been seen, 0 to 4.
        health: of the camera.
        moving: whether anything moves now.
        unread: seats before which a hand seems to lie open that could not be read as one.
    """

    at: float
    pool: tuple[SeenTile, ...]
    melds: Mapping[Seat, tuple[SeenMeld, ...]]
    turned_up: Mapping[Seat, Scan]
    backs: Mapping[Seat, int]
    unseen: Mapping[str, int]
    health: Health
    moving: bool
    unread: frozenset[Seat] = frozenset()
