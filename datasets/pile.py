"""Tiles thrown together as close as they fall: no two overlap, many touch."""

import numpy as np

from datasets.arrays import Reals
from datasets.body import Placement
from datasets.deck import Deck
from datasets.faces import FLOWER

_POSES = ("up", "down", "stand", "away", "side")


def _corners(x: float, y: float, yaw: float, half: tuple[float, float]) -> Reals:
    c, s = np.cos(yaw), np.sin(yaw)
    signs = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * half
    return np.asarray(signs @ np.array([[c, s], [-s, c]]) + [x, y])


def overlap(one: Reals, other: Reals) -> bool:
    """Whether two convex quadrilaterals (4×2) share area."""
    for shape in (one, other):
        edges = np.roll(shape, -1, axis=0) - shape
        for ex, ey in edges[:2]:
            axis = np.array([-ey, ex])
            a, b = one @ axis, other @ axis
            if a.max() <= b.min() or b.max() <= a.min():
                return False
    return True


class Floor:
    """What already lies on the table, seen from above."""

    def __init__(self) -> None:
        self.shapes: list[Reals] = []
        self.centres: list[tuple[float, float]] = []

    def free(self, shape: Reals) -> bool:
        """Whether nothing lies under ``shape`` (4×2)."""
        x, y = shape.mean(0)
        reach = float(np.hypot(*(shape[0] - shape[2]))) / 2
        for other, (ox, oy) in zip(self.shapes, self.centres, strict=True):
            far = float(np.hypot(*(other[0] - other[2]))) / 2
            if np.hypot(x - ox, y - oy) < reach + far and overlap(shape, other):
                return False
        return True

    def add(self, shape: Reals) -> None:
        """Remember ``shape``."""
        x, y = shape.mean(0)
        self.shapes.append(shape)
        self.centres.append((float(x), float(y)))

    def tile(self, placement: Placement, deck: Deck, share: float = 0.99) -> Reals:
        """The ground (4×2) a placement covers; a little less than its body, so that tiles may touch."""
        depth = deck.depth
        half = {"side": (deck.ratio / 2, depth / 2), "stand": (0.5, depth / 2), "away": (0.5, depth / 2)}
        size = half.get(placement.pose, (0.5, deck.ratio / 2))
        return _corners(placement.x, placement.y, placement.yaw, (size[0] * share, size[1] * share))


def pile(
    rng: np.random.Generator,
    deck: Deck,
    count: int,
    centre: tuple[float, float],
    down: float = 0.15,
    floor: Floor | None = None,
) -> list[Placement]:
    """Up to ``count`` tiles in a heap about ``centre`` at any angle.

    Args:
        down: share of tiles that lie on their face.
        floor: what they have to keep clear of; it learns where they lie.
    """
    floor = floor or Floor()
    rest = (1 - down) * np.array([0.9, 0.0, 0.04, 0.03, 0.03])
    shares = rest + np.array([0, down, 0, 0, 0])
    spread = float(rng.uniform(0.66, 1.15)) * np.sqrt(count)
    aligned = rng.random() < 0.25
    base = float(rng.uniform(0, 2 * np.pi))
    made: list[Placement] = []
    for tile in deck.deal(count):
        index, picture = tile, 0
        if rng.random() < 0.08 and (found := deck.flower()) is not None:
            index, picture = FLOWER, found
        pose = _POSES[int(rng.choice(5, p=shares / shares.sum()))]
        for _ in range(24):
            x, y = rng.normal(0, 0.55, 2) * spread
            yaw = float(rng.uniform(0, 2 * np.pi))
            if aligned:
                yaw = base + np.pi / 2 * int(rng.integers(4)) + float(rng.normal(0, 0.12))
            placed = Placement(
                index, centre[0] + x, centre[1] + y, 0.0, yaw, pose, 0.0, "table", picture=picture
            )
            shape = floor.tile(placed, deck)
            if floor.free(shape):
                floor.add(shape)
                made.append(placed)
                break
    return made


def settle(placements: list[Placement], deck: Deck) -> list[Placement]:
    """Leave out what would lie in something placed before it, and what lay on a tile left out."""
    floor, kept, places = Floor(), [], set()
    for placement in placements:
        place = (round(placement.x, 3), round(placement.y, 3))
        if placement.z > deck.depth * 0.75:  # lower ones stand on a rack
            if place in places:
                kept.append(placement)
            continue
        shape = floor.tile(placement, deck, 0.9)
        if floor.free(shape):
            floor.add(shape)
            places.add(place)
            kept.append(placement)
    return kept
