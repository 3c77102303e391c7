"""Hands that players have turned up: what was seen at that moment, kept until the next deal's first one."""

import secrets
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from vision.live.events import Event
from vision.live.events import Seat as Side
from vision.live.frame import Frame
from vision.live.view import SeenMeld, SeenTile, TableView
from vision.scan import Scan
from webapp.store import StoreError

# A deal has at most some 150 discards and calls. Where nobody ever clears the table, older ones go.
MOST_EVENTS: Final = 400


@dataclass(frozen=True, eq=False)
class TurnedUp:
    """A hand turned up.

    Attributes:
        side: of the picture.
        scan: what it shows, in pixels of the frame.
        melds: what that player had laid before, the oldest first.
        others: the melds of the other players, by side.
        pool: the discards that lay in the middle.
        deal: what happened since the table was cleared, hands turned up excluded.
        frame: the frame in which it lay still.
        number: of the deal, as `DealSoFar` counts them.
        deal_id: of the deal, as observations have it.
        sequence: the last event of the table's log when the deal's last discard or call was seen: a deal that
            is booked later is this one.
        until: a deal booked after this event is the next one; None as long as that is not over.
        earlier: ids of hands turned up before in this deal, readings of this one that it replaces among them.
        id: an unguessable name.
    """

    side: Side
    scan: Scan
    melds: tuple[SeenMeld, ...]
    others: dict[Side, tuple[SeenMeld, ...]]
    pool: tuple[SeenTile, ...]
    deal: tuple[Event, ...]
    frame: Frame
    number: int = 0
    sequence: int = 0
    earlier: tuple[str, ...] = ()
    deal_id: str = ""
    until: int | None = None
    id: str = field(default_factory=lambda: secrets.token_hex(8))


@dataclass(frozen=True)
class Noted:
    """What a session knows of an event beside the event itself.

    Attributes:
        deal_id: the deal it belongs to; unguessable, unlike for each deal of each session.
        hand: the hand turned up that it has brought.
    """

    deal_id: str = ""
    hand: TurnedUp | None = None


NOTHING: Final = Noted()


class DealSoFar:
    """What has happened at a table since it was cleared.

    Args:
        sequence: gives the last event of the table's log.

    Attributes:
        number: counts the deals of a session.
        id: an unguessable name of the deal.
        events: what happened, hands turned up excluded; the last `MOST_EVENTS` at most.
        hands: ids of the hands turned up, as many at most.
    """

    def __init__(self, sequence: Callable[[], int]) -> None:
        self._ask = sequence
        self._known = 0
        self._sequence: int | None = None
        self.number = 0
        self.id = secrets.token_hex(4)
        self.events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self.hands: deque[str] = deque(maxlen=MOST_EVENTS)

    def take(self, event: Event) -> None:
        """The next thing that has happened."""
        if event.kind == "cleared":
            self.begin()
        elif event.kind != "turned_up":
            self.events.append(event)
            self._sequence = self._last_event()

    def begin(self) -> None:
        """The next deal."""
        self.number += 1
        self.id = secrets.token_hex(4)
        self.events.clear()
        self.hands.clear()
        self._sequence = None

    @property
    def sequence(self) -> int:
        """The last event of the table's log when the last thing happened; now, where nothing has."""
        return self._last_event() if self._sequence is None else self._sequence

    def _last_event(self) -> int:
        with suppress(StoreError):  # busy just now: what was known before
            self._known = self._ask()
        return self._known


def hands_up(
    known: Sequence[TurnedUp], view: TableView, seen: tuple[Frame, Sequence[Event]], deal: DealSoFar
) -> tuple[TurnedUp, ...]:
    """The hands that were turned up in this deal.

    A hand stays after its tiles are gone: they are pushed together before anybody has looked at the page. It
    goes when the next deal's first hand comes.

    Args:
        known: those known so far.
        view: the table now.
        seen: the frame that was seen last, and what it brought.
        deal: what has happened in this deal.
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
        found = tuple(one for one in found if one.side != event.seat and one.number == deal.number)
        made = TurnedUp(
            event.seat,
            scan,
            tuple(view.melds.get(event.seat, ())),
            {side: melds for side, melds in view.melds.items() if side != event.seat},
            view.pool,
            tuple(deal.events),
            frame,
            deal.number,
            deal.sequence,
            tuple(deal.hands),
            deal.id,
        )
        deal.hands.append(made.id)
        found = (*found, made)
    return found
