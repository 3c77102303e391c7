"""A tile face being drawn: antialiased shapes in ink, in units of one hundredth of the face's width."""

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np

from datasets.arrays import Colour, Picture

SHIFT = 4  # fractional bits of OpenCV's sub-pixel coordinates
Point = tuple[float, float]


class Canvas:
    """A blank face ``width`` pixels wide and ``ratio`` times as high; x runs 0..100, y runs 0..100·ratio.

    ``paint`` is the H×W×3 BGR picture, ``ink`` the H×W mask of what is printed or engraved (0..255).
    """

    def __init__(self, width: int, ratio: float, ground: Colour) -> None:
        self.width = width
        self.ratio = ratio
        self.ground = ground
        self.unit = width / 100.0
        height = round(width * ratio)
        self.paint: Picture = np.empty((height, width, 3), np.uint8)
        self.paint[:] = ground
        self.ink: Picture = np.zeros((height, width), np.uint8)

    @property
    def middle(self) -> Point:
        """The centre of the face."""
        return 50.0, 50.0 * self.ratio

    def _fixed(self, points: Sequence[Point]) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        scaled = np.asarray(points, np.float64) * self.unit * (1 << SHIFT)
        return np.rint(scaled).astype(np.int32).reshape(-1, 1, 2)

    def polygon(self, points: Sequence[Point], colour: Colour | None) -> None:
        """Fill a polygon; colour None scrapes the ink away down to the ground."""
        fixed = self._fixed(points)
        cv2.fillPoly(self.paint, [fixed], colour or self.ground, cv2.LINE_AA, SHIFT)
        cv2.fillPoly(self.ink, [fixed], 255 if colour else 0, cv2.LINE_AA, SHIFT)

    def disc(self, centre: Point, radius: float, colour: Colour | None) -> None:
        """Fill a circle; colour None scrapes."""
        self.ellipse(centre, (radius, radius), 0.0, colour)

    def ellipse(self, centre: Point, axes: Point, degrees: float, colour: Colour | None) -> None:
        """Fill an ellipse with half axes ``axes`` turned by ``degrees`` (clockwise on the picture)."""
        angle = np.linspace(0.0, 2 * np.pi, 40, endpoint=False)
        turn = np.deg2rad(degrees)
        x, y = axes[0] * np.cos(angle), axes[1] * np.sin(angle)
        points = np.stack(
            [
                centre[0] + x * np.cos(turn) - y * np.sin(turn),
                centre[1] + x * np.sin(turn) + y * np.cos(turn),
            ],
            1,
        )
        self.polygon([(float(px), float(py)) for px, py in points], colour)

    def line(
        self, points: Sequence[Point], thickness: float, colour: Colour | None, closed: bool = False
    ) -> None:
        """Draw a polyline of even thickness with round joints."""
        pixels = max(1, round(thickness * self.unit))
        fixed = self._fixed(points)
        cv2.polylines(self.paint, [fixed], closed, colour or self.ground, pixels, cv2.LINE_AA, SHIFT)
        cv2.polylines(self.ink, [fixed], closed, 255 if colour else 0, pixels, cv2.LINE_AA, SHIFT)

    def ring(self, centre: Point, radius: float, thickness: float, colour: Colour | None) -> None:
        """Draw a circle's outline."""
        angle = np.linspace(0.0, 2 * np.pi, 48, endpoint=False)
        points = [
            (centre[0] + radius * float(np.cos(a)), centre[1] + radius * float(np.sin(a))) for a in angle
        ]
        self.line(points, thickness, colour, closed=True)

    def brush(self, points: Sequence[tuple[float, float, float]], colour: Colour) -> None:
        """Draw a brush stroke through (x, y, half width) points, smoothed between them."""
        path = smooth(np.asarray(points, np.float64))
        for (x0, y0, r0), (x1, y1, r1) in pairwise(path):
            length = float(np.hypot(x1 - x0, y1 - y0)) or 1e-6
            nx, ny = -(y1 - y0) / length, (x1 - x0) / length
            self.polygon(
                [
                    (x0 + nx * r0, y0 + ny * r0),
                    (x1 + nx * r1, y1 + ny * r1),
                    (x1 - nx * r1, y1 - ny * r1),
                    (x0 - nx * r0, y0 - ny * r0),
                ],
                colour,
            )
            self.disc((x1, y1), r1, colour)
        self.disc((float(path[0][0]), float(path[0][1])), float(path[0][2]), colour)

    def stamp(
        self, mask: Picture, centre: Point, height: float, colour: Colour, stretch: float = 1.0
    ) -> None:
        """Print a mask (H×W, 255 = ink) ``height`` units high about ``centre``; ``stretch`` widens it."""
        rows = max(2, round(height * self.unit))
        columns = max(2, round(rows * mask.shape[1] / mask.shape[0] * stretch))
        method = cv2.INTER_AREA if rows < mask.shape[0] else cv2.INTER_LINEAR
        scaled = cv2.resize(mask, (columns, rows), interpolation=method)
        left = round(centre[0] * self.unit - columns / 2)
        top = round(centre[1] * self.unit - rows / 2)
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + columns, self.width), min(top + rows, self.paint.shape[0])
        if x1 <= x0 or y1 <= y0:
            return
        part = scaled[y0 - top : y1 - top, x0 - left : x1 - left]
        weight = part[..., None].astype(np.float32) / 255.0
        area = self.paint[y0:y1, x0:x1]
        area[:] = np.rint(area * (1 - weight) + np.asarray(colour, np.float32) * weight).astype(np.uint8)
        np.maximum(self.ink[y0:y1, x0:x1], part.astype(np.uint8), out=self.ink[y0:y1, x0:x1])

    def text(
        self,
        text: str,
        centre: Point,
        height: float,
        colour: Colour,
        weight: float = 0.16,
        upside_down: bool = False,
    ) -> None:
        """Write Latin letters and digits with OpenCV's built-in strokes, ``height`` units high."""
        size = 64
        scale = size / 22.0
        thickness = max(1, round(size * weight))
        (width, rise), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thickness)
        mask = np.zeros((rise + base + thickness * 2, width + thickness * 2), np.uint8)
        origin = (thickness, rise + thickness)
        cv2.putText(mask, text, origin, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, thickness, cv2.LINE_AA)
        ys, xs = np.nonzero(mask)
        cut = mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
        self.stamp(cut[::-1, ::-1] if upside_down else cut, centre, height, colour)


def smooth(
    points: np.ndarray[tuple[int, ...], np.dtype[np.float64]], steps: int = 8
) -> list[tuple[float, ...]]:
    """Catmull-Rom interpolation of an N×K path, ``steps`` pieces between neighbours; ends are kept."""
    if len(points) < 3:
        ramp = np.linspace(0.0, 1.0, steps + 1)[:, None]
        return [tuple(map(float, row)) for row in points[0] * (1 - ramp) + points[-1] * ramp]
    padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    rows: list[tuple[float, ...]] = []
    for i in range(1, len(padded) - 2):
        p0, p1, p2, p3 = padded[i - 1 : i + 3]
        for t in np.linspace(0.0, 1.0, steps, endpoint=False):
            value = 0.5 * (
                2 * p1
                + (p2 - p0) * t
                + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2
                + (3 * p1 - p0 - 3 * p2 + p3) * t**3
            )
            rows.append(tuple(map(float, value)))
    rows.append(tuple(map(float, points[-1])))
    return rows
