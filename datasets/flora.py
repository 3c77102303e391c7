"""Plants on flower and season tiles: each is grown anew from a random generator."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.canvas import Canvas, Point


@dataclass(frozen=True)
class Hand:
    """How the flowers of one set are drawn: the inks of their parts, outlines or fills, line width."""

    stem: Colour
    leaf: Colour
    bloom: Colour
    heart: Colour
    outlined: bool
    line: float
    vein: bool


Picture = Callable[[Canvas, Hand, np.random.Generator], None]


def oval(canvas: Canvas, place: Point, axes: Point, degrees: float, ink: Colour, hand: Hand) -> None:
    """An ellipse, filled or (in an outlined set) only its rim."""
    canvas.ellipse(place, axes, degrees, ink)
    inner = (axes[0] - hand.line, axes[1] - hand.line)
    if hand.outlined and min(inner) > 0.6:
        canvas.ellipse(place, inner, degrees, None)


def blossom(canvas: Canvas, centre: Point, size: float, hand: Hand, rng: np.random.Generator) -> None:
    """A flower of 4 to 8 round petals."""
    petals, turn = int(rng.integers(4, 9)), float(rng.uniform(0, 2 * np.pi))
    for angle in np.linspace(0, 2 * np.pi, petals, endpoint=False) + turn:
        x, y = float(np.cos(angle)), float(np.sin(angle))
        place = (centre[0] + size * 0.62 * x, centre[1] + size * 0.62 * y)
        oval(canvas, place, (size * 0.42, size * 0.34), float(np.degrees(angle)), hand.bloom, hand)
    canvas.disc(centre, size * 0.26, hand.heart)


def rosette(canvas: Canvas, centre: Point, size: float, hand: Hand, rng: np.random.Generator) -> None:
    """A full flower: rings of petals that overlap, as peonies are engraved."""
    for share, count in ((1.0, 9), (0.62, 6), (0.28, 3)):
        turn = float(rng.uniform(0, 1))
        for angle in np.linspace(0, 2 * np.pi, count, endpoint=False) + turn:
            x, y = float(np.cos(angle)), float(np.sin(angle))
            place = (centre[0] + size * 0.7 * share * x, centre[1] + size * 0.7 * share * y)
            canvas.disc(place, size * 0.36 * (0.5 + share / 2), hand.bloom)
            canvas.disc(place, size * 0.36 * (0.5 + share / 2) - hand.line * 0.7, None)
    canvas.disc(centre, size * 0.16, hand.heart)


def spider(canvas: Canvas, centre: Point, size: float, hand: Hand, rng: np.random.Generator) -> None:
    """A chrysanthemum: many thin petals."""
    count = int(rng.integers(11, 20))
    for angle in np.linspace(0, 2 * np.pi, count, endpoint=False):
        far = size * float(rng.uniform(0.8, 1.1))
        tip = (centre[0] + far * float(np.cos(angle)), centre[1] + far * float(np.sin(angle)))
        canvas.brush([(*centre, hand.line * 0.5), (*tip, hand.line * 0.75)], hand.bloom)
    canvas.disc(centre, size * 0.26, hand.heart)


_HEADS: Final = (blossom, blossom, rosette, spider)


def head(canvas: Canvas, centre: Point, size: float, hand: Hand, rng: np.random.Generator) -> None:
    """Some flower."""
    _HEADS[int(rng.integers(len(_HEADS)))](canvas, centre, size, hand, rng)


def leaf(canvas: Canvas, root: Point, degrees: float, length: float, hand: Hand, wide: float = 0.19) -> None:
    """A pointed leaf from ``root``."""
    turn = np.deg2rad(degrees)
    c, s = float(np.cos(turn)), float(np.sin(turn))
    middle = (root[0] + length / 2 * c, root[1] + length / 2 * s)
    oval(canvas, middle, (length / 2, length * wide), degrees, hand.leaf, hand)
    if hand.vein and not hand.outlined:
        canvas.line([root, (root[0] + length * 0.8 * c, root[1] + length * 0.8 * s)], 1.2, None)


def branch(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """A twig with leaves and two or three flowers."""
    bottom = 100 * canvas.ratio
    x = float(rng.uniform(30, 70))
    path = [(x, bottom * 0.9, hand.line * 0.8)]
    for share in (0.74, 0.58, 0.44, 0.32):
        x = float(np.clip(x + rng.uniform(-18, 18), 24, 76))
        path.append((x, bottom * share, hand.line * 0.6))
    canvas.brush(path, hand.stem)
    for px, py, _ in path[:-1]:
        for side in (-1, 1):
            if rng.random() < 0.75:
                degrees = -90 + side * float(rng.uniform(30, 85))
                leaf(canvas, (px, py), degrees, float(rng.uniform(14, 26)), hand)
    start, step = int(rng.integers(1, 3)), int(rng.integers(1, 3))
    for px, py, _ in path[start::step]:
        head(canvas, (px + float(rng.uniform(-8, 8)), py), float(rng.uniform(9, 17)), hand, rng)


def single(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """One large flower on a bent stem with leaves at its foot."""
    bottom = 100 * canvas.ratio
    top = (float(rng.uniform(40, 60)), bottom * float(rng.uniform(0.4, 0.52)))
    foot = (float(rng.uniform(42, 58)), bottom * 0.92)
    bend = ((top[0] + foot[0]) / 2 + float(rng.uniform(-14, 14)), bottom * 0.7)
    canvas.brush([(*foot, hand.line * 0.8), (*bend, hand.line * 0.7), (*top, hand.line * 0.6)], hand.stem)
    for side in (-1, 1):
        for _ in range(int(rng.integers(1, 3))):
            degrees = -90 + side * float(rng.uniform(20, 80))
            leaf(canvas, bend, degrees, float(rng.uniform(18, 32)), hand)
    head(canvas, top, float(rng.uniform(17, 25)), hand, rng)


def plum(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """An angular bough with small flowers and buds."""
    bottom = 100 * canvas.ratio
    side = 1 if rng.random() < 0.5 else -1
    place = (50 - side * 26.0, bottom * 0.92)
    joints = [place]
    for rise in (0.2, 0.16, 0.16, 0.1):
        place = (place[0] + side * float(rng.uniform(4, 20)), place[1] - bottom * rise)
        joints.append((float(np.clip(place[0], 14, 86)), place[1]))
    canvas.line(joints, hand.line * 1.7, hand.stem)
    for x, y in joints[1:]:
        tip = (x - side * float(rng.uniform(8, 26)), y - bottom * float(rng.uniform(0.02, 0.14)))
        canvas.line([(x, y), tip], hand.line * 0.9, hand.stem)
        blossom(canvas, tip, float(rng.uniform(7, 12)), hand, rng)
        canvas.disc((x + side * 6, y + 4), hand.line * 1.1, hand.bloom)


def orchid(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """Long blades that bend over, with a few small flowers."""
    bottom = 100 * canvas.ratio
    root = (50 + float(rng.uniform(-8, 8)), bottom * 0.86)
    for _ in range(int(rng.integers(4, 10))):
        tip = (float(rng.uniform(8, 92)), bottom * float(rng.uniform(0.24, 0.7)))
        bend = ((root[0] + tip[0]) / 2, min(tip[1], root[1]) - float(rng.uniform(-4, 12)))
        width = hand.line * 0.6
        canvas.brush([(*root, width), (*bend, width * 1.2), (*tip, width * 0.4)], hand.leaf)
    for _ in range(int(rng.integers(1, 4))):
        place = (float(rng.uniform(24, 76)), bottom * float(rng.uniform(0.34, 0.7)))
        head(canvas, place, float(rng.uniform(7, 13)), hand, rng)
    if rng.random() < 0.5:
        canvas.polygon(
            [(root[0] - 14, root[1]), (root[0] + 14, root[1]), (root[0] + 4, bottom * 0.94)], hand.heart
        )


def bamboo(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """Stalks in segments with pointed leaves."""
    bottom = 100 * canvas.ratio
    for _ in range(int(rng.integers(1, 5))):
        x0, x1 = float(rng.uniform(30, 70)), float(rng.uniform(30, 70))
        for share in np.linspace(0.26, 0.78, 5):
            a, b = float(share), float(share) + 0.105
            canvas.line(
                [(x0 + (x1 - x0) * a, bottom * a), (x0 + (x1 - x0) * b, bottom * b)],
                hand.line * 1.6,
                hand.stem,
            )
        for _ in range(int(rng.integers(3, 8))):
            share = float(rng.uniform(0.3, 0.8))
            root = (x0 + (x1 - x0) * share, bottom * share)
            degrees = float(rng.choice([40.0, 70, 110, 140])) + float(rng.uniform(-15, 15))
            leaf(canvas, root, degrees, float(rng.uniform(12, 24)), hand, 0.14)


def lotus(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """A lotus above its round leaves."""
    bottom = 100 * canvas.ratio
    centre = (50 + float(rng.uniform(-10, 10)), bottom * 0.44)
    canvas.brush([(*centre, hand.line * 0.7), (52, bottom * 0.92, hand.line * 0.7)], hand.stem)
    for number in range(int(rng.integers(1, 3))):
        place = (28.0 if number else 72.0, bottom * float(rng.uniform(0.7, 0.84)))
        oval(canvas, place, (22, 9), float(rng.uniform(-15, 15)), hand.leaf, hand)
    for degrees in (-160.0, -20, -130, -50, -90):
        turn = np.deg2rad(degrees)
        place = (centre[0] + 11 * float(np.cos(turn)), centre[1] + 9 * float(np.sin(turn)))
        canvas.ellipse(place, (13, 5.6), degrees, hand.bloom)
        canvas.ellipse(place, (13 - hand.line, 5.6 - hand.line * 0.7), degrees, None)
    canvas.disc((centre[0], centre[1] + 2), 4, hand.heart)


def pine(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """A bent trunk with fans of needles."""
    bottom = 100 * canvas.ratio
    lean = float(rng.uniform(-18, 18))
    trunk = [(50 - lean, bottom * 0.94, 4.0), (50, bottom * 0.66, 3.2), (50 + lean, bottom * 0.32, 2.0)]
    canvas.brush(trunk, hand.stem)
    for _ in range(int(rng.integers(4, 8))):
        x, y = float(rng.uniform(18, 82)), bottom * float(rng.uniform(0.28, 0.72))
        canvas.line([(50, y + 8), (x, y)], hand.line * 0.7, hand.stem)
        for degrees in np.linspace(-165, -15, 8):
            turn = np.deg2rad(float(degrees))
            tip = (x + 13 * float(np.cos(turn)), y + 10 * float(np.sin(turn)))
            canvas.line([(x, y), tip], hand.line * 0.5, hand.leaf)


def reeds(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """Upright stems with ears or tulips."""
    bottom = 100 * canvas.ratio
    for x in np.linspace(28, 72, int(rng.integers(2, 5))):
        top = (float(x) + float(rng.uniform(-8, 8)), bottom * float(rng.uniform(0.3, 0.5)))
        canvas.line([(float(x) * 0.4 + 30, bottom * 0.92), top], hand.line, hand.stem)
        oval(canvas, top, (6.5, 11), float(rng.uniform(-12, 12)), hand.bloom, hand)
        leaf(canvas, (float(x), bottom * 0.8), -90 + float(rng.uniform(-50, 50)), 24, hand, 0.13)


def vase(canvas: Canvas, hand: Hand, rng: np.random.Generator) -> None:
    """Flowers in a vase or basket."""
    bottom = 100 * canvas.ratio
    if rng.random() < 0.5:
        oval(canvas, (50, bottom * 0.78), (19, bottom * 0.11), 0, hand.heart, hand)
    else:
        canvas.polygon(
            [(30, bottom * 0.7), (70, bottom * 0.7), (62, bottom * 0.92), (38, bottom * 0.92)], hand.heart
        )
        canvas.line([(33, bottom * 0.78), (67, bottom * 0.78)], 2.0, None)
    canvas.line([(34, bottom * 0.91), (66, bottom * 0.91)], hand.line, hand.heart)
    for x in rng.uniform(24, 76, int(rng.integers(3, 7))):
        tip = (float(x), bottom * float(rng.uniform(0.3, 0.55)))
        canvas.brush([(50, bottom * 0.68, hand.line * 0.5), (*tip, hand.line * 0.4)], hand.stem)
        head(canvas, tip, float(rng.uniform(7, 13)), hand, rng)


PLANTS: Final[dict[str, Picture]] = {
    "branch": branch, "single": single, "plum": plum, "orchid": orchid, "bamboo": bamboo, "lotus": lotus,
    "pine": pine, "reeds": reeds, "vase": vase,
}  # fmt: skip
