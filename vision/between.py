"""Three tiles in a row: whether there is room for one between two others, and how that one lies to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.boxes import Boxes
from vision.rows import Points, Row, centres, sides_along, sizes

_LIKE_SIZE: Final = 1.3
_SPAN: Final = (1.3, 2.8)  # tile sizes between the outer two
_MIDDLE: Final = (0.3, 0.7)  # where between them the third is seen
_LIFT: Final = 0.8  # tile sizes off their line: more is in another row
_LEVEL: Final = 0.7  # cosine: rows that are less level may belong to a photo turned by a quarter
_PARALLEL: Final = 0.95  # cosine, 18°: rows that run away from the camera spread
_APART: Final = 0.3  # of two pitches more: both of the outer two lie beyond a gap
_OFF: Final = 0.1  # tile sizes off the middle where one of the outer two lies beyond a gap,
_SPARE: Final = 0.6  # and times as much that both are further apart than they have to be, in two pitches
_NEARER: Final = 0.03  # so much further out a tile that lies on another is seen
_ACROSS: Final = 1.15  # times as long for its height as others: it lies across
_UPRIGHT: Final = 1.38  # height by width of a tile seen from straight above
_TOUCHING: Final = 1.3  # pitches to a tile that touches
_SIDE: Final = 0.5  # tile sizes off their line

Three = tuple[int, int, int]  # indices, the middle one second


@dataclass(frozen=True)
class Raised:
    """How the middle one of three tiles in a row lies to the others, in tile sizes.

    Attributes:
        lift: above their line; in a column, on either side of it.
        along: off the middle between them, to the row's end where positive.
        out: from the middle of the hand, likewise.
        larger: natural logarithm of its size by theirs.
        tilt: cosine of the angle at which tiles that lie there are seen; 0 from straight above.
        touched: whether another tile touches the three.
    """

    lift: float
    along: float
    out: float
    larger: float
    tilt: float = 0.0
    touched: bool = False


class Places:
    """Where tiles lie to one another along the longest row.

    Args:
        boxes: N×4.
        choices: the classes that each tile may be, the likeliest first.
        leading: the row.
    """

    def __init__(self, boxes: Boxes, choices: Sequence[Sequence[str]], leading: Row) -> None:
        self._points, self._size, self._row = centres(boxes), sizes(boxes), leading
        self._choices = choices
        sides = sides_along(boxes, leading.direction)
        long = self._size if sides is None else sides[0]
        # Where boxes do not tell the sides, none is taken to lie across.
        self._sides = sides is not None
        self._long, self._high = np.ones((2, len(boxes))) if sides is None else sides
        self._touching = long * leading.pitch / float(np.median(long[list(leading.indices)]))
        faces = [index for index, one in enumerate(choices) if one[0] != "back"]
        places = leading.along(self._points[faces])
        self._middle = float(places.min() + places.max()) / 2 if faces else 0.0

    def pairs(self) -> list[tuple[int, int]]:
        """Tiles of like size in line with the row that have room for one between them, and for few more."""
        line = self._points[None] - self._points[:, None]
        span = np.linalg.norm(line, axis=2)
        size = self._size
        usual = (size[None] + size[:, None]) / 2
        fits = (span > _SPAN[0] * usual) & (span < _SPAN[1] * usual)
        fits &= np.abs(line @ self._row.direction) >= _PARALLEL * span
        fits &= np.maximum(size[None], size[:, None]) < _LIKE_SIZE * np.minimum(size[None], size[:, None])
        found = np.argwhere(np.triu(fits, 1))
        places = self._row.along(self._points)
        # In the order of the row.
        return [(int(i), int(j)) if places[i] < places[j] else (int(j), int(i)) for i, j in found]

    def between(self, first: int, second: int) -> int | None:
        """The one tile between two others, like them in size."""
        along, aside = self._of(self._points, first, second)
        inside = (along > _MIDDLE[0]) & (along < _MIDDLE[1]) & (np.abs(aside) < _LIFT)
        inside[[first, second]] = False
        # A tile on the line itself leaves no room for one that is hidden.
        if inside.sum() != 1:
            return None
        top = int(np.flatnonzero(inside)[0])
        one, other = self._size[first], self._size[top]
        like = max(one, other) < _LIKE_SIZE * min(one, other)
        return None if not like or self._gap((first, top, second)) else top

    def off(self, group: Three) -> tuple[float, float, float]:
        """Tile sizes that the middle one lies off the line; its share off the middle; tile sizes in all."""
        first, top, second = group
        along, aside = self._of(self._points[[top]], first, second)
        span = float(np.linalg.norm(self._points[second] - self._points[first]))
        return abs(float(aside[0])), abs(float(along[0]) - 0.5), span / self._usual(group)

    def copied(self, group: Three) -> bool:
        """Whether a copy of the face of three lies elsewhere, which leaves none to be hidden."""
        faces = {self._choices[index][0] for index in group} - {"back"}
        others = (one[0] for index, one in enumerate(self._choices) if index not in group)
        return any(one in faces for one in others)

    def completed(self, group: Three) -> bool:
        """Whether a tile turned over touches three: they are four without a hidden one."""
        return any(self._choices[index][0] == "back" for index in self._beside(group))

    def raised(self, group: Three) -> Raised:
        """How the middle one lies; of the first and the last in the order of the row."""
        first, top, second = group
        usual, ends = self._usual(group), [first, second]
        line = self._points[second] - self._points[first]
        direction = line / np.linalg.norm(line)
        shape = self._long / self._high
        across = bool(shape[list(group)].max() > _ACROSS * shape[list(group)].min())
        # What lies across lies as low as its neighbours do, and its middle is further off.
        low = self._points @ np.array([-direction[1], direction[0]]) + across * self._high / 2
        reach = across * self._long[ends] / 2 * np.array([1, -1])
        between = (self._points[ends] @ direction + reach).mean()
        place = float((self._points[top] - self._points[first]) @ line / (line @ line))
        lift = float((1 - place) * low[first] + place * low[second] - low[top]) / usual
        flat = min(1.0, 1 / float(shape[ends].min()) / _UPRIGHT) if self._sides else 1.0
        return Raised(
            # What lies higher is seen further up in a photo that is not turned; in a column, on either side.
            lift if abs(direction[0]) > _LEVEL else abs(lift),
            float(self._points[top] @ direction - between) / usual,
            float(self._row.along(self._points[[top]])[0] - self._middle) / usual,
            float(np.log(2 * self._size[top] / self._size[ends].sum())),
            float(np.sqrt(1 - flat**2)),
            bool(self._beside(group)),
        )

    def _gap(self, group: Three) -> bool:
        """Whether the outer two are further apart than with one between them, one or both beyond a gap."""
        first, top, second = group
        span = float(np.linalg.norm(self._points[second] - self._points[first]))
        touching = self._touching[[first, top, top, second]]
        spare = span / float(touching.mean()) / 2 - 1
        if spare > _APART:
            return True
        seen = self.raised(group)
        # What lies on another is seen further out, with no more space between its neighbours for it.
        outward = _NEARER * max(0.0, float(np.sign(seen.along)) * seen.out)
        return abs(seen.along) > _OFF + outward and spare > _SPARE * abs(seen.along)

    def _usual(self, group: Three) -> float:
        return float(self._size[group[0]] + self._size[group[2]]) / 2

    def _of(self, points: Points, first: int, second: int) -> tuple[Points, Points]:
        """Of points: their share of the way from one tile to another, and tile sizes beside it."""
        line = self._points[second] - self._points[first]
        span = float(np.linalg.norm(line))
        offset = points - self._points[first]
        usual = float(self._size[first] + self._size[second]) / 2
        return offset @ line / span**2, offset @ np.array([-line[1], line[0]]) / span / usual

    def _beside(self, group: Three) -> list[int]:
        """The tiles at the ends of three in a row that touch them."""
        first, _, second = group
        along, aside = self._of(self._points, first, second)
        reach = 0.5 * _TOUCHING  # shares of the way, which is two pitches
        near = ((along > -reach) & (along < 0)) | ((along > 1) & (along < 1 + reach))
        near[list(group)] = False
        return [int(index) for index in np.flatnonzero(near & (np.abs(aside) < _SIDE))]
