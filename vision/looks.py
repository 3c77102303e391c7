"""Join what two looks at the same tiles found, without doubles."""

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.boxes import Boxes, iou, suppress, turned_back
from vision.rows import Points, centres
from vision.strips import Strip

# Chosen on known sets. Level boxes of a slanting row share a third; half a flower lies in a whole one.
OVERLAP: Final = 0.4
NESTED: Final = 0.75
_SAME: Final = 0.5  # IoU of one tile seen twice
# A tile that only one of two looks saw is less certain.
_SEEN_AFAR_ONLY: Final = 0.7
_SEEN_NEAR_ONLY: Final = 0.8
_TRUST: Final = 4.0  # power of the mean score that a look's say grows with


class Found:
    """Boxes N×4 float32 (image pixels) and their class probabilities N×36 float32."""

    def __init__(self, boxes: Boxes, probabilities: npt.NDArray[np.float32]) -> None:
        self.boxes = boxes
        self.probabilities = probabilities

    @property
    def scores(self) -> npt.NDArray[np.float32]:
        """How surely there is a tile, of whatever kind, N; see `presence`."""
        return presence(self.probabilities)

    @property
    def clarity(self) -> npt.NDArray[np.float32]:
        """The best class probability of each box, N: tiles squeezed or turned are seen, but not clearly."""
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


def presence(probabilities: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How surely there is a tile: the sum of the class probabilities N×36, at most 1.

    On a set never seen before the network wavers between kinds where it is sure of a tile: on drawn scenes of
    such sets a threshold on the sum finds a quarter more tiles than one on the best class.
    """
    return np.asarray(np.minimum(probabilities.sum(axis=1), 1), np.float32)


def decode(output: npt.NDArray[np.float32], threshold: float) -> Found:
    """Read the network's output (4+36)×M: boxes as corners in input pixels, those that score enough."""
    columns = output[:, presence(output[4:].T) >= threshold]
    middle, half = columns[:2].T, columns[2:4].T / 2
    return Found(np.concatenate([middle - half, middle + half], axis=1), np.ascontiguousarray(columns[4:].T))


def turn_back(found: Found, turns: int, width: int, height: int) -> Found:
    """What was found in a picture turned, in pixels of the picture itself.

    Args:
        found: boxes in the turned picture, ``np.rot90(picture, turns)``.
        turns: quarter turns, 0 to 3.
        width: of the picture, pixels.
        height: of the picture, pixels.
    """
    return Found(turned_back(found.boxes, turns, width, height), found.probabilities)


def join_turned(one: Found, other: Found, pitch: float) -> Found:
    """Merge two looks at one strip, one of them turned by 180°: the network errs differently.

    Args:
        one: found in the strip, in its pixels.
        other: found in the strip turned, in pixels of the strip as it is.
        pitch: from tile to tile, strip pixels.
    """
    matches = _matches(centres(one.boxes), centres(other.boxes), pitch)
    merged = _blend(one.probabilities, other.probabilities, matches)
    return Found(one.boxes, merged) + _alone(other, matches)


def join_ways(one: Found, other: Found) -> Found:
    """Merge two looks at a whole picture, one of them turned, both in pixels of the picture as it is."""
    share = iou(one.boxes, other.boxes)
    matches = np.full(len(one.boxes), -1, np.intp)
    for index in np.argsort(-one.scores, kind="stable"):
        if share.shape[1] and share[index].max() > _SAME:
            matches[index] = np.argmax(share[index])
            share[:, matches[index]] = 0
    seen = matches >= 0
    boxes = one.boxes.copy()
    boxes[seen] = (boxes[seen] + other.boxes[matches[seen]]) / 2
    merged = _blend(one.probabilities, other.probabilities, matches)
    return Found(boxes, merged) + _alone(other, matches)


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
    joined[inside] = _blend(joined[inside], near.probabilities, matches)
    free = np.ones(len(near_places), bool)
    free[matches[matches >= 0]] = False
    # Near the long edges lie halves of the next row.
    free &= np.abs(near_places[:, 1] - strip.height / 2) < 0.3 * strip.height
    new = near.at(free)
    added = Found(strip.boxes_back(new.boxes), new.probabilities * np.float32(_SEEN_NEAR_ONLY))
    return Found(afar.boxes, joined) + added


def _alone(found: Found, matches: npt.NDArray[np.intp]) -> Found:
    """What only the second of two looks saw, less certain."""
    alone = np.setdiff1d(np.arange(len(found.boxes)), matches)
    return Found(found.boxes[alone], found.probabilities[alone] * np.float32(_SEEN_AFAR_ONLY))


def _blend(
    one: npt.NDArray[np.float32], other: npt.NDArray[np.float32], matches: npt.NDArray[np.intp]
) -> npt.NDArray[np.float32]:
    """Probabilities N×36 of one look, each blended with what another look says of the same tile.

    The look that is more certain of the row as a whole counts more: the network reads tiles best upright.
    """
    seen = matches >= 0
    blended = one * np.float32(_SEEN_AFAR_ONLY)
    if seen.any():
        pair = one[seen], other[matches[seen]]
        trust, distrust = (float(each.max(axis=1).mean()) ** _TRUST for each in pair)
        blended[seen] = (trust * pair[0] + distrust * pair[1]) / (trust + distrust)
    return blended


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
