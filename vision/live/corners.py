"""Where the table lies in a picture, told from its colour: a proposal that a player pulls right.

The colours of the picture's middle are the table's, and so is all that has them. Tiles, cups and arms break
its edges; each edge is the straight line on which most of it lies.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.live.frame import Pixels
from vision.live.surface import table_colours

_SIDE: Final = 320  # pixels of the long side of the copy that is looked at
_MIDDLE: Final = 0.3  # of the picture's short side, each way from its middle: table, and some tiles
_COMMON: Final = 0.0025  # share of the middle's pixels that makes a colour the table's
_RUN: Final = 5  # pixels of the table in a row: less is a speck of something else
_NEAR: Final = 2.0  # pixels from the line
_STEEP: Final = 0.6  # of an edge against the picture's: more is no table seen from above
_APART: Final = 0.25  # of an edge between two places that give a line
_TRIED: Final = 40  # places of an edge that are tried
# When it is unsure:
_EDGE: Final = 0.3  # share of an edge that has to lie on its line
_LEAST: Final = 0.15  # of the picture, and …
_MOST: Final = 0.97  # … at most: the table ends nowhere
_OBLONG: Final = 1.4  # one way to the other: tables are square, and seen from above
_INSIDE: Final = 0.4  # share of the table that shows its colours; the rest is covered
_OUTSIDE: Final = 0.25  # share of what lies around it that shows them, too

Reals = npt.NDArray[np.float64]
Mask = npt.NDArray[np.uint8]


def find_corners(image: Pixels) -> tuple[float, ...] | None:
    """The corners of the table's top.

    Args:
        image: H×W×3 uint8, BGR; the table's middle is near its middle.

    Returns:
        x and y of each as shares of the picture's width and height, 0 to 1, clockwise from the upper left
        one; beyond the picture they are moved onto its rim. None where the picture does not tell.
    """
    scale = _SIDE / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    if min(height, width) < _SIDE // 8:
        return None
    half = round(_MIDDLE * min(height, width))
    middle = np.zeros((height, width), np.uint8)
    middle[height // 2 - half : height // 2 + half, width // 2 - half : width // 2 + half] = 255
    mask = table_colours(np.asarray(cv2.medianBlur(small, 5), np.uint8), middle, _COMMON)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    corners = _quadrilateral(mask)
    if corners is None or not _sure(mask, corners):
        return None
    return tuple(float(share) for share in np.clip(corners / (width, height), 0, 1).ravel())


def _quadrilateral(mask: Mask) -> Reals | None:
    """Corners 4×2 in pixels of a mask H×W of zeros and ones."""
    height, width = mask.shape
    left, right = _edge(mask), _edge(mask[:, ::-1])
    top, bottom = _edge(mask.T), _edge(mask.T[:, ::-1])
    if left is None or right is None or top is None or bottom is None:
        return None
    right, bottom = (width - right[0], -right[1]), (height - bottom[0], -bottom[1])
    return np.array(
        [_crossing(left, top), _crossing(right, top), _crossing(right, bottom), _crossing(left, bottom)]
    )


def _edge(mask: Mask) -> tuple[float, float] | None:
    """The left edge of what is set in a mask: x = first + second · y; None where it is no straight line."""
    runs = cv2.erode(
        np.ascontiguousarray(mask),
        np.ones((1, _RUN), np.uint8),
        anchor=(0, 0),
        borderType=cv2.BORDER_CONSTANT,
        borderValue=(0,),
    )
    rows = np.flatnonzero(runs.any(axis=1))
    if len(rows) < len(mask) // 4:
        return None
    at, far = rows.astype(np.float64), runs[rows].argmax(axis=1).astype(np.float64)
    tried = np.linspace(0, len(at) - 1, min(len(at), _TRIED)).astype(np.int64)
    one, other = (places.ravel() for places in np.meshgrid(tried, tried))
    apart = at[other] - at[one] > _APART * len(mask)
    one, other = one[apart], other[apart]
    slopes = (far[other] - far[one]) / (at[other] - at[one])
    one, slopes = one[np.abs(slopes) < _STEEP], slopes[np.abs(slopes) < _STEEP]
    if not len(slopes):
        return None
    starts = far[one] - slopes * at[one]
    near = np.abs(starts[:, None] + slopes[:, None] * at - far) < _NEAR
    best = near[near.sum(axis=1).argmax()]
    if best.mean() < _EDGE:
        return None
    slope, start = np.polyfit(at[best], far[best], 1)
    return float(start), float(slope)


def _crossing(upright: tuple[float, float], level: tuple[float, float]) -> tuple[float, float]:
    """Where x = a + b·y and y = c + d·x meet."""
    (a, b), (c, d) = upright, level
    y = (c + d * a) / (1 - b * d)
    return a + b * y, y


def _sure(mask: Mask, corners: Reals) -> bool:
    """Whether it goes round something square, of the table's colours, unlike what lies around it."""
    sides = np.roll(corners, -1, axis=0) - corners
    ahead = np.roll(sides, -1, axis=0)
    if (sides[:, 0] * ahead[:, 1] - sides[:, 1] * ahead[:, 0] <= 0).any():
        return False
    across, down = (float(np.linalg.norm(sides[place::2], axis=1).sum()) for place in (0, 1))
    if max(across, down) > _OBLONG * min(across, down):
        return False
    inside = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), (1,))
    share = float(inside.mean())
    if not _LEAST < share < _MOST:
        return False
    within, around = float(mask[inside == 1].mean()), float(mask[inside == 0].mean())
    return within > _INSIDE and around < _OUTSIDE
