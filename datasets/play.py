"""Tables in play: hands that stand before their players, walls, discards, open melds, other seats."""

from dataclasses import replace
from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.body import Placement
from datasets.deck import Deck
from datasets.faces import FLOWER
from datasets.layouts import lay_meld
from datasets.pieces import Layout, Manner, end, line, manner, wall
from datasets.pile import Floor, pile, settle
from datasets.solids import Solid
from datasets.things import rack

_RACKS: Final[tuple[Colour, ...]] = (
    (44, 84, 36), (226, 228, 228), (60, 90, 130), (40, 40, 44), (150, 90, 40), (90, 130, 170), (60, 60, 150),
)  # fmt: skip


def turned(placement: Placement, angle: float) -> Placement:
    """A placement carried around the middle of the table by ``angle``."""
    c, s = np.cos(angle), np.sin(angle)
    x, y = c * placement.x - s * placement.y, s * placement.x + c * placement.y
    return replace(placement, x=float(x), y=float(y), yaw=placement.yaw + angle)


def turned_solid(solid: Solid, angle: float) -> Solid:
    """The same for a thing."""
    c, s = np.cos(angle), np.sin(angle)
    return replace(solid, base=solid.base @ np.array([[c, s], [-s, c]]))


def _holding(rng: np.random.Generator, own: bool) -> Manner:
    """How a seat keeps its hand: standing mostly, lying open or face down now and then."""
    how = manner(rng, 0.0)
    way = rng.random()
    pose = "stand" if way < 0.84 else "up" if way < (0.97 if own else 0.92) else "down"
    return replace(
        how,
        pose=pose,
        lean=float(rng.uniform(0, 0.35)) if pose == "stand" else 0.0,
        flips=0.0,
        twist=0.0,
        gap=min(how.gap, 0.3),
    )


def seat(
    rng: np.random.Generator, deck: Deck, reach: float, own: bool
) -> tuple[list[Placement], list[Solid]]:
    """What lies before one player, who sits at y = -``reach``."""
    how = _holding(rng, own)
    size = int(rng.choice([13, 13, 14, 16, 17]))
    melds = int(rng.choice([0, 0, 0, 1, 1, 2, 3]))
    tiles = deck.deal(max(1, size - 3 * melds))
    if rng.random() < 0.7:
        tiles.sort()
    start = -len(tiles) / 2 - (2.0 if melds else 0.0) + float(rng.normal(0, 0.6))
    made = line(rng, tiles, start, -reach, how, "hand" if own else "table")
    solids: list[Solid] = []
    if rng.random() < 0.3:
        high, colour = float(rng.uniform(0.15, 0.7)), _RACKS[int(rng.integers(len(_RACKS)))]
        if how.pose == "stand" and rng.random() < 0.5:  # standing on the rack's ledge
            solids += rack(start - 1, end(made) + 1, -reach, colour, high * 0.5, 1.5)
            made = [replace(p, z=high * 0.5) for p in made]
        else:  # leaning against it
            back = deck.ratio * float(np.sin(how.lean)) + deck.depth / 2 + 0.25
            solids += rack(start - 1, end(made) + 1, -reach + back, colour, high + 0.3, 0.4)
    if own and len(made) > 6 and rng.random() < 0.4:  # the drawn tile apart
        made[-1] = replace(made[-1], x=made[-1].x + float(rng.uniform(0.3, 1.0)))
    x, y = end(made) + float(rng.uniform(0.5, 1.6)), -reach + float(rng.uniform(-0.3, 0.8))
    for number in range(melds):
        group = deck.group()
        placed = lay_meld(rng, deck, group, x, y, number, how)
        x = end(placed) + float(rng.uniform(0.15, 0.6))
        made += placed if own else [replace(p, role="table", meld=-1) for p in placed]
    for number in range(int(rng.choice([0, 0, 1, 2, 4]))):
        picture = deck.flower()
        if picture is not None:
            yaw = float(rng.normal(0, 0.15))
            made.append(
                Placement(FLOWER, x + 0.6 + number * 1.05, y, 0.0, yaw, "up", 0.0, "flower", picture=picture)
            )
    return made, solids


def _discards(rng: np.random.Generator, deck: Deck, reach: float, floor: Floor) -> list[Placement]:
    """A heap in the middle, or each player's discards in rows."""
    room = reach - 4.2
    if rng.random() < 0.55:
        count = int(rng.integers(6, 60))
        return pile(rng, deck, count, (float(rng.normal(0, 1)), float(rng.normal(0, 1))), 0.06, floor)
    made: list[Placement] = []
    how = replace(manner(rng, 0.0), pose="up", lean=0.0)
    for number in range(4):
        for row in range(int(rng.integers(0, 4))):
            tiles = deck.deal(int(rng.integers(1, 7)) if row else 6)
            y = -room * 0.45 - row * (deck.ratio + 0.04)
            made += [turned(p, number * np.pi / 2) for p in line(rng, tiles, -2.6, y, how, "table")]
    return made


def table(rng: np.random.Generator, deck: Deck) -> Layout:
    """A whole table of two to four players in the middle of a deal."""
    reach = float(rng.uniform(9.4, 12.0))
    layout = Layout("table", view="player" if rng.random() < 0.6 else "above")
    floor = Floor()
    own, solids = seat(rng, deck, reach, True)
    layout.solids += solids
    seats = [1, 2, 3] if rng.random() < 0.7 else [2]
    others: list[Placement] = []
    for number in seats:
        made, solids = seat(rng, deck, reach + float(rng.uniform(-0.3, 0.5)), False)
        others += [turned(p, number * np.pi / 2) for p in made]
        layout.solids += [turned_solid(s, number * np.pi / 2) for s in solids]
    pool = _discards(rng, deck, reach, floor)
    walls: list[Placement] = []
    for number in range(4):
        if rng.random() < 0.6:
            gap, room = float(rng.uniform(1.9, 3.0)), reach - 3.2
            count = int(rng.integers(3, int(min(18, 2 * room))))
            made = wall(rng, deck, float(rng.uniform(-room, room - count)), -reach + gap, count, False)
            walls += [turned(p, number * np.pi / 2) for p in made]
    layout.placements = settle([*own, *pool, *walls, *others], deck)
    near = len(settle([*own, *pool] if rng.random() < 0.5 else own, deck))
    layout.focus = near if layout.view == "player" else len(layout.placements)
    if layout.view == "player" and rng.random() < 0.4:  # the camera shows the whole table
        layout.focus = len(layout.placements)
    layout.things = int(rng.integers(0, 8))
    return layout


def shuffle(rng: np.random.Generator, deck: Deck) -> Layout:
    """Tiles being washed: most lie on their face."""
    down = float(rng.choice([0.3, 0.6, 0.85, 1.0]))
    made = pile(rng, deck, int(rng.integers(8, 90)), (0.0, 0.0), down)
    return Layout("shuffle", made, max(3, len(made) * 3 // 4), things=int(rng.integers(0, 4)))


def stacks(rng: np.random.Generator, deck: Deck) -> Layout:
    """Walls two high at several angles, some pushed together, seen from near by."""
    layout = Layout("stacks", things=int(rng.integers(0, 4)))
    y = 0.0
    for _ in range(int(rng.integers(1, 5))):
        made = wall(rng, deck, float(rng.uniform(-8, -4)), y, int(rng.integers(4, 18)), False)
        angle = float(rng.normal(0, 0.06))
        layout.placements += [turned(p, angle) for p in made]
        y += float(rng.uniform(1.5, 3.5))
    if rng.random() < 0.4:  # one at the end of the others
        made = wall(rng, deck, -1.0, float(rng.uniform(-12, -10)), int(rng.integers(4, 10)), False)
        layout.placements += [turned(p, np.pi / 2) for p in made]
    if rng.random() < 0.6:
        how = replace(_holding(rng, True), flips=0.0)
        layout.placements += line(rng, deck.deal(int(rng.integers(5, 14))), -6.0, -2.6, how)
    layout.placements = settle(layout.placements, deck)
    layout.focus = len(layout.placements)
    return layout
