"""How the camera of a table is set up: which source, where the table lies in the picture, who sits where."""

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from scorer.hand import SEATS
from vision.live.events import SEATS as SIDES
from vision.live.events import Seat as Side
from webapp.pages.form import FormError

MOST_SOURCE: Final = 300
# Where a table is looked for first: the picture without a rim. Players pull the corners from there.
SUGGESTED: Final = (0.08, 0.08, 0.92, 0.08, 0.92, 0.92, 0.08, 0.92)
# Of the picture's sides and of its area: a table that is seen smaller holds no tile that can be read.
_LEAST: Final = 0.1
_LEAST_AREA: Final = 0.1
_LEAST_OUT: Final = 0.03
# Of two pictures' shapes, as a logarithm: 1920×1080 and 1920×1088 show the same, 4:3 and 16:9 do not.
_ALIKE: Final = 0.05


@dataclass(frozen=True)
class CameraSetup:
    """What is remembered of a table's camera.

    Attributes:
        source: as `vision.live.sources.open_source` takes it; empty before the first start.
        corners: of the table in the picture as shares of its width and height, x and y of each, clockwise
            from the upper left one; empty as long as nobody has said where it lies.
        bottom: the seat of who sits at the picture's lower edge.
        record: whether frames around what happens are kept.
        shape: width by height of the picture in which the corners were set; 0 before one has come.
    """

    source: str = ""
    corners: tuple[float, ...] = ()
    bottom: str = "E"
    record: bool = True
    shape: float = 0.0

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """As it was kept; what was kept in a form that is gone since is as for the first time."""
        found = cls()
        for name in _CHECKS:
            if name in data:
                with suppress(FormError):
                    found = found.changed({name: data[name]})
        return found

    def changed(self, data: Mapping[str, Any]) -> Self:
        """With what is given in ``data`` in place of what was.

        Raises:
            FormError: for what no page of ours sends.
        """
        known = {name: _CHECKS[name](data[name]) for name in _CHECKS if name in data}
        if "corners" in known:
            known = {"shape": 0.0, **known}
        return replace(self, **known)

    def with_source(self, source: str) -> Self:
        """Seen through this camera; the corners are those of the picture of the one before."""
        after = self.changed({"source": source})
        return after if self.source in {"", after.source} else replace(after, corners=())

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "source": self.source,
            "corners": list(self.corners),
            "bottom": self.bottom,
            "record": self.record,
            "shape": self.shape,
        }

    def seen_in(self, width: int, height: int) -> Self:
        """Once a picture of this size has come: the corners are of such a one, if they are of none yet."""
        return replace(self, shape=round(width / height, 4)) if self.corners and not self.shape else self

    def in_picture(self, size: tuple[int, int] | None) -> Self:
        """In a picture of this size: one of another shape shows the table elsewhere, without corners yet."""
        if size is None or not self.shape or abs(math.log(self.shape * size[1] / size[0])) < _ALIKE:
            return self
        return replace(self, corners=(), shape=0.0)

    def corners_in(self, width: int, height: int) -> list[float] | None:
        """The corners in pixels of a picture of this size; None where nobody has set them in such a one."""
        corners = self.in_picture((width, height)).corners
        return [share * (height if place % 2 else width) for place, share in enumerate(corners)] or None

    def seat_at(self, side: Side | None) -> str | None:
        """The player's seat at a side of the picture: play goes round against the clock, seen from above."""
        if side is None:
            return None
        return SEATS[(SIDES.index(side) + SEATS.index(self.bottom)) % 4]

    def side_of(self, seat: str) -> Side:
        """The side of the picture at which a player sits."""
        return SIDES[(SEATS.index(seat) - SEATS.index(self.bottom)) % 4]


def _source(value: object) -> str:
    if not isinstance(value, str) or len(value) > MOST_SOURCE or not (value.isprintable() or not value):
        raise FormError("source")
    return value.strip()


def _corners(value: object) -> tuple[float, ...]:
    if not isinstance(value, list | tuple) or len(value) not in {0, 8}:
        raise FormError("corners")
    if any(isinstance(one, bool) or not isinstance(one, int | float) for one in value):
        raise FormError("corners")
    shares = tuple(float(one) for one in value)
    if not all(math.isfinite(one) and 0 <= one <= 1 for one in shares):
        raise FormError("corners")
    if shares and not _is_outline(shares):
        raise FormError("corners")
    return shares


def _is_outline(shares: tuple[float, ...]) -> bool:
    """Whether four corners go round clockwise, none dented, around something of some size."""
    points = list(zip(shares[::2], shares[1::2], strict=True))
    for place in range(4):
        (x0, y0), (x1, y1), (x2, y2) = (points[(place + step) % 4] for step in range(3))
        if math.hypot(x1 - x0, y1 - y0) < _LEAST:
            return False
        # How far a corner stands out from between its neighbours: in one line with them it is none.
        turn = (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)
        if turn < _LEAST_OUT * math.hypot(x2 - x0, y2 - y0) or turn <= 0:
            return False
    edges = zip(points, [*points[1:], points[0]], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in edges) / 2 >= _LEAST_AREA


def _bottom(value: object) -> str:
    if not isinstance(value, str) or value not in SEATS:
        raise FormError("bottom")
    return value


def _record(value: object) -> bool:
    if not isinstance(value, bool):
        raise FormError("record")
    return value


def _shape(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1000:
        raise FormError("shape")
    return float(value)


_CHECKS: Final[Mapping[str, Any]] = {
    "source": _source,
    "corners": _corners,
    "bottom": _bottom,
    "record": _record,
    "shape": _shape,
}
