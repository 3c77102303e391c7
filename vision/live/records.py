"""What a story remembers: discards, and melds that lie before the players."""

from dataclasses import dataclass

from vision.live.events import Kind, Seat
from vision.live.melds import Group
from vision.live.tiles import Tile


@dataclass(eq=False)
class Discard:
    """A discard: its tile, whose it is and how sure that is, and when it was missed."""

    tile: Tile
    seat: Seat | None
    sure: float
    gone: float | None = None


@dataclass(eq=False)
class Laid:
    """A meld that was told."""

    kind: Kind
    seat: Seat
    group: Group
    since: float
    source: Seat | None

    @property
    def kinds(self) -> tuple[str, ...]:
        """All its tiles, one that lies under another included."""
        kinds = self.group.kinds
        return kinds if self.kind in ("chi", "peng") or len(kinds) == 4 else kinds[:1] * 4

    @property
    def covering(self) -> bool:
        """Whether one of its tiles hides another."""
        return len(self.kinds) > len(self.group.kinds)


@dataclass(frozen=True)
class Moment:
    """When something is told: seconds and the number of the frame."""

    at: float
    frame: int
