"""The ledger of a table: book, take back, put back, change an old deal, and always sum to zero."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from ledger_entries import BESIDE, DRAW, HAND, points, won

from webapp.store import ConflictError, ReusedUuidError, Store
from webapp.tally.book import Change, RefusedError, TableBook, UnknownTableError
from webapp.tally.fold import Table, fold


def undo(book: TableBook, table: Table, kind: str = "undone") -> Table:
    now = book.table(table.id)
    return book.set(table.id, kind, {}, uuid=str(uuid.uuid4()), expected=now.sequence)


def totals(table: Table) -> list[Any]:
    return [table.totals[seat] for seat in "ESWN"]


def test_a_new_table_has_no_points_and_its_first_dealer(table: Table) -> None:
    assert totals(table) == [0, 0, 0, 0]
    assert (table.seating.dealer, table.seating.round_wind, table.deals) == ("E", "E", 0)


def test_a_booked_hand_moves_points_and_the_deal(do: Callable[..., Table]) -> None:
    # Red dragon: one fan, two points, paid by the discarder; East loses the deal.
    table = do(won("S", "W"))
    assert totals(table) == [0, 2, -2, 0]
    assert table.seating.dealer == "S"
    # The dealer's self-draw: red dragon and self-draw, four points from each; he stays.
    table = do(won("S"))
    assert totals(table) == [-4, 14, -6, -4]
    assert (table.seating.dealer, table.seating.dealer_streak) == ("S", 1)


def test_a_drawn_deal_counts_as_a_deal_and_a_penalty_does_not(do: Callable[..., Table]) -> None:
    table = do(DRAW)
    assert (table.deals, table.seating.dealer, table.seating.dealer_streak) == (1, "E", 1)
    table = do({"kind": "penalty", "player": "N", "penalty": "false_win"})
    assert table.deals == 1
    # Cap 3: eight points to each.
    assert totals(table) == [8, 8, 8, -24]


def test_a_free_amount_with_a_note(do: Callable[..., Table]) -> None:
    table = do({"kind": "free", "transfers": [["E", "S", 3], ["W", "S", "1/2"]], "note": "spilled tea"})
    assert totals(table) == [-3, Fraction(7, 2), Fraction(-1, 2), 0]
    assert table.steps[0].line.entry["note"] == "spilled tea"


def test_several_winners_on_one_tile(do: Callable[..., Table]) -> None:
    wins = [{"winner": "S", "hand": HAND}, {"winner": "N", "hand": BESIDE}]
    table = do({"kind": "win", "wins": wins, "context": {"win_by": "discard", "from": "W"}})
    assert totals(table) == [0, 2, -4, 2]
    assert [win.winner for win in table.steps[0].result.wins] == ["S", "N"]


def test_fan_lines_are_named_without_tiles(do: Callable[..., Table]) -> None:
    rows = [{"winner": "S", "rows": ["hun_yi_se", "zi_mo"]}]
    table = do({"kind": "named", "wins": rows, "context": {"win_by": "self_draw"}})
    lines = table.steps[0].result.wins[0]
    assert lines.rows == ("hun_yi_se", "zi_mo")
    # Three fan at most: eight points from each.
    assert totals(table) == [-8, 24, -8, -8]


def test_a_liable_player_pays_for_all(do: Callable[..., Table]) -> None:
    entry = points("S", 8) | {"pays_all": "N"}
    assert totals(do(entry)) == [0, 24, 0, -24]


def test_other_rules_hold_from_their_line_on(do: Callable[..., Table]) -> None:
    do(won("S", "W"))
    table = do({"kind": "rules", "rules": "ji_ping_hu", "options": {"base": 10}})
    assert table.options == {"base": 10}
    assert totals(do(won("S", "W"))) == [0, 22, -22, 0]


def test_undo_and_redo_to_any_depth(book: TableBook, table: Table, do: Callable[..., Table]) -> None:
    states = [totals(table)]
    for entry in (won("S", "W"), points("N", 5), DRAW, won("E")):
        states.append(totals(do(entry)))
    for before in reversed(states[:-1]):
        assert totals(undo(book, table)) == before
    assert book.table(table.id).undo == 0
    for after in states[1:]:
        assert totals(undo(book, table, "redone")) == after


def test_a_new_change_drops_what_could_be_put_back(
    book: TableBook, table: Table, do: Callable[..., Table]
) -> None:
    do(points("S", 1))
    undo(book, table)
    assert do(points("N", 1)).redo == 0
    assert totals(undo(book, table, "redone")) == [-1, -1, -1, 3]


def test_an_edited_deal_moves_everything_after_it(do: Callable[..., Table]) -> None:
    first = do(won("S", "W")).steps[0]
    # With South dealing the East wind is nobody's; edited to a dealer's win, East deals again.
    do(DRAW)
    table = do(points("E", 2), first.line.id)
    assert [step.before.dealer for step in table.steps] == ["E", "E"]
    assert table.seating.dealer_streak == 2
    assert totals(table) == [6, -2, -2, -2]
    assert table.steps[0].line.edited


def test_a_removed_deal_is_as_if_never_played(do: Callable[..., Table]) -> None:
    first = do(won("S", "W")).steps[0]
    do(points("N", 4))
    table = do(None, first.line.id)
    assert (totals(table), table.deals) == ([-4, -4, -4, 12], 1)


def test_a_change_that_makes_a_later_deal_impossible_is_refused(
    book: TableBook, table: Table, do: Callable[..., Table]
) -> None:
    # A heavenly hand is the dealer's: with another first deal North no longer deals.
    heavenly = {**HAND, "concealed": [*HAND["concealed"], "C", "C", "C"], "melds": []}  # type: ignore[misc]
    for winner in ("S", "W"):
        do(points(winner, 1))
    first = do(points("N", 1)).steps[0]
    won_by = {"winner": "N", "hand": heavenly, "flags": ["tian_hu"]}
    do({"kind": "win", "wins": [won_by], "context": {"win_by": "self_draw"}})
    before = book.table(table.id)
    with pytest.raises(RefusedError) as refused:
        do(DRAW, first.line.id)
    assert refused.value.step.deal == 4
    assert refused.value.why.key == "error.heavenly_not_dealer"
    assert book.table(table.id) == before


def test_a_hand_that_is_no_win_leaves_no_trace(
    book: TableBook, table: Table, do: Callable[..., Table]
) -> None:
    with pytest.raises(RefusedError):
        do({**won("S"), "wins": [{"winner": "S", "hand": {**HAND, "win": "8s"}}]})
    assert book.table(table.id).sequence == 1


def test_the_outcome_of_a_change_is_seen_before_it_is_kept(book: TableBook, table: Table) -> None:
    before, after = book.outcome(table.id, Change("line_added", "x", points("S", 2)))
    assert totals(before) == [0, 0, 0, 0]
    assert totals(after) == [-2, 6, -2, -2]
    assert book.table(table.id).sequence == 1


def test_of_two_writers_the_second_is_told(book: TableBook, table: Table) -> None:
    names = [str(uuid.uuid4()) for _ in range(2)]
    book.change(table.id, Change("line_added", names[0], points("S", 2)), uuid=names[0], expected=1)
    with pytest.raises(ConflictError):
        book.change(table.id, Change("line_added", names[1], points("N", 2)), uuid=names[1], expected=1)
    assert totals(book.table(table.id)) == [-2, 6, -2, -2]


def test_a_repeated_send_is_one_deal(book: TableBook, table: Table) -> None:
    name = str(uuid.uuid4())
    for _ in range(2):
        book.change(table.id, Change("line_added", name, points("S", 2)), uuid=name, expected=1)
    assert book.table(table.id).deals == 1
    with pytest.raises(ReusedUuidError):
        book.change(table.id, Change("line_added", name, points("S", 3)), uuid=name, expected=2)


def test_a_session_ends_after_the_north_round(do: Callable[..., Table]) -> None:
    table = do(points("S", 1))
    for _ in range(15):
        nobody_dealing = "S" if table.seating.dealer != "S" else "W"
        assert not table.seating.session_over
        table = do(points(nobody_dealing, 1))
    assert table.seating.session_over
    assert table.steps[-1].before.round_wind == "N"


def test_settings_do_not_take_part_in_undo(book: TableBook, table: Table, do: Callable[..., Table]) -> None:
    do(points("S", 1))
    now = book.set(table.id, "table_renamed", {"name": "Sunday"}, uuid=str(uuid.uuid4()), expected=2)
    assert (now.name, now.undo) == ("Sunday", 1)
    assert undo(book, table).name == "Sunday"


def test_other_logs_of_the_store_are_no_tables(store: Store, book: TableBook, table: Table) -> None:
    store.append("single-hands", "hand_scored", {}, uuid=str(uuid.uuid4()))
    assert [one.id for one in book.tables()] == [table.id]
    with pytest.raises(UnknownTableError):
        book.table("single-hands")


def test_what_was_booked_stays_when_the_table_is_read_anew(
    store: Store, table: Table, do: Callable[..., Table]
) -> None:
    do(won("S", "W"))
    now = do(points("N", 3))
    assert TableBook(store).table(table.id) == now


def test_a_clock_that_jumps_back_changes_nothing(
    book: TableBook, table: Table, do: Callable[..., Table]
) -> None:
    for entry in (won("S", "W"), points("N", 3), DRAW):
        do(entry)
    now = book.table(table.id)
    events = book.events(table.id)
    back = [replace(event, at=event.at - timedelta(days=400 * number)) for number, event in enumerate(events)]
    again = fold(back)
    assert (again.totals, again.seating) == (now.totals, now.seating)
    assert [step.line.id for step in again.steps] == [step.line.id for step in now.steps]
