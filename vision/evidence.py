"""What the picture says of each tile, as probabilities that mean what they say."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from scorer.tiles import KINDS
from vision.detector import CLASSES, Detection

FLOWER: Final = CLASSES.index("flower")
BACK: Final = CLASSES.index("back")

_TEMPERATURE: Final = 0.7  # fitted on known sets, by the likelihood of the labelled classes
EXCLUDED: Final = 5e-4  # what the picture makes less likely than this, no rule brings back
# How often there is no tile at all, by the detector's score.
_NOTHING: Final = ((0.3, 0.12), (0.4, 0.05), (0.5, 0.01), (0.7, 0.002))


@dataclass(frozen=True, eq=False)
class Evidence:
    """Probabilities before any rule of the game.

    Attributes:
        classes: N×36 float64, which class a tile is if it is one, in the order of `CLASSES`; rows sum to 1.
        exists: N float64 in 0..1, how likely there is a tile at all.

    Raises:
        ValueError: if the shapes do not fit together or a row is no distribution.
    """

    classes: npt.NDArray[np.float64]
    exists: npt.NDArray[np.float64]

    def __post_init__(self) -> None:
        number = len(self.classes)
        if self.classes.shape != (number, len(CLASSES)) or self.exists.shape != (number,):
            raise ValueError(
                f"{self.classes.shape} classes and {self.exists.shape} tiles do not fit together"
            )
        if (self.classes < 0).any() or (abs(self.classes.sum(axis=1) - 1) > 1e-3).any():
            raise ValueError("each row of classes has to sum to 1")
        if ((self.exists < 0) | (self.exists > 1)).any():
            raise ValueError("exists has to lie within 0 and 1")


def evidence_of(tiles: Sequence[Detection]) -> Evidence:
    """The evidence in what the detector alone says.

    Args:
        tiles: its detections; each class has a probability for itself, the sum may differ from 1.
    """
    raw = np.array([tile.probabilities for tile in tiles], np.float64).reshape(-1, len(CLASSES))
    sharp = np.maximum(raw, 1e-9) ** (1 / _TEMPERATURE)
    classes = sharp / sharp.sum(axis=1, keepdims=True)
    scores, nothing = zip(*_NOTHING, strict=True)
    best = raw.max(axis=1, initial=0.0)
    return Evidence(classes, 1 - np.interp(best, scores, nothing))


def fused_evidence(tiles: Sequence[Detection]) -> Evidence:
    """The evidence of detections that the reader has seen too: their probabilities sum to that of a tile.

    Args:
        tiles: as `vision.reader.Reader.read` gives them.
    """
    raw = np.array([tile.probabilities for tile in tiles], np.float64).reshape(-1, len(CLASSES))
    exists = raw.sum(axis=1)
    return Evidence(raw / np.maximum(exists, 1e-9)[:, None], np.clip(exists, 0, 1))


def reading_costs(classes: npt.NDArray[np.float64], exists: float, out: int) -> dict[int, float]:
    """What each reading of a tile of the hand costs: natural logarithms, 0 for the likeliest.

    Args:
        classes: 36 probabilities that sum to 1.
        exists: how likely there is a tile.
        out: the key for a tile that is none of the hand's: nothing, a flower or a turned one.
    """
    faces = enumerate(classes[: len(KINDS)].tolist())
    shares = {kind: exists * share for kind, share in faces if share >= EXCLUDED}
    shares[out] = max(1 - exists + exists * float(classes[FLOWER] + classes[BACK]), 1e-12)
    best = max(shares.values())
    return {kind: math.log(best / share) for kind, share in shares.items() if share >= EXCLUDED}
