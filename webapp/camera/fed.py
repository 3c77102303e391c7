"""Who fed whom: what the calls of a deal say about liability, kong money and the key."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorer.hand import KONG_TYPES, SEATS, next_seat
from vision.live.events import Event
from vision.live.events import Seat as Side
from vision.live.view import SeenMeld
from webapp.camera.hands import TurnedUp
from webapp.camera.setup import CameraSetup

# What counts for a key: so many melds fed by one to another.
_KEY: Final = 3
_CALLED: Final = frozenset({"chi", "peng", "ming_gang"})


@dataclass(frozen=True)
class Deal:
    """A hand turned up, and who sits where."""

    hand: TurnedUp
    setup: CameraSetup

    @property
    def winner(self) -> str:
        """The seat of the hand."""
        return self.seat(self.hand.side) or SEATS[0]

    def seat(self, side: Side | None) -> str | None:
        """The seat at a side of the picture."""
        return self.setup.seat_at(side)

    @property
    def others(self) -> list[tuple[str, SeenMeld]]:
        """The melds of the other players, each with whose it is."""
        return [
            (seat, meld)
            for side, laid in self.hand.others.items()
            if (seat := self.seat(side)) is not None
            for meld in laid
        ]


def melds_of(deal: Deal) -> list[dict[str, Any]]:
    """The winner's melds in the order in which they were laid, with who fed each: ``{type, tiles, from}``.

    Those laid before come as they were seen when they were laid; what the photo of the hand shows besides
    are kongs among the tiles turned up.
    """
    winner = deal.winner
    found = [
        _meld(meld.type, meld.tiles, deal.seat(meld.source), winner)
        for meld in sorted(deal.hand.melds, key=_since)
    ]
    known = Counter(_kind(meld["tiles"]) for meld in found)
    for seen in deal.hand.scan.reading.melds:
        kind = _kind(seen.tiles)
        if known[kind] > 0:
            known[kind] -= 1
        else:
            found.append(_meld(seen.type, seen.tiles, None, winner))
    return found


def robbed_kong(hand: TurnedUp, kong: Event) -> bool:
    """Whether the tile that was added to a triplet is gone from there: the kong was robbed."""
    melds = hand.others.get(kong.seat, ()) if kong.seat else ()
    return not any(meld.type == "bu_gang" and _kind(meld.tiles) == _kind(kong.tiles) for meld in melds)


def kongs_of_all(deal: Deal, melds: Sequence[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """Every kong on the table as kong money asks for it, and how many are left out for want of a feeder."""
    every = [
        *((deal.winner, meld["type"], meld["from"]) for meld in melds),
        *((seat, meld.type, deal.seat(meld.source)) for seat, meld in deal.others),
    ]
    kongs = [one for one in every if one[1] in KONG_TYPES]
    told = [one for one in kongs if one[1] != "ming_gang" or one[2] is not None]
    found = [
        {"seat": seat, "type": kind, "from": source if kind == "ming_gang" else None}
        for seat, kind, source in told
    ]
    return found, len(kongs) - len(told)


def already_liable(deal: Deal, melds: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Whoever fed the winner's fourth meld, and had fed somebody else's fourth before."""
    if len(melds) != 4 or (feeder := melds[-1]["from"]) is None:
        return {}
    last = max((meld.since for meld in deal.hand.melds), default=0.0)
    for side, laid in deal.hand.others.items():
        if len(laid) != 4:
            continue
        fourth = max(laid, key=_since)
        other = deal.seat(side)
        if deal.seat(fourth.source) == feeder and fourth.since < last and other and other != feeder:
            return {feeder: other}
    return {}


def three_fed(deal: Deal, melds: Sequence[Mapping[str, Any]], *, only_next: bool) -> list[str] | None:
    """Who fed whom three melds, a pair with the winner first; None where nobody did."""
    fed: Counter[tuple[str, str]] = Counter(
        (meld["from"], deal.winner) for meld in melds if meld["from"] and meld["type"] in _CALLED
    )
    for taker, meld in deal.others:
        giver = deal.seat(meld.source)
        if giver and meld.type in _CALLED:
            fed[giver, taker] += 1
    pairs = [
        pair
        for pair, count in fed.items()
        if count >= _KEY and pair[0] != pair[1] and (not only_next or next_seat(pair[0]) == pair[1])
    ]
    pairs.sort(key=lambda pair: deal.winner not in pair)
    return list(pairs[0]) if pairs else None


def _meld(kind: str, tiles: Sequence[str], source: str | None, winner: str) -> dict[str, Any]:
    face = next((tile for tile in tiles if tile != "back"), "back")
    faces = [face if tile == "back" else tile for tile in tiles]
    if kind in KONG_TYPES:
        faces = (faces * 4)[:4]
    if kind == "chi":
        source = SEATS[SEATS.index(winner) - 1]  # only the player before can feed a run
    if kind == "an_gang" or source == winner:
        source = None
    return {"type": kind, "tiles": faces, "from": source}


def _kind(tiles: Sequence[str]) -> tuple[str, bool]:
    """What tells one meld from another at a table: its lowest face, and whether it is a run."""
    faces = {tile for tile in tiles if tile != "back"}
    return min(faces, default="back"), len(faces) > 1


def _since(meld: SeenMeld) -> float:
    return meld.since
