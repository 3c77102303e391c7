"""The table's square in the picture: which seat a place belongs to, and whether it is the pool."""

from collections.abc import Sequence
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.live.events import Seat

Zone = Literal["pool", "strip", "outside"]

_POOL: Final = 0.64  # of the way from the middle of the table to its edge
_EDGE: Final = 1.15  # beyond it nothing belongs to the table
# Of the depth at the middle of the table: what is as flat as this, or lies behind the horizon, is far away.
_HORIZON: Final = 1e-6


class Ground:
    """Places of the picture as places on the table.

    Args:
        size: width and height of the picture, pixels.
        corners: of the table's square, x, y of each in pixels, going round from the upper left one; None
            takes the whole picture.
    """

    def __init__(self, size: tuple[int, int], corners: Sequence[float] | None = None) -> None:
        width, height = size
        if corners is None:
            corners = (0, 0, width, 0, width, height, 0, height)
        self.size = size
        self.corners = np.array(corners, np.float32).reshape(4, 2)
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
        matrix = np.asarray(cv2.getPerspectiveTransform(self.corners, square), np.float64)
        self._back = np.linalg.inv(matrix)
        # The depth grows from the horizon, where it is 0, to 1 at the middle of the table.
        self._matrix = matrix * self._back[2, 2]

    def moved(self, by: npt.NDArray[np.float64]) -> "Ground":
        """The same table after the picture was shifted: ``by`` is 2×3."""
        corners = self.corners.astype(np.float64) @ by[:, :2].T + by[:, 2]
        return Ground(self.size, [float(value) for value in corners.ravel()])

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where on the table: −1..1 from left to right and from top to bottom."""
        u, v, w = self._matrix @ np.array([x, y, 1.0])
        depth = max(w, _HORIZON)
        return float(u / depth), float(v / depth)

    def places(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The same of points N×2."""
        seen = np.column_stack([points, np.ones(len(points))]) @ self._matrix.T
        return np.asarray(seen[:, :2] / np.maximum(seen[:, 2:], _HORIZON), np.float64)

    def along(self, x: float, y: float, down: bool = False) -> npt.NDArray[np.float64]:
        """The direction in the picture, a unit vector, of the table's sides at a place.

        Args:
            x: of the place, pixels.
            y: of the place, pixels.
            down: whether of those at the left and right, not at the top and bottom.
        """
        # The derivative of the way back into the picture.
        ahead = self._back[:, 1 if down else 0]
        step = (ahead[:2] - ahead[2] * np.array([x, y])) * np.sign(self._back[2, 2])
        return np.asarray(step / np.linalg.norm(step), np.float64)

    def zone(self, x: float, y: float) -> Zone:
        """The part of the table."""
        u, v = self.place(x, y)
        far = max(abs(u), abs(v))
        return "pool" if far < _POOL else "strip" if far < _EDGE else "outside"

    def seat(self, x: float, y: float) -> Seat:
        """The nearest side."""
        u, v = self.place(x, y)
        if abs(u) > abs(v):
            return "right" if u > 0 else "left"
        return "bottom" if v > 0 else "top"
