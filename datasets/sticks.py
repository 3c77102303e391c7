"""One stick of the bamboo suit in the many ways factories draw it."""

from typing import Final

import numpy as np

from datasets.arrays import Colour
from datasets.canvas import Canvas, Point

STICK_STYLES: Final = (
    "segments", "hollow", "bone", "plain", "striped", "beads", "nodes", "outline", "slim", "knuckles",
    "double", "ladder", "leafy",
)  # fmt: skip


def draw_stick(  # noqa: C901 - one branch a style
    canvas: Canvas, start: Point, end: Point, width: float, style: str, ink: Colour
) -> None:
    """Draw one bamboo stick from ``start`` to ``end``, ``width`` units wide, in one of ``STICK_STYLES``."""
    (x0, y0), (x1, y1) = start, end
    length = float(np.hypot(x1 - x0, y1 - y0)) or 1.0
    nx, ny = -(y1 - y0) / length * width / 2, (x1 - x0) / length * width / 2

    def at(share: float, side: float = 0.0) -> Point:
        return x0 + (x1 - x0) * share + nx * side, y0 + (y1 - y0) * share + ny * side

    def bars(shares: tuple[float, ...], thickness: float, colour: Colour | None, reach: float = 1.0) -> None:
        for share in shares:
            canvas.line([at(share, -reach), at(share, reach)], thickness, colour)

    if style == "beads":
        for share in np.linspace(0.06, 0.94, 5):
            canvas.disc(at(float(share)), width * 0.52, ink)
            canvas.disc(at(float(share)), width * 0.2, None)
    elif style == "double":
        for side in (-0.5, 0.5):
            canvas.line([at(0, side), at(1, side)], width * 0.3, ink)
        bars((0.03, 0.5, 0.97), max(1.6, width * 0.2), ink)
    elif style == "ladder":
        for side in (-0.8, 0.8):
            canvas.line([at(0, side), at(1, side)], width * 0.2, ink)
        bars((0.02, 0.26, 0.5, 0.74, 0.98), max(1.4, width * 0.18), ink, 0.8)
    elif style == "leafy":
        canvas.line([start, end], width * 0.34, ink)
        for share in (0.2, 0.5, 0.8):
            for side in (-1.0, 1.0):
                canvas.line([at(share + 0.1), at(share - 0.08, side)], width * 0.24, ink)
    elif style == "knuckles":
        for low, high in ((0.0, 0.46), (0.54, 1.0)):
            canvas.line([at(low + 0.06), at(high - 0.06)], width * 0.6, ink)
            for share in (low + 0.04, high - 0.04):
                canvas.disc(at(share), width * 0.46, ink)
    elif style == "slim":
        canvas.line([start, end], width * 0.36, ink)
        bars((0.02, 0.5, 0.98), max(1.6, width * 0.24), ink, 0.7)
    elif style == "outline":
        canvas.line([start, end], width * 0.86, ink)
        for low, high in ((0.06, 0.45), (0.55, 0.94)):
            canvas.line([at(low), at(high)], width * 0.46, None)
        bars((0.5,), max(1.4, width * 0.16), ink)
    else:
        _classic(canvas, start, end, width, style, ink)


def _classic(canvas: Canvas, start: Point, end: Point, width: float, style: str, ink: Colour) -> None:
    (x0, y0), (x1, y1) = start, end

    def at(share: float) -> Point:
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share

    length = float(np.hypot(x1 - x0, y1 - y0)) or 1.0
    nx, ny = -(y1 - y0) / length * width / 2, (x1 - x0) / length * width / 2
    body = width * (0.62 if style == "nodes" else 0.82)
    canvas.line([start, end], body, ink)
    if style in {"hollow", "bone"}:
        canvas.line([at(0.08), at(0.92)], body * 0.4, None)
    if style == "striped":
        canvas.line([at(0.04), at(0.96)], body * 0.2, None)
    if style != "plain":
        for share in (0.03, 0.97) if style == "bone" else (0.03, 0.5, 0.97):
            px, py = at(share)
            canvas.line([(px - nx, py - ny), (px + nx, py + ny)], max(1.8, width * 0.3), ink)
    if style in {"segments", "nodes"}:
        px, py = at(0.5)
        canvas.line(
            [(px - nx * 0.9, py - ny * 0.9), (px + nx * 0.9, py + ny * 0.9)], max(1.0, width * 0.1), None
        )
        canvas.line([at(0.16), at(0.36)], max(1.0, width * 0.14), None)
        canvas.line([at(0.64), at(0.84)], max(1.0, width * 0.14), None)
