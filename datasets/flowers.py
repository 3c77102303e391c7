"""Flower and season tiles: no two sets agree on them, so each is grown from a seed."""

import numpy as np

from datasets.arrays import Colour
from datasets.canvas import Canvas, Point
from datasets.inks import Inks


def _blossom(
    canvas: Canvas, centre: Point, size: float, ink: Colour, heart: Colour, rng: np.random.Generator
) -> None:
    petals = int(rng.integers(4, 9))
    outlined = rng.random() < 0.5
    turn = float(rng.uniform(0, 2 * np.pi))
    for angle in np.linspace(0, 2 * np.pi, petals, endpoint=False) + turn:
        place = (
            centre[0] + size * 0.62 * float(np.cos(angle)),
            centre[1] + size * 0.62 * float(np.sin(angle)),
        )
        canvas.ellipse(place, (size * 0.42, size * 0.34), float(np.degrees(angle)), ink)
        if outlined:
            canvas.ellipse(place, (size * 0.24, size * 0.17), float(np.degrees(angle)), None)
    canvas.disc(centre, size * 0.28, heart)


def _leaf(canvas: Canvas, root: Point, degrees: float, length: float, ink: Colour, vein: bool) -> None:
    turn = np.deg2rad(degrees)
    middle = (root[0] + length / 2 * float(np.cos(turn)), root[1] + length / 2 * float(np.sin(turn)))
    canvas.ellipse(middle, (length / 2, length * 0.19), degrees, ink)
    if vein:
        tip = (root[0] + length * 0.8 * float(np.cos(turn)), root[1] + length * 0.8 * float(np.sin(turn)))
        canvas.line([root, tip], 1.2, None)


def _branch(canvas: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    _, bottom = 100.0, 100 * canvas.ratio
    x = float(rng.uniform(30, 70))
    path = [(x, bottom * 0.9, 2.6)]
    for share in (0.72, 0.54, 0.38, 0.26):
        x = float(np.clip(x + rng.uniform(-18, 18), 22, 78))
        path.append((x, bottom * share, 2.2 - share * 0.4))
    stem = inks.green if rng.random() < 0.6 else inks.dark
    canvas.brush(path, stem)
    vein = rng.random() < 0.5
    for px, py, _ in path[:-1]:
        for side in (-1, 1):
            if rng.random() < 0.75:
                degrees = -90 + side * float(rng.uniform(30, 85))
                _leaf(canvas, (px, py), degrees, float(rng.uniform(14, 26)), inks.green, vein)
    heart = inks.blue if rng.random() < 0.5 else inks.green
    for px, py, _ in path[int(rng.integers(1, 3)) :: int(rng.integers(1, 3))]:
        _blossom(
            canvas, (px + float(rng.uniform(-8, 8)), py), float(rng.uniform(9, 17)), inks.red, heart, rng
        )


def _grass(canvas: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    bottom = 100 * canvas.ratio
    root = (50 + float(rng.uniform(-8, 8)), bottom * 0.84)
    for _ in range(int(rng.integers(5, 10))):
        tip = (float(rng.uniform(12, 88)), bottom * float(rng.uniform(0.24, 0.6)))
        bend = ((root[0] + tip[0]) / 2, tip[1] - float(rng.uniform(-4, 10)))
        canvas.brush([(*root, 2.4), (*bend, 2.2), (*tip, 0.9)], inks.green)
    for _ in range(int(rng.integers(1, 4))):
        place = (float(rng.uniform(24, 76)), bottom * float(rng.uniform(0.34, 0.7)))
        _blossom(canvas, place, float(rng.uniform(7, 13)), inks.red, inks.blue, rng)
    canvas.polygon(
        [(root[0] - 14, root[1]), (root[0] + 14, root[1]), (root[0] + 4, bottom * 0.94)], inks.blue
    )


def _bamboo_stalk(canvas: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    bottom = 100 * canvas.ratio
    for _ in range(int(rng.integers(1, 4))):
        x0, x1 = float(rng.uniform(30, 70)), float(rng.uniform(30, 70))
        ink = inks.blue if rng.random() < 0.5 else inks.green
        for share in np.linspace(0.3, 0.76, 4):
            a, b = float(share), float(share) + 0.13
            canvas.line([(x0 + (x1 - x0) * a, bottom * a), (x0 + (x1 - x0) * b, bottom * b)], 5.0, ink)
        for _ in range(5):
            share = float(rng.uniform(0.3, 0.75))
            root = (x0 + (x1 - x0) * share, bottom * share)
            _leaf(canvas, root, float(rng.uniform(0, 360)), float(rng.uniform(12, 22)), inks.green, False)


def _vase(canvas: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    bottom = 100 * canvas.ratio
    body = inks.blue if rng.random() < 0.6 else inks.red
    canvas.ellipse((50, bottom * 0.76), (19, bottom * 0.12), 0, body)
    canvas.ellipse((50, bottom * 0.76), (13, bottom * 0.08), 0, None)
    canvas.line([(34, bottom * 0.9), (66, bottom * 0.9)], 3.5, body)
    for x in rng.uniform(26, 74, int(rng.integers(3, 6))):
        tip = (float(x), bottom * float(rng.uniform(0.3, 0.55)))
        canvas.brush([(50, bottom * 0.64, 1.6), (*tip, 1.2)], inks.green)
        _blossom(canvas, tip, float(rng.uniform(6, 12)), inks.red, inks.green, rng)


def _figure(canvas: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    bottom = 100 * canvas.ratio
    robe = (inks.red, inks.blue, inks.green)[int(rng.integers(3))]
    lean = float(rng.uniform(-8, 8))
    canvas.polygon(
        [(44, bottom * 0.42), (58, bottom * 0.42), (74 + lean, bottom * 0.88), (28 + lean, bottom * 0.88)],
        robe,
    )
    canvas.line([(50, bottom * 0.46), (50 + lean, bottom * 0.84)], 2.4, None)
    canvas.disc((51, bottom * 0.34), 9.5, inks.dark)
    canvas.disc((51, bottom * 0.36), 6.8, None)
    for side in (-1, 1):
        hand = (51 + side * float(rng.uniform(22, 32)), bottom * float(rng.uniform(0.4, 0.66)))
        canvas.brush([(51 + side * 6, bottom * 0.46, 4.4), (*hand, 2.6)], inks.green)


def flower(canvas: Canvas, inks: Inks, seed: int, label: str) -> None:
    """Draw one flower tile.

    Args:
        seed: the same seed grows the same flower.
        label: where the digit stands: ``"left"``, ``"right"`` or ``""`` for none.
    """
    rng = np.random.default_rng(seed)
    kinds = (_branch, _branch, _branch, _grass, _grass, _bamboo_stalk, _vase, _figure)
    kinds[int(rng.integers(len(kinds)))](canvas, inks, rng)
    ink = (inks.red, inks.blue, inks.dark)[int(rng.integers(3))]
    digit = str(int(rng.integers(1, 5)))
    if label:
        x = 21.0 if label == "left" else 79.0
        canvas.text(digit, (x, 19), 17, ink, 0.14)
