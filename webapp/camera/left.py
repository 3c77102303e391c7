"""Hands that were proposed and never booked: read from the observations, so that they outlive the program."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from webapp.camera.booked import alike, deal_of, deals_since, line_with
from webapp.camera.hands import TurnedUp
from webapp.camera.proposal import Proposal
from webapp.camera.winners import together
from webapp.store import Event
from webapp.store.observations import DealSeen, Observation, ObservationStore
from webapp.tally.fold import Step, Table

# So many hands turned up are looked at: an evening's. Older ones are no longer asked about.
MOST: Final = 24


@dataclass(frozen=True)
class LeftHand:
    """A hand that was proposed, as it is kept with its observation.

    Attributes:
        id: as `webapp.camera.hands.TurnedUp` has it, and the three after it.
        deal_id, sequence, earlier: see there.
        until: see there; None also where nothing was seen since.
        number: of the observation.
        at: when it was turned up, UTC.
        entry: the line that was proposed.
        aside: whether somebody has put it aside.
        size: width and height of the picture it was seen in.
    """

    id: str
    deal_id: str
    sequence: int
    earlier: tuple[str, ...]
    until: int | None
    number: int
    at: datetime
    entry: Mapping[str, Any]
    aside: bool
    size: tuple[int, int]

    @property
    def winner(self) -> str:
        """The seat."""
        return str(self.entry["wins"][0]["winner"])


@dataclass(frozen=True)
class Left:
    """What somebody may still want to book.

    Attributes:
        hands: winners of one tile, the one turned up first first.
        entry: the line with all of them.
        late: whether deals have been booked since: they have moved the dealer.
        joins: the booked deal that lacks this winner; None where they make a deal of their own.
    """

    hands: tuple[LeftHand, ...]
    entry: Mapping[str, Any]
    late: bool
    joins: Step | None = None

    @property
    def aside(self) -> bool:
        """Whether it was put aside."""
        return all(hand.aside for hand in self.hands)


def as_kept(hand: TurnedUp, proposal: Proposal) -> dict[str, Any]:
    """What an observation keeps of a hand that is proposed."""
    return {
        "id": hand.id,
        "entry": dict(proposal.entry),
        "sequence": hand.sequence,
        "earlier": list(hand.earlier),
    }


def put_aside(table_id: str, store: ObservationStore, hand_id: str) -> None:
    """Put a hand aside where it was proposed. Raises StoreError."""
    for one in store.turned_up(table_id, MOST):
        if one.payload.get("hand", {}).get("id") == hand_id:
            store.put_aside(table_id, one.number, True)


def until(deal_id: str, seen: Sequence[DealSeen]) -> int | None:
    """The event of the table's log after which what is booked is not this deal but the next one.

    As long as that is being played, a deal that is booked is the one before. Once it is over, only what was
    booked before its own last discard was.

    Args:
        deal_id: the deal.
        seen: it and those seen after it, in order.

    Returns:
        None where the next deal is not over.
    """
    names = [deal.id for deal in seen]
    after = list(seen[names.index(deal_id) + 1 :]) if deal_id in names else []
    while after and after[0].played is None and after[0].shown is None:  # begun anew, and nothing came of it
        del after[0]
    if not after or (after[0].shown is None and len(after) == 1):
        return None
    return after[0].shown if after[0].played is None else after[0].played


def left_at(
    table: Table, store: ObservationStore, log: Callable[[], Sequence[Event]], shown: Collection[str]
) -> tuple[Left, ...]:
    """Hands that were proposed at a table and are not booked, those put aside too, newest first.

    Args:
        table: the table.
        store: where observations are kept.
        log: gives the table's events.
        shown: ids of hands that stand on the page anyway.

    Raises:
        StoreError.
    """
    every = [_hand_of(one) for one in store.turned_up(table.id, MOST) if "hand" in one.payload]
    hands = [
        hand
        for place, hand in enumerate(every)
        if hand.id not in shown
        and line_with(hand.id, table.steps) is None
        and not any(_same(hand, newer) for newer in every[:place])
    ]
    if not hands:
        return ()
    seen, events = store.deals(table.id, hands[-1].number), log()
    found = []
    for group in _by_deal([replace(hand, until=until(hand.deal_id, seen)) for hand in hands]):
        mates = {hand.id for hand in every if hand.deal_id == group[0].deal_id}
        found += _open(group, mates, table, events)
    return tuple(sorted(found, key=lambda left: -left.hands[-1].number))


def _hand_of(one: Observation) -> LeftHand:
    kept = one.payload["hand"]
    wide, high = one.payload["size"]
    return LeftHand(
        kept["id"],
        one.payload["deal"],
        kept["sequence"],
        tuple(kept["earlier"]),
        None,
        one.number,
        one.at,
        kept["entry"],
        bool(kept.get("aside")),
        (wide, high),
    )


def _same(hand: LeftHand, newer: LeftHand) -> bool:
    """Whether it was read anew: by the same camera, or by one that was started while it still lay there."""
    read_anew = hand.deal_id == newer.deal_id and hand.winner == newer.winner
    return read_anew or alike(hand.entry, newer.entry)


def _by_deal(hands: Sequence[LeftHand]) -> list[list[LeftHand]]:
    """The oldest hand of each deal first."""
    deals: defaultdict[str, list[LeftHand]] = defaultdict(list)
    for hand in reversed(hands):
        deals[hand.deal_id].append(hand)
    return list(deals.values())


def _open(
    group: Sequence[LeftHand], mates: Collection[str], table: Table, log: Sequence[Event]
) -> list[Left]:
    """What can be booked of the hands of one deal."""
    free: list[LeftHand] = []
    found: list[Left] = []
    for hand in group:
        step = deal_of(hand, table, log, mates, hand.entry)
        if step is None:
            free.append(hand)
        elif (entry := _joined(hand, step)) is not None:
            found.append(Left((hand,), entry, late=False, joins=step))
    if not free:
        return found
    late = bool(deals_since(free[0].sequence, table, log))
    entry = together([hand.entry for hand in free]) if len({hand.aside for hand in free}) == 1 else None
    if len(free) > 1 and entry is not None:
        return [*found, Left(tuple(free), entry, late)]
    return [*found, *(Left((hand,), hand.entry, late) for hand in free)]


def _joined(hand: LeftHand, step: Step) -> dict[str, Any] | None:
    """A booked deal with this hand as one more winner; None where it is none of that deal."""
    if step.line.entry["kind"] != "win":
        return None
    return together([step.line.entry, hand.entry])
