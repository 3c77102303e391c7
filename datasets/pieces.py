"""Pieces of a table: rows, scattered tiles, walls, and what lies around a hand."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from datasets.body import Placement
from datasets.deck import Deck
from datasets.faces import FLOWER
from datasets.solids import Solid


@dataclass
class Layout:
    """Placements, and how many of the first ones the camera has to show whole.

    ``view`` is ``"player"`` (from behind a seat), ``"above"`` (a camera over the table) or ``""`` for a photo
    of some tiles; ``things`` other objects are put where they find room, ``solids`` stand there
    already. ``truth`` is what a reader of a won hand should find, as ``datasets.reading`` makes it.
    """

    name: str
    placements: list[Placement] = field(default_factory=list)
    focus: int = 0
    complete: bool = False
    view: str = ""
    solids: list[Solid] = field(default_factory=list)
    things: int = 0
    truth: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Manner:
    """How tidily somebody lays tiles: gaps and deviations in tile widths, turns in radians.

    ``flips`` is the share of tiles that lie upside down; ``twist`` turns each by about as
    much to either side.
    """

    gap: float
    wobble: float
    turn: float
    pose: str
    lean: float
    flips: float = 0.0
    twist: float = 0.0


def manner(rng: np.random.Generator, standing: float = 0.3) -> Manner:
    """A random hand's tidiness; ``standing`` is the probability of tiles that stand."""
    stand = rng.random() < standing
    sloppy = rng.random() < 0.25
    twist = float(rng.uniform(0.2, 0.8)) if rng.random() < 0.04 else 0.0  # each tile by itself, askew
    gap = float(rng.uniform(0.05, 0.4)) if rng.random() < 0.12 else float(rng.uniform(0, 0.03))
    return Manner(
        gap=gap + 0.9 * float(np.sin(twist)),
        wobble=float(rng.uniform(0.04, 0.12)) if sloppy else float(rng.uniform(0, 0.03)),
        turn=float(rng.uniform(0.02, 0.08)) if sloppy else float(rng.uniform(0, 0.012)),
        pose="stand" if stand else "up",
        lean=float(rng.uniform(0, 0.3)) if stand else 0.0,
        flips=float(rng.uniform(0.1, 0.5)) if rng.random() < 0.3 else 0.0,
        twist=twist,
    )


def line(
    rng: np.random.Generator,
    tiles: list[int],
    x: float,
    y: float,
    how: Manner,
    role: str = "hand",
    meld: int = -1,
) -> list[Placement]:
    """Tiles side by side from ``x`` to the right."""
    made = []
    lean = how.twist if rng.random() < 0.5 else -how.twist
    for tile in tiles:
        x += float(abs(rng.normal(0, how.wobble))) * 0.3
        yaw = float(rng.normal(0, how.turn)) + (np.pi if rng.random() < how.flips else 0.0)
        if how.twist:
            yaw += lean * float(rng.uniform(0.8, 1.2)) * (1 if rng.random() < 0.85 else -1)
        y_here = y + float(rng.normal(0, how.wobble))
        made.append(Placement(tile, x, y_here, 0.0, yaw, how.pose, how.lean, role, meld))
        x += 1.0 + how.gap + how.turn * 0.5
    return made


def end(placements: list[Placement], default: float = 0.0) -> float:
    """The x coordinate right of everything placed."""
    return max((p.x for p in placements), default=default - 0.5) + 0.5


def scatter(
    rng: np.random.Generator, deck: Deck, count: int, centre: tuple[float, float], spacing: float
) -> list[Placement]:
    """``count`` tiles thrown on the table about ``centre``, apart enough not to overlap."""
    side = int(np.ceil(np.sqrt(count * 1.4)))
    cells = rng.permutation(side * side)[:count]
    free = max(spacing - 1.65, 0.0) / 2
    made = []
    neat = rng.random() < 0.2
    for cell, tile in zip(cells, deck.deal(count), strict=False):
        x = centre[0] + (cell % side - side / 2) * spacing + float(rng.uniform(-free, free))
        y = centre[1] + (cell // side - side / 2) * spacing + float(rng.uniform(-free, free))
        yaw = float(rng.normal(0, 0.1)) if neat else float(rng.uniform(0, 2 * np.pi))
        pose = str(rng.choice(["up", "down", "stand", "away", "side"], p=[0.74, 0.15, 0.04, 0.03, 0.04]))
        index, picture = tile, 0
        if rng.random() < 0.06 and (found := deck.flower()) is not None:
            index, picture = FLOWER, found
        made.append(Placement(index, x, y, 0.0, yaw, pose, 0.0, "table", picture=picture))
    return made


def wall(
    rng: np.random.Generator, deck: Deck, x: float, y: float, count: int, across: bool
) -> list[Placement]:
    """A wall of face-down tiles, one or two high, along x or (``across``) along y."""
    made = []
    layers = int(rng.choice([1, 2, 2]))
    for layer in range(layers):
        for number, tile in enumerate(deck.deal(count)):
            if layer == layers - 1 and rng.random() < 0.03:
                continue
            step = number * 1.005
            px, py = (x, y + step) if across else (x + step, y)
            yaw = (np.pi / 2 if across else 0.0) + float(rng.normal(0, 0.008))
            made.append(Placement(tile, px, py, layer * deck.depth, yaw, "down", role="wall"))
    return made


def surroundings(rng: np.random.Generator, deck: Deck, layout: Layout) -> None:
    """Put other tiles of the game around a hand: discards, walls, other players' hands."""
    right, top = end(layout.placements), max(p.y for p in layout.placements) + 1.6
    middle = (right - 0.5) / 2
    if rng.random() < 0.45:
        count = int(rng.integers(4, 56))
        spread = float(rng.uniform(1.66, 2.1))
        side = np.ceil(np.sqrt(count * 1.4)) * spread / 2
        layout.placements += scatter(
            rng, deck, count, (middle + float(rng.normal(0, 2)), top + 1.0 + side), spread
        )
        top += 1.5 + 2 * side
    if rng.random() < 0.3:
        layout.placements += wall(rng, deck, middle - 6, top + 1.2, int(rng.integers(4, 16)), False)
        top += 3
    if rng.random() < 0.2:
        layout.placements += wall(rng, deck, right + 2.5, 1.0, int(rng.integers(4, 12)), True)
    if rng.random() < 0.2:
        pose = "away" if rng.random() < 0.7 else "up"
        other = [
            replace(p, pose=pose, role="table")
            for p in line(rng, deck.deal(13), middle - 6, top + 1.5, manner(rng))
        ]
        layout.placements += other
