"""One picture of a stream."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture and when it was taken.

    Attributes:
        image: H×W×3 uint8, BGR.
        at: seconds on the source's own clock, growing from frame to frame.
        number: of the frame in its source; frames that were skipped leave gaps.
    """

    image: Pixels
    at: float
    number: int
