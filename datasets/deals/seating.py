"""Where things lie on the table of a deal: walls, standing hands, discards, melds, a hand turned up.

Every seat has its own frame: it sits at y = -``reach`` and looks along +y; ``turned`` carries
it around the table.
"""

from dataclasses import dataclass, replace

import numpy as np

from datasets.body import Placement
from datasets.deck import Deck
from datasets.pieces import Manner
from datasets.pile import Floor
from datasets.play import turned

STACKS = 17  # of each wall
_ROW = 6  # discards of one player in a row


@dataclass(frozen=True)
class House:
    """How this table plays and how tidy it is; lengths in tile widths.

    Attributes:
        ratio, depth: height and thickness of a tile.
        wall: how far the walls lie from the middle; ``reach``: the standing hands.
        rows: discards lie in rows before their player; else thrown into the middle.
        front: melds lie before their player; else at the right corner.
        across: the claimed tile of a meld lies across.
        stacked: the fourth tile of a kong lies on top.
        backs: which tiles of a concealed kong lie on their face.
    """

    ratio: float
    depth: float
    wall: float
    reach: float
    rows: bool
    front: bool
    across: bool
    stacked: bool
    backs: tuple[int, ...]
    how: Manner

    @property
    def edge(self) -> float:
        """Half the side of the table's square: a little beyond the standing hands."""
        return self.reach + 1.6


def house(rng: np.random.Generator, ratio: float, depth: float) -> House:
    """A random table for a set whose tiles are ``ratio`` high and ``depth`` thick."""
    front = bool(rng.random() < 0.4)
    wall = float(rng.uniform(8.2, 8.7))
    reach = wall + (ratio + 1.85 if front else float(rng.uniform(2.0, 2.5)))
    sloppy = rng.random() < 0.4
    how = Manner(
        gap=float(rng.uniform(0.0, 0.03)),
        wobble=float(rng.uniform(0.02, 0.06) if sloppy else rng.uniform(0, 0.02)),
        turn=float(rng.uniform(0.01, 0.05) if sloppy else rng.uniform(0, 0.01)),
        pose="stand",
        lean=float(rng.uniform(0, 0.05)),
    )
    backs = ((0, 3), (1, 2), (0, 1, 2))[int(rng.choice(3, p=[0.5, 0.3, 0.2]))]
    return House(
        ratio, depth, wall, reach, bool(rng.random() < 0.4), front, bool(rng.random() < 0.35),
        bool(rng.random() < 0.1), backs, how,
    )  # fmt: skip


def wall_places(rng: np.random.Generator, place: House) -> list[Placement]:
    """All 136 places of the four walls in the order of drawing, which goes round clockwise."""
    start = -(place.wall - place.ratio / 2) + 0.05
    made: list[Placement] = []
    for seat in (0, 3, 2, 1):
        for number in range(STACKS):
            # A player's wall is taken from the right end to the left.
            x = start + 0.5 + (STACKS - 1 - number) * 1.004
            for level in (1, 0):
                y = -place.wall + float(rng.normal(0, 0.012))
                yaw = float(rng.normal(0, 0.007))
                placed = Placement(0, x, y, level * place.depth, yaw, "down", role="wall")
                made.append(turned(placed, seat * np.pi / 2))
    broken = 2 * int(rng.integers(len(made) // 2))
    return made[broken:] + made[:broken]


def meld_places(
    rng: np.random.Generator, place: House, tiles: tuple[int, ...], kind: str, lies: list[float], source: int
) -> tuple[list[Placement], float]:
    """One meld in its seat's frame, and how far to the left it reaches.

    Args:
        lies: where the seat's other melds end at the left, the last one counts.
        source: seats to the right of the feeder, 0 for none: 1 right, 2 across, 3 left.
    """
    how = place.how
    order = list(tiles) if kind == "chi" else sorted(tiles)
    on_top = len(order) == 4 and place.stacked and kind != "an_gang"
    wide = 3 if on_top else len(order)
    cross = place.across and source > 0 and kind != "an_gang"
    width = wide * (1.0 + how.gap) + (place.ratio - 1 if cross else 0)
    right = (lies[-1] - 0.35) if lies else (4.5 if place.front else place.reach + 0.7)
    x = right - width
    y = -place.reach + (place.depth / 2 + place.ratio / 2 + 0.25 if place.front else 0.1)
    turned_at = {3: 0, 2: 1, 1: wide - 1}.get(source, -1) if cross else -1
    made = []
    for number, tile in enumerate(order[:wide]):
        yaw, off = float(rng.normal(0, how.turn)), float(rng.normal(0, how.wobble))
        step = place.ratio if number == turned_at else 1.0
        placed = Placement(tile, x + step / 2, y + off, 0.0, yaw, "up", role="meld")
        if number == turned_at:
            placed = replace(placed, yaw=yaw + np.pi / 2, y=placed.y - (place.ratio - 1) / 2)
        if kind == "an_gang" and number in place.backs:
            placed = replace(placed, pose="down")
        made.append(placed)
        x += step + how.gap
    if on_top:
        made.append(replace(made[1], index=order[3], z=place.depth))
    return made, right - width


def added_place(place: House, triplet: list[Placement]) -> Placement:
    """Where the fourth tile of a kong comes to lie (seat's frame): on top, or before the triplet.

    Before a triplet that lies between the hand and the wall there is no room.
    """
    middle = triplet[1]
    if place.stacked or place.front:
        return replace(middle, z=place.depth)
    flat = [p for p in triplet if abs(np.sin(p.yaw)) < 0.5]
    # A tile that lies across keeps its place; the fourth lies beside the lower end of its neighbour.
    beside = middle if len(flat) == len(triplet) else next(p for p in triplet if abs(np.sin(p.yaw)) >= 0.5)
    across = abs(np.sin(beside.yaw)) >= 0.5
    return replace(beside, y=beside.y + (1.02 if across else place.ratio + 0.04))


def hand_places(rng: np.random.Generator, place: House, count: int, melds_left: float) -> list[Placement]:
    """A seat's standing hand in a row (seat's frame), and after it the place of a tile just drawn.

    ``melds_left`` is where its melds begin that lie beside the row.
    """
    how = place.how
    pitch = 1.0 + how.gap
    room = (count + 1.6) * pitch
    x = min(room / 2, melds_left - 0.8) - room
    made = []
    for number in range(count + 1):
        step = (number + 0.5 + (0.6 if number == count else 0.0)) * pitch
        yaw, off = float(rng.normal(0, how.turn * 0.5)), float(rng.normal(0, how.wobble * 0.4))
        made.append(Placement(0, x + step, -place.reach + off, 0.0, yaw, "stand", how.lean, role="hand"))
    return made


def shown(rng: np.random.Generator, place: House, standing: Placement, index: int) -> Placement:
    """A tile of a hand pushed over so that it lies face up (seat's frame), clear of melds before the row."""
    y = -place.reach + (place.depth / 2 - place.ratio / 2 - 0.05 if place.front else 0.4)
    off, yaw = float(rng.normal(0, place.how.wobble)), float(rng.normal(0, place.how.turn))
    return replace(standing, index=index, y=y + off, yaw=yaw, pose="up", lean=0.0, role="hand")


class Pool:
    """The discards: each knows where the next one lies, and none lies on another."""

    def __init__(self, rng: np.random.Generator, place: House) -> None:
        self.rng, self.place = rng, place
        self.deck = Deck(rng, place.ratio, place.depth)
        self.counts = [0, 0, 0, 0]
        self.lying: dict[int, Placement] = {}  # by tile
        self.bias = float(rng.uniform(0.8, 3.0))  # how far towards their player thrown tiles stay

    def put(self, tile: int, index: int, seat: int) -> Placement:
        """The place of a new discard (table's frame)."""
        placed = self._row(index, seat) if self.place.rows else self._thrown(index, seat)
        self.lying[tile] = placed
        return placed

    def take(self, tile: int, seat: int) -> None:
        """A discard is claimed: its place is free again."""
        del self.lying[tile]
        self.counts[seat] -= 1

    def _row(self, index: int, seat: int) -> Placement:
        row, column = divmod(self.counts[seat], _ROW)
        self.counts[seat] += 1
        how, ratio = self.place.how, self.place.ratio
        if row > 2:  # the third row goes on
            row, column = 2, column + _ROW * (row - 2)
        x = -2.55 + column * 1.03 + float(self.rng.normal(0, how.wobble * 0.4))
        y = -3.2 - ratio / 2 - row * (ratio + 0.06) + float(self.rng.normal(0, how.wobble))
        yaw = float(self.rng.normal(0, how.turn))
        return turned(Placement(index, x, y, 0.0, yaw, "up", role="pool"), seat * np.pi / 2)

    def _thrown(self, index: int, seat: int) -> Placement:
        self.counts[seat] += 1
        floor = Floor()
        for other in self.lying.values():
            floor.add(floor.tile(other, self.deck, 1.06))
        placed = Placement(index, 0.0, 0.0, self.place.depth, role="pool")
        most = self.place.wall - self.place.ratio / 2 - 1.0
        spread = 1.7
        for tries in range(1000):
            x, y = self.rng.normal(0, spread), self.rng.normal(-self.bias, spread)
            spread = min(spread * 1.02, 5.0)
            if max(abs(x), abs(y)) > most:
                continue
            yaw = float(self.rng.uniform(0, 2 * np.pi))
            placed = Placement(index, float(x), float(y), 0.0, yaw, "up", role="pool")
            placed = turned(placed, seat * np.pi / 2)
            if floor.free(floor.tile(placed, self.deck, 1.06)):
                break
            if tries > 120:  # no room is left: it comes to lie on others
                placed = replace(placed, z=self.place.depth)
                break
        return placed
