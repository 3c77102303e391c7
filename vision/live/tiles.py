"""Tiles that keep their identity while they lie still, each with the votes of all frames that showed it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.detector import CLASSES
from vision.live.frame import Box
from vision.live.look import Found

_SAME: Final = 0.45  # of a tile's mean side: a tile found so near is the same one
_CAP: Final = 12.0  # log odds that votes may add up to: a tile can still be seen to be another one
_LEAST: Final = 1e-4
_SURE: Final = 0.9  # probability from which a face is settled


@dataclass(eq=False)
class Tile:
    """One tile on the table.

    Attributes:
        number: its own.
        box: where it lies.
        votes: 36 log probabilities, the likeliest 0.
        since: when it was first found, seconds.
        seen: when it was last found.
        readings: how often it was read.
        missed: since when it was looked for in vain; None while it is found.
    """

    number: int
    box: Box
    votes: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(CLASSES)))
    since: float = 0.0
    seen: float = 0.0
    readings: int = 0
    missed: float | None = None

    @property
    def probabilities(self) -> npt.NDArray[np.float64]:
        """36 numbers that sum to 1."""
        shares = np.exp(self.votes - self.votes.max())
        return np.asarray(shares / shares.sum(), np.float64)

    @property
    def tile(self) -> str:
        """The likeliest class."""
        return CLASSES[int(np.argmax(self.votes))]

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
        return float(np.sqrt((self.box[2] - self.box[0]) * (self.box[3] - self.box[1])))

    @property
    def middle(self) -> tuple[float, float]:
        """x, y in pixels."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    def vote(self, box: Box, probabilities: npt.NDArray[np.float32], at: float) -> None:
        """Count one more reading."""
        self.votes += np.log(np.maximum(probabilities.astype(np.float64), _LEAST))
        self.votes = np.maximum(self.votes - self.votes.max(), -_CAP)
        self.box, self.seen, self.missed = box, at, None
        self.readings += 1


class Tiles:
    """All tiles on the table."""

    def __init__(self) -> None:
        self.lying: dict[int, Tile] = {}
        self._next = 1

    def update(self, found: Sequence[Found], regions: Sequence[Box], at: float) -> list[Tile]:
        """Take what was found in some regions.

        Returns:
            The tiles that were not there before.
        """
        free = set(self.lying)
        new = []
        for box, probabilities in sorted(found, key=lambda one: -float(one[1].sum())):
            number = self._nearest(box, free)
            if number is None:
                number, self._next = self._next, self._next + 1
                self.lying[number] = Tile(number, box, since=at)
                new.append(self.lying[number])
            free.discard(number)
            self.lying[number].vote(box, probabilities, at)
        for number in free:
            tile = self.lying[number]
            if tile.missed is None and any(inside(tile.middle, region) for region in regions):
                tile.missed = at
        return new

    def _nearest(self, box: Box, free: set[int]) -> int | None:
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        apart = {
            number: float(np.hypot(tile.middle[0] - middle[0], tile.middle[1] - middle[1])) / tile.size
            for number, tile in self.lying.items()
            if number in free
        }
        best = min(apart, key=lambda number: apart[number], default=None)
        return best if best is not None and apart[best] < _SAME else None


def inside(point: tuple[float, float], box: Box) -> bool:
    """Whether a point lies in a box."""
    return box[0] <= point[0] < box[2] and box[1] <= point[1] < box[3]
