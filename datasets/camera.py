"""A pinhole camera above a table.

The world's unit is the width of one tile. The table is the plane z = 0, x runs to the right, y away from the
player, z up. Picture coordinates are pixels with y down.
"""

from dataclasses import dataclass

import numpy as np

from datasets.arrays import Floats, Mask, Reals


@dataclass(frozen=True)
class Camera:
    """``matrix`` is the 3×4 projection, ``eye`` the place in the world, ``size`` (width, height)."""

    matrix: Reals
    eye: Reals
    size: tuple[int, int]

    def project(self, points: Reals) -> Reals:
        """World points (N×3) to pixels (N×2)."""
        image = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(image[:, :2] / np.maximum(image[:, 2:], 1e-6))

    def depth(self, point: Reals) -> float:
        """Distance of a world point along the optical axis; negative behind the camera."""
        return float(self.matrix[2] @ np.append(point, 1.0))

    def nearest(self, points: Reals) -> float:
        """The least ``depth`` of world points (N×3)."""
        return float((points @ self.matrix[2, :3]).min() + self.matrix[2, 3])

    def table(self) -> tuple[Floats, Floats, Mask]:
        """For each pixel of the picture the table point under it: x, y (H×W) and where there is one."""
        plane = np.linalg.inv(self.matrix[:, [0, 1, 3]])
        xs = (np.arange(self.size[0]) + 0.5)[None, :]
        ys = (np.arange(self.size[1]) + 0.5)[:, None]
        w = plane[2, 0] * xs + plane[2, 1] * ys + plane[2, 2]
        # In front of the camera the plane's third coordinate has the sign it has below the horizon.
        sign = np.sign(plane[2] @ np.append(self.matrix[:2, 3] / self.matrix[2, 3], 1.0))
        seen = w * sign > 1e-4
        safe = np.where(seen, w, sign)
        x = (plane[0, 0] * xs + plane[0, 1] * ys + plane[0, 2]) / safe
        y = (plane[1, 0] * xs + plane[1, 1] * ys + plane[1, 2]) / safe
        return x.astype(np.float32), y.astype(np.float32), seen


def _pose(elevation: float, azimuth: float, roll: float) -> Reals:
    """Rotation from world to camera axes (x right, y down, z forward); angles in radians."""
    forward = np.array(
        [-np.cos(elevation) * np.sin(azimuth), np.cos(elevation) * np.cos(azimuth), -np.sin(elevation)]
    )
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    return np.stack([c * right + s * down, -s * right + c * down, forward])


def look(
    points: Reals,
    size: tuple[int, int],
    elevation: float,
    azimuth: float,
    roll: float,
    view: float,
    share: float,
    centre: tuple[float, float] = (0.5, 0.5),
    stretch: float = 1.0,
) -> Camera:
    """A camera that sees ``points`` (N×3) fill ``share`` of the picture.

    Args:
        size: picture width and height in pixels.
        elevation: angle above the table, radians; π/2 looks straight down.
        azimuth: turn around the table, radians; 0 looks along +y.
        roll: turn of the camera about its axis, radians.
        view: angle of view over the longer side, radians.
        share: part of the picture's width or height (whichever binds) that the points fill.
        centre: where in the picture (shares of its size) their middle lies.
        stretch: picture width is multiplied by this without the height; 1 for square pixels.
    """
    rotation = _pose(elevation, azimuth, roll)
    target = (points.min(0) + points.max(0)) / 2
    focal = max(size) / 2 / np.tan(view / 2)
    fx, fy = focal * np.sqrt(stretch), focal / np.sqrt(stretch)
    lens = np.array([[fx, 0, size[0] / 2], [0, fy, size[1] / 2], [0, 0, 1.0]])
    local = (points - target) @ rotation.T
    distance = 1.0
    for _ in range(24):  # perspective makes the fit implicit; this settles within a few steps
        z = local[:, 2] + distance
        if z.min() < 0.2 * distance:
            distance *= 1.6
            continue
        u, v = local[:, 0] / z * fx, local[:, 1] / z * fy
        fill = max(np.ptp(u) / size[0], np.ptp(v) / size[1]) / share
        if abs(fill - 1) < 0.01:
            break
        distance *= float(np.clip(fill, 0.5, 2.0))
    z = local[:, 2] + distance
    u, v = local[:, 0] / z * fx, local[:, 1] / z * fy
    lens[0, 2] = size[0] * centre[0] - (u.min() + u.max()) / 2
    lens[1, 2] = size[1] * centre[1] - (v.min() + v.max()) / 2
    eye = target - rotation.T @ np.array([0, 0, distance])
    matrix = lens @ np.column_stack([rotation, -rotation @ eye])
    return Camera(matrix, eye, size)
