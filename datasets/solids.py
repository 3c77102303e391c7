"""Things with height on a table: dice, racks, cups, stacks of chips, phones, the seat marker."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from datasets.arrays import Colour, Picture, Reals
from datasets.camera import Camera
from datasets.canvas import SHIFT


@dataclass(frozen=True)
class Decal:
    """A flat shape on a solid's top: ``points`` (N×2) relative to its middle."""

    points: Reals
    colour: Colour


@dataclass(frozen=True)
class Solid:
    """An upright prism: ``base`` is its convex outline on the table (N×2), z from ``low`` to ``high``."""

    base: Reals
    low: float
    high: float
    colour: Colour
    top: Colour
    decals: tuple[Decal, ...] = field(default=())

    @property
    def middle(self) -> Reals:
        """The centre of its body."""
        x, y = self.base.mean(0)
        return np.array([x, y, (self.low + self.high) / 2])

    def ring(self, z: float) -> Reals:
        """The outline at height ``z`` (N×3)."""
        return np.column_stack([self.base, np.full(len(self.base), z)])

    def corners(self) -> Reals:
        """Outline above and below (2N×3)."""
        return np.vstack([self.ring(self.low), self.ring(self.high)])


def _lit(colour: Colour, light: float) -> tuple[float, ...]:
    return tuple(float(np.clip(channel * light, 0, 255)) for channel in colour)


def _fixed(points: Reals) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.rint(np.clip(points, -4000, 12000) * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)


def draw_solid(picture: Picture, camera: Camera, solid: Solid, light: Reals, ambient: float) -> Reals | None:
    """Draw a solid; returns its silhouette in pixels (N×2), None when it is not before the camera."""
    if camera.nearest(solid.corners()) < 0.5:
        return None
    hull = (
        cv2.convexHull(camera.project(solid.corners()).astype(np.float32)).reshape(-1, 2).astype(np.float64)
    )
    cv2.fillConvexPoly(picture, _fixed(hull), _lit(solid.colour, ambient), cv2.LINE_AA, SHIFT)
    low, high = solid.ring(solid.low), solid.ring(solid.high)
    for here in range(len(low)):
        there = (here + 1) % len(low)
        edge = low[there] - low[here]
        normal = np.array([edge[1], -edge[0], 0.0])
        normal /= np.linalg.norm(normal) or 1.0
        if float((camera.eye - low[here]) @ normal) <= 0:
            continue
        quad = camera.project(np.stack([low[here], low[there], high[there], high[here]]))
        shine = ambient + (1 - ambient) * max(0.0, float(normal @ light))
        cv2.fillConvexPoly(picture, _fixed(quad), _lit(solid.colour, shine), cv2.LINE_AA, SHIFT)
    if camera.eye[2] > solid.high:
        shine = ambient + (1 - ambient) * max(0.0, float(light[2]))
        cv2.fillConvexPoly(picture, _fixed(camera.project(high)), _lit(solid.top, shine), cv2.LINE_AA, SHIFT)
        for decal in solid.decals:
            points = np.column_stack(
                [decal.points + solid.middle[:2], np.full(len(decal.points), solid.high + 0.002)]
            )
            cv2.fillPoly(
                picture, [_fixed(camera.project(points))], _lit(decal.colour, shine), cv2.LINE_AA, SHIFT
            )
    return hull


def circle(x: float, y: float, radius: float, count: int = 24) -> Reals:
    """A circle's outline (N×2), counter-clockwise."""
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], 1)


def oblong(x: float, y: float, width: float, height: float, yaw: float) -> Reals:
    """A turned rectangle's outline (4×2), counter-clockwise."""
    c, s = np.cos(yaw), np.sin(yaw)
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    return np.asarray(signs @ np.array([[c, s], [-s, c]]) + [x, y])
