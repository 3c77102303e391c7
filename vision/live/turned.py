"""Hands turned up: found by the many faces that lie before one player, read over frames that are voted on."""

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
from vision.live.vote import Vote, vote
from vision.scan import Scan

_HAND: Final = 13  # tiles, a meld counting as three
_LEAST: Final = 2  # faces, however many melds
_FEW: Final = 4  # faces: of so few each has to be found
_SEEN: Final = 0.85  # share of a hand's faces that have to be found before it is read as a photo
_SOME: Final = 0.7  # share of them that seems to be a hand where it lies there for a while
# Tiles around a hand that are read with it: each time others, so that the networks do not err alike.
_AIR: Final = (1.5, 1.1, 1.9, 1.3, 0.8)
_APART: Final = 0.15  # seconds between the frames that are read
_KEPT: Final = 5  # readings of one hand that vote
_MORE: Final = 2  # frames more that are read where a face is open still
_SLOWER: Final = 3  # times that the wait for the next reading of what is no win is doubled


@dataclass
class _Lying:
    """Faces before one player.

    ``first``: since when there are so many; ``since``: since when these lie still; ``numbers``: of the tiles.
    """

    first: float
    since: float
    numbers: frozenset[int]
    scans: list[Scan] = field(default_factory=list)
    reads: int = 0
    read: float = -np.inf
    best: Vote | None = None


class Turned:
    """Hands that lie open.

    What is no win as it was read is read again as long as it lies there: soon where its tiles change, else
    less and less often. A better reading is told anew.

    Args:
        look: reads them.
        settings: of the tracker.
    """

    def __init__(self, look: Look, settings: Settings) -> None:
        self._look, self._settings = look, settings
        self.hands: dict[Seat, Scan] = {}
        self._lying: dict[Seat, _Lying] = {}
        self._at = -np.inf
        self._gap = 0.0  # seconds between the last two frames

    @property
    def unread(self) -> frozenset[Seat]:
        """Seats before which a hand seems to lie open that could not be read."""
        return frozenset(
            seat
            for seat, lying in self._lying.items()
            if seat not in self.hands and self._at - lying.first >= self._settings.turned_seems
        )

    def holds(self, seat: Seat, numbers: frozenset[int]) -> bool:
        """Whether tiles before a player are of a hand turned up, no meld."""
        hand = self.hands.get(seat)
        return hand is not None and (hand.reading.complete or bool(numbers & self._lying[seat].numbers))

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
        self._gap, self._at = max(0.0, frame.at - self._at), frame.at
        events = []
        for seat, tiles in loose.items():
            lying = self._follow(seat, tiles, len(melds[seat]), frame.at)
            if lying is None or (seat in self.hands and self.hands[seat].reading.complete):
                continue
            box = around([tile.box for tile in tiles] + [one.group.box for one in melds[seat]])
            if not quiet(box):
                lying.since = frame.at
                if seat in self.hands:  # it may be put right just now
                    lying.scans, lying.reads, lying.best = [], 0, None
                continue
            whole = len(tiles) >= _needed(len(melds[seat]))
            if self._due(lying, frame.at, whole and seat not in self.hands):
                self._read(frame, box, (tiles, melds[seat]), lying)
            if lying.best is not None and self._tells(seat, lying, lying.best, whole):
                events.append(self._tell(frame, seat, box, (lying, lying.best)))
        return events

    def clear(self) -> None:
        """A new deal begins."""
        self.hands.clear()
        self._lying.clear()

    def _follow(self, seat: Seat, tiles: Sequence[Tile], melds: int, at: float) -> _Lying | None:
        """What lies before a player; None where that is no hand."""
        need = _needed(melds)
        least = need / 2 if seat in self.hands else need if need <= _FEW else _SOME * (_HAND - 3 * melds)
        if len(tiles) < least or (seat not in self.hands and _one_meld(tiles)):
            self.hands.pop(seat, None)
            self._lying.pop(seat, None)
            return None
        numbers = frozenset(tile.number for tile in tiles)
        known = self._lying.get(seat)
        if known is None or known.numbers != numbers:
            # Readings of other tiles do not count, but how long a hand seems to lie there does.
            known = _Lying(known.first if known else at, at, numbers)
            self._lying[seat] = known
        return known

    def _due(self, lying: _Lying, at: float, fresh: bool) -> bool:
        """Whether it is time to read it."""
        settings = self._settings
        # So long it lay still before it was found; where frames come seldom, since the one before.
        begin = 0.0 if self._gap >= settings.still else settings.turned_still - settings.still
        if at - lying.since < begin:
            return False
        if fresh and len(lying.scans) < self._frames(lying):
            return at - lying.read >= _APART
        wait = settings.turned_again * 2 ** min(max(lying.reads - settings.turned_frames, 0), _SLOWER)
        return at - max(lying.read, lying.since) >= (wait if lying.reads else begin + _APART)

    def _frames(self, lying: _Lying) -> int:
        """How many frames are read before it is told what they show."""
        doubtful = lying.best is not None and lying.best.open
        return self._settings.turned_frames + (_MORE if doubtful else 0)

    def _read(
        self, frame: Frame, box: Box, known: tuple[Sequence[Tile], Sequence[Laid]], lying: _Lying
    ) -> None:
        loose, melds = known
        air = _AIR[lying.reads % len(_AIR)] * float(np.median([tile.size for tile in loose]))
        scan = self._look.scan(frame.image, around([box], air))
        called = [([tile.box for tile in one.group.tiles], one.covering) for one in melds]
        lying.scans = [*lying.scans, with_known(scan, called, [tile.box for tile in loose])][-_KEPT:]
        lying.reads, lying.read = lying.reads + 1, frame.at
        lying.best = vote(lying.scans)

    def _tells(self, seat: Seat, lying: _Lying, best: Vote, whole: bool) -> bool:
        """Whether what was read is sure enough by now, and better than what was told before."""
        settings = self._settings
        told, lain = self.hands.get(seat), self._at - lying.since
        if lain < settings.turned_still - settings.still:  # the next look may find one tile more
            return False
        if not best.scan.reading.complete and (not whole or (told and not _more(best.scan, told))):
            return False
        if best.clear:
            return True
        if len(lying.scans) < self._frames(lying) and lain < 2 * settings.turned_unclear:
            return False
        return lain >= (settings.turned_unclear if best.scan.reading.complete else settings.turned_again)

    def _tell(self, frame: Frame, seat: Seat, box: Box, read: tuple[_Lying, Vote]) -> Event:
        lying, best, share = read[0], read[1].scan, read[1].share
        self.hands[seat] = best
        concealed = [best.reading.tiles[index].confidence for index in best.reading.concealed]
        sure = share * min(concealed, default=0.0)
        return Event("turned_up", lying.since, seat, best.reading.hand, box, sure, frame.number, None)


def _needed(melds: int) -> int:
    """Faces that are a hand beside so many melds."""
    whole = _HAND - 3 * melds
    return max(_LEAST, round(_SEEN * whole) if whole > _FEW else whole)


def _more(scan: Scan, told: Scan) -> bool:
    """Whether a reading holds more of a hand than the one before."""
    return len(scan.reading.hand) > len(told.reading.hand)


def _one_meld(tiles: Sequence[Tile]) -> bool:
    """Whether faces are those of a meld that was just laid."""
    return may_be_meld([tile.choices for tile in tiles])
