"""Complete hands laid out as a player would photograph them for scoring, with their truth."""

from dataclasses import replace
from typing import Any

import numpy as np

from datasets.body import Placement
from datasets.deck import Deck, Group
from datasets.faces import FLOWER
from datasets.layouts import lay_meld
from datasets.pieces import Layout, Manner, end, line, manner, wall
from scorer.tiles import KINDS, format_tiles

_SHOWN = {(0, 3): 2, (1, 2): 2, (0, 1, 2, 3): 0}


def _apart(rng: np.random.Generator, deck: Deck, x: float, win: int, how: Manner, above: bool) -> Placement:
    """The winning tile set apart from a row that ends at ``x``."""
    yaw = float(rng.normal(0, how.turn))
    tile = Placement(
        win, x + 0.5 + float(rng.uniform(0.45, 1.2)), 0, 0, yaw, how.pose, how.lean, winning=True
    )
    way = rng.random()
    if way < 0.72:
        return tile
    if way < 0.88:  # across
        turned = replace(tile, x=x + float(rng.uniform(0.4, 0.9)) + deck.ratio / 2, yaw=yaw + np.pi / 2)
        return replace(turned, pose="up", lean=0.0)
    side = -1 if above else 1
    y = side * (deck.ratio + float(rng.uniform(0.35, 0.8)))
    return replace(tile, x=float(rng.uniform(1, max(x - 1, 2))), y=y, pose="up", lean=0.0)


def _truth(concealed: list[int], melds: list[tuple[Group, int]], win: int, flowers: int) -> dict[str, Any]:
    return {
        "concealed": format_tiles([KINDS[tile] for tile in sorted(concealed)]),
        "melds": [
            {"type": group.kind, "tiles": format_tiles([KINDS[tile] for tile in group.tiles]), "shown": shown}
            for group, shown in melds
        ],
        "win": KINDS[win],
        "flowers": flowers,
    }


def reading(rng: np.random.Generator, deck: Deck) -> Layout:
    """A won hand: concealed tiles in a row, melds beside, above or below it, the winning tile set apart.

    ``truth`` of the layout holds ``concealed`` (without the winning tile), ``melds`` (type, tiles, and how
    many of a kong's tiles show their face), ``win`` and the number of ``flowers``.
    """
    layout = Layout("reading", complete=True)
    how = replace(manner(rng, 0.12), flips=0.0, twist=0.0)
    how = replace(how, gap=min(how.gap, 0.3))
    tiles, melds = deck.winning()
    win = tiles.pop(int(rng.integers(len(tiles))))
    tiles.sort()
    made = line(rng, tiles, 0.0, 0.0, how)
    place = str(rng.choice(["beside", "above", "below"], p=[0.45, 0.35, 0.2]))
    if place != "beside":
        made.append(_apart(rng, deck, end(made), win, how, place == "above"))
    pitch = deck.ratio + float(rng.uniform(0.35, 1.0)) + (0.5 if how.pose == "stand" else 0.0)
    x = end(made) + float(rng.uniform(0.5, 1.3)) if place == "beside" else float(rng.uniform(-0.3, 2))
    y = {"beside": 0.0, "above": pitch, "below": -pitch}[place]
    told = []
    for number, group in enumerate(melds):
        backs = [*_SHOWN][int(rng.choice(3, p=[0.5, 0.35, 0.15]))] if group.kind == "an_gang" else None
        placed = lay_meld(rng, deck, group, x, y, number, how, backs)
        x = end(placed) + float(rng.uniform(0.35, 0.8))
        made += placed
        told.append((group, len(group.tiles) if backs is None else _SHOWN[backs]))
    if place == "beside":
        made.append(_apart(rng, deck, end(made), win, how, above=False))
    flowers = int(rng.choice([0, 1, 2, 3])) if rng.random() < 0.3 else 0
    top = max(p.y for p in made) + deck.ratio + float(rng.uniform(0.5, 1.2))
    for number in range(flowers):
        picture = deck.flower()
        made.append(Placement(FLOWER, 0.5 + number * 1.04, top, role="flower", picture=picture or 0))
    layout.placements, layout.focus = made, len(made)
    layout.truth = _truth(tiles, told, win, flowers)
    if rng.random() < 0.2:
        layout.placements = made + wall(rng, deck, 0.0, top + 2.5, int(rng.integers(4, 14)), False)
    if rng.random() < 0.2:
        layout.things = 1
    return layout
