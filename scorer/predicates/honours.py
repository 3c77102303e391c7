"""Questions about wind and dragon triplets."""

from typing import Final

from scorer.groups import DRAGONS, WINDS
from scorer.tiles import INDEX
from scorer.view import View


def big_winds(view: View) -> bool:
    """Four wind triplets."""
    return view.winds == WINDS


def little_winds(view: View) -> bool:
    """Three wind triplets and a pair of the fourth wind."""
    return view.winds.bit_count() == 3 and view.pair_mask & WINDS != 0


def big_dragons(view: View) -> bool:
    """Three dragon triplets."""
    return view.dragons == DRAGONS


def little_dragons(view: View) -> bool:
    """Two dragon triplets and a pair of the third dragon."""
    return view.dragons.bit_count() == 2 and view.pair_mask & DRAGONS != 0


def red_dragon(view: View) -> bool:
    """A triplet of red dragons."""
    return view.triplet_mask >> INDEX["C"] & 1 != 0


def green_dragon(view: View) -> bool:
    """A triplet of green dragons."""
    return view.triplet_mask >> INDEX["F"] & 1 != 0


def white_dragon(view: View) -> bool:
    """A triplet of white dragons."""
    return view.triplet_mask >> INDEX["B"] & 1 != 0


def seat_wind(view: View) -> bool:
    """A triplet of the player's own wind."""
    return view.triplet_mask & view.deal.seat_wind != 0


def round_wind(view: View) -> bool:
    """A triplet of the wind of the round."""
    return view.triplet_mask & view.deal.round_wind != 0


ALL: Final = (
    big_winds,
    little_winds,
    big_dragons,
    little_dragons,
    red_dragon,
    green_dragon,
    white_dragon,
    seat_wind,
    round_wind,
)
