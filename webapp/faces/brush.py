"""A writing brush: a stroke is a line with a width that changes along it, drawn as a filled outline."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

Point = tuple[float, float]

# How the pressure changes from the start of a stroke to its end, in parts of the character's stroke width.
PRESSURE: Final[dict[str, tuple[float, ...]]] = {
    "h": (0.80, 0.62, 0.66, 1.02),  # horizontal: pressed at its end
    "v": (1.08, 0.92, 0.92, 1.00),  # vertical
    "p": (1.12, 0.98, 0.70, 0.16),  # falling left, to a point
    "n": (0.36, 0.72, 1.22, 0.30),  # falling right, swelling
    "d": (0.30, 0.90, 1.25),  # dot
    "r": (1.10, 0.70, 0.16),  # rising
    "k": (1.02, 0.92, 0.98, 0.94, 0.14),  # ends in a hook
    "t": (0.80, 0.66, 1.06),  # the horizontal before a turn
}
_STEPS: Final = 5


@dataclass(frozen=True)
class Stroke:
    """One stroke: a kind of ``PRESSURE`` and its points in a 100 x 100 box, y downwards.

    More than two points are joined by a smooth curve through all of them.
    """

    kind: str
    points: tuple[Point, ...]


def outline(stroke: Stroke, width: float, scale: Point, origin: Point) -> str:
    """The stroke as SVG path data.

    Args:
        stroke: what to draw.
        width: of a stroke at full pressure, in units of the picture.
        scale: units of the picture per unit of the character box, across and down.
        origin: where the character box's top left corner lies in the picture.
    """
    spine = _smooth([(origin[0] + x * scale[0], origin[1] + y * scale[1]) for x, y in stroke.points])
    pressure = PRESSURE[stroke.kind]
    lengths = [0.0]
    for here, there in pairwise(spine):
        lengths.append(lengths[-1] + math.dist(here, there))
    left: list[Point] = []
    right: list[Point] = []
    for index, (x, y) in enumerate(spine):
        before, after = spine[max(index - 1, 0)], spine[min(index + 1, len(spine) - 1)]
        length = math.dist(before, after) or 1.0
        normal = ((before[1] - after[1]) / length, (after[0] - before[0]) / length)
        half = width / 2 * _at(pressure, lengths[index] / (lengths[-1] or 1.0))
        left.append((x + normal[0] * half, y + normal[1] * half))
        right.append((x - normal[0] * half, y - normal[1] * half))
    first, last = (width / 2 * pressure[0], width / 2 * pressure[-1])
    forth = "L".join(map(_pair, left))
    back = "L".join(map(_pair, reversed(right)))
    end, start = _pair(right[-1]), _pair(left[0])
    # Round ends; the outline runs anticlockwise on screen, so both arcs sweep the same way.
    return f"M{forth}{_cap(last)}{end}L{back}{_cap(first)}{start}Z"


def _smooth(points: Sequence[Point]) -> list[Point]:
    """Points along a Catmull-Rom curve through ``points``; a straight line where there are only two."""
    steps = _STEPS
    padded = [points[0], *points, points[-1]]
    found = [points[0]]
    for before, here, there, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(1, steps + 1):
            t = step / steps
            found.append(
                (
                    _catmull_rom(before[0], here[0], there[0], after[0], t),
                    _catmull_rom(before[1], here[1], there[1], after[1], t),
                )
            )
    return found


def _catmull_rom(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def _at(values: Sequence[float], part: float) -> float:
    """Linear interpolation in equally spaced ``values`` at ``part`` of their length, 0..1."""
    place = min(max(part, 0.0), 1.0) * (len(values) - 1)
    index = min(int(place), len(values) - 2)
    return values[index] + (values[index + 1] - values[index]) * (place - index)


def _cap(radius: float) -> str:
    return f"A{_short(radius)} {_short(radius)} 0 0 0 "


def _pair(point: Point) -> str:
    return f"{_short(point[0])} {_short(point[1])}"


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
