"""Whether the camera sees the table well."""

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "too_far", "dark", "frozen", "black", "moved", "upside_down", "lost"]


@dataclass(frozen=True)
class Health:
    """How the camera does.

    Attributes:
        state: ``too_far``: tiles are too small for their faces to be read; ``dark``: too little light;
            ``frozen``: the very same picture again and again; ``black``: nothing but black; ``moved``: the
            camera was knocked or shifted; ``upside_down``: it was turned; ``lost``: no pictures come.
        since: seconds on the source's clock.
    """

    state: State
    since: float
