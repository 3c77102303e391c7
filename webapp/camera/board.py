"""What can be booked of the hands turned up in a deal, and which of them are booked already."""

import weakref
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.errors import RuleError
from scorer.explanation import Explanation
from webapp.camera.booked import deal_of, line_with, seen_again
from webapp.camera.hands import TurnedUp
from webapp.camera.left import Left, left_at, until
from webapp.camera.proposal import Proposal, propose
from webapp.camera.session import Session
from webapp.camera.setup import CameraSetup
from webapp.camera.winners import together
from webapp.store import Event
from webapp.store.observations import ObservationStore
from webapp.tally.book import TableBook
from webapp.tally.fold import Step, Table
from webapp.tally.judge import Verdict, judge
from webapp.tally.table_rules import rules_of


@dataclass(frozen=True)
class Offer:
    """A line that can be booked.

    Attributes:
        hands: that are in it, the one turned up first first.
        entry: the line, as `webapp.tally.entries` checks it; it names these hands.
        verdict: what it is worth; None where the rules refuse it though it has the shape of a win.
        refused: why they do.
        doubts: see `webapp.camera.proposal.Proposal`.
        joins: the booked deal that these hands come to; None where they make a deal of their own.
    """

    hands: tuple[TurnedUp, ...]
    entry: Mapping[str, Any]
    verdict: Verdict | None
    refused: Explanation | None = None
    doubts: tuple[str, ...] = ()
    joins: Step | None = None


@dataclass(frozen=True)
class Booked:
    """A hand that is booked.

    Attributes:
        hand: the hand.
        step: the line.
        named: whether it was booked from this hand; else the deal was booked in another way.
    """

    hand: TurnedUp
    step: Step
    named: bool


@dataclass(frozen=True)
class Board:
    """Hands turned up at a table, each in one of three places.

    Attributes:
        offers: what can be booked.
        unread: hands that are no win as they were read, as long as they lie there.
        booked: hands that are booked.
        made: what each hand by itself would be booked as, by its id.
    """

    offers: tuple[Offer, ...] = ()
    unread: tuple[TurnedUp, ...] = ()
    booked: tuple[Booked, ...] = ()
    made: Mapping[str, Proposal | None] = field(default_factory=dict)

    @property
    def waiting(self) -> int:
        """How many hands somebody should look at."""
        return len(self.unread) + sum(len(offer.hands) for offer in self.offers)

    def offer_with(self, hand: TurnedUp) -> Offer | None:
        """What books this hand."""
        return next((offer for offer in self.offers if hand.id in {one.id for one in offer.hands}), None)


class Boards:
    """The boards of all tables, worked out once however many screens look on. Threads may share it."""

    def __init__(self, tables: TableBook, observations: ObservationStore) -> None:
        self._tables, self._observations = tables, observations
        self._known: weakref.WeakKeyDictionary[Session, tuple[object, Board]] = weakref.WeakKeyDictionary()

    def of(self, session: Session | None, table: Table, setup: CameraSetup) -> Board:
        """The board of a table, from what its session has seen. Raises StoreError."""
        hands = session.hands if session is not None else ()
        if session is None or not hands:
            return Board()
        bound = None
        if hands[0].deal_id != session.deal_id:  # they lie there since the deal before
            bound = until(hands[0].deal_id, self._observations.deals(table.id))
        key = (table.sequence, setup, hands, bound)
        known = self._known.get(session)
        if known is None or known[0] != key:
            bounded = [replace(hand, until=bound) for hand in hands]
            known = key, board_of(bounded, table, setup, self._tables.events(table.id))
            self._known[session] = known
        lying = session.view.turned_up if session.view is not None else {}
        return replace(known[1], unread=tuple(hand for hand in known[1].unread if hand.side in lying))

    def left(self, session: Session | None, table: Table) -> tuple[Left, ...]:
        """Hands that were proposed at a table and are not booked, without those on its board; newest first.

        Raises:
            StoreError.
        """
        shown = session.hands if session is not None else ()
        here = {name for hand in shown for name in (hand.id, *hand.earlier)}
        return left_at(table, self._observations, lambda: self._tables.events(table.id), here)


def board_of(hands: Sequence[TurnedUp], table: Table, setup: CameraSetup, log: Sequence[Event]) -> Board:
    """The board of these hands.

    Args:
        hands: all that were turned up in a deal.
        table: their table.
        setup: who sits where.
        log: the table's events.
    """
    made = {hand.id: propose(hand, table, setup) for hand in hands}
    free: list[tuple[TurnedUp, Proposal]] = []
    joining: list[Offer] = []
    unread: list[TurnedUp] = []
    booked: list[Booked] = []
    for hand in hands:
        proposal = made[hand.id]
        if (step := line_with(hand.id, table.steps)) is not None:
            booked.append(Booked(hand, step, True))
        elif (step := _dealt(hand, proposal, table, log, made)) is not None:
            offer = _joined(hand, proposal, step)
            if offer is not None:
                joining.append(offer)
            else:
                booked.append(Booked(hand, step, False))
        elif proposal is None:
            unread.append(hand)
        else:
            free.append((hand, proposal))
    return Board((*_grouped(free, table), *joining), tuple(unread), tuple(booked), made)


def _dealt(
    hand: TurnedUp,
    proposal: Proposal | None,
    table: Table,
    log: Sequence[Event],
    mates: Mapping[str, object],
) -> Step | None:
    found = deal_of(hand, table, log, mates, None if proposal is None else proposal.entry)
    if found is None and proposal is not None:
        found = seen_again(proposal.entry, table)
    return found


def _joined(hand: TurnedUp, proposal: Proposal | None, step: Step) -> Offer | None:
    """This hand as one more winner of a booked deal."""
    if proposal is None or step.line.entry["kind"] != "win":
        return None
    entry = together([step.line.entry, proposal.entry])
    if entry is None:
        return None
    try:
        verdict = judge(entry, rules_of(step.rules, step.options), step.before)
    except RuleError:
        return None
    return Offer((hand,), entry, verdict, doubts=proposal.doubts, joins=step)


def _grouped(free: Sequence[tuple[TurnedUp, Proposal]], table: Table) -> list[Offer]:
    """Winners of the same tile together, the others one by one."""
    groups: defaultdict[object, list[tuple[TurnedUp, Proposal]]] = defaultdict(list)
    for hand, proposal in free:
        context = proposal.entry["context"]
        alone = hand.id if proposal.verdict is None or context["win_by"] == "self_draw" else ""
        groups[hand.number, alone, context.get("from")].append((hand, proposal))
    found: list[Offer] = []
    for group in groups.values():
        offer = _all_of(group, table) if len(group) > 1 else None
        found += [offer] if offer else [_alone(hand, proposal) for hand, proposal in group]
    return found


def _all_of(group: Sequence[tuple[TurnedUp, Proposal]], table: Table) -> Offer | None:
    entry = together([proposal.entry for _, proposal in group])
    if entry is None:
        return None
    try:
        verdict = judge(entry, table.rule_set, table.seating)
    except RuleError:
        return None
    doubts = dict.fromkeys(doubt for _, proposal in group for doubt in proposal.doubts)
    return Offer(tuple(hand for hand, _ in group), entry, verdict, doubts=tuple(doubts))


def _alone(hand: TurnedUp, made: Proposal) -> Offer:
    return Offer((hand,), made.entry, made.verdict, made.refused, made.doubts)
