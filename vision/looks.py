"""Join what two looks at the same tiles found, without doubles."""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes, suppress
from vision.rows import centres
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
    free = np.ones(len(near_places), bool)
    joined = afar.probabilities.copy()
    half = strip.pitch / 2
    seen = (places[:, 0] > half) & (places[:, 0] < strip.width - half)
    seen &= np.abs(places[:, 1] - strip.height / 2) < strip.height / 4
    for index in np.flatnonzero(seen):
        apart = np.where(free, np.linalg.norm(near_places - places[index], axis=1), np.inf)
        match = int(np.argmin(apart)) if apart.size else -1
        if match >= 0 and apart[match] < 0.45 * strip.pitch:
            free[match] = False
            joined[index] = (joined[index] + near.probabilities[match]) / 2
        else:
            joined[index] *= _SEEN_AFAR_ONLY
    # Near the long edges lie halves of the next row.
    free &= np.abs(near_places[:, 1] - strip.height / 2) < 0.3 * strip.height
    new = near.at(free)
    added = Found(strip.boxes_back(new.boxes), new.probabilities * np.float32(_SEEN_NEAR_ONLY))
    return Found(afar.boxes, joined) + added
