"""Hands turned up: found by the many faces that appear before one player, read over the best frames."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from vision.groups import may_be_meld
from vision.live.events import Event, Seat
from vision.live.frame import Box, Frame
from vision.live.hand import with_known
from vision.live.look import Look
from vision.live.records import Laid
from vision.live.settings import Settings
from vision.live.tiles import Tile, around
from vision.scan import Scan

_HAND: Final = 13  # tiles, a meld counting as three
_LEAST: Final = 2  # faces, however many melds
_FEW: Final = 4  # faces: of so few each has to be found
_SEEN: Final = 0.85  # share of a hand's faces that have to be found before it is read as a photo
# Tiles around a hand that are read with it: each time others, so that the networks do not err alike.
_AIR: Final = (0.8, 1.5, 1.1)
_APART: Final = 0.15  # seconds between the frames that are read


@dataclass
class _Waiting:
    since: float
    count: int
    scans: list[Scan] = field(default_factory=list)
    read: float = -np.inf


class Turned:
    """Hands that lie open.

    Args:
        look: reads them.
        settings: of the tracker.
    """

    def __init__(self, look: Look, settings: Settings) -> None:
        self._look, self._settings = look, settings
        self.hands: dict[Seat, Scan] = {}
        self._tiles: dict[Seat, frozenset[int]] = {}
        self._waiting: dict[Seat, _Waiting] = {}

    def see(
        self,
        frame: Frame,
        loose: Mapping[Seat, Sequence[Tile]],
        melds: Mapping[Seat, Sequence[Laid]],
        quiet: Callable[[Box], bool],
    ) -> list[Event]:
        """Look for hands that lie open and still.

        Args:
            frame: the frame.
            loose: faces before each player that are in no meld.
            melds: before each player.
            quiet: whether nothing moves at a box.
        """
        events = []
        for seat, tiles in loose.items():
            whole = _HAND - 3 * len(melds[seat])
            need = max(_LEAST, round(_SEEN * whole) if whole > _FEW else whole)
            if seat in self.hands:
                if len(tiles) < need / 2:
                    self.hands.pop(seat)
                continue
            if len(tiles) < need or _one_meld(tiles):
                self._waiting.pop(seat, None)
                continue
            box = around([tile.box for tile in tiles] + [one.group.box for one in melds[seat]])
            waiting = self._waiting.get(seat)
            if waiting is None or waiting.count != len(tiles) or not quiet(box):
                self._waiting[seat] = _Waiting(frame.at, len(tiles))
                continue
            if self._look_at(frame, box, (tiles, melds[seat]), waiting):
                events.append(self._tell(frame, seat, box, waiting.scans))
        return events

    def clear(self) -> None:
        """A new deal begins."""
        self.hands.clear()
        self._waiting.clear()

    def _look_at(
        self, frame: Frame, box: Box, known: tuple[Sequence[Tile], Sequence[Laid]], waiting: _Waiting
    ) -> bool:
        """Read one frame, if it is time; whether enough have been read."""
        if len(waiting.scans) >= self._settings.turned_frames:
            return frame.at - waiting.since >= self._settings.turned_unclear
        begin = self._settings.turned_still - self._settings.still  # so long it lay still before it was found
        if frame.at - waiting.since < begin or frame.at - waiting.read < _APART:
            return False
        loose, melds = known
        air = _AIR[len(waiting.scans) % len(_AIR)] * float(np.median([tile.size for tile in loose]))
        scan = self._look.scan(frame.image, around([box], air))
        called = [([tile.box for tile in one.group.tiles], one.covering) for one in melds]
        waiting.scans.append(with_known(scan, called, [tile.box for tile in loose]))
        waiting.read = frame.at
        return _clear(waiting.scans)

    def _tell(self, frame: Frame, seat: Seat, box: Box, scans: Sequence[Scan]) -> Event:
        since = self._waiting.pop(seat).since
        best, share = agree(scans)
        self.hands[seat] = best
        concealed = [best.reading.tiles[index].confidence for index in best.reading.concealed]
        sure = share * min(concealed, default=0.0)
        return Event("turned_up", since, seat, best.reading.hand, box, sure, frame.number, None)


def _clear(scans: Sequence[Scan]) -> bool:
    """Whether a whole hand was read without a doubt, or twice."""
    last = scans[-1].reading
    if not last.complete:
        return False
    if not any(tile.doubtful for tile in last.tiles if tile.role in ("hand", "meld")):
        return True
    return any(sorted(scan.reading.hand) == sorted(last.hand) for scan in scans[:-1])


def _one_meld(tiles: Sequence[Tile]) -> bool:
    """Whether faces are those of a meld that was just laid."""
    return may_be_meld([tile.choices for tile in tiles])


def agree(scans: Sequence[Scan]) -> tuple[Scan, float]:
    """The scan of a whole hand, else of what most of them read, of those the surest; the share that read it.

    Nobody turns up what does not win: of readings that differ the one that does is the likelier.
    """
    hands = [tuple(sorted(scan.reading.hand)) for scan in scans]
    counts = Counter(hands)
    sure = [float(np.mean([tile.confidence for tile in scan.reading.tiles] or [0.0])) for scan in scans]
    best = max(range(len(scans)), key=lambda n: (scans[n].reading.complete, counts[hands[n]], sure[n]))
    return scans[best], counts[hands[best]] / len(scans)
