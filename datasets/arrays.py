"""Array types shared by the drawing code."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Picture: TypeAlias = npt.NDArray[np.uint8]
"""H×W×3 BGR or H×W mask, values 0..255."""
Floats: TypeAlias = npt.NDArray[np.float32]
Reals: TypeAlias = npt.NDArray[np.float64]
Owner: TypeAlias = npt.NDArray[np.int32]
"""H×W: whose surface a pixel shows, see ``body.Painter``."""
Mask: TypeAlias = npt.NDArray[np.bool_]
Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red, each 0..255."""
