"""The tracker: frames in, observations and a view of the table out."""

from collections import Counter
from collections.abc import Sequence

from scorer.tiles import KINDS
from vision.live.events import SEATS, Event, Seat
from vision.live.frame import Frame
from vision.live.ground import Ground
from vision.live.health import Health
from vision.live.look import Look
from vision.live.motion import Motion
from vision.live.settings import Settings
from vision.live.tiles import Tile, Tiles
from vision.live.view import SeenTile, TableView

__all__ = ["Settings", "TableView", "Tracker"]


class Tracker:
    """Watches one table.

    Args:
        look: asks the networks.
        settings: work and waiting.
        corners: of the table's square in the picture, x, y of each in pixels, going round clockwise from the
            upper left one; None takes the whole picture.
    """

    def __init__(
        self, look: Look, settings: Settings | None = None, corners: Sequence[float] | None = None
    ) -> None:
        self._look, self._settings, self._corners = look, settings or Settings(), corners
        self._motion = Motion(self._settings)
        self._tiles = Tiles()
        self._ground: Ground | None = None
        self._at = 0.0
        self._moving = False
        self._began = False

    def see(self, frame: Frame) -> tuple[Event, ...]:
        """Take the next frame; cheap where nothing moved.

        Returns:
            What has happened, in order.
        """
        height, width = frame.image.shape[:2]
        ground = self._ground or Ground((width, height), self._corners)
        self._ground, self._at = ground, frame.at
        seen = self._motion.see(frame.image, frame.at)
        self._moving = bool(seen.moving.any())
        regions = seen.resting[: self._settings.regions]
        if not regions:
            return ()
        new = self._tiles.update(self._look.find(frame.image, regions), regions, frame.at)
        for region in regions:
            self._motion.settle(seen, region)
        self._tiles.lying = {n: tile for n, tile in self._tiles.lying.items() if tile.missed is None}
        if not self._began:
            self._began = True
            return ()
        return tuple(self._discard(tile, frame) for tile in new if self._in_pool(tile))

    def idle(self, at: float) -> tuple[Event, ...]:
        """Tell the tracker that time has passed without a frame.

        Args:
            at: seconds on the source's clock.
        """
        self._at = max(self._at, at)
        return ()

    def view(self) -> TableView:
        """The table as it was seen last."""
        pool = sorted((tile for tile in self._tiles.lying.values() if self._in_pool(tile)), key=_since)
        known = Counter(tile.tile for tile in self._tiles.lying.values() if tile.settled)
        return TableView(
            at=self._at,
            pool=tuple(
                SeenTile(one.number, one.tile, one.box, one.confidence, one.since, settled=one.settled)
                for one in pool
            ),
            melds=dict.fromkeys(SEATS, ()),
            turned_up={},
            backs=self._backs(),
            unseen={kind: max(0, 4 - known[kind]) for kind in KINDS},
            health=Health("ok", 0.0),
            moving=self._moving,
        )

    def _in_pool(self, tile: Tile) -> bool:
        return self._ground is not None and tile.tile != "back" and self._ground.zone(*tile.middle) == "pool"

    def _backs(self) -> dict[Seat, int]:
        ground = self._ground
        if ground is None:
            return dict.fromkeys(SEATS, 0)
        counts = Counter(
            ground.seat(*tile.middle) for tile in self._tiles.lying.values() if tile.tile == "back"
        )
        return {seat: counts[seat] for seat in SEATS}

    def _discard(self, tile: Tile, frame: Frame) -> Event:
        return Event("discard", frame.at, None, (tile.tile,), tile.box, tile.confidence, frame.number, None)


def _since(tile: Tile) -> float:
    return tile.since
