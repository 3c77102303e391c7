"""Sizes and thresholds of the looks."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Sizes and thresholds, chosen on known tile sets.

    Attributes:
        whole: long side of the look at the whole photo, pixels.
        pitch: pixels from tile to tile in the closer look.
        narrow: where most tiles are narrower in that look, pixels, it is taken again with …
        wide: … tiles this wide, but …
        largest: … no larger than this.
        gain: the closer look is taken where it enlarges the tiles at least this much; it helps even where it
            shrinks them a little, being level and seen both ways up.
        clear: where nothing scores this much, the photo may have been squeezed out of shape.
        threshold: what scores less after both looks is no tile.
        support: in a row of tiles that score more, this is enough.
        suspicion: what scores less in the first look is not looked at again.
        strips: at most this many rows are looked at again.
    """

    whole: int = 512
    narrow: float = 28.0
    wide: float = 36.0
    largest: int = 1280
    pitch: float = 44.0
    gain: float = 0.7
    clear: float = 0.5
    threshold: float = 0.35
    support: float = 0.2
    suspicion: float = 0.1
    strips: int = 4
