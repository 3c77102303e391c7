"""Flat things on a mahjong table, and room for those that stand: what is there beside the tiles."""

import cv2
import numpy as np

from datasets.arrays import Picture, Reals
from datasets.camera import Camera
from datasets.deck import Deck
from datasets.pieces import Layout
from datasets.pile import Floor
from datasets.solids import Solid, oblong
from datasets.things import THINGS


def _random_colour(rng: np.random.Generator) -> tuple[int, int, int]:
    blue, green, red = (int(v) for v in np.clip(rng.uniform(10, 230) + rng.normal(0, 40, 3), 5, 250))
    return blue, green, red


def clutter(
    rng: np.random.Generator, picture: Picture, camera: Camera, edge: tuple[float, float, float, float]
) -> None:
    """Draw flat things on the empty table (x0, y0, x1, y1 in tile widths) before any tile stands on it."""
    for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1]))):
        x, y = rng.uniform(edge[:2], edge[2:])
        angle = np.linspace(0, 2 * np.pi, 28, endpoint=False)
        way = rng.random()
        if way < 0.25:  # coasters
            radius = float(rng.uniform(0.5, 1.6))
            ring = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle), np.zeros_like(angle)], 1)
            _shape(picture, camera, ring, _random_colour(rng))
            _shape(picture, camera, ring * [1, 1, 1] * 0.7 + np.array([x, y, 0]) * 0.3, _random_colour(rng))
        elif way < 0.7:  # counting sticks, pens, phones
            length, width = float(rng.uniform(2, 5)), float(rng.uniform(0.15, 1.8))
            turn = float(rng.uniform(0, np.pi))
            c, s = np.cos(turn), np.sin(turn)
            along, across = np.array([c, s, 0]) * length / 2, np.array([-s, c, 0]) * width / 2
            middle = np.array([x, y, 0.0])
            box = np.stack([middle - along - across, middle + along - across, middle + along + across])
            _shape(picture, camera, np.vstack([box, middle - along + across]), _random_colour(rng))
        else:  # a die seen from above
            half = 0.3
            square = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
            _shape(picture, camera, square + np.array([x, y, 0.0]), (235, 238, 240))
            for dx, dy in ((-0.15, -0.15), (0.15, 0.15), (0.0, 0.0)):
                pip = np.stack(
                    [x + dx + 0.06 * np.cos(angle), y + dy + 0.06 * np.sin(angle), np.zeros_like(angle)], 1
                )
                _shape(picture, camera, pip, (40, 30, 160))


def _shape(picture: Picture, camera: Camera, points: Reals, colour: tuple[int, int, int]) -> None:
    if camera.nearest(points) < 0.5:
        return
    pixels = np.clip(camera.project(points), -4000, 12000)
    cv2.fillPoly(picture, [np.rint(pixels * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def furnish(rng: np.random.Generator, layout: Layout, deck: Deck) -> list[Solid]:
    """The things of a layout: those it has, and as many more as it asks for and find a free place."""
    made = list(layout.solids)
    if not layout.things:
        return made
    floor = Floor()
    for placement in layout.placements:
        floor.add(floor.tile(placement, deck))
    for solid in made:
        low, high = solid.base.min(0), solid.base.max(0)
        x, y = (low + high) / 2
        floor.add(oblong(float(x), float(y), float(high[0] - low[0]), float(high[1] - low[1]), 0.0))
    places = np.array([(p.x, p.y) for p in layout.placements[: layout.focus]])
    low, high = places.min(0) - 2.5, places.max(0) + 2.5
    shares = np.array([share for _, share, _ in THINGS])
    for _ in range(layout.things):
        maker, _, reach = THINGS[int(rng.choice(len(THINGS), p=shares / shares.sum()))]
        for _ in range(12):
            x, y = rng.uniform(low, high)
            ground = oblong(float(x), float(y), 2 * reach, 2 * reach, 0.0)
            if floor.free(ground):
                floor.add(ground)
                made += maker(rng, float(x), float(y))
                break
    return made
