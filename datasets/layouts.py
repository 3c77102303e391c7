"""Where the tiles of a scene lie: hands in rows, melds, flowers, discards, walls, grids, single tiles."""

from dataclasses import replace

import numpy as np

from datasets.body import Placement
from datasets.deck import Deck, Group
from datasets.faces import FLOWER
from datasets.pieces import Layout, Manner, end, line, manner, scatter, wall
from datasets.things import tray


def lay_meld(
    rng: np.random.Generator,
    deck: Deck,
    group: Group,
    x: float,
    y: float,
    number: int,
    how: Manner,
    backs: tuple[int, ...] | None = None,
) -> list[Placement]:
    """One meld from ``x`` to the right: lying, perhaps with a turned tile; concealed kongs with backs.

    ``backs`` tells which tiles of a concealed kong lie on their face; without it that is random.
    """
    flat, extra = replace(how, pose="up", lean=0.0), deck.ratio - 1
    made = line(rng, list(group.tiles), x + 0.5, y, flat, "meld", number)
    if group.kind == "an_gang":
        way = int(rng.random() * 4.4)
        hidden = backs or {0: (0, 3), 1: (1, 2), 2: (0, 1, 2, 3), 3: (0, 1, 2), 4: ()}[way]
        made = [replace(p, pose="down") if i in hidden else p for i, p in enumerate(made)]
    elif rng.random() < 0.3:  # the claimed tile lies across
        turned = int(rng.integers(len(made)))
        shifted = []
        for i, p in enumerate(made):
            if i == turned:
                shifted.append(replace(p, x=p.x + extra / 2, y=p.y - extra / 2, yaw=p.yaw + np.pi / 2))
            else:
                shifted.append(replace(p, x=p.x + (extra if i > turned else 0)))
        made = shifted
    if len(made) == 4 and rng.random() < 0.25:  # the fourth tile on top
        made[3] = replace(made[3], x=made[1].x, y=made[1].y, z=deck.depth, yaw=made[1].yaw)
    return made


def _flowers(
    rng: np.random.Generator, deck: Deck, count: int, x: float, y: float, how: Manner
) -> list[Placement]:
    pictures = [picture for picture in (deck.flower() for _ in range(count)) if picture is not None]
    placed = line(rng, [FLOWER] * len(pictures), x, y, replace(how, pose="up", lean=0.0), "flower")
    return [replace(p, picture=picture) for p, picture in zip(placed, pictures, strict=True)]


def hand(rng: np.random.Generator, deck: Deck) -> Layout:
    """One row of 13 to 17 tiles, with melds beside or above it, flowers, the winning tile apart or within."""
    layout = Layout("row")
    how = manner(rng)
    if rng.random() < 0.65:
        tiles, melds = deck.winning()
        layout.complete = True
    else:
        tiles, melds = deck.deal(int(rng.choice([13, 13, 14, 16, 17, 8, 10, 11]))), []
    win = tiles[int(rng.integers(len(tiles)))] if layout.complete else None
    if win is not None:
        tiles.remove(win)
    if rng.random() < 0.75:
        tiles.sort()
    made = line(rng, tiles, 0.0, 0.0, how)
    if win is not None:
        made = _put_winning(rng, deck, made, win, how)
    x, y = end(made) + float(rng.uniform(0.2, 1.2)), 0.0
    above = rng.random() < 0.3
    if above:
        x, y = float(rng.uniform(-0.5, 3)), float(rng.uniform(1.6, 2.4))
    for number, group in enumerate(melds):
        made += lay_meld(rng, deck, group, x, y, number, how)
        x = end([p for p in made if p.meld == number]) + float(rng.uniform(0.1, 0.5))
    if rng.random() < 0.3:
        beside = rng.random() < 0.3
        start = (
            (-float(rng.uniform(1, 2)) - 4, 0.0)
            if beside
            else (float(rng.uniform(0, 8)), float(rng.uniform(1.7, 4)))
        )
        if above and not beside:
            start = (x + 0.7, y)
        made += _flowers(rng, deck, int(rng.integers(1, 5)), *start, how)
    layout.placements, layout.focus = made, len(made)
    return layout


def _put_winning(
    rng: np.random.Generator, deck: Deck, made: list[Placement], win: int, how: Manner
) -> list[Placement]:
    way = rng.random()
    tile = Placement(win, 0, 0, 0, float(rng.normal(0, how.turn)), how.pose, how.lean, "hand", -1, True)
    if way < 0.55:  # apart at the right end
        side = end(made) + 0.5 + float(rng.uniform(0.25, 1.2))
        return [*made, replace(tile, x=side)]
    if way < 0.65:  # across, at the right end
        return [
            *made,
            replace(tile, x=end(made) + 0.3 + deck.ratio / 2, y=-0.15, pose="up", lean=0.0, yaw=np.pi / 2),
        ]
    if way < 0.72:  # above the row
        return [
            *made,
            replace(tile, x=float(rng.uniform(2, 11)), y=float(rng.uniform(1.5, 2.2)), pose="up", lean=0.0),
        ]
    at = int(rng.integers(len(made) + 1))
    pitch = 1.0 + how.gap + how.turn * 0.5
    first = made[at].x if at < len(made) else end(made) + 0.5
    return [*made[:at], replace(tile, x=first), *(replace(p, x=p.x + pitch) for p in made[at:])]


def rows(rng: np.random.Generator, deck: Deck) -> Layout:
    """Two or three rows under one another."""
    layout = Layout("rows")
    how = manner(rng, 0.1)
    count = int(rng.choice([2, 2, 2, 3]))
    pitch = deck.ratio + float(rng.uniform(0.02, 0.8)) + how.wobble
    for number in range(count):
        tiles = deck.deal(int(rng.integers(5, 14)))
        if rng.random() < 0.6:
            tiles.sort()
        layout.placements += line(rng, tiles, float(rng.uniform(0, 1.2)), -pitch * number, how)
    layout.focus = len(layout.placements)
    return layout


def grid(rng: np.random.Generator, deck: Deck) -> Layout:
    """A block of tiles as in their box, or all kinds laid out."""
    layout = Layout("grid")
    how = manner(rng, 0.0)
    columns, lines = int(rng.integers(3, 11)), int(rng.integers(2, 7))
    down = rng.random() < 0.15
    for number in range(lines):
        made = line(rng, deck.deal(columns), 0.0, -(deck.ratio + 0.02 + how.gap) * number, how, "table")
        if rng.random() < 0.4 and (picture := deck.flower()) is not None:
            made[-1] = replace(made[-1], index=FLOWER, role="flower", picture=picture)
        layout.placements += [replace(p, pose="down") if down and rng.random() < 0.4 else p for p in made]
    layout.focus = len(layout.placements)
    if rng.random() < 0.35:
        xs, ys = [p.x for p in layout.placements], [p.y for p in layout.placements]
        spare = deck.ratio if rng.random() < 0.3 else 0.0  # a row of the box is empty
        tall = deck.ratio / 2 + 0.05
        layout.solids += tray(rng, (min(xs) - 0.55, min(ys) - tall, max(xs) + 0.55, max(ys) + tall + spare))
    return layout


def jumble(rng: np.random.Generator, deck: Deck) -> Layout:
    """A heap of discards."""
    made = scatter(rng, deck, int(rng.integers(12, 56)), (0.0, 0.0), float(rng.uniform(1.66, 2.4)))
    return Layout("jumble", made, max(4, len(made) * 3 // 4))


def singles(rng: np.random.Generator, deck: Deck) -> Layout:
    """One to eight tiles by themselves."""
    made = scatter(rng, deck, int(rng.integers(1, 9)), (0.0, 0.0), float(rng.uniform(1.8, 3.2)))
    return Layout("singles", made, len(made))


def bonus(rng: np.random.Generator, deck: Deck) -> Layout:
    """The flowers and seasons of a set in one or two rows, some tiles beside them."""
    how = replace(manner(rng, 0.1), flips=0.0)
    made = _flowers(rng, deck, int(rng.integers(2, 9)), 0.0, 0.0, how)
    if len(made) > 4 and rng.random() < 0.5:
        made = [
            replace(p, x=p.x - made[4].x, y=-deck.ratio - 0.05) if n >= 4 else p for n, p in enumerate(made)
        ]
    beside = line(
        rng, deck.deal(int(rng.integers(0, 5))), end(made) + 0.5 + float(rng.uniform(0, 1)), 0.0, how
    )
    return Layout("bonus", made + beside, len(made) + len(beside))


def walls(rng: np.random.Generator, deck: Deck) -> Layout:
    """Walls of backs with some open tiles before them."""
    layout = Layout("walls")
    layout.placements = wall(rng, deck, 0.0, 2.2, int(rng.integers(5, 18)), False)
    layout.placements += scatter(rng, deck, int(rng.integers(2, 10)), (4.0, -2.0), 1.9)
    layout.focus = len(layout.placements)
    return layout
