"""The many pictures of 1s: sparrow, parrot, peacock, crane, owl and the plain stick."""

from collections.abc import Callable
from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.canvas import Canvas, Point
from datasets.inks import Inks
from datasets.sticks import draw_stick

Place = Callable[[float, float], Point]


def _feathers(canvas: Canvas, root: Point, tips: list[Point], thickness: float, ink: Colour) -> None:
    for tip in tips:
        canvas.brush([(*root, thickness), (*tip, thickness * 0.55)], ink)


def _eye(canvas: Canvas, place: Point, size: float, ink: Colour) -> None:
    canvas.disc(place, size, None)
    canvas.disc(place, size * 0.5, ink)


def _sparrow(canvas: Canvas, at: Place, inks: Inks) -> None:
    canvas.ellipse(at(52, 48), (13, 24), 24, inks.green)
    _feathers(canvas, at(44, 66), [at(26, 96), at(34, 98), at(42, 97)], 3.4, inks.blue)
    _feathers(canvas, at(60, 40), [at(84, 56), at(80, 66), at(72, 72)], 3.6, inks.blue)
    canvas.disc(at(60, 22), 12, inks.red)
    _eye(canvas, at(62, 20), 4.0, inks.dark)
    canvas.polygon([at(70, 18), at(86, 24), at(70, 27)], inks.red)
    for step in range(4):
        canvas.line([at(44 + step * 2, 40 + step * 7), at(58 + step * 1, 44 + step * 7)], 1.8, None)
    canvas.line([at(50, 68), at(56, 88), at(66, 88)], 2.6, inks.dark)
    canvas.line([at(28, 90), at(84, 90)], 3.0, inks.green)


def _parrot(canvas: Canvas, at: Place, inks: Inks) -> None:
    _feathers(canvas, at(46, 58), [at(58, 96), at(66, 98), at(52, 90)], 4.2, inks.red)
    canvas.ellipse(at(44, 44), (14, 21), -14, inks.green)
    canvas.ellipse(at(44, 44), (9, 16), -14, None)
    for step in range(4):
        canvas.line([at(38, 36 + step * 6), at(51, 33 + step * 6)], 2.2, inks.green)
    canvas.brush([(*at(58, 40), 5.0), (*at(70, 34), 4.0), (*at(64, 52), 3.0)], inks.blue)
    canvas.disc(at(44, 20), 11, inks.blue)
    _eye(canvas, at(44, 20), 5.4, inks.dark)
    canvas.brush([(*at(34, 22), 2.6), (*at(26, 28), 2.4), (*at(32, 33), 1.2)], inks.red)
    canvas.brush([(*at(40, 8), 2.0), (*at(52, 4), 3.0), (*at(64, 8), 1.6)], inks.red)
    canvas.line([at(12, 58), at(40, 62), at(86, 52)], 3.0, inks.blue)
    canvas.disc(at(12, 56), 4.0, inks.blue)
    canvas.disc(at(86, 50), 4.0, inks.blue)


def _peacock(canvas: Canvas, at: Place, inks: Inks) -> None:
    for index, angle in enumerate(np.linspace(-0.75, 1.25, 8)):
        tip = at(58 + 33 * float(np.cos(angle)), 58 + 36 * float(np.sin(angle)))
        canvas.line([at(46, 46), tip], 2.2, inks.green)
        canvas.ellipse(tip, (6, 6), 0, inks.green if index % 2 else inks.blue)
        canvas.disc(tip, 2.6, inks.red)
    canvas.brush([(*at(44, 58), 11), (*at(38, 42), 7.0), (*at(34, 22), 4.4)], inks.blue)
    canvas.disc(at(33, 15), 7.5, inks.blue)
    _eye(canvas, at(32, 14), 3.0, inks.dark)
    canvas.polygon([at(26, 13), at(14, 18), at(26, 19)], inks.red)
    _feathers(canvas, at(35, 9), [at(30, 0), at(37, -1), at(44, 2)], 1.4, inks.red)
    canvas.line([at(42, 68), at(40, 92), at(32, 94)], 2.6, inks.red)
    canvas.line([at(50, 68), at(52, 92), at(44, 95)], 2.6, inks.red)


def _crane(canvas: Canvas, at: Place, inks: Inks) -> None:
    for step in range(6):
        share = step / 5
        canvas.brush(
            [(*at(76 - share * 8, 74 - share * 6), 3.2), (*at(80 - share * 66, 12 + share * 44), 2.2)],
            inks.blue,
        )
    canvas.ellipse(at(60, 74), (20, 11), 16, inks.blue)
    canvas.line([at(50, 72), at(70, 80)], 2.0, None)
    canvas.brush([(*at(44, 70), 4), (*at(32, 74), 3.2), (*at(26, 84), 3.2)], inks.red)
    canvas.disc(at(26, 82), 7, inks.red)
    _eye(canvas, at(26, 82), 2.8, inks.dark)
    canvas.brush([(*at(20, 84), 2.4), (*at(8, 92), 1.2)], inks.red)
    _feathers(canvas, at(76, 78), [at(84, 98), at(92, 94), at(70, 99)], 2.6, inks.red)
    for step in range(3):
        x, y = 22 + step * 9, 12 + step * 8
        canvas.line([at(x, y + 5), at(x + 5, y), at(x + 10, y + 5)], 2.2, inks.green)


def _owl(canvas: Canvas, at: Place, inks: Inks) -> None:
    canvas.ellipse(at(46, 42), (17, 25), 8, inks.red)
    canvas.ellipse(at(46, 48), (11, 15), 8, None)
    for step in range(4):
        canvas.line([at(38, 40 + step * 6), at(46, 44 + step * 6), at(54, 40 + step * 6)], 1.8, inks.red)
    for x in (38, 54):
        canvas.disc(at(x, 26), 6.4, None)
        canvas.ring(at(x, 26), 5.4, 1.8, inks.red)
        canvas.disc(at(x, 26), 2.2, inks.dark)
    _feathers(canvas, at(46, 16), [at(26, 4), at(68, 4)], 2.6, inks.red)
    canvas.brush([(*at(12, 82), 3.2), (*at(48, 70), 3.6), (*at(80, 60), 2.8), (*at(88, 44), 2.0)], inks.green)
    _feathers(canvas, at(50, 66), [at(56, 98), at(66, 94), at(46, 96)], 3.2, inks.green)


def _phoenix(canvas: Canvas, at: Place, inks: Inks) -> None:
    for index, bend in enumerate((-16, -4, 8, 20)):
        ink = (inks.red, inks.green, inks.blue, inks.red)[index]
        canvas.brush(
            [(*at(50, 52), 3.4), (*at(50 + bend * 1.3, 74), 3.0), (*at(44 + bend * 2.0, 98), 1.6)], ink
        )
    _feathers(canvas, at(52, 44), [at(88, 22), at(92, 34), at(86, 46), at(78, 56)], 3.2, inks.blue)
    _feathers(canvas, at(48, 44), [at(12, 24), at(8, 36), at(14, 48)], 3.2, inks.blue)
    canvas.ellipse(at(50, 44), (11, 18), 0, inks.green)
    canvas.disc(at(50, 20), 9.5, inks.red)
    _eye(canvas, at(47, 19), 3.2, inks.dark)
    canvas.polygon([at(42, 18), at(28, 22), at(42, 25)], inks.green)
    _feathers(canvas, at(52, 12), [at(48, 2), at(58, 3), at(66, 8)], 1.8, inks.red)
    for step in range(3):
        canvas.line([at(43, 38 + step * 7), at(50, 42 + step * 7), at(57, 38 + step * 7)], 1.8, None)


def _stick(canvas: Canvas, at: Place, inks: Inks) -> None:
    draw_stick(canvas, at(50, 8), at(50, 92), 24, "segments", inks.green)
    canvas.disc(at(50, 50), 4.0, inks.red)


BIRDS: Final[dict[str, Callable[[Canvas, Place, Inks], None]]] = {
    "sparrow": _sparrow, "parrot": _parrot, "peacock": _peacock, "crane": _crane, "owl": _owl,
    "phoenix": _phoenix, "stick": _stick,
}  # fmt: skip


def bird(canvas: Canvas, style: str, inks: Inks, fill: float) -> None:
    """Draw 1s in a style of ``BIRDS``; ``fill`` is the printed share of the face, 0.6..0.95."""
    cx, cy = canvas.middle
    height = 100 * canvas.ratio * fill

    def at(x: float, y: float) -> Point:
        return cx + (x - 50) * fill, cy + (y / 100 - 0.5) * height

    BIRDS[style](canvas, at, inks)
