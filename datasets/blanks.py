"""The many faces of 白: nothing at all, plain and double frames, cut corners, meanders."""

from collections.abc import Callable
from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.canvas import Canvas
from datasets.inks import Inks

Style = Callable[[Canvas, float, Inks], None]


def _outline(canvas: Canvas, inset: float, thickness: float, ink: Colour) -> None:
    x0, y0, x1, y1 = inset, inset, 100 - inset, 100 * canvas.ratio - inset
    canvas.line([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], thickness, ink, closed=True)


def _nothing(canvas: Canvas, inset: float, inks: Inks) -> None:
    del canvas, inset, inks


def _frame(canvas: Canvas, inset: float, inks: Inks) -> None:
    _outline(canvas, inset, 6, inks.blue)


def _thin(canvas: Canvas, inset: float, inks: Inks) -> None:
    _outline(canvas, inset - 3, 2, inks.dark)


def _double(canvas: Canvas, inset: float, inks: Inks) -> None:
    _outline(canvas, inset, 5, inks.blue)
    _outline(canvas, inset + 11, 2.4, inks.blue)


def _cornered(canvas: Canvas, inset: float, inks: Inks) -> None:
    _double(canvas, inset, inks)
    near, cut, height = inset + 11, 13.0, 100 * canvas.ratio
    for x, dx in ((near, cut), (100 - near, -cut)):
        for y, dy in ((near, cut), (height - near, -cut)):
            canvas.line([(x + dx, y), (x, y + dy)], 3.0, inks.blue)


def _meander(canvas: Canvas, inset: float, inks: Inks) -> None:
    height, ink = 100 * canvas.ratio, inks.blue
    _outline(canvas, inset - 2, 2.4, ink)
    _outline(canvas, inset + 13, 2.4, ink)
    for v in np.arange(inset + 8, height - inset - 4, 13.0):
        y = float(v)
        for x in (inset + 5.5, 100 - inset - 5.5):
            canvas.line([(x - 3.5, y), (x + 3.5, y), (x + 3.5, y + 5)], 2.2, ink)
    for v in np.arange(inset + 16, 100 - inset - 14, 11.0):
        x = float(v)
        for y in (inset + 5.5, height - inset - 5.5):
            canvas.line([(x, y - 3.5), (x, y + 3.5), (x + 5, y + 3.5)], 2.2, ink)


def _lettered(canvas: Canvas, inset: float, inks: Inks) -> None:
    _meander(canvas, inset, inks)
    canvas.text("B", canvas.middle, 22, inks.red)


def _round(canvas: Canvas, inset: float, inks: Inks) -> None:
    """A frame with round corners, and a thin one inside."""
    height = 100 * canvas.ratio
    for near, radius, line in ((inset, 14.0, 4.0), (inset + 8, 8.0, 1.8)):
        path = []
        for turn, (x, y) in enumerate(((1, 1), (0, 1), (0, 0), (1, 0))):
            cx = 100 - near - radius if x else near + radius
            cy = height - near - radius if y else near + radius
            for angle in np.linspace(0, np.pi / 2, 6) + turn * np.pi / 2:
                path.append((cx + radius * float(np.cos(angle)), cy + radius * float(np.sin(angle))))
        canvas.line(path, line, inks.blue, closed=True)


def _dashed(canvas: Canvas, inset: float, inks: Inks) -> None:
    height = 100 * canvas.ratio
    for x in (inset + 2, 98 - inset):
        for v in np.arange(inset + 4, height - inset - 6, 12.0):
            canvas.line([(x, float(v)), (x, float(v) + 6)], 4.4, inks.blue)
    for y in (inset + 2, height - inset - 2):
        for v in np.arange(inset + 4, 94 - inset, 12.0):
            canvas.line([(float(v), y), (float(v) + 6, y)], 4.4, inks.blue)


def _corners(canvas: Canvas, inset: float, inks: Inks) -> None:
    _outline(canvas, inset, 2.2, inks.blue)
    for x in (inset + 5, 95 - inset):
        for y in (inset + 5, 100 * canvas.ratio - inset - 5):
            canvas.disc((x, y), 6.5, inks.blue)
            canvas.disc((x, y), 3.0, None)


def _dark(canvas: Canvas, inset: float, inks: Inks) -> None:
    _outline(canvas, inset + 2, 9, inks.dark)
    _outline(canvas, inset + 2, 2, (236, 238, 238))


BLANKS: Final[dict[str, Style]] = {
    "blank": _nothing, "frame": _frame, "thin": _thin, "double": _double, "cornered": _cornered,
    "meander": _meander, "lettered": _lettered, "round": _round,
    "dashed": _dashed, "corners": _corners, "dark": _dark,
}  # fmt: skip


def blank(canvas: Canvas, style: str, inks: Inks, fill: float) -> None:
    """Draw 白 in a style of ``BLANKS``; ``fill`` is the printed share of the face, 0.6..0.95."""
    BLANKS[style](canvas, 50 - 50 * fill + 6, inks)
