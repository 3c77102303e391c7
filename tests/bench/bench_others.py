"""The same hands for the packages that the scorer is measured beside."""

from collections.abc import Callable
from typing import Any

from bench_hands import Won, numbered

from scorer.hand import SEATS, next_seat
from scorer.tiles import INDEX

try:
    from mahjong.constants import EAST, NORTH, SOUTH, WEST
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.meld import Meld as TheirMeld
except ImportError:
    HandCalculator = None
try:
    from MahjongGB import MahjongFanCalculator
except ImportError:
    MahjongFanCalculator = None


class MissingPackageError(Exception):
    """A package that is not installed."""


def mahjong_job(won: Won) -> Callable[[], Any]:
    """The call of ``estimate_hand_value``, its arguments prepared."""
    if HandCalculator is None:
        raise MissingPackageError("it is not installed")
    winds = dict(zip(SEATS, (EAST, SOUTH, WEST, NORTH), strict=True))
    left = {kind: iter(range(4 * kind, 4 * kind + 4)) for kind in range(34)}
    melds = [
        TheirMeld(
            meld_type=TheirMeld.CHI if meld.type == "chi" else TheirMeld.PON,
            tiles=numbered(meld.tiles, left),
            opened=True,
        )
        for meld in won.hand.melds
    ]
    tiles = numbered((*won.hand.concealed, won.hand.win), left)
    config = HandConfig(
        is_tsumo=won.context.win_by == "self_draw",
        player_wind=winds[won.context.seat_wind],
        round_wind=winds[won.context.round_wind],
    )
    calculator = HandCalculator()
    whole = tiles + [tile for meld in melds for tile in meld.tiles]
    return lambda: calculator.estimate_hand_value(whole, tiles[-1], melds=melds, config=config)


def pymahjonggb_job(won: Won) -> Callable[[], Any]:
    """The call of ``MahjongFanCalculator``, its arguments prepared."""
    if MahjongFanCalculator is None:
        raise MissingPackageError("it is not installed: pip install PyMahjongGB")
    packs = tuple(_pack(won, meld) for meld in won.hand.melds)
    concealed = tuple(map(_named, won.hand.concealed))
    winds = SEATS.index(won.context.seat_wind), SEATS.index(won.context.round_wind)
    self_drawn = won.context.win_by == "self_draw"
    return lambda: MahjongFanCalculator(
        packs, concealed, _named(won.hand.win), 0, self_drawn, False, False, False, *winds
    )


def _pack(won: Won, meld: Any) -> tuple[str, str, int]:
    """A chow is named by its middle tile and which of the three was claimed, a triplet by who fed it."""
    if meld.type == "chi":
        return "CHI", _named(sorted(meld.tiles)[1]), 1
    distance, seat = 0, won.context.winner
    while seat != meld.source:
        distance, seat = distance + 1, next_seat(seat)
    return "PENG", _named(meld.tiles[0]), 4 - distance


def _named(tile: str) -> str:
    """W characters, B dots, T bamboo; F1 to F4 winds, J1 to J3 red, green and white dragon."""
    if INDEX[tile] < 27:
        return {"m": "W", "p": "B", "s": "T"}[tile[1]] + tile[0]
    return f"F{SEATS.index(tile) + 1}" if tile in SEATS else f"J{'CFB'.index(tile) + 1}"
