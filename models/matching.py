"""Compare what was read with what is labelled: matches of boxes, fixes a player would need."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from models.truth import Labelled
from vision.boxes import iou

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Matches:
    """Boxes of one photo compared.

    Attributes:
        right: found boxes with a labelled box of the same class at IoU 0.5 or more, each label used once.
        found: all found boxes.
        labelled: all labelled boxes.
        confused: (labelled class, read class) of boxes that overlap by half or more but differ; a label that
            nobody found is read ``-``, a box without label is labelled ``-``.
        hits: for each found box, in the order given, whether it is right.
        right_tiles: classes of the right ones.
    """

    right: int
    found: int
    labelled: int
    confused: Counter[tuple[str, str]]
    hits: tuple[bool, ...]
    right_tiles: Counter[str]

    def without(self, tile: str) -> tuple[int, int, int]:
        """How many are right, found and labelled, one class left out on both sides."""
        right = self.right - self.right_tiles[tile]
        found = right + sum(n for (_, read), n in self.confused.items() if read not in (tile, "-"))
        labelled = right + sum(n for (true, _), n in self.confused.items() if true not in (tile, "-"))
        return right, found, labelled


def match(found: Sequence[tuple[str, Box]], labelled: Sequence[Labelled]) -> Matches:
    """Match the found boxes, best first, with labelled ones in the same pixels, class by class first.

    Args:
        found: class and box, the most certain first.
        labelled: class and box.
    """
    overlaps = iou(
        np.array([box for _, box in found], np.float32).reshape(-1, 4),
        np.array([tile.box for tile in labelled], np.float32).reshape(-1, 4),
    )
    free = np.ones(len(labelled), bool)
    confused: Counter[tuple[str, str]] = Counter()
    unmatched: list[int] = []
    for index, (tile, _) in enumerate(found):
        same = np.array([label.tile == tile for label in labelled], bool)
        candidates = np.where(free & same, overlaps[index], 0)
        if candidates.size and candidates.max() >= 0.5:
            free[int(np.argmax(candidates))] = False
        else:
            unmatched.append(index)
    right = len(found) - len(unmatched)
    for index in unmatched:
        candidates = np.where(free, overlaps[index], 0)
        if candidates.size and candidates.max() >= 0.5:
            place = int(np.argmax(candidates))
            free[place] = False
            confused[labelled[place].tile, found[index][0]] += 1
        else:
            confused["-", found[index][0]] += 1
    confused.update((labelled[int(place)].tile, "-") for place in np.flatnonzero(free))
    hits = tuple(index not in unmatched for index in range(len(found)))
    right_tiles = Counter(tile for (tile, _), hit in zip(found, hits, strict=True) if hit)
    return Matches(right, len(found), len(labelled), confused, hits, right_tiles)


def fixes(read: Iterable[str], true: Iterable[str]) -> int:
    """How many taps make one multiset of tiles the other: each change, addition or removal counts one."""
    one, two = Counter(read), Counter(true)
    return max((one - two).total(), (two - one).total())
