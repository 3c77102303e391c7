"""Boxes as float arrays N×4, corners x0 y0 x1 y1: overlap and non-maximum suppression."""

import numpy as np
import numpy.typing as npt

Boxes = npt.NDArray[np.float32]


def iou(first: Boxes, second: Boxes) -> npt.NDArray[np.float32]:
    """Intersection over union of every box of the first with every box of the second: N×M in 0..1."""
    common = _intersection(first, second)
    union = _area(first)[:, None] + _area(second)[None, :] - common
    return np.asarray(common / np.maximum(union, 1e-9), np.float32)


def suppress(
    boxes: Boxes, scores: npt.NDArray[np.float32], overlap: float, nested: float = 1.0
) -> npt.NDArray[np.intp]:
    """Class-agnostic non-maximum suppression: one tile cannot be two kinds.

    Args:
        boxes: N×4.
        scores: N; higher wins.
        overlap: boxes that share more than this IoU with a better one are dropped.
        nested: so are those of which more than this share of the smaller box lies in the other.

    Returns:
        The indices kept, best first.
    """
    order = np.argsort(-scores, kind="stable")
    ranked = boxes[order]
    area, (x0, y0, x1, y1) = _area(ranked), np.ascontiguousarray(ranked.T)
    kept: list[int] = []
    left = np.arange(len(order))
    while left.size:
        best, rest = int(left[0]), left[1:]
        kept.append(best)
        wide = np.minimum(x1[best], x1[rest]) - np.maximum(x0[best], x0[rest])
        high = np.minimum(y1[best], y1[rest]) - np.maximum(y0[best], y0[rest])
        common = np.maximum(wide, 0) * np.maximum(high, 0)
        apart = common <= overlap * (area[best] + area[rest] - common)
        left = rest[apart & (common <= nested * np.minimum(area[best], area[rest]))]
    return np.asarray(order[kept], np.intp)


def _area(boxes: Boxes) -> npt.NDArray[np.float32]:
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 0)
    return np.asarray(sides[:, 0] * sides[:, 1], np.float32)


def _intersection(first: Boxes, second: Boxes) -> npt.NDArray[np.float32]:
    low = np.maximum(first[:, None, :2], second[None, :, :2])
    high = np.minimum(first[:, None, 2:], second[None, :, 2:])
    sides = np.maximum(high - low, 0)
    return np.asarray(sides[..., 0] * sides[..., 1], np.float32)


def turned_back(boxes: Boxes, turns: int, width: float, height: float) -> Boxes:
    """Boxes N×4 of a picture turned, ``np.rot90(picture, turns)``, in the picture itself.

    Args:
        boxes: pixels of the turned picture.
        turns: quarter turns, any number.
        width: of the picture itself, pixels.
        height: of the same.
    """
    x0, y0, x1, y1 = boxes.T
    sides = (
        (x0, y0, x1, y1),
        (width - y1, x0, width - y0, x1),
        (width - x1, height - y1, width - x0, height - y0),
        (y0, height - x1, y1, height - x0),
    )
    return np.stack(sides[turns % 4], axis=1)
