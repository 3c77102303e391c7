"""Which side a hand reached in from: what moves is traced back to the edge of the table that it touches."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.live.events import SEATS, Seat
from vision.live.ground import Ground
from vision.live.motion import CELL, Seen

_EDGE: Final = 0.86  # of the way from the middle to the edge: what reaches further comes from there
_FADE: Final = 1.2  # seconds after which a trace has faded to a third
_LEAST: Final = 12  # cells of a hand


class Approach:
    """Traces of hands over the table, one for each side."""

    def __init__(self) -> None:
        self._edges: npt.NDArray[np.int8] = np.zeros((0, 0), np.int8)
        self._traces: npt.NDArray[np.float32] = np.zeros((4, 0, 0), np.float32)
        self._at = 0.0

    def see(self, seen: Seen, ground: Ground, at: float) -> None:
        """Take what one frame shows as changed or moving."""
        mask = seen.changed | seen.moving
        if mask.shape != self._edges.shape:
            self._edges = _edges(mask.shape, ground, seen.scale)
            self._traces = np.zeros((4, *mask.shape), np.float32)
            self._at = at
        passed, self._at = min(max(0.0, at - self._at), 1.0), at
        self._traces *= np.float32(np.exp(-passed / _FADE))
        if not seen.moving.any():
            return
        near = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8))
        count, labels = cv2.connectedComponents(near, connectivity=8)
        touching = np.bincount(
            labels[self._edges >= 0] * 4 + self._edges[self._edges >= 0], minlength=4 * count
        ).reshape(count, 4)
        areas = np.bincount(labels.ravel(), minlength=count)
        for number in range(1, count):
            contact = touching[number].astype(np.float32)
            if areas[number] < _LEAST or not contact.any():
                continue
            shares = contact**2 / (contact**2).sum()
            self._traces[:, labels == number] += (passed * shares)[:, None]

    def forget(self) -> None:
        """The table lies elsewhere in the picture: begin anew."""
        self._edges = np.zeros((0, 0), np.int8)

    def seats(self, rows: slice, columns: slice) -> dict[Seat, float]:
        """How much each side has reached over some cells lately; all 0 where none did."""
        place = self._traces[:, rows, columns]
        means = place.reshape(4, -1).mean(axis=1) if place.size else np.zeros(4)
        return {seat: float(mean) for seat, mean in zip(SEATS, means, strict=True)}


def _edges(shape: tuple[int, ...], ground: Ground, scale: float) -> npt.NDArray[np.int8]:
    """The side of the table whose edge a cell lies on, by its number in `SEATS`; −1 elsewhere."""
    rows, columns = shape
    ys, xs = np.mgrid[0:rows, 0:columns]
    points = np.column_stack([xs.ravel() + 0.5, ys.ravel() + 0.5]) * CELL / scale
    places = ground.places(points)
    across = np.abs(places[:, 0]) > np.abs(places[:, 1])
    sides = np.where(across, np.where(places[:, 0] > 0, 1, 3), np.where(places[:, 1] > 0, 0, 2))
    far = np.abs(places).max(axis=1)
    # Where the picture ends before the table does, hands come in over its border.
    border = (xs == 0) | (ys == 0) | (xs == columns - 1) | (ys == rows - 1)
    edge = ((far > _EDGE) & (far < 2 - _EDGE)) | (border.ravel() & (far < 2 - _EDGE))
    return np.where(edge, sides, -1).astype(np.int8).reshape(rows, columns)
