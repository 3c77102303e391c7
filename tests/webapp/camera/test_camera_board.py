"""Hands turned up and what the log says of them, without a page."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from ledger_entries import DRAW, SETUP
from scripted_table import a_hand, a_view, discard, frames, turned_up

from vision.live.events import SEATS, Event
from webapp.camera.board import Board, board_of
from webapp.camera.hands import MOST_EVENTS, DealSoFar, TurnedUp, hands_up
from webapp.camera.setup import CameraSetup
from webapp.camera.winners import together
from webapp.store import StoreError
from webapp.tally.book import AlreadyBookedError, Change, TableBook
from webapp.tally.fold import Table

HOME = CameraSetup()
ROW = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "C", "C", "C", "1s"]


def turned(side: Any, kinds: list[str], sequence: int, number: int = 0) -> TurnedUp:
    others = {one: () for one in SEATS if one != side}
    deal = (discard("top", "1s"),)
    return TurnedUp(side, a_hand(kinds), (), others, (), deal, frames(1)[0], number, sequence)


@pytest.fixture
def table(book: TableBook) -> Table:
    return book.create({**SETUP, "rules": "ji_ping_hu", "options": {}}, str(uuid.uuid4()))


@pytest.fixture
def book_line(book: TableBook, table: Table) -> Callable[[Any], Table]:
    def add(entry: Any) -> Table:
        name = str(uuid.uuid4())
        expected = book.table(table.id).sequence
        return book.change(table.id, Change("line_added", name, entry), uuid=name, expected=expected)

    return add


@pytest.fixture
def board(book: TableBook, table: Table) -> Callable[..., Board]:
    return lambda *hands: board_of(hands, book.table(table.id), HOME, book.events(table.id))


def test_a_deal_booked_after_the_last_discard_is_this_one_and_one_before_is_not(
    board: Callable[..., Board], book_line: Callable[[Any], Table]
) -> None:
    book_line(DRAW)
    hand = turned("right", [*ROW, "1s"], sequence=2)
    assert len(board(hand).offers) == 1
    assert board(hand).waiting == 1
    book_line(DRAW)
    (booked,) = board(hand).booked
    assert (booked.step.deal, booked.named) == (2, False)
    assert board(hand).waiting == 0


def test_what_is_no_deal_books_no_hand(
    board: Callable[..., Board], book_line: Callable[[Any], Table]
) -> None:
    hand = turned("right", [*ROW, "1s"], sequence=1)
    book_line({"kind": "free", "transfers": [["E", "S", 5]], "note": "tea"})
    assert len(board(hand).offers) == 1


def test_a_hand_of_the_deal_before_that_is_booked_late_books_no_other(
    board: Callable[..., Board], book_line: Callable[[Any], Table]
) -> None:
    before = turned("left", [*ROW, "1s"], sequence=1)
    (offer,) = board(before).offers
    hand = turned("right", [*ROW, "1s"], sequence=1, number=1)
    book_line(offer.entry)
    assert [one.hands for one in board(hand).offers] == [(hand,)]


def test_a_hand_is_in_one_line_at_most(
    book: TableBook, table: Table, board: Callable[..., Board], book_line: Callable[[Any], Table]
) -> None:
    (offer,) = board(turned("right", [*ROW, "1s"], sequence=1)).offers
    book_line(offer.entry)
    with pytest.raises(AlreadyBookedError) as told:
        book_line(offer.entry)
    assert told.value.step.deal == 1
    book.set(table.id, "undone", {}, uuid=str(uuid.uuid4()), expected=2)
    assert book_line(offer.entry).deals == 1


def test_a_photo_by_hand_with_a_tile_read_otherwise_is_still_the_same_hand(
    board: Callable[..., Board], book_line: Callable[[Any], Table]
) -> None:
    """Booked before the camera saw the hand turned up, with one chow read one step away."""
    (offer,) = board(turned("right", [*ROW, "1s"], sequence=1)).offers
    (win,) = offer.entry["wins"]
    moved = ["2m", "3m", "4m", *win["hand"]["concealed"][3:]]
    plain = {**offer.entry, "observed": [], "wins": [{**win, "hand": {**win["hand"], "concealed": moved}}]}
    now = book_line(plain)
    late = turned("right", [*ROW, "1s"], sequence=now.sequence)
    assert len(board(late).booked) == 1
    # Other tiles of the same player are another hand.
    other = [*["3p", "4p", "5p", "6m", "7m", "8m", "2s", "3s", "4s"], *["F", "F", "F"], "1s", "1s"]
    assert len(board(turned("right", other, sequence=now.sequence)).offers) == 1


def test_hands_that_did_not_win_by_one_tile_stay_apart(board: Callable[..., Board]) -> None:
    drawn = turned(
        "bottom", ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "F", "F", "F", "E", "E"], 1
    )
    hand = turned("right", [*ROW, "1s"], sequence=1)
    assert [one.hands for one in board(hand, drawn).offers] == [(hand,), (drawn,)]


def test_no_line_holds_one_winner_twice_or_the_one_who_lost_the_tile(board: Callable[..., Board]) -> None:
    (south,) = board(turned("right", [*ROW, "1s"], sequence=1)).offers
    assert together([south.entry, south.entry]) is None
    west = {**south.entry, "wins": [{**south.entry["wins"][0], "winner": "W"}]}
    assert together([south.entry, west]) is None


def test_a_hand_that_is_read_anew_is_the_one_that_was_booked(
    board: Callable[..., Board], book_line: Callable[[Any], Table]
) -> None:
    """Turned up half at first: the second reading has other tiles, and another name."""
    deal, frame = DealSoFar(lambda: 1), frames(1)[0]
    deal.take(discard("top", "1s"))
    other = ["3p", "4p", "5p", "6m", "7m", "8m", "2s", "3s", "4s", "F", "F", "F", "1s", "1s"]
    hands: tuple[TurnedUp, ...] = ()
    for kinds in ([*ROW, "1s"], other):
        view = a_view(turned_up={"right": a_hand(kinds)})
        hands = hands_up(hands, view, (frame, [turned_up("right", kinds)]), deal)
        if kinds is not other:
            (offer,) = board(*hands).offers
            book_line(offer.entry)
    (booked,) = board(*hands).booked
    assert booked.named is False


# The deal so far


def test_a_deal_that_nobody_ends_does_not_grow_for_ever() -> None:
    deal = DealSoFar(lambda: 1)
    for number in range(3 * MOST_EVENTS):
        deal.take(discard("top", "1s", at=float(number)))
    assert len(deal.events) == MOST_EVENTS
    assert deal.events[-1].at == 3 * MOST_EVENTS - 1


def test_a_deal_knows_the_log_when_its_last_discard_was_seen() -> None:
    log = [3]
    deal = DealSoFar(lambda: log[0])
    deal.take(discard("top", "1s"))
    log[0] = 4
    deal.take(turned_up("right", ROW))
    assert deal.sequence == 3
    deal.take(Event("cleared", 9.0, None, (), None, 1.0, 9))
    assert deal.sequence == 4
    assert deal.number == 1


def test_a_log_that_is_busy_stops_no_camera() -> None:
    answers = iter([7])

    def ask() -> int:
        for answer in answers:
            return answer
        raise StoreError("busy", "locked")

    deal = DealSoFar(ask)
    deal.take(discard("top", "1s"))
    deal.take(discard("left", "2s"))
    assert deal.sequence == 7


def test_hands_of_the_deal_before_go_with_the_first_of_the_next() -> None:
    deal = DealSoFar(lambda: 0)
    frame = frames(1)[0]
    view = a_view(turned_up={"right": a_hand(ROW), "top": a_hand(ROW)})
    first = hands_up((), view, (frame, [turned_up("right", ROW)]), deal)
    both = hands_up(first, view, (frame, [turned_up("top", ROW)]), deal)
    assert [hand.side for hand in both] == ["right", "top"]
    deal.begin()
    assert [hand.side for hand in hands_up(both, view, (frame, [turned_up("top", ROW)]), deal)] == ["top"]
