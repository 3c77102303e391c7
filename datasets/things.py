"""Making the things of ``datasets.solids``: what players keep on their table."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.solids import Decal, Solid, circle, oblong

_PIPS: Final = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}  # fmt: skip
_WHITE: Final[Colour] = (236, 238, 240)


def _colour(rng: np.random.Generator) -> Colour:
    blue, green, red = (int(v) for v in np.clip(rng.uniform(10, 230) + rng.normal(0, 40, 3), 5, 250))
    return blue, green, red


def die(rng: np.random.Generator, x: float, y: float) -> list[Solid]:
    """A die with one to six pips up."""
    size, yaw = float(rng.uniform(0.42, 0.7)), float(rng.uniform(0, np.pi))
    count = int(rng.integers(1, 7))
    body = _WHITE if rng.random() < 0.75 else _colour(rng)
    pip: Colour = (40, 30, 170) if count in {1, 4} else (40, 36, 34)
    c, s = np.cos(yaw), np.sin(yaw)
    decals = []
    for px, py in _PIPS[count]:
        dx, dy = px * size * 0.27, py * size * 0.27
        decals.append(
            Decal(circle(c * dx - s * dy, s * dx + c * dy, size * (0.16 if count == 1 else 0.1), 10), pip)
        )
    return [Solid(oblong(x, y, size, size, yaw), 0.0, size, body, body, tuple(decals))]


def chips(rng: np.random.Generator, x: float, y: float) -> list[Solid]:
    """A stack of chips or coins."""
    radius, colour = float(rng.uniform(0.45, 0.9)), _colour(rng)
    rim = Decal(circle(0, 0, radius * 0.68), _colour(rng))
    step = 0.16
    return [
        Solid(
            circle(x + float(rng.normal(0, 0.04)), y, radius),
            step * n,
            step * (n + 1),
            colour,
            colour,
            (rim,),
        )
        for n in range(int(rng.integers(1, 6)))
    ]


def cup(rng: np.random.Generator, x: float, y: float) -> list[Solid]:
    """A cup, glass or can, filled or not."""
    radius, height = float(rng.uniform(1.0, 1.7)), float(rng.uniform(1.6, 4.5))
    colour = _colour(rng) if rng.random() < 0.6 else _WHITE
    drinks: tuple[Colour, ...] = ((30, 60, 110), (20, 30, 60), (60, 160, 210), (200, 205, 205))
    drink = drinks[int(rng.integers(4))]
    return [
        Solid(circle(x, y, radius), 0.0, height, colour, colour, (Decal(circle(0, 0, radius * 0.86), drink),))
    ]


def phone(rng: np.random.Generator, x: float, y: float) -> list[Solid]:
    """A phone, a box of cards or a purse."""
    width, height, yaw = (
        float(rng.uniform(2.4, 3.2)),
        float(rng.uniform(5.2, 6.6)),
        float(rng.uniform(0, np.pi)),
    )
    body: Colour = (36, 34, 34) if rng.random() < 0.6 else _colour(rng)
    screen = Decal(
        oblong(0, 0, width * 0.92, height * 0.94, yaw), (30, 26, 24) if rng.random() < 0.6 else _colour(rng)
    )
    return [
        Solid(oblong(x, y, width, height, yaw), 0.0, float(rng.uniform(0.25, 0.6)), body, body, (screen,))
    ]


def marker(rng: np.random.Generator, x: float, y: float) -> list[Solid]:
    """The dealer's marker or wind box: a disc or small box with a sign on it."""
    colour, sign, size = _colour(rng), _colour(rng), float(rng.uniform(0.9, 1.8))
    if rng.random() < 0.5:
        shape, inside = circle(x, y, size * 0.7), circle(0, 0, size * 0.5)
    else:
        yaw = float(rng.uniform(0, np.pi))
        shape, inside = oblong(x, y, size, size, yaw), oblong(0, 0, size * 0.72, size * 0.72, yaw)
    stroke = oblong(0, 0, size * 0.5, size * 0.12, float(rng.uniform(0, np.pi)))
    decals = (Decal(inside, sign), Decal(stroke, (30, 28, 28)))
    return [Solid(shape, 0.0, float(rng.uniform(0.2, 0.8)), colour, colour, decals)]


def sticks(rng: np.random.Generator, x: float, y: float) -> list[Solid]:
    """Counting sticks or a pen."""
    yaw, length = float(rng.uniform(0, np.pi)), float(rng.uniform(2.5, 4.5))
    dot = Decal(circle(0, 0, 0.06, 8), (40, 30, 170))
    made = []
    for number in range(int(rng.integers(1, 5))):
        turn = yaw + float(rng.normal(0, 0.1))
        shape = oblong(x + number * 0.25, y + number * 0.1, length, 0.22, turn)
        made.append(Solid(shape, 0.0, 0.12, _WHITE, _WHITE, (dot,)))
    return made


def rack(x0: float, x1: float, y: float, colour: Colour, height: float, depth: float) -> list[Solid]:
    """A rack along x in pieces one tile long, so that near tiles can stand before far pieces."""
    made = []
    for x in np.arange(x0, x1, 1.0):
        wide = min(1.0, x1 - float(x))
        base = oblong(float(x) + wide / 2, y, wide + 0.004, depth, 0.0)
        made.append(Solid(base, 0.0, height, colour, colour))
    return made


def tray(rng: np.random.Generator, inside: tuple[float, float, float, float]) -> list[Solid]:
    """The rims of a box that tiles are kept in; ``inside`` is its room as x0, y0, x1, y1."""
    x0, y0, x1, y1 = inside
    thick, high = float(rng.uniform(0.1, 0.4)), float(rng.uniform(0.3, 1.0))
    colours: tuple[Colour, ...] = (
        (34, 32, 32), (60, 40, 34), (40, 34, 140), (60, 90, 130), (40, 84, 40), (150, 150, 150),
    )  # fmt: skip
    colour = colours[int(rng.integers(len(colours)))]
    made = []
    for y in (y0 - thick / 2, y1 + thick / 2):
        made += rack(x0 - thick, x1 + thick, y, colour, high, thick)
    for x in (x0 - thick / 2, x1 + thick / 2):  # the same along y: turned by a quarter
        for piece in rack(y0, y1, -x, colour, high, thick):
            made.append(replace(piece, base=piece.base @ np.array([[0.0, 1.0], [-1.0, 0.0]])))
    return made


THINGS: Final[tuple[tuple[Callable[[np.random.Generator, float, float], list[Solid]], float, float], ...]] = (
    (die, 0.34, 0.5), (chips, 0.18, 0.9), (cup, 0.12, 1.8), (phone, 0.1, 3.4), (marker, 0.16, 1.0),
    (sticks, 0.1, 2.4),
)  # fmt: skip
"""Maker, share, and how far it reaches from its middle."""
