"""The faces of the dots and of the bamboo."""

from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.canvas import Canvas, Point
from datasets.inks import Inks

DOT_STYLES: Final = (
    "rings",
    "double",
    "coin",
    "flower",
    "wheel",
    "solid",
    "hatched",
    "swirl",
    "target",
    "star",
)
STICK_STYLES: Final = ("segments", "hollow", "bone", "plain", "striped", "beads", "nodes")

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


def _around(centre: Point, radius: float, count: int, turn: float = 0.0) -> list[Point]:
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False) + turn
    return [(centre[0] + radius * float(np.cos(a)), centre[1] + radius * float(np.sin(a))) for a in angles]


def draw_dot(canvas: Canvas, centre: Point, radius: float, style: str, ink: Colour, inner: Colour) -> None:  # noqa: C901 - one branch a style
    """Draw one dot; ``inner`` is the ink of its middle."""
    line = max(1.6, radius * 0.13)
    if style == "rings":
        canvas.ring(centre, radius * 0.9, line, ink)
        canvas.ring(centre, radius * 0.55, line, ink)
        canvas.disc(centre, radius * 0.25, inner)
    elif style == "double":
        canvas.disc(centre, radius, ink)
        canvas.ring(centre, radius * 0.66, line * 1.1, None)
        canvas.disc(centre, radius * 0.28, None)
    elif style == "coin":
        canvas.disc(centre, radius, ink)
        for place in _around(centre, radius * 0.62, 4, np.pi / 4):
            canvas.disc(place, radius * 0.2, None)
        canvas.disc(centre, radius * 0.26, None)
    elif style == "flower":
        canvas.ring(centre, radius * 0.92, line * 0.8, ink)
        for place in _around(centre, radius * 0.5, 6):
            canvas.disc(place, radius * 0.23, ink)
        canvas.disc(centre, radius * 0.2, inner)
    elif style == "wheel":
        canvas.ring(centre, radius * 0.9, line, ink)
        for place in _around(centre, radius * 0.85, 8):
            canvas.line([centre, place], line * 0.7, ink)
        canvas.disc(centre, radius * 0.34, None)
        canvas.ring(centre, radius * 0.34, line * 0.8, inner)
    elif style == "solid":
        canvas.disc(centre, radius, ink)
        canvas.disc(centre, radius * 0.3, None)
    elif style == "hatched":
        canvas.ring(centre, radius * 0.9, line, ink)
        for offset in np.linspace(-0.6, 0.6, 4):
            half = radius * 0.86 * float(np.sqrt(1 - offset**2))
            step = radius * float(offset)
            for turn in (np.pi / 4, -np.pi / 4):
                c, s = float(np.cos(turn)), float(np.sin(turn))
                a = (centre[0] + c * -half - s * step, centre[1] + s * -half + c * step)
                b = (centre[0] + c * half - s * step, centre[1] + s * half + c * step)
                canvas.line([a, b], line * 0.55, ink)
    elif style == "swirl":
        canvas.ring(centre, radius * 0.9, line, ink)
        for turn in np.linspace(0, 2 * np.pi, 5, endpoint=False):
            path = [
                _around(centre, radius * r, 1, float(turn) + bend)[0]
                for r, bend in ((0.2, 0), (0.5, 0.5), (0.85, 0.7))
            ]
            canvas.line(path, line, ink)
        canvas.disc(centre, radius * 0.24, inner)
    elif style == "target":
        canvas.disc(centre, radius, ink)
        canvas.disc(centre, radius * 0.72, None)
        canvas.disc(centre, radius * 0.5, inner)
        canvas.disc(centre, radius * 0.18, None)
    else:  # star
        canvas.ring(centre, radius * 0.9, line, ink)
        outer, low = (
            _around(centre, radius * 0.7, 5, -np.pi / 2),
            _around(centre, radius * 0.3, 5, -np.pi / 2 + np.pi / 5),
        )
        canvas.polygon([point for pair in zip(outer, low, strict=True) for point in pair], inner)


def draw_big_dot(canvas: Canvas, centre: Point, style: str, inks: Inks) -> None:
    """Draw the single dot of 1p, with petals or rings around its middle."""
    radius = 37.0
    if style in {"rings", "target", "double"}:
        canvas.disc(centre, radius, inks.blue)
        canvas.disc(centre, radius * 0.8, None)
        canvas.disc(centre, radius * 0.72, inks.green)
        canvas.disc(centre, radius * 0.5, None)
        canvas.disc(centre, radius * 0.36, inks.red)
        canvas.disc(centre, radius * 0.16, None)
    elif style in {"flower", "star", "swirl"}:
        for place in _around(centre, radius * 0.74, 12):
            canvas.disc(place, radius * 0.25, inks.green)
        for place in _around(centre, radius * 0.76, 12):
            canvas.disc(place, radius * 0.13, None)
        canvas.ring(centre, radius * 0.5, 3, inks.green)
        draw_dot(canvas, centre, radius * 0.42, "flower", inks.red, inks.red)
    elif style in {"wheel", "coin"}:
        canvas.disc(centre, radius, inks.green)
        for place in _around(centre, radius * 0.72, 8):
            canvas.disc(place, radius * 0.17, None)
        canvas.disc(centre, radius * 0.5, None)
        for place in _around(centre, radius * 0.26, 4, np.pi / 4):
            canvas.disc(place, radius * 0.17, inks.red)
    else:
        canvas.ring(centre, radius * 0.95, 4, inks.dark)
        canvas.ring(centre, radius * 0.75, 3, inks.dark)
        for place in _around(centre, radius * 0.72, 16):
            canvas.line([centre, place], 2.0, inks.dark)
        canvas.disc(centre, radius * 0.45, None)
        draw_dot(canvas, centre, radius * 0.42, "rings", inks.red, inks.red)


def dots(
    canvas: Canvas, rank: int, style: str, inks: Inks, fill: float, pitch: float = 1.0, colours: str = ""
) -> None:
    """Draw ``rank`` dots.

    Args:
        fill: share of the face that is printed, 0.6..0.95.
        pitch: distance of neighbours in the blocks of 6p, 7p and 8p, in diameters.
        colours: letters r, g, b, d that replace the usual ink of each dot; empty keeps it.
    """
    cx, cy = canvas.middle
    if rank == 1:
        draw_big_dot(canvas, (cx, cy), style, inks)
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


def draw_stick(canvas: Canvas, start: Point, end: Point, width: float, style: str, ink: Colour) -> None:
    """Draw one bamboo stick from ``start`` to ``end``, ``width`` units wide."""
    (x0, y0), (x1, y1) = start, end

    def at(share: float) -> Point:
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    length = float(np.hypot(x1 - x0, y1 - y0)) or 1.0
    nx, ny = -(y1 - y0) / length * width / 2, (x1 - x0) / length * width / 2
    knots = [0.03, 0.5, 0.97]
    if style == "beads":
        for share in np.linspace(0.06, 0.94, 5):
            canvas.disc(at(float(share)), width * 0.52, ink)
            canvas.disc(at(float(share)), width * 0.2, None)
        return
    body = width * (0.62 if style == "nodes" else 0.82)
    canvas.line([start, end], body, ink)
    if style in {"hollow", "bone"}:
        canvas.line([at(0.08), at(0.92)], body * 0.4, None)
    if style == "striped":
        canvas.line([at(0.04), at(0.96)], body * 0.2, None)
    if style != "plain":
        for share in knots:
            px, py = at(share)
            canvas.line([(px - nx, py - ny), (px + nx, py + ny)], max(1.8, width * 0.3), ink)
    if style in {"segments", "nodes"}:
        px, py = at(0.5)
        canvas.line(
            [(px - nx * 0.9, py - ny * 0.9), (px + nx * 0.9, py + ny * 0.9)], max(1.0, width * 0.1), None
        )
        canvas.line([at(0.16), at(0.36)], max(1.0, width * 0.14), None)
        canvas.line([at(0.64), at(0.84)], max(1.0, width * 0.14), None)


def bamboo(canvas: Canvas, rank: int, style: str, inks: Inks, fill: float, two_greens: bool) -> None:
    """Draw ``rank`` sticks, 2..9; ``two_greens`` False draws all but the red ones in green."""
    cx, cy = canvas.middle
    width, height = 100 * fill * 0.9, 100 * canvas.ratio * fill
    thick = width * (0.17 if rank > 5 else 0.2)

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
