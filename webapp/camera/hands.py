"""Hands that players have turned up: what was seen at that moment, kept until they are dealt with."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from vision.live.events import Event
from vision.live.events import Seat as Side
from vision.live.frame import Frame
from vision.live.view import SeenMeld, SeenTile, TableView
from vision.scan import Scan


@dataclass(frozen=True, eq=False)
class TurnedUp:
    """A hand turned up.

    Attributes:
        side: of the picture.
        scan: what it shows, in pixels of the frame.
        melds: what that player had laid before, the oldest first.
        others: the melds of the other players, by side.
        pool: the discards that lay in the middle.
        deal: what happened since the table was cleared, this hand's own event excluded.
        frame: the frame in which it lay still.
        deals: how many deals had been booked at the table then.
        id: an unguessable name.
    """

    side: Side
    scan: Scan
    melds: tuple[SeenMeld, ...]
    others: dict[Side, tuple[SeenMeld, ...]]
    pool: tuple[SeenTile, ...]
    deal: tuple[Event, ...]
    frame: Frame
    deals: int = 0
    id: str = field(default_factory=lambda: secrets.token_hex(8))


def hands_up(
    known: Sequence[TurnedUp],
    view: TableView,
    deal: tuple[Event, ...],
    seen: tuple[Frame, Sequence[Event]],
    deals: int = 0,
) -> tuple[TurnedUp, ...]:
    """The hands that were turned up in this deal.

    A hand stays after its tiles are gone: they are pushed together before anybody has looked at the page. It
    goes when the next deal's first hand comes.

    Args:
        known: those known so far.
        view: the table now.
        deal: what has happened in this deal.
        seen: the frame that was seen last, and what it brought.
        deals: how many deals have been booked at the table.
    """
    frame, events = seen
    found = tuple(known)
    for event in events:
        if event.kind != "turned_up" or event.seat is None:
            continue
        scan = view.turned_up.get(event.seat)
        if scan is None:
            continue
        # Of one deal or the next: an older hand at another place belongs to a deal that is over.
        before = tuple(one for one in deal if one.kind != "turned_up")
        found = tuple(one for one in found if one.side != event.seat and _same_deal(one, before))
        others = {side: melds for side, melds in view.melds.items() if side != event.seat}
        made = TurnedUp(
            event.seat, scan, tuple(view.melds.get(event.seat, ())), others, view.pool, before, frame, deals
        )
        found = (*found, made)
    return found


def _same_deal(hand: TurnedUp, deal: tuple[Event, ...]) -> bool:
    return deal[: len(hand.deal)] == hand.deal
