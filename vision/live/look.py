"""What a tracker asks of the networks; `vision.live.sight` asks the real ones."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from vision.live.frame import Box, Pixels
from vision.scan import Scan

Found = tuple[Box, npt.NDArray[np.float32]]


class Look(Protocol):
    """Finds tiles in parts of a picture, and reads a whole hand."""

    def find(self, image: Pixels, regions: Sequence[Box]) -> list[Found]:
        """Tiles whose middle lies in one of the regions.

        Args:
            image: H×W×3 uint8, BGR, full resolution.
            regions: boxes in its pixels.

        Returns:
            Each tile once: its box in pixels of the picture, and 36 probabilities in the order of
            `vision.detector.CLASSES`; their sum is the probability that there is a tile.
        """
        ...

    def scan(self, image: Pixels, box: Box) -> Scan:
        """The hand in a part of a picture, read as a photo is; boxes in pixels of the picture."""
        ...
