"""What happened, told from what lies where: discards, calls, kongs, the table cleared."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from vision.live.events import SEATS, Event, Kind, Seat, after
from vision.live.frame import Box
from vision.live.melds import Group
from vision.live.records import Discard, Laid, Moment
from vision.live.settings import Settings
from vision.live.tiles import Change, Tile

_HEAP: Final = 3  # faces that come to lie in the middle at one time: more are no discards
_SWEPT: Final = 0.4  # share of the discards that are hidden or moving while the table is cleared
_NEXT: Final = 0.8  # how likely the next discard is that of the player whose turn it is
_REACHED: Final = 30.0  # how many times likelier the side is from which a hand reached in
_TRACE: Final = 0.02  # seconds of a hand over a place, faded, that tell half as much
_KNOWN: Final = 0.6  # how likely a seat has to be that it is told
_REMEMBERED: Final = 12  # discards that have gone, newest kept
_LONG_AGO: Final = 20.0  # seconds after which a discard that has gone was not the one called
_ON_TOP: Final = 0.105  # tile sizes: a tile seen so much farther out than its neighbours lies on another
_ADDED: Final = 0.08  # the same, more than before
_PUSHED: Final = 3.0  # tile sizes that a tile may be pushed
_MANY: Final = 10  # faces on the table from which on it can be cleared
_FEW: Final = 0.3  # share of them that is left when it is

Traces = Mapping[Seat, float]


class Story:
    """Follows one deal after another.

    Args:
        settings: of the tracker.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.discards: dict[int, Discard] = {}
        self.melds: dict[Seat, list[Laid]] = {seat: [] for seat in SEATS}
        self._gone: deque[Discard] = deque(maxlen=_REMEMBERED)
        self._waiting: dict[int, tuple[Tile, Traces]] = {}
        self._forming: dict[frozenset[int], float] = {}
        self._known: set[int] = set()
        self._from_start: frozenset[int] = frozenset()
        self._turn: Seat | None = None
        self._turn_sure = 1.0
        self._most = 0
        self._swept: frozenset[int] = frozenset()

    @property
    def swept(self) -> frozenset[int]:
        """Numbers of the tiles that still lay there when the table was cleared: they are of no deal."""
        return self._swept

    @property
    def there(self) -> frozenset[int]:
        """Numbers of the tiles that lay there when the camera began."""
        return self._from_start

    @property
    def grouped(self) -> frozenset[int]:
        """Numbers of the tiles in melds."""
        return frozenset(n for laid in self.melds.values() for one in laid for n in one.group.numbers)

    @property
    def triplets(self) -> list[Laid]:
        """Called triplets, to which a fourth tile may be added."""
        return [one for laid in self.melds.values() for one in laid if one.kind == "peng"]

    def begin(self, tiles: Sequence[Tile]) -> None:
        """What lies there already was not discarded now."""
        self._from_start = frozenset(tile.number for tile in tiles)
        self._known.update(self._from_start)

    def changed(self, change: Change, pool: Callable[[Tile], bool], traces: Callable[[Box], Traces]) -> None:
        """Take what a look changed.

        Args:
            change: tiles that came and went.
            pool: whether a tile lies in the middle.
            traces: how much each side reached over a box.
        """
        fresh = [tile for tile in change.new if pool(tile) and tile.tile != "back"]
        if len(fresh) > _HEAP:
            self._known.update(tile.number for tile in fresh)
        for tile in change.new:
            if pool(tile) and tile.number not in self._known:
                self._waiting[tile.number] = (tile, traces(tile.box))
        for tile in change.gone:
            self._waiting.pop(tile.number, None)
            self._known.discard(tile.number)
            discard = self.discards.pop(tile.number, None)
            if discard is not None:
                discard.gone = tile.tried
                self._gone.append(discard)
        for tile in change.back:
            for discard in [one for one in self._gone if one.tile is tile]:
                self._gone.remove(discard)
                self.discards[tile.number] = discard
        numbers = {tile.number for tile in change.gone}
        for laid in self.melds.values():
            laid[:] = [one for one in laid if len(one.group.numbers - numbers) >= 2]

    def tell(
        self, tiles: Mapping[int, Tile], groups: Sequence[Group], quiet: Callable[[Box], bool], now: Moment
    ) -> list[Event]:
        """What is sure by now.

        Args:
            tiles: all that lie on the table.
            groups: that can be melds, of tiles in no meld yet, and triplets known already with a fourth tile.
            quiet: whether nothing moves at a box.
            now: the moment.
        """
        hidden = [tile for tile in tiles.values() if not quiet(tile.box)] if self._waiting else []
        events = [*self._tell_melds(groups, quiet, now), *self._tell_discards(hidden, now)]
        faces = sum(1 for tile in tiles.values() if tile.tile != "back")
        self._most = max(self._most, faces)
        if self._most >= _MANY and faces <= _FEW * self._most:
            events.append(Event("cleared", now.at, None, (), None, 1.0, now.frame))
            self.clear()
            self._known.intersection_update(tiles)
            self._swept = frozenset(tiles)
        return sorted(events, key=lambda event: event.at)

    def clear(self) -> None:
        """A new deal begins."""
        self.discards.clear()
        self._gone.clear()
        self._waiting.clear()
        self._forming.clear()
        for laid in self.melds.values():
            laid.clear()
        self._turn, self._turn_sure, self._most = None, 1.0, 0

    def _tell_discards(self, hidden: Sequence[Tile], now: Moment) -> list[Event]:
        events = []
        pool = [tile for tile in hidden if tile.number in self.discards]
        if len(pool) > max(_HEAP, _SWEPT * len(self.discards)):
            return []  # the table is being cleared, it seems: what is pushed about is no discard
        for number, (tile, traces) in list(self._waiting.items()):
            if any(other.number < number and _pushed(other, tile) for other in hidden):
                continue  # perhaps that one, pushed aside under the hand
            if tile.missed is not None:
                continue  # it is no longer found: whether it was a tile at all will be seen
            if not tile.settled and tile.readings < self._settings.readings:
                continue
            del self._waiting[number]
            self._known.add(number)
            if tile.tile in ("back", "flower"):
                continue
            seat, sure = self._whose(traces)
            if seat is not None:
                self._turn, self._turn_sure = after(seat), sure
            told = seat if sure >= _KNOWN else None
            self.discards[number] = Discard(tile, told, sure)
            confidence = tile.confidence * (1.0 if told is None else sure)
            events.append(Event("discard", tile.since, told, (tile.tile,), tile.box, confidence, now.frame))
        return events

    def _whose(self, traces: Traces) -> tuple[Seat | None, float]:
        """The seat of a discard and how sure that is: who reached in, and whose turn it is.

        The less was seen of a hand, the less it tells; a turn is as sure as the one before it.
        """
        most = max(traces.values())
        if most <= 0 and self._turn is None:
            return None, 1.0
        weights = {}
        next_one = 0.25 + (_NEXT - 0.25) * self._turn_sure
        for seat in SEATS:
            turn = 0.25 if self._turn is None else next_one if seat == self._turn else (1 - next_one) / 3
            weights[seat] = turn * (1 + _REACHED * traces[seat] / (most + _TRACE))
        best = max(SEATS, key=lambda seat: weights[seat])
        return best, weights[best] / sum(weights.values())

    def _tell_melds(self, groups: Sequence[Group], quiet: Callable[[Box], bool], now: Moment) -> list[Event]:
        forming = {}
        events = []
        for group in groups:
            since = self._forming.get(group.numbers, now.at)
            if not quiet(group.box):
                since = now.at
            forming[group.numbers] = since
            if now.at - since < self._settings.grouped:
                continue
            event = self._lay(group, now, now.at - since)
            if event is not None:
                events.append(event)
        self._forming = forming
        return events

    def _lay(self, group: Group, now: Moment, waited: float) -> Event | None:
        """Tell a meld, or a fourth tile at a triplet; None while the discard it took may still be missed."""
        for laid in self.melds[group.seat]:
            if len(laid.group.numbers & group.numbers) >= 2:
                return self._grow(laid, group, now)
        there = self._lay_there(group)
        taken = None if there else self._taken(group)
        waits = waited < self._settings.pairing and "back" not in group.kinds and not there
        if taken is None and (group.forced or waits):
            return None
        if taken is not None:
            self._gone.remove(taken)
        at = max(tile.since for tile in group.tiles)
        kind = _kind(group, taken)
        source = taken.seat if taken is not None and kind != "an_gang" else None
        laid = Laid(kind, group.seat, group, at, source)
        self.melds[group.seat].append(laid)
        if there:
            return None
        self._turn, self._turn_sure = group.seat, 1.0
        sure = taken.sure if taken is not None else 1.0
        return Event(kind, at, group.seat, laid.kinds, group.box, group.confidence * sure, now.frame, source)

    def _lay_there(self, group: Group) -> bool:
        """Whether a meld lay there from the start, or tiles that stand there were taken for one.

        Faces tell: a back may keep the number of a tile that stood where it lies now. A single face between
        such backs rather is a standing tile misread.
        """
        faces = {tile.number for tile in group.tiles if tile.tile != "back"}
        backs = group.numbers - faces
        if len(faces) == 1 and len(backs & self._from_start) >= 2:
            return True
        return 2 * len(faces & self._from_start) > len(faces)

    def _grow(self, laid: Laid, group: Group, now: Moment) -> Event | None:
        """A fourth tile lies at a triplet, or on top of it."""
        on_top = len(group.tiles) == 3 and group.lift - laid.group.lift > _ADDED
        if laid.kind != "peng" or not (on_top or len(group.tiles) == 4):
            return None
        laid.group, laid.kind = group, "bu_gang"
        self._turn, self._turn_sure = group.seat, 1.0
        at = now.at - self._settings.grouped if on_top else max(tile.since for tile in group.tiles)
        return Event("bu_gang", at, group.seat, laid.kinds, group.box, group.confidence, now.frame, None)

    def _taken(self, group: Group) -> Discard | None:
        """The discard that a meld took: the last one that has gone and is of a kind the meld shows."""
        laid = max(tile.since for tile in group.tiles)
        for discard in reversed(self._gone):
            if discard.gone is None or laid - discard.gone > _LONG_AGO or discard.seat == group.seat:
                continue
            if discard.tile.tile in group.faces:
                return discard
        return None


def _pushed(one: Tile, other: Tile) -> bool:
    return one.tile == other.tile and one.apart(other.box) < _PUSHED


def _kind(group: Group, taken: Discard | None) -> Kind:
    if len(group.tiles) == 4:
        return "an_gang" if "back" in group.kinds or taken is None else "ming_gang"
    if group.lift > _ON_TOP:
        return "ming_gang"
    return "peng" if len(set(group.faces)) == 1 else "chi"
