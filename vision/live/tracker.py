"""The tracker: frames in, observations and a view of the table out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from scorer.tiles import KINDS
from vision.live.agenda import Agenda
from vision.live.approach import Approach
from vision.live.events import SEATS, Event, Seat
from vision.live.frame import Box, Frame, Pixels
from vision.live.ground import Ground
from vision.live.health import Watch
from vision.live.kongs import find_kongs, lift
from vision.live.look import Look
from vision.live.melds import Group, added, find_groups
from vision.live.motion import Motion, Seen
from vision.live.possible import doubted, held
from vision.live.records import Moment
from vision.live.settings import Settings
from vision.live.shift import Shift, disturbed, find_shift
from vision.live.story import Story
from vision.live.strips import least_size, loose_before_players
from vision.live.surface import Surface
from vision.live.tiles import Tile, Tiles, around, inside, middle_of
from vision.live.turned import Turned
from vision.live.view import SeenMeld, SeenTile, TableView

__all__ = ["Settings", "TableView", "Tracker"]

_SOME: Final = 0.01  # share of the picture that differs, and …
_MUCH: Final = 0.45  # … share of what has edges: it may be the camera that moved
_CHECK: Final = 0.6  # seconds from one such check to the next
_SLIGHT: Final = 1.5  # pixels of the small copy: a shift that tiles are found in spite of
_TURNED: Final = 120.0  # degrees
_LONG: Final = 8.0  # seconds: no hand rests so long without stirring
_BORDER: Final = 0.6  # tiles around a place that is looked at again
_BUSY: Final = 0.05  # share of the picture that moves while the camera itself still does


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
        self._motion, self._watch = Motion(self._settings), Watch(self._settings)
        self._agenda, self._approach, self._surface = Agenda(self._settings), Approach(), Surface()
        self._tiles, self._story = Tiles(), Story(self._settings)
        self._turned = Turned(look, self._settings)
        self._ground: Ground | None = None
        self._seen: Seen | None = None
        self._at = self._checked = 0.0
        self._began = False
        self._stale = True  # whether the groups are to be found anew
        self._groups: list[Group] = []
        self._faces: Mapping[Seat, Sequence[Tile]] = {}
        self._short: float | None = None  # usual short side of a tile, pixels
        self._least = 0.0  # size of a tile that lies flat

    def see(self, frame: Frame) -> tuple[Event, ...]:
        """Take the next frame; cheap where nothing moved.

        Returns:
            What has happened, in order.

        Raises:
            ValueError: if it is of another size than the first one: everything known is in its pixels.
        """
        height, width = frame.image.shape[:2]
        ground = self._ground or Ground((width, height), self._corners)
        if ground.size != (width, height):
            raise ValueError(f"a frame of {width}×{height} pixels after one of {ground.size}")
        self._ground, self._at = ground, frame.at
        seen = self._motion.see(frame.image, frame.at)
        self._watch.see(seen.grey, frame.at)
        if self._watch.blind or self._shifted(seen, frame.at):
            self._seen = None
            return ()
        self._seen = seen
        self._approach.see(seen, ground, frame.at)
        self._read(frame, seen)
        if not self._began:
            return ()
        return tuple(self._events(frame, seen, ground))

    def idle(self, at: float) -> tuple[Event, ...]:
        """Tell the tracker that time has passed without a frame.

        Args:
            at: seconds on the source's clock.
        """
        self._at = max(self._at, at)
        self._watch.idle(at)
        return ()

    def view(self) -> TableView:
        """The table as it was seen last."""
        grouped = self._story.grouped | self._story.swept
        lying = self._tiles.lying.values()
        loose = [tile for tile in lying if tile.number not in grouped]
        melds = [one for laid in self._story.melds.values() for one in laid]
        laid = Counter(kind for one in melds for kind in one.kinds if kind != "back")
        counts = laid + Counter(tile.tile for tile in loose if tile.settled)
        pool = [tile for tile in loose if tile.tile != "back" and self._in_pool(tile)]
        return TableView(
            at=self._at,
            pool=doubted([self._shown(tile) for tile in sorted(pool, key=lambda tile: tile.since)], laid),
            melds={
                seat: tuple(
                    SeenMeld(one.kind, one.kinds, one.group.box, one.since, one.source)
                    for one in self._story.melds[seat]
                )
                for seat in SEATS
            },
            turned_up=dict(self._turned.hands),
            unread=self._turned.unread,
            backs=self._backs(loose),
            unseen={kind: max(0, 4 - counts[kind]) for kind in KINDS},
            health=self._watch.health,
            moving=self._seen is None or bool(self._seen.moving.any()),
        )

    def _shown(self, tile: Tile) -> SeenTile:
        discard = self._story.discards.get(tile.number)
        return SeenTile(
            tile.number,
            tile.tile,
            tile.box,
            tile.confidence,
            tile.since,
            discard.seat if discard else None,
            tile.settled,
            not self._quiet(tile.box),
        )

    def _backs(self, tiles: Sequence[Tile]) -> dict[Seat, int]:
        ground = self._ground
        if ground is None:
            return {}
        depths: dict[Seat, list[float]] = {seat: [] for seat in SEATS}
        for tile in tiles:
            if tile.tile == "back":
                u, v = ground.place(*tile.middle)
                depths[ground.seat(*tile.middle)].append(max(abs(u), abs(v)))
        # Standing tiles are often missed or taken for a wall: another number than a player can hold is none.
        counts = {seat: (held(depths[seat]), 13 - 3 * len(self._story.melds[seat])) for seat in SEATS}
        return {seat: count for seat, (count, least) in counts.items() if least <= count <= least + 1}

    def _in_pool(self, tile: Tile) -> bool:
        whole = tile.size > self._least
        return whole and self._ground is not None and self._ground.zone(*tile.middle) == "pool"

    def _quiet(self, box: Box) -> bool:
        """Whether nothing moves or differs there."""
        if self._seen is None:
            return False
        rows, columns = self._seen.cells(box)
        busy = self._seen.changed[rows, columns] | self._seen.moving[rows, columns]
        return not busy.size or float(busy.mean()) < 0.3

    def _read(self, frame: Frame, seen: Seen) -> None:
        """Look at what came to rest, and at what is not clear yet."""
        regions = self._agenda.plan(seen.resting, self._tiles.lying.values(), self._quiet, frame.at)
        if not regions:
            return
        image = frame.image
        change = self._tiles.update(
            self._look.find(image, regions), regions, frame.at, lambda box: self._surface.bare(image, box)
        )
        self._stale = True
        for region in regions:
            self._motion.settle(seen, region)
        for region in regions:
            self._question(image, region, region in seen.resting, frame.at)
        still = seen.calm > _LONG if self._began else None
        if self._began:
            self._story.changed(change, self._in_pool, lambda box: self._approach.seats(*seen.cells(box)))
        else:
            self._story.begin(change.new)
            self._began = True
        self._learn(frame, still)

    def _question(self, image: Pixels, region: Box, fresh: bool, at: float) -> None:
        """Look again, later, at what lies in a place and is neither a tile nor the table."""
        boxes = [tile.box for tile in self._tiles.lying.values()]
        known = any(inside(tile.middle, region) for tile in self._tiles.lying.values())
        things: list[Box] = []
        if self._ground is not None and self._short is not None:
            found = self._surface.things(image, region, boxes, self._short)
            things = [box for box in found if self._ground.zone(*middle_of(box)) != "outside"]
        if not things and (known or self._surface.bare(image, region)):
            self._agenda.understood(region)
        elif fresh:
            # A tile that the hand had half hidden would have its middle outside.
            air = _BORDER * (self._short or 0.0)
            for box in [around([thing], air) for thing in things] or [region]:
                self._agenda.wonder(box, at)

    def _learn(self, frame: Frame, still: npt.NDArray[np.bool_] | None) -> None:
        """Learn the table's colour, and how large tiles are in the picture."""
        height, width = frame.image.shape[:2]
        boxes = [tile.box for tile in self._tiles.lying.values()]
        middle = (0.25 * width, 0.25 * height, 0.75 * width, 0.75 * height)
        self._surface.learn(frame.image, middle, boxes, still)
        sides = [min(box[2] - box[0], box[3] - box[1]) for box in boxes]
        self._short = float(np.median(sides)) if len(sides) >= 4 else None
        self._watch.sized(self._short, frame.at)
        if self._ground is not None:
            self._least = least_size(self._tiles.lying.values(), self._ground)

    def _events(self, frame: Frame, seen: Seen, ground: Ground) -> list[Event]:
        if self._stale:
            free = loose_before_players(self._tiles.lying.values(), self._story.grouped, ground)
            groups, self._faces = find_groups(free, ground, self._story.there)
            taken = {number for group in groups for number in group.numbers}
            kongs = find_kongs([tile for tile in free if tile.number not in taken], ground)
            grown = [added(laid.group, free) or laid.group for laid in self._story.triplets]
            self._groups = [
                replace(group, lift=lift(group, ground))
                for group in (*groups, *kongs, *grown)
                if not self._turned.holds(group.seat, group.numbers)
            ]
            self._stale = False
        events = self._story.tell(
            self._tiles.lying, self._groups, self._quiet, Moment(frame.at, frame.number)
        )
        self._stale = bool(events)
        if any(event.kind == "cleared" for event in events):
            self._turned.clear()
            return events
        loose = {
            seat: [tile for tile in tiles if tile.number not in self._story.grouped]
            for seat, tiles in self._faces.items()
        }
        return events + self._turned.see(frame, loose, self._story.melds, self._quiet)

    def _shifted(self, seen: Seen, at: float) -> bool:
        """Whether the camera moves or stands on its head; takes a new place for the old one once it rests."""
        before = self._motion.settled
        if before is None or not self._began:
            return False
        if seen.share < _SOME or disturbed(before, seen.changed) < _MUCH:
            self._watch.well(at)
            return False
        if at - self._checked < _CHECK:
            return self._watch.health.state in ("moved", "upside_down")
        self._checked = at
        shift = find_shift(before, seen.grey)
        if shift is None or shift.far < _SLIGHT:
            if shift is not None:
                self._watch.well(at)
            return False
        if shift.turn > _TURNED:
            self._watch.tell("upside_down", at)
            return True
        self._watch.tell("moved", at)
        if float(seen.moving.mean()) < _BUSY:
            self._carry(shift, seen)
        return True

    def _carry(self, shift: Shift, seen: Seen) -> None:
        """Go on from where the camera looks now."""
        matrix = shift.matrix.copy()
        matrix[:, 2] /= seen.scale
        self._tiles.move(matrix)
        if self._ground is not None:
            self._ground = self._ground.moved(matrix)
        self._approach.forget()
        self._motion.restart()
