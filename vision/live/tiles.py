"""Tiles that keep their identity while they lie still, each with the votes of all frames that showed it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.detector import CLASSES
from vision.live.frame import Box
from vision.live.look import Found

_SAME: Final = 0.45  # of a tile's mean side: a tile found so near is the same one
_PUSHED: Final = 3.0  # a tile of the same kind found so near, while the old one is gone, was pushed
_OVER: Final = 0.7  # a tile found so near lies where another one was
_CAP: Final = 12.0  # log odds that votes may add up to: a tile can still be seen to be another one
_LEAST: Final = 1e-4
_LATER: Final = 0.5  # weight of readings after the first: they see the same light and the same dirt
_OTHER_SIDE: Final = 0.8  # of the probability of a back
# Sets with flowers are rare where discards are thrown into the middle; a bird on a bamboo looks like one.
_PRIOR: Final = np.where(np.array(CLASSES) == "flower", -3.0, 0.0)
_OPEN: Final = 0.08  # probability from which a class is a choice
_SURE: Final = 0.9  # probability from which a face is settled
_SOON: Final = 3.0  # seconds within which a tile that went and one of its kind that came are one
_WAIT: Final = 30.0  # seconds: a place that is neither bare nor shows its tile keeps it so long


@dataclass(eq=False)
class Tile:
    """One tile on the table.

    Attributes:
        number: its own.
        box: where it lies, pixels of the frame.
        votes: 36 log probabilities, the likeliest 0.
        since: when it was first found, seconds.
        tried: when its place was last looked at.
        readings: how often it was found.
        missed: since when it was looked for in vain; None while it is found.
    """

    number: int
    box: Box
    votes: npt.NDArray[np.float64] = field(default_factory=_PRIOR.copy)
    since: float = 0.0
    tried: float = 0.0
    readings: int = 0
    missed: float | None = None

    @property
    def probabilities(self) -> npt.NDArray[np.float64]:
        """36 numbers that sum to 1, in the order of `vision.detector.CLASSES`."""
        shares = np.exp(self.votes - self.votes.max())
        return np.asarray(shares / shares.sum(), np.float64)

    @property
    def tile(self) -> str:
        """The likeliest class."""
        return CLASSES[int(np.argmax(self.votes))]

    @property
    def choices(self) -> tuple[str, ...]:
        """What it may turn out to be, the likeliest first."""
        shares = self.probabilities
        order = np.argsort(-shares, kind="stable")
        return tuple(CLASSES[index] for index in order.tolist() if shares[index] >= _OPEN)

    @property
    def confidence(self) -> float:
        """Its probability."""
        return float(self.probabilities.max())

    @property
    def settled(self) -> bool:
        """Whether its face is sure."""
        return self.confidence >= _SURE

    @property
    def size(self) -> float:
        """Geometric mean of the sides, pixels."""
        return float(np.sqrt(max(1.0, (self.box[2] - self.box[0]) * (self.box[3] - self.box[1]))))

    @property
    def middle(self) -> tuple[float, float]:
        """x, y in pixels."""
        return middle_of(self.box)

    def apart(self, box: Box) -> float:
        """How far its middle is from that of a box, in sizes of the tile."""
        x, y = self.middle
        return float(np.hypot(x - (box[0] + box[2]) / 2, y - (box[1] + box[3]) / 2)) / self.size

    def turned(self, probabilities: npt.NDArray[np.float32]) -> bool:
        """Whether a reading shows the other side of it: then it is another tile."""
        back = CLASSES.index("back")
        now, before = float(probabilities[back] / probabilities.sum()), float(self.probabilities[back])
        return abs(now - before) > _OTHER_SIDE

    def vote(self, box: Box, probabilities: npt.NDArray[np.float32], at: float) -> None:
        """Count one more reading."""
        weight = _LATER if self.readings else 1.0
        self.votes += weight * np.log(np.maximum(probabilities.astype(np.float64), _LEAST))
        self.votes = np.maximum(self.votes - self.votes.max(), -_CAP)
        self.box, self.tried, self.missed = box, at, None
        self.readings += 1


@dataclass(frozen=True, eq=False)
class Change:
    """What a look at some places changed.

    Attributes:
        new: tiles that were not there before.
        gone: tiles that are there no more.
        back: tiles that were told to be gone, and were only pushed.
    """

    new: tuple[Tile, ...] = ()
    gone: tuple[Tile, ...] = ()
    back: tuple[Tile, ...] = ()


class Tiles:
    """All tiles on the table; ``lying`` holds them by number."""

    def __init__(self) -> None:
        self.lying: dict[int, Tile] = {}
        self._next = 1
        self._left: list[Tile] = []  # gone a moment ago

    def update(
        self, found: Sequence[Found], regions: Sequence[Box], at: float, bare: Callable[[Box], bool]
    ) -> Change:
        """Take what was found in some regions that lie still.

        Args:
            found: all tiles whose middle lies in one of the regions.
            regions: boxes, pixels.
            at: seconds.
            bare: whether a box shows nothing but table.
        """
        here = {n for n, tile in self.lying.items() if any(inside(tile.middle, box) for box in regions)}
        free = set(self.lying)
        strange = []
        for box, probabilities in sorted(found, key=lambda one: -float(one[1].sum())):
            number = self._nearest(box, free)
            if number is None or self.lying[number].turned(probabilities):
                strange.append((box, probabilities))
            else:
                free.discard(number)
                self.lying[number].vote(box, probabilities, at)
        missing = free & here
        strange = [one for one in strange if not self._pushed(one, missing, at)]
        parts = {n for n in missing if self._is_part(self.lying[n], found)}
        gone = [
            self.lying[n]
            for n in sorted(missing)
            if self._is_gone(self.lying[n], strange, at, bare) or n in parts
        ]
        for tile in gone:
            del self.lying[tile.number]
        back = [tile for tile in (self._came_back(one, at) for one in strange) if tile is not None]
        new = []
        for box, probabilities in strange:
            if any(tile.box == box for tile in back):
                continue
            tile = Tile(self._next, box, since=at)
            tile.vote(box, probabilities, at)
            self.lying[self._next] = tile
            self._next += 1
            new.append(tile)
        self._left = [tile for tile in (*self._left, *gone) if at - tile.tried < _SOON]
        dropped = [twin for twin in (self._pushed_before(tile, at) for tile in gone) if twin is not None]
        really = [tile for tile in gone if tile.number not in self.lying]
        return Change(tuple(new), (*really, *dropped), tuple(back))

    def move(self, by: npt.NDArray[np.float64]) -> None:
        """Carry all tiles along as the picture was shifted: ``by`` is 2×3."""
        for tile in self.lying.values():
            x, y = by @ np.array([*tile.middle, 1.0])
            half_x, half_y = (tile.box[2] - tile.box[0]) / 2, (tile.box[3] - tile.box[1]) / 2
            tile.box = (float(x - half_x), float(y - half_y), float(x + half_x), float(y + half_y))

    def _nearest(self, box: Box, free: set[int]) -> int | None:
        apart = {number: self.lying[number].apart(box) for number in free}
        best = min(apart, key=lambda number: apart[number], default=None)
        return best if best is not None and apart[best] < _SAME else None

    def _pushed(self, found: Found, missing: set[int], at: float) -> bool:
        """Whether a tile found is one that lay near by and is no longer there; it keeps its identity then."""
        kind = CLASSES[int(np.argmax(found[1]))]
        near = {n: self.lying[n].apart(found[0]) for n in missing if self.lying[n].tile == kind}
        best = min(near, key=lambda number: near[number], default=None)
        if best is None or near[best] > _PUSHED:
            return False
        missing.discard(best)
        self.lying[best].vote(*found, at)
        return True

    def _came_back(self, found: Found, at: float) -> Tile | None:
        """A tile that was missed a moment ago and is found near by."""
        kind = CLASSES[int(np.argmax(found[1]))]
        for tile in self._left:
            if tile.tile == kind and at - tile.tried < _SOON and tile.apart(found[0]) < _PUSHED:
                self._left.remove(tile)
                tile.vote(*found, at)
                self.lying[tile.number] = tile
                return tile
        return None

    def _pushed_before(self, tile: Tile, at: float) -> Tile | None:
        """A tile that is gone lies on where its like came to lie a moment ago; that one is returned."""
        for other in self.lying.values():
            young = at - other.since < _SOON and other.number > tile.number
            if young and other.tile == tile.tile and tile.apart(other.box) < _PUSHED:
                del self.lying[other.number]
                tile.box, tile.tried, tile.missed = other.box, at, None
                self._left.remove(tile)
                self.lying[tile.number] = tile
                return other
        return None

    def _is_gone(self, tile: Tile, strange: Sequence[Found], at: float, bare: Callable[[Box], bool]) -> bool:
        """Whether a tile that was not found is away, not hidden."""
        tile.tried = at
        if tile.missed is None:
            tile.missed = at
        return (
            any(tile.apart(box) < _OVER for box, _ in strange) or bare(tile.box) or at - tile.missed > _WAIT
        )

    @staticmethod
    def _is_part(tile: Tile, found: Sequence[Found]) -> bool:
        """Whether it was a part of a tile, seen once while that was still moving."""
        return tile.readings == 1 and any(inside(tile.middle, box) for box, _ in found)


def middle_of(box: Box) -> tuple[float, float]:
    """The middle of a box, x and y."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def inside(point: tuple[float, float], box: Box) -> bool:
    """Whether a point lies in a box."""
    return box[0] <= point[0] < box[2] and box[1] <= point[1] < box[3]


def around(boxes: Sequence[Box], air: float = 0.0) -> Box:
    """The box around some boxes, at least one, and ``air`` pixels around it."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0) - air, min(y0) - air, max(x1) + air, max(y1) + air
