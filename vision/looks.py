"""Join what two looks at the same tiles found, without doubles."""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes, suppress
from vision.rows import Points, centres
from vision.strips import Strip

# Chosen on known sets. Level boxes of a slanting row share a third; half a flower lies in a whole one.
OVERLAP: Final = 0.4
NESTED: Final = 0.75
# A tile that only one of two looks saw is less certain.
_SEEN_AFAR_ONLY: Final = 0.7
_SEEN_NEAR_ONLY: Final = 0.8


class Found:
    """Boxes N×4 float32 (image pixels) and their class probabilities N×36 float32."""

    def __init__(self, boxes: Boxes, probabilities: npt.NDArray[np.float32]) -> None:
        self.boxes = boxes
        self.probabilities = probabilities

    @property
    def scores(self) -> npt.NDArray[np.float32]:
        """The best probability of each box, N."""
        return np.asarray(self.probabilities.max(axis=1), np.float32)

    def at(self, indices: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> "Found":
        """Some of the boxes, chosen by index or mask."""
        return Found(self.boxes[indices], self.probabilities[indices])

    def above(self, threshold: float) -> "Found":
        """Without doubles and without what scores less than the threshold."""
        enough = self.at(self.scores >= threshold)
        return enough.at(suppress(enough.boxes, enough.scores, OVERLAP, NESTED))

    def __add__(self, other: "Found") -> "Found":
        return Found(
            np.concatenate([self.boxes, other.boxes]),
            np.concatenate([self.probabilities, other.probabilities]),
        )


def decode(output: npt.NDArray[np.float32], threshold: float) -> Found:
    """Read the network's output (4+36)×M: boxes as corners in input pixels, those that score enough."""
    columns = output[:, output[4:].max(axis=0) >= threshold]
    middle, half = columns[:2].T, columns[2:4].T / 2
    return Found(np.concatenate([middle - half, middle + half], axis=1), np.ascontiguousarray(columns[4:].T))


def join_turned(upright: Found, turned: Found, strip: Strip) -> Found:
    """Merge two looks at one strip, one of them at its pixels turned by 180°: the network errs differently.

    Args:
        upright: found in the strip.
        turned: found in the strip turned, in pixels of the turned strip.
        strip: its measures.
    """
    size = np.array([strip.width, strip.height, strip.width, strip.height], np.float32)
    back = Found((size - turned.boxes)[:, [2, 3, 0, 1]], turned.probabilities)
    matches = _matches(centres(upright.boxes), centres(back.boxes), strip.pitch)
    merged = upright.probabilities * np.float32(_SEEN_AFAR_ONLY)
    for index, match in enumerate(matches):
        if match >= 0:
            merged[index] = (upright.probabilities[index] + back.probabilities[match]) / 2
    alone = np.setdiff1d(np.arange(len(back.boxes)), matches)
    rest = Found(back.boxes[alone], back.probabilities[alone] * np.float32(_SEEN_AFAR_ONLY))
    return Found(upright.boxes, merged) + rest


def join(afar: Found, near: Found, strip: Strip) -> Found:
    """Merge a closer look at a strip into the look at the whole photo.

    Args:
        afar: found in the whole photo, image pixels.
        near: found in the strip, strip pixels.
        strip: where it lies.

    Returns:
        Tiles seen twice once, with the mean of their probabilities; tiles seen once with less.
    """
    low = near.boxes.min(axis=1, initial=np.inf) > 2
    high = (near.boxes[:, 2] < strip.width - 2) & (near.boxes[:, 3] < strip.height - 2)
    near = near.at(low & high)
    places, near_places = strip.points_in(centres(afar.boxes)), centres(near.boxes)
    half = strip.pitch / 2
    seen = (places[:, 0] > half) & (places[:, 0] < strip.width - half)
    seen &= np.abs(places[:, 1] - strip.height / 2) < strip.height / 4
    inside = np.flatnonzero(seen)
    matches = _matches(places[inside], near_places, strip.pitch)
    joined = afar.probabilities.copy()
    for index, match in zip(inside, matches, strict=True):
        if match >= 0:
            joined[index] = (joined[index] + near.probabilities[match]) / 2
        else:
            joined[index] *= _SEEN_AFAR_ONLY
    free = np.ones(len(near_places), bool)
    free[matches[matches >= 0]] = False
    # Near the long edges lie halves of the next row.
    free &= np.abs(near_places[:, 1] - strip.height / 2) < 0.3 * strip.height
    new = near.at(free)
    added = Found(strip.boxes_back(new.boxes), new.probabilities * np.float32(_SEEN_NEAR_ONLY))
    return Found(afar.boxes, joined) + added


def _matches(points: Points, others: Points, pitch: float) -> npt.NDArray[np.intp]:
    """For each point the nearest other one within half a tile, each used once; -1 where there is none."""
    found = np.full(len(points), -1, np.intp)
    free = np.ones(len(others), bool)
    for index, point in enumerate(points):
        apart = np.where(free, np.linalg.norm(others - point, axis=1), np.inf)
        if apart.size and apart.min() < 0.45 * pitch:
            found[index] = np.argmin(apart)
            free[found[index]] = False
    return found
