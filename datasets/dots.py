"""One dot of the dots suit, and the large one of 1p, in the many ways factories draw them."""

from collections.abc import Callable
from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.canvas import Canvas, Point
from datasets.inks import Inks

Dot = Callable[[Canvas, Point, float, Colour, Colour], None]


def around(centre: Point, radius: float, count: int, turn: float = 0.0) -> list[Point]:
    """``count`` points on a circle, the first at angle ``turn`` (radians)."""
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False) + turn
    return [(centre[0] + radius * float(np.cos(a)), centre[1] + radius * float(np.sin(a))) for a in angles]


def _line(radius: float) -> float:
    return max(1.6, radius * 0.13)


def _rings(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    canvas.ring(centre, radius * 0.9, _line(radius), ink)
    canvas.ring(centre, radius * 0.55, _line(radius), ink)
    canvas.disc(centre, radius * 0.25, inner)


def _double(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    del inner
    canvas.disc(centre, radius, ink)
    canvas.ring(centre, radius * 0.66, _line(radius) * 1.1, None)
    canvas.disc(centre, radius * 0.28, None)


def _coin(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    del inner
    canvas.disc(centre, radius, ink)
    for place in around(centre, radius * 0.62, 4, np.pi / 4):
        canvas.disc(place, radius * 0.2, None)
    canvas.disc(centre, radius * 0.26, None)


def _flower(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    canvas.ring(centre, radius * 0.92, _line(radius) * 0.8, ink)
    for place in around(centre, radius * 0.5, 6):
        canvas.disc(place, radius * 0.23, ink)
    canvas.disc(centre, radius * 0.2, inner)


def _wheel(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    line = _line(radius)
    canvas.ring(centre, radius * 0.9, line, ink)
    for place in around(centre, radius * 0.85, 8):
        canvas.line([centre, place], line * 0.7, ink)
    canvas.disc(centre, radius * 0.34, None)
    canvas.ring(centre, radius * 0.34, line * 0.8, inner)


def _solid(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    del inner
    canvas.disc(centre, radius, ink)
    canvas.disc(centre, radius * 0.3, None)


def _crossing(
    canvas: Canvas, centre: Point, radius: float, count: int, line: float, ink: Colour | None
) -> None:
    """Two sets of parallel chords, at right angles and slanted."""
    for offset in np.linspace(-0.7, 0.7, count):
        half, step = radius * float(np.sqrt(1 - offset**2)), radius * float(offset)
        for turn in (np.pi / 4, -np.pi / 4):
            c, s = float(np.cos(turn)), float(np.sin(turn))
            a = (centre[0] + c * -half - s * step, centre[1] + s * -half + c * step)
            b = (centre[0] + c * half - s * step, centre[1] + s * half + c * step)
            canvas.line([a, b], line, ink)


def _hatched(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    del inner
    canvas.ring(centre, radius * 0.9, _line(radius), ink)
    _crossing(canvas, centre, radius * 0.86, 4, _line(radius) * 0.55, ink)


def _lattice(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    """A full disc with light lines engraved across it."""
    del inner
    canvas.disc(centre, radius, ink)
    _crossing(canvas, centre, radius * 0.84, 3, _line(radius) * 0.6, None)
    canvas.ring(centre, radius * 0.95, _line(radius) * 0.8, ink)


def _net(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    """A ring around a hatched middle."""
    canvas.ring(centre, radius * 0.92, _line(radius), ink)
    canvas.disc(centre, radius * 0.66, inner)
    _crossing(canvas, centre, radius * 0.62, 4, _line(radius) * 0.5, None)


def _triple(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    for share in (0.92, 0.64, 0.36):
        canvas.ring(centre, radius * share, _line(radius) * 0.8, ink)
    canvas.disc(centre, radius * 0.14, inner)


def _daisy(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    for number, place in enumerate(around(centre, radius * 0.62, 8)):
        canvas.ellipse(place, (radius * 0.36, radius * 0.2), number * 45.0, ink)
    canvas.disc(centre, radius * 0.3, None)
    canvas.disc(centre, radius * 0.22, inner)


def _gear(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    for place in around(centre, radius * 0.86, 12):
        canvas.disc(place, radius * 0.15, ink)
    canvas.disc(centre, radius * 0.84, ink)
    canvas.disc(centre, radius * 0.56, None)
    canvas.disc(centre, radius * 0.36, inner)


def _sun(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    for place in around(centre, radius * 0.94, 12):
        canvas.line([centre, place], _line(radius) * 0.9, ink)
    canvas.disc(centre, radius * 0.6, None)
    canvas.disc(centre, radius * 0.48, inner)


def _pearls(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    for place in around(centre, radius * 0.78, 9):
        canvas.disc(place, radius * 0.2, ink)
    canvas.disc(centre, radius * 0.34, inner)


def _cross(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    canvas.ring(centre, radius * 0.9, _line(radius), ink)
    for number in range(2):
        ends = around(centre, radius * 0.55, 4, np.pi / 4)[number::2]
        canvas.line(ends, _line(radius) * 1.4, inner)


def _plain(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    del inner
    canvas.disc(centre, radius * 0.94, ink)


def _eye(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    del inner
    canvas.ring(centre, radius * 0.86, _line(radius) * 1.6, ink)
    canvas.disc(centre, radius * 0.45, ink)


def _spiral(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    turns = np.linspace(0.3, 2.6 * 2 * np.pi, 60)
    path = [
        (centre[0] + radius * 0.9 * float(a / turns[-1] * np.cos(a)),
         centre[1] + radius * 0.9 * float(a / turns[-1] * np.sin(a)))
        for a in turns
    ]  # fmt: skip
    canvas.line(path, _line(radius) * 0.85, ink)
    canvas.disc(centre, radius * 0.14, inner)


def _swirl(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    canvas.ring(centre, radius * 0.9, _line(radius), ink)
    for turn in np.linspace(0, 2 * np.pi, 5, endpoint=False):
        path = [
            around(centre, radius * r, 1, float(turn) + bend)[0]
            for r, bend in ((0.2, 0), (0.5, 0.5), (0.85, 0.7))
        ]
        canvas.line(path, _line(radius), ink)
    canvas.disc(centre, radius * 0.24, inner)


def _target(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    canvas.disc(centre, radius, ink)
    canvas.disc(centre, radius * 0.72, None)
    canvas.disc(centre, radius * 0.5, inner)
    canvas.disc(centre, radius * 0.18, None)


def _star(canvas: Canvas, centre: Point, radius: float, ink: Colour, inner: Colour) -> None:
    canvas.ring(centre, radius * 0.9, _line(radius), ink)
    outer = around(centre, radius * 0.7, 5, -np.pi / 2)
    low = around(centre, radius * 0.3, 5, -np.pi / 2 + np.pi / 5)
    canvas.polygon([point for pair in zip(outer, low, strict=True) for point in pair], inner)


DOTS: Final[dict[str, Dot]] = {
    "rings": _rings, "double": _double, "coin": _coin, "flower": _flower, "wheel": _wheel, "solid": _solid,
    "hatched": _hatched, "swirl": _swirl, "target": _target, "star": _star, "lattice": _lattice, "net": _net,
    "triple": _triple, "daisy": _daisy, "gear": _gear, "sun": _sun, "pearls": _pearls, "cross": _cross,
    "plain": _plain, "eye": _eye, "spiral": _spiral,
}  # fmt: skip
DOT_STYLES: Final = tuple(DOTS)


def draw_dot(canvas: Canvas, centre: Point, radius: float, style: str, ink: Colour, inner: Colour) -> None:
    """Draw one dot in a style of ``DOTS``; ``inner`` is the ink of its middle."""
    DOTS[style](canvas, centre, radius, ink, inner)


def _big_rings(canvas: Canvas, centre: Point, inks: Inks) -> None:
    for share, ink in ((1.0, inks.blue), (0.8, None), (0.72, inks.green), (0.5, None), (0.36, inks.red)):
        canvas.disc(centre, 37 * share, ink)
    canvas.disc(centre, 37 * 0.16, None)


def _big_petals(canvas: Canvas, centre: Point, inks: Inks) -> None:
    for place in around(centre, 37 * 0.74, 12):
        canvas.disc(place, 37 * 0.25, inks.green)
    for place in around(centre, 37 * 0.76, 12):
        canvas.disc(place, 37 * 0.13, None)
    canvas.ring(centre, 37 * 0.5, 3, inks.green)
    draw_dot(canvas, centre, 37 * 0.42, "flower", inks.red, inks.red)


def _big_coin(canvas: Canvas, centre: Point, inks: Inks) -> None:
    canvas.disc(centre, 37, inks.green)
    for place in around(centre, 37 * 0.72, 8):
        canvas.disc(place, 37 * 0.17, None)
    canvas.disc(centre, 37 * 0.5, None)
    for place in around(centre, 37 * 0.26, 4, np.pi / 4):
        canvas.disc(place, 37 * 0.17, inks.red)


def _big_wheel(canvas: Canvas, centre: Point, inks: Inks) -> None:
    canvas.ring(centre, 37 * 0.95, 4, inks.dark)
    canvas.ring(centre, 37 * 0.75, 3, inks.dark)
    for place in around(centre, 37 * 0.72, 16):
        canvas.line([centre, place], 2.0, inks.dark)
    canvas.disc(centre, 37 * 0.45, None)
    draw_dot(canvas, centre, 37 * 0.42, "rings", inks.red, inks.red)


def _big_lace(canvas: Canvas, centre: Point, inks: Inks) -> None:
    for count, share, size, ink in ((20, 0.9, 0.1, inks.green), (14, 0.64, 0.11, inks.blue)):
        for place in around(centre, 37 * share, count):
            canvas.disc(place, 37 * size, ink)
        canvas.ring(centre, 37 * (share - 0.15), 2.2, ink)
    draw_dot(canvas, centre, 37 * 0.36, "daisy", inks.red, inks.dark)


def _big_sun(canvas: Canvas, centre: Point, inks: Inks) -> None:
    for number, place in enumerate(around(centre, 37 * 0.72, 16)):
        canvas.ellipse(place, (37 * 0.27, 37 * 0.1), number * 22.5, inks.dark if number % 2 else inks.green)
    canvas.disc(centre, 37 * 0.46, inks.red)
    _crossing(canvas, centre, 37 * 0.4, 5, 1.8, None)


def _big_net(canvas: Canvas, centre: Point, inks: Inks) -> None:
    canvas.ring(centre, 37 * 0.95, 4.2, inks.blue)
    _crossing(canvas, centre, 37 * 0.9, 8, 1.9, inks.dark)
    canvas.disc(centre, 37 * 0.42, None)
    canvas.ring(centre, 37 * 0.4, 3, inks.red)
    canvas.disc(centre, 37 * 0.2, inks.red)


BIG_DOTS: Final[dict[str, Callable[[Canvas, Point, Inks], None]]] = {
    "rings": _big_rings, "petals": _big_petals, "coin": _big_coin, "wheel": _big_wheel, "lace": _big_lace,
    "sun": _big_sun, "net": _big_net,
}  # fmt: skip
_BIG_OF: Final = {
    "rings": "rings", "target": "rings", "double": "rings", "flower": "petals", "star": "petals",
    "swirl": "petals", "wheel": "coin", "coin": "coin", "solid": "wheel", "hatched": "wheel",
    "lattice": "net", "net": "net", "sun": "sun", "daisy": "sun", "pearls": "lace",
}  # fmt: skip


def draw_big_dot(canvas: Canvas, centre: Point, style: str, inks: Inks, big: str = "") -> None:
    """Draw 1p: ``big`` names one of ``BIG_DOTS``; without it the one that goes with the dots' style."""
    BIG_DOTS[big or _BIG_OF.get(style, "wheel")](canvas, centre, inks)
