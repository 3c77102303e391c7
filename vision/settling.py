"""What is a tile, once both networks have seen it: the likely ones, and fainter ones within a row."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes, iou
from vision.detector import Detection
from vision.rows import Row, centres, find_rows

_TILE: Final = 0.8  # probability from which it is a tile; chosen on known sets and drawn scenes
# Of 30 fainter candidates within rows of drawn hands 28 were tiles, 17 of them named right.
_WITHIN: Final = 0.4
_ROW: Final = 4  # tiles in line that are no accident
_STEP: Final = (0.75, 1.25)  # pitches to the next tile where both touch
_APART: Final = 0.1  # IoU: what shares more with a tile is a part of it


def settled(detections: Sequence[Detection]) -> tuple[Detection, ...]:
    """Those that are tiles.

    Args:
        detections: their probabilities sum to that of a tile (`vision.reader.Reader.read`).
    """
    chances = np.array([float(one.probabilities.sum()) for one in detections])
    sure = chances >= _TILE
    kept = sure.copy()
    boxes = np.array([one.box for one in detections], np.float32).reshape(-1, 4)
    faint = (chances >= _WITHIN) & ~sure
    if faint.any() and sure.any():
        faint[faint] = iou(boxes[faint], boxes[sure]).max(axis=1) < _APART
    likely = np.flatnonzero(sure | faint)
    for row in find_rows(boxes[likely]):
        members = likely[list(row.indices)]
        if sure[members].sum() >= _ROW:
            kept[members] |= _within(row, boxes[likely], sure[members])
    return tuple(one for one, keep in zip(detections, kept, strict=True) if keep)


def _within(row: Row, boxes: Boxes, sure: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which tiles of a row lie between others of which one that is sure touches them."""
    steps = np.diff(row.along(centres(boxes[list(row.indices)]))) / row.pitch
    inside = np.zeros(len(sure), np.bool_)
    for place in range(1, len(sure) - 1):
        beside = ((place - 1, steps[place - 1]), (place + 1, steps[place]))
        touches = any(sure[other] and step < _STEP[1] for other, step in beside)
        inside[place] = touches and min(step for _, step in beside) > _STEP[0]
    return inside
