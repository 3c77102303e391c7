"""Several readings of one hand, voted on tile by tile."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.corrector import correct
from vision.evidence import Evidence
from vision.scan import Scan

_SAME: Final = 0.5  # tile sizes: a tile found so near in another frame is the same one
_LEAST: Final = 1e-4  # probability that one frame gives a face at least
_OPEN: Final = 0.7  # probability of a tile below which two frames that agree are not enough


@dataclass(frozen=True, eq=False)
class Vote:
    """What came of it.

    Attributes:
        scan: the reading.
        share: how many of the frames, each by itself, read this hand: 0..1.
        clear: whether it is a whole hand that another frame would hardly change.
        open: whether it is a whole hand with a face that another frame may well change.
    """

    scan: Scan
    share: float
    clear: bool
    open: bool


def vote(scans: Sequence[Scan]) -> Vote:
    """Join readings of one hand, at least one.

    The tiles are those of the reading that is a whole hand, else of what most frames read, of those the
    surest; each tile's face is what all frames together say of it. Nobody turns up what does not win: where
    the vote is no win and one of the readings is, that one is the likelier.
    """
    hands = [tuple(sorted(scan.reading.hand)) for scan in scans]
    counts = Counter(hands)
    sure = [float(np.mean([tile.confidence for tile in scan.reading.tiles] or [0.0])) for scan in scans]
    best = max(range(len(scans)), key=lambda n: (scans[n].reading.complete, counts[hands[n]], sure[n]))
    joined = _joined(scans[best], [scan for scan in scans if scan is not scans[best]])
    if scans[best].reading.complete and not joined.reading.complete:
        joined = scans[best]
    alike = counts[tuple(sorted(joined.reading.hand))]
    clear, open_still = _judged(joined, alike)
    return Vote(joined, alike / len(scans), clear, open_still)


def _joined(base: Scan, others: Sequence[Scan]) -> Scan:
    """A scan whose tiles have the votes of the same tiles in others."""
    if base.layout is None or base.evidence is None or not others:
        return base
    votes = np.log(np.maximum(base.evidence.classes, _LEAST))
    frames = np.ones(len(votes))
    for other in others:
        if other.layout is None or other.evidence is None:
            continue
        for index, place in enumerate(_places(base, other)):
            if place is not None:
                votes[index] += np.log(np.maximum(other.evidence.classes[place], _LEAST))
                frames[index] += 1
    # Frames of one hand err alike: they see the same light and the same dirt.
    votes /= np.sqrt(frames)[:, None]
    shares = np.exp(votes - votes.max(axis=1, keepdims=True))
    evidence = Evidence(shares / shares.sum(axis=1, keepdims=True), base.evidence.exists)
    return replace(base, evidence=evidence, reading=correct(base.layout, evidence))


def _places(base: Scan, other: Scan) -> list[int | None]:
    """For each tile of one scan, its number in the other; None where that has not found it."""
    mine, theirs = _boxes(base), _boxes(other)
    if not len(theirs):
        return [None] * len(mine)
    found: list[int | None] = []
    for box in mine:
        apart = np.hypot(*((theirs[:, :2] + theirs[:, 2:] - box[:2] - box[2:]) / 2).T)
        near = int(np.argmin(apart))
        size = float(np.sqrt(np.prod(box[2:] - box[:2])))
        found.append(near if apart[near] < _SAME * size else None)
    return found


def _boxes(scan: Scan) -> npt.NDArray[np.float64]:
    tiles = scan.layout.tiles if scan.layout else ()
    return np.array([tile.box for tile in tiles], np.float64).reshape(-1, 4)


def _judged(scan: Scan, alike: int) -> tuple[bool, bool]:
    """See `Vote.clear` and `Vote.open`."""
    reading = scan.reading
    if not reading.complete:
        return False, False
    hand = [tile for tile in reading.tiles if tile.role in ("hand", "meld")]
    sure = min(tile.confidence for tile in hand) >= _OPEN
    return not any(tile.doubtful for tile in hand) or (alike >= 2 and sure), not sure
