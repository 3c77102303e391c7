"""A player of a filmed deal: the tiles of the hand and the melds, and where they stand and lie."""

import numpy as np

from datasets.arrays import Reals
from datasets.body import Placement
from datasets.deals.seating import House, hand_places
from datasets.play import turned


def around(seat: int, x: float, y: float) -> Reals:
    """A place in a seat's frame in that of the table (x, y)."""
    c, s = np.cos(seat * np.pi / 2), np.sin(seat * np.pi / 2)
    return np.array([c * x - s * y, s * x + c * y])


class Actor:
    """One player: the hand's places and the melds, in its own frame."""

    def __init__(self, seed: int, seat: int, place: House) -> None:
        self.seed, self.seat, self.place = seed, seat, place
        self.row: list[int] = []  # tiles by place
        self.drawn: int | None = None
        self.melds: list[dict[int, Placement]] = []
        self.lies: list[float] = []

    def places(self) -> list[Placement]:
        """Places of the row and of a drawn tile; the same for the same number of tiles."""
        left = self.lies[-1] if self.lies and not self.place.front else self.place.reach
        return hand_places(np.random.default_rng([self.seed, self.seat]), self.place, len(self.row), left)

    def lay(self) -> dict[int, Placement]:
        """Where all tiles of the hand stand, in the table's frame."""
        places = self.places()
        made: dict[int, Placement] = {
            tile: turned(placed, self.seat * np.pi / 2)
            for tile, placed in zip(self.row, places, strict=False)
        }
        if self.drawn is not None:
            made[self.drawn] = turned(places[-1], self.seat * np.pi / 2)
        return made
