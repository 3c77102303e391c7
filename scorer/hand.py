"""What a player shows when he wins: tiles, melds and how it came about. Plain data, checked elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

SEATS: Final = ("E", "S", "W", "N")  # in the order of play, counter-clockwise
KONG_TYPES: Final = ("ming_gang", "bu_gang", "an_gang")
MELD_TYPES: Final = ("chi", "peng", *KONG_TYPES, "gang_unknown")
FLAGS: Final = (
    "gang_draw",
    "double_gang_draw",
    "last_tile",
    "last_discard",
    "tian_hu",
    "di_hu",
    "ren_hu",
)
WIN_BY: Final = ("self_draw", "discard", "rob_kong")
_AFTER: Final = {
    seat: tuple(SEATS[(place + step) % 4] for step in (1, 2, 3)) for place, seat in enumerate(SEATS)
}


def next_seat(seat: str) -> str:
    """The player after ``seat`` in the order of play."""
    return _AFTER[seat][0]


def seats_after(seat: str) -> tuple[str, ...]:
    """The other three seats, nearest in the order of play first."""
    return _AFTER[seat]


def wind_of(seat: str, dealer: str) -> str:
    """The wind of a seat: East for the dealer, then South, West, North in the order of play."""
    return SEATS[(SEATS.index(seat) - SEATS.index(dealer)) % 4]


@dataclass(frozen=True, slots=True)
class Meld:
    """One open or closed meld on the table.

    Attributes:
        type: one of :data:`MELD_TYPES`; ``gang_unknown`` is a kong whose kind has still to be told and is
            refused by scoring.
        tiles: three tiles, four for a kong.
        source: the seat that fed it, or None when unknown; always None for ``an_gang``.
    """

    type: str
    tiles: tuple[str, ...]
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """Concealed tiles without the winning tile, melds in the order they were made, and the winning tile.

    ``flowers`` counts flower tiles lying beside the hand: they are shown and have no value here.
    """

    concealed: tuple[str, ...]
    melds: tuple[Meld, ...] = ()
    win: str = ""
    flowers: int = 0


@dataclass(frozen=True, slots=True)
class Kong:
    """A kong to be settled: who made it, which kind, and who fed it (``ming_gang``)."""

    seat: str
    type: str
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """How the deal ended. Seats are ``"E" "S" "W" "N"``.

    Attributes:
        winner, dealer: seats.
        seat_wind, round_wind: winds, used as given.
        win_by: ``"self_draw"``, ``"discard"`` or ``"rob_kong"``.
        source: discarder or robbed player; None for a self-draw.
        robbed_gang: the kind of kong being robbed.
        flags: any of :data:`FLAGS`.
        gang_from: with ``gang_draw``: who fed the first direct kong of the chain that led to this draw.
        calls_before_win: types of the calls made by anybody before a win in the first round.
        already_liable: payer → the player whom he became liable to first.
        dealer_streak: how many deals in a row the dealer has already held, 0 for the first.
        wild: the kind of the wild tile.
        horses: horse tiles drawn.
        gangs: the kongs of all players, to be settled.
        key_pair: (A, B): A fed B three melds.
        ready: None, ``"declared"``, ``"earth"`` or ``"heaven"``.
        caishen_counts: seat → wild tiles held at the end.
    """

    winner: str = "E"
    dealer: str = "E"
    seat_wind: str = "E"
    round_wind: str = "E"
    win_by: str = "self_draw"
    source: str | None = None
    robbed_gang: str = "bu_gang"
    flags: tuple[str, ...] = ()
    gang_from: str | None = None
    calls_before_win: tuple[str, ...] = ()
    already_liable: Mapping[str, str] = field(default_factory=dict)
    dealer_streak: int = 0
    wild: str | None = None
    horses: tuple[str, ...] = ()
    gangs: tuple[Kong, ...] = ()
    key_pair: tuple[str, str] | None = None
    ready: str | None = None
    caishen_counts: Mapping[str, int] = field(default_factory=dict)
