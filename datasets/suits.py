"""The faces of the dots and of the bamboo."""

from typing import Final

from datasets.arrays import Colour
from datasets.canvas import Canvas, Point
from datasets.dots import draw_big_dot, draw_dot
from datasets.inks import Inks
from datasets.sticks import draw_stick

# Ink of each dot, top to bottom and left to right (r, g, b).
_DOT_INKS: Final = {
    2: "gb", 3: "brg", 4: "bggb", 5: "bgrgb", 6: "ggrrrr", 7: "gggrrrr", 8: "b", 9: "gggrrrbbb",
}  # fmt: skip
_RADIUS: Final = {2: 20.0, 3: 16.5, 4: 16.0, 5: 15.5, 6: 14.5, 7: 13.2, 8: 13.4, 9: 13.2}


def _centres(rank: int, x: float, y: float, radius: float, pitch: float) -> list[Point]:
    """Places of 2 to 9 dots about the middle; ``x`` and ``y`` reach the outermost centres.

    ``pitch`` is the distance of neighbours in the blocks of 6p, 7p and 8p in diameters: in most sets they
    touch.
    """
    column = min(radius * pitch, x)
    block = y - 2 * min(radius * pitch, y * 0.45)  # the upper row of the lower block
    slope = min(block - 1.9 * radius + y, 1.5 * radius * pitch)
    reach = min(1.75 * radius * pitch, x)
    lower = [(side, level) for level in (block, y) for side in (-column, column)]
    corners = [(side, level) for level in (-y, y) for side in (-x, x)]
    places: dict[int, list[Point]] = {
        2: [(0, -y * 0.85), (0, y * 0.85)],
        3: [(-x * 0.94, -y * 0.92), (0, 0), (x * 0.94, y * 0.92)],
        4: [(side * 0.9, level * 0.9) for side, level in corners],
        5: [*corners[:2], (0, 0), *corners[2:]],
        6: [(-column, -y), (column, -y), *lower],
        7: [(-reach, -y), (0, slope / 2 - y), (reach, slope - y), *lower],
        8: [(side, level) for level in (-y, -y / 3, y / 3, y) for side in (-column, column)],
        9: [(side, level) for level in (-y, 0, y) for side in (-x, 0, x)],
    }
    return places[rank]


def _ink(letter: str, inks: Inks) -> Colour:
    return {"r": inks.red, "g": inks.green, "b": inks.blue, "d": inks.dark}[letter]


def dots(
    canvas: Canvas,
    rank: int,
    style: str,
    inks: Inks,
    fill: float,
    pitch: float = 1.0,
    colours: str = "",
    big: str = "",
) -> None:
    """Draw ``rank`` dots.

    Args:
        fill: share of the face that is printed, 0.6..0.95.
        pitch: distance of neighbours in the blocks of 6p, 7p and 8p, in diameters.
        colours: letters r, g, b, d that replace the usual ink of each dot; empty keeps it.
        big: the drawing of 1p, ``""`` for the one that goes with ``style``.
    """
    cx, cy = canvas.middle
    if rank == 1:
        draw_big_dot(canvas, (cx, cy), style, inks, big)
        return
    radius = _RADIUS[rank] * min(fill / 0.8, 1.12)
    reach_x, reach_y = 46 * fill - radius, 50 * canvas.ratio * fill - radius
    letters = colours or _DOT_INKS[rank]
    for number, (x, y) in enumerate(_centres(rank, reach_x, reach_y, radius, pitch)):
        ink = _ink(letters[number % len(letters)], inks)
        draw_dot(canvas, (cx + x, cy + y), radius, style, ink, inks.red if rank == 5 else ink)


_STICKS: Final[dict[int, str]] = {
    2: ".5,.25,g .5,.75,b",
    3: ".5,.25,b .28,.75,g .72,.75,g",
    4: ".28,.25,b .72,.25,g .28,.75,g .72,.75,b",
    5: ".18,.25,g .82,.25,b .5,.5,r .18,.75,b .82,.75,g",
    6: ".18,.25,g .5,.25,g .82,.25,g .18,.75,b .5,.75,b .82,.75,b",
    7: ".5,.15,r .18,.5,g .5,.5,b .82,.5,g .18,.84,g .5,.84,b .82,.84,g",
    9: ".18,.16,g .5,.16,r .82,.16,b .18,.5,g .5,.5,r .82,.5,b .18,.84,g .5,.84,r .82,.84,b",
}


def bamboo(
    canvas: Canvas, rank: int, style: str, inks: Inks, fill: float, two_greens: bool, girth: float = 1.0
) -> None:
    """Draw ``rank`` sticks, 2..9.

    Args:
        two_greens: False draws all but the red ones in green.
        girth: thickness of the sticks, about 0.7..1.3 of the usual.
    """
    cx, cy = canvas.middle
    width, height = 100 * fill * 0.9, 100 * canvas.ratio * fill
    thick = width * (0.17 if rank > 5 else 0.2) * girth

    def place(x: float, y: float) -> Point:
        return cx + (x - 0.5) * width, cy + (y - 0.5) * height

    if rank == 8:
        for mirror in (1, -1):  # a W above its reflection, an M
            ys = [0.5 - mirror * 0.06, 0.5 - mirror * 0.46]
            lower = inks.blue if two_greens and mirror < 0 else inks.green
            for x0, y0, x1, y1 in (
                (0.1, 0, 0.1, 1),
                (0.9, 0, 0.9, 1),
                (0.14, 0.05, 0.5, 0.75),
                (0.86, 0.05, 0.5, 0.75),
            ):
                a = place(x0, ys[0] + (ys[1] - ys[0]) * y0)
                b = place(x1, ys[0] + (ys[1] - ys[0]) * y1)
                draw_stick(canvas, a, b, thick * 0.85, style, lower)
        return
    rows = 3 if rank in {7, 9} else 2
    half = height * (0.118 if rows == 3 else 0.185)
    for spot in _STICKS[rank].split():
        x, y, letter = spot.split(",")
        px, py = place(float(x), float(y))
        ink = inks.red if letter == "r" else inks.blue if letter == "b" and two_greens else inks.green
        draw_stick(canvas, (px, py - half), (px, py + half), thick, style, ink)
