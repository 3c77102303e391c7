"""What moves when in a deal: tiles that change places, hands that reach in, and what can be seen of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from datasets.arrays import Reals
from datasets.body import Placement
from datasets.solids import Solid

EXPOSURE: Final = 0.03  # seconds: how long a frame is exposed; what moves is smeared over it


@dataclass(frozen=True)
class Carried:
    """A tile between two hands' places: from ``start`` to ``end`` (seconds) it hangs under the fingers."""

    start: float
    end: float
    index: int
    yaw: float
    pose: str


@dataclass
class Reach:
    """An arm that comes in from a seat's side, goes from place to place and leaves.

    ``keys`` are (seconds, x, y, z) in the table's frame; between them the hand glides. ``side`` is 1 for a
    right hand, -1 for a left one.
    """

    seat: int
    side: int
    keys: list[tuple[float, float, float, float]] = field(default_factory=list)
    carried: list[Carried] = field(default_factory=list)

    @property
    def start(self) -> float:
        return self.keys[0][0]

    @property
    def end(self) -> float:
        return self.keys[-1][0]

    def at(self, time: float) -> Reals:
        """Where the fingers are (x, y, z)."""
        times = [key[0] for key in self.keys]
        after = int(np.clip(np.searchsorted(times, time, "right"), 1, len(times) - 1))
        one, other = self.keys[after - 1], self.keys[after]
        share = float(np.clip((time - one[0]) / max(other[0] - one[0], 1e-6), 0, 1))
        share = share * share * (3 - 2 * share)
        lift = np.array([0, 0, 1.2 * np.sin(np.pi * share)])
        return np.asarray(np.array(one[1:]) * (1 - share) + np.array(other[1:]) * share + lift)


@dataclass
class Change:
    """At ``at`` seconds these tiles lie elsewhere (None: nowhere, a hand holds them); ``things`` likewise."""

    at: float
    tiles: Mapping[int, Placement | None]
    things: Mapping[int, Solid | None] = field(default_factory=dict)


@dataclass
class Happening:
    """An event as a camera could see it.

    ``at`` is when it lies still, ``free`` when no hand is over the table any more. ``tiles`` are the classes
    of its tiles, ``lying`` their numbers; ``source`` the seat that fed a call or the win, -1 for none.
    """

    kind: str
    at: float
    free: float
    seat: int
    tiles: tuple[int, ...]
    lying: tuple[int, ...]
    source: int = -1


@dataclass
class Timeline:
    """A deal from its first to its last second."""

    changes: list[Change] = field(default_factory=list)
    reaches: list[Reach] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    end: float = 0.0

    def active(self, time: float) -> list[Reach]:
        """The arms in the picture at a time."""
        return [reach for reach in self.reaches if reach.start <= time <= reach.end]

    def frames(self, fps: float, sparse: float) -> list[tuple[float, bool]]:
        """When frames are taken, and whether something moves: all ticks while it does, else now and then.

        Args:
            fps: frames a second while something moves.
            sparse: seconds between two frames while nothing does.
        """
        made: list[tuple[float, bool]] = []
        last, was = -np.inf, False
        for tick in range(int(self.end * fps) + 1):
            time = tick / fps
            moves = bool(self.active(time))
            if moves or was or time - last >= sparse - 1e-9:
                made.append((round(time, 3), moves))
                last = time
            was = moves
        return made
