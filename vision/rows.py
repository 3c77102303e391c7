"""Find the rows in which tiles lie: chains of boxes of like size, one pitch apart along a straight line.

Nothing is assumed about the turn of the photo: a chain starts from two near neighbours and grows both ways.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes

Points = npt.NDArray[np.float64]

_LIKE_SIZE: Final = 1.5  # neighbours in a row differ less than this in size, even in perspective
_GAP: Final = 3.2  # pitches from centre to centre that a row may jump: a meld or winning tile set apart
_SLANTED: Final = 0.8  # |cos 2θ|: nearer to 45° the sides of a tile cannot be told from its level box
_SIDEWAYS: Final = 0.33  # tile sizes that a tile may lie beside the line


@dataclass(frozen=True, eq=False)
class Row:
    """Tiles along a line.

    Attributes:
        indices: into the boxes given, in order along ``direction``.
        direction: unit vector, pointing right (down for an upright row).
        pitch: pixels from one tile to the next where they touch.
        size: median geometric mean of the sides of the boxes, pixels.
    """

    indices: tuple[int, ...]
    direction: Points
    pitch: float
    size: float

    def along(self, points: Points) -> npt.NDArray[np.float64]:
        """Place of points N×2 along the row's direction, pixels."""
        return np.asarray(points @ self.direction, np.float64)

    def across(self, points: Points) -> npt.NDArray[np.float64]:
        """Place of points N×2 across the row, pixels, growing downwards for a level row."""
        return np.asarray(points @ np.array([-self.direction[1], self.direction[0]]), np.float64)


def centres(boxes: Boxes) -> Points:
    """Centres N×2 of boxes N×4."""
    return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2, np.float64)


def sizes(boxes: Boxes) -> npt.NDArray[np.float64]:
    """Geometric mean of the sides of boxes N×4."""
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6)
    return np.asarray(np.sqrt(sides[:, 0] * sides[:, 1]), np.float64)


def sides_along(boxes: Boxes, direction: Points) -> npt.NDArray[np.float64] | None:
    """Length along a direction and across it of tiles N×4 that lie so, 2×N; None where boxes do not tell."""
    wide, high = (boxes[:, 2:] - boxes[:, :2]).astype(np.float64).T
    along, aside = np.abs(direction)
    slant = along**2 - aside**2
    if abs(slant) < _SLANTED:
        return None
    sides = np.stack([wide * along - high * aside, high * along - wide * aside]) / slant
    return np.asarray(np.maximum(sides, 1e-3), np.float64)


def find_rows(boxes: Boxes) -> tuple[Row, ...]:
    """Split boxes N×4 into rows, the longest first; every box is in exactly one, if need be alone."""
    left = np.arange(len(boxes))
    rows: list[Row] = []
    while left.size:
        chain = left[_longest_chain(centres(boxes[left]), sizes(boxes[left]))]
        rows.append(row_of(boxes, chain))
        left = np.setdiff1d(left, chain)
    return tuple(sorted(rows, key=lambda row: -len(row.indices)))


def row_of(boxes: Boxes, indices: npt.NDArray[np.intp]) -> Row:
    """The row through some of the boxes, its direction pointing right or down."""
    points, size = centres(boxes[indices]), sizes(boxes[indices])
    direction = _direction(points)
    order = np.argsort(points @ direction, kind="stable")
    steps = np.diff((points @ direction)[order])
    # Tiles that touch set the pitch; gaps between groups are the minority or at least the larger steps.
    pitch = _percentile(sorted(steps.tolist()), 35) if steps.size else float(size[0])
    return Row(tuple(int(i) for i in indices[order]), direction, max(pitch, 1e-3), median(size.tolist()))


def _percentile(ordered: Sequence[float], share: float) -> float:
    """As NumPy's, which takes twenty times as long over a row of tiles."""
    place = (len(ordered) - 1) * share / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def _direction(points: Points) -> Points:
    """Principal axis of the points, pointing right; straight up or down points down."""
    if len(points) < 2:
        return np.array([1.0, 0.0])
    axis = np.linalg.svd(points - points.mean(axis=0))[2][0]
    return np.asarray(-axis if (round(float(axis[0]), 2), float(axis[1])) < (0, 0) else axis, np.float64)


def _longest_chain(points: Points, size: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
    """The chain with the most tiles; of equally long ones the tightest, since tiles touch along their row.

    A grid has chains both ways, one seen from low down with like pitches: the level ones are its rows.
    """
    apart = np.hypot(*(points.T[:, :, None] - points.T[:, None]))
    unlike = np.maximum(size[:, None], size[None]) > _LIKE_SIZE * np.minimum(size[:, None], size[None])
    apart[unlike | np.eye(len(points), dtype=bool)] = np.inf
    nearest = apart.min(axis=1)
    # Only close neighbours start a chain: in a grid the next column is nearer than the next row.
    seeds = np.argwhere(np.triu(apart <= 1.25 * np.minimum(nearest[:, None], nearest[None])))
    best: list[int] = [int(np.argmax(size))]
    best_key = (1.0, -np.inf)
    met: set[tuple[int, int]] = set()
    for first, second in seeds.tolist():
        if (first, second) in met or apart[first, second] > 2.5 * size[first]:
            continue
        chain = _grow(points, size, apart, [first, second])
        chain = _grow(points, size, apart, chain[::-1])
        met.update((min(pair), max(pair)) for pair in pairwise(chain))
        steps = [float(apart[pair]) for pair in pairwise(chain)]
        across = abs(points[chain[-1], 0] - points[chain[0], 0]) / max(sum(steps), 1e-9)
        key = (len(chain) * (0.5 + float(across)), -median(steps))
        if key > best_key:
            best, best_key = chain, key
    return np.array(best, np.intp)


def _grow(
    points: Points, size: npt.NDArray[np.float64], apart: npt.NDArray[np.float64], chain: list[int]
) -> list[int]:
    """Add the next tile in the chain's direction until there is none; ``apart``: inf for unlike ones."""
    room = _SIDEWAYS * size
    while True:
        tail = chain[-6:]
        step = min(float(apart[pair]) for pair in pairwise(tail))
        (x0, y0), (x1, y1) = points[tail[0]].tolist(), points[tail[-1]].tolist()
        length = max(math.hypot(x1 - x0, y1 - y0), 1e-9)
        right, down = (x1 - x0) / length, (y1 - y0) / length
        x, y = points[:, 0] - x1, points[:, 1] - y1
        ahead, beside = right * x + down * y, np.abs(right * y - down * x)
        fits = (ahead > 0.45 * step) & (ahead < _GAP * step) & (beside < room + 0.04 * ahead)
        fits &= apart[chain[-1]] < np.inf
        fits[chain] = False
        if not fits.any():
            return chain
        chain = [*chain, int(np.where(fits, ahead, np.inf).argmin())]
