"""Shadows that bodies throw on one another's flat surfaces."""

from typing import Final

import cv2
import numpy as np

from datasets.arrays import Picture, Reals
from datasets.camera import Camera
from datasets.canvas import SHIFT

_REACH: Final = 3.6  # tile widths; further casters only matter for the lowest lamps
_EDGES: Final = np.array([(a, b) for a in range(8) for b in range(a + 1, 8) if (a ^ b) in {1, 2, 4}])


class Casters:
    """The boxes (8×3 corners each, in the order of a cube's binary numbers) that may throw shadows."""

    def __init__(self, boxes: list[Reals], light: Reals) -> None:
        self.boxes = np.array(boxes).reshape(-1, 8, 3)
        self.middles = self.boxes.mean(1)
        self.light = light

    def near(self, middle: Reals) -> list[int]:
        """Boxes near enough to ``middle`` and towards the lamp; its own is among them."""
        away = self.middles - middle
        distance = np.linalg.norm(away, axis=1)
        lamp = away @ self.light
        return [int(n) for n in np.nonzero((distance < _REACH) & (lamp > -1.0))[0]]

    def on_plane(self, box: int, point: Reals, normal: Reals) -> Reals | None:
        """Where the box's shadow falls on a plane (N×3 points, unordered); None when it throws none."""
        corners = self.boxes[box]
        facing = float(normal @ self.light)
        height = (corners - point) @ normal
        if facing < 0.08 or height.max() < 0.02:
            return None
        above = corners[height > 0]
        fallen = above - np.outer(height[height > 0] / facing, self.light)
        first, second = height[_EDGES[:, 0]], height[_EDGES[:, 1]]
        crossing = first * second < 0
        share = (first / np.where(crossing, first - second, 1.0))[crossing, None]
        a, b = corners[_EDGES[crossing, 0]], corners[_EDGES[crossing, 1]]
        return np.vstack([fallen, a + (b - a) * share])


def _fixed(points: Reals) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.rint(np.clip(points, -8000, 16000) * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)


def shade_surface(mask: Picture, camera: Camera, outline: Reals, shadows: list[Reals]) -> None:
    """Clear a surface's pixels in the shadow mask and fill what the shadows cover of it.

    Args:
        mask: H×W, 255 in shadow; changed.
        outline: the surface in pixels (N×2), convex.
        shadows: world points (N×3) of each shadow on the surface's plane.
    """
    x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(outline.max(0)).astype(int) + 2, camera.size)
    if x1 <= x0 or y1 <= y0:
        return
    inside = np.zeros((int(y1 - y0), int(x1 - x0)), np.uint8)
    cv2.fillConvexPoly(inside, _fixed(outline - [x0, y0]), (255,), cv2.LINE_8, SHIFT)
    dark = np.zeros_like(inside)
    for points in shadows:
        if camera.nearest(points) < 0.3:
            continue
        pixels = (camera.project(points) - [x0, y0]).astype(np.float32)
        hull = cv2.convexHull(pixels).astype(np.float64)
        cv2.fillConvexPoly(dark, _fixed(hull), (255,), cv2.LINE_8, SHIFT)
    area = mask[y0:y1, x0:x1]
    area[inside > 0] = dark[inside > 0]
