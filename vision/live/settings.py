"""What a tracker may be told: how much it works and how long it waits."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Times in seconds of the source's clock, lengths in pixels.

    Attributes:
        threads: of the networks; 0 takes all cores.
        motion: long side of the grey copy in which motion is seen.
        still: how long a place has to lie still before it is read.
        again: shortest time between two readings of one place that is not settled yet.
        readings: at most this many readings of a tile that stays as it is.
        regions: at most this many places are read in one frame, the largest first.
        grouped: how long a meld has to lie as it does before it is one.
        turned_still: how long a hand turned up has to lie still before it is scored.
        turned_frames: at most this many frames of it are read and compared.
        turned_unclear: how long it has to lie still where some of its faces are in doubt.
        turned_again: how long where it does not win as it was read; so long, then twice as long and so on,
            passes until it is read again.
        turned_seems: how long faces have to lie before a player until a hand seems to lie there.
        pairing: how long a meld waits for the discard it took to be missed.
        frozen: how long the very same picture may come before the camera counts as frozen.
        lost: how long no picture may come before the camera counts as lost.
        said: how long a fault that has gone is still told.
        far: short side of a tile in the frame below which its face cannot be read well enough. Of the tiles
            of five drawn tables, shrunk step by step, 96 % were read right at 17 pixels, 92 % at 12.5, 80 %
            at 10.
    """

    threads: int = 0
    motion: int = 640
    still: float = 0.4
    again: float = 0.5
    readings: int = 4
    regions: int = 4
    grouped: float = 0.8
    turned_still: float = 0.5
    turned_frames: int = 3
    turned_unclear: float = 1.5
    turned_again: float = 2.5
    turned_seems: float = 4.0
    pairing: float = 2.0
    frozen: float = 3.0
    lost: float = 3.0
    said: float = 2.0
    far: float = 14.0
