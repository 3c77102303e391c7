"""How far the proposed corners of the table lie from the true ones, on filmed deals."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from models.live_deals import FilmedDeal
from models.truth import TruthError
from vision.live.corners import find_corners
from vision.live.frame import Pixels

PICTURES: Final = 5  # of each deal, from its first frame to its last

Reals = npt.NDArray[np.float64]


@dataclass
class Corners:
    """Proposals beside the truth.

    Attributes:
        off: of each picture in which the table was found, how far each corner lies from its true place, as a
            share of the usual side of the true square; 4 numbers each.
        unsure: how many pictures do not tell.
    """

    off: list[Reals] = field(default_factory=list)
    unsure: int = 0

    def add(self, image: Pixels, true: Sequence[float]) -> None:
        """Look at a picture; ``true`` is x and y of each corner in its pixels, clockwise."""
        found = find_corners(image)
        if found is None:
            self.unsure += 1
            return
        corners = np.reshape(np.asarray(true, np.float64), (4, 2))
        side = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).mean())
        proposed = np.reshape(np.asarray(found), (4, 2)) * image.shape[1::-1]
        self.off.append(np.asarray(np.linalg.norm(proposed - corners, axis=1) / side, np.float64))

    def lines(self) -> list[str]:
        """The figures, for people."""
        count = len(self.off) + self.unsure
        lines = [f"{count} pictures, {self.unsure} of them do not tell where the table ends"]
        if self.off:
            every = np.array(self.off)
            worst = every.max(axis=1)
            lines.append(
                f"proposed corners, shares of the table's side off: median {np.median(every):.3f}, worst "
                f"{every.max():.3f}; the worst corner of a picture: median {np.median(worst):.3f}"
            )
        return lines


def corners_of(deals: Sequence[FilmedDeal]) -> Corners:
    """Look at a few pictures of each deal.

    Raises:
        TruthError: a frame cannot be read.
    """
    found = Corners()
    for deal in deals:
        for place in np.linspace(0, len(deal.frames) - 1, PICTURES).astype(int):
            path = deal.frames[place][1]
            image = cv2.imread(str(path))
            if image is None:
                raise TruthError(f"{path} cannot be read: draw the deal anew with fanpai render --kind deal")
            found.add(np.asarray(image, np.uint8), deal.corners)
    return found
