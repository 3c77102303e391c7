"""How the whole picture was shifted or turned against an earlier one."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.live.motion import CELL, Cells, Mask

_EDGE: Final = 10.0  # grey levels from pixel to pixel, in the mean of a cell that shows a structure
_FEWEST: Final = 40  # such cells, from which on they can be judged
_POINTS: Final = 600  # features that are compared
_ENOUGH: Final = 14  # that have to agree
_AGREE: Final = 0.3  # share of the pairs that have to
_NEAR: Final = 2.0  # pixels: so far a feature may lie off
_RATIO: Final = 0.8  # a pair is one where the second best fits so much worse
_ZOOM: Final = 1.5  # by which a knocked camera can come nearer or go away


@dataclass(frozen=True, eq=False)
class Shift:
    """A shift with a turn.

    Attributes:
        matrix: 2×3, pixels of the earlier copy to pixels of the later one.
        turn: degrees, 0..180.
        far: pixels that the farthest corner of the picture moved.
    """

    matrix: npt.NDArray[np.float64]
    turn: float
    far: float


def find_shift(before: Cells, now: Cells) -> Shift | None:
    """Compare two grey copies h×w of one size.

    Returns:
        The shift; None where the pictures have too little in common to tell.
    """
    finder = cv2.ORB.create(_POINTS, fastThreshold=8)
    first, second = (np.clip(copy, 0, 255).astype(np.uint8) for copy in (before, now))
    one, marks = finder.detectAndCompute(first, np.full_like(first, 255))
    two, others = finder.detectAndCompute(second, np.full_like(second, 255))
    if len(one) < _ENOUGH or len(two) < _ENOUGH:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(marks, others, k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < _RATIO * pair[1].distance]
    if len(good) < _ENOUGH:
        return None
    source = np.array([one[match.queryIdx].pt for match in good], np.float32)
    target = np.array([two[match.trainIdx].pt for match in good], np.float32)
    matrix, agreeing = cv2.estimateAffinePartial2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=_NEAR
    )
    if matrix is None or agreeing.sum() < max(_ENOUGH, _AGREE * len(good)):
        return None
    # A camera that was knocked stays about as far away; any picture fits another one when shrunk to a dot.
    if not 1 / _ZOOM < float(np.hypot(matrix[0, 0], matrix[1, 0])) < _ZOOM:
        return None
    height, width = before.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    moved = corners @ matrix[:, :2].T + matrix[:, 2]
    turn = abs(float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0]))))
    far = float(np.linalg.norm(moved - corners, axis=1).max())
    return Shift(np.asarray(matrix, np.float64), turn, far)


def disturbed(before: Cells, changed: Mask) -> float:
    """How much of what had a structure is changed, 0..1: the cloth between is the same wherever it lies.

    Args:
        before: h×w grey copy of how it was.
        changed: its cells that differ now.
    """
    across = np.abs(np.diff(before, axis=1, append=before[:, -1:]))
    down = np.abs(np.diff(before, axis=0, append=before[-1:]))
    rows, columns = changed.shape
    slope = (across + down)[: rows * CELL, : columns * CELL].reshape(rows, CELL, columns, CELL)
    structured = slope.mean(axis=(1, 3)) > _EDGE
    if structured.sum() < _FEWEST:
        return float(changed.mean())
    return float(changed[structured].mean())
