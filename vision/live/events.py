"""What happens at a table, as the camera sees it: observations, no bookings."""

from dataclasses import dataclass
from typing import Final, Literal

from vision.live.frame import Box

Seat = Literal["bottom", "right", "top", "left"]
Kind = Literal["discard", "chi", "peng", "ming_gang", "an_gang", "bu_gang", "turned_up", "cleared"]

SEATS: Final[tuple[Seat, ...]] = ("bottom", "right", "top", "left")  # in the order of turns
CALLS: Final[tuple[Kind, ...]] = ("chi", "peng", "ming_gang")  # those that take a discard


@dataclass(frozen=True)
class Event:
    """One observation.

    Attributes:
        kind: what happened. ``bu_gang`` adds a fourth tile to a triplet that was called before; ``cleared``
            is the end of a deal, the tiles being pushed together.
        at: when it lay still, seconds on the source's clock.
        seat: who did it, a side of the table as the picture shows it; None where that cannot be told.
        tiles: a discard's tile, all tiles of a meld, all faces of a hand turned up; ``back`` for one that
            does not show its face. Kinds are named as in `scorer.tiles`.
        box: around them, x0, y0, x1, y1 in pixels of the picture; None for ``cleared``.
        confidence: how likely the tiles and the seat are right, 0..1.
        frame: number of the frame in which it was seen.
        source: whose discard a call took; None where none was taken or it cannot be told.
    """

    kind: Kind
    at: float
    seat: Seat | None
    tiles: tuple[str, ...]
    box: Box | None
    confidence: float
    frame: int
    source: Seat | None = None


def after(seat: Seat) -> Seat:
    """Whose turn comes next: play goes round against the clock, seen from above."""
    return SEATS[(SEATS.index(seat) + 1) % 4]
