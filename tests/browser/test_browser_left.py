"""A hand left in the middle: what was said of it is never taken for another hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from new_table import new_table
from patient import at_table, expect
from who_won import say_who_won, to_questions

SAMPLE = Path(__file__).parents[2] / "webapp" / "static" / "sample.jpg"
ON_8M = "234p 567p 345s 99s 67m 8m"
ON_5M = "222p 567p 345s 99s 67m 5m"


@pytest.fixture
def page(site: Any, open_phone: Callable[..., Any]) -> Any:
    """A phone at a new table."""
    page = open_phone()
    new_table(page, site.address)
    return page


def to_hand(page: Any) -> None:
    page.click("#book")
    page.wait_for_url("**/hand")
    page.wait_for_selector("body[data-step=home]")


def type_hand(page: Any, tiles: str) -> None:
    page.click("#start-typing")
    page.wait_for_selector("body[data-step=type]")
    page.fill("#typed", tiles)
    page.click("#bar-first")
    page.wait_for_selector("body[data-step=hand]")


def put_last_right(page: Any, tile: str) -> None:
    """Type another tile in place of the last one."""
    page.press("#typed", "End")
    page.press("#typed", "Backspace")
    page.press("#typed", "Backspace")
    page.type("#typed", tile)


def leave(page: Any) -> None:
    """To the table, without booking."""
    page.click(".in-play")
    at_table(page)


def book_draw(page: Any) -> None:
    page.click("text=Drawn deal")
    page.wait_for_url("**/add/draw")
    page.click("text=See the amounts")
    page.wait_for_url("**/preview")
    page.click("text=Book it")
    at_table(page)


def expect_nothing_said(page: Any) -> None:
    to_questions(page)
    expect(page.locator("#questions :is([name=winner], [name=how]):checked")).to_have_count(0)
    expect(page.locator("#keep")).to_be_hidden()
    expect(page.locator("#others")).to_be_hidden()


@pytest.mark.parametrize("booked", [False, True])
def test_the_next_typed_hand_has_no_winner(page: Any, booked: bool) -> None:
    to_hand(page)
    type_hand(page, ON_8M)
    say_who_won(page, "E", "S")
    page.wait_for_selector(".seat.pays[data-seat=S]")
    leave(page)
    if booked:
        book_draw(page)
    to_hand(page)
    type_hand(page, ON_5M)
    expect(page.locator("#rack .tile")).to_have_count(14)
    expect_nothing_said(page)


def test_tiles_typed_anew_have_no_winner(page: Any) -> None:
    to_hand(page)
    type_hand(page, ON_8M)
    say_who_won(page, "E", "S")
    page.wait_for_selector(".seat.pays[data-seat=S]")
    page.click("#back")
    page.wait_for_selector("body[data-step=hand]")
    # One tile put right is no other hand.
    page.click("#back")
    page.wait_for_selector("body[data-step=type]")
    put_last_right(page, "8m")
    page.evaluate("location.hash = '#score'")
    page.wait_for_selector(".seat.pays[data-seat=S]")
    page.go_back()
    page.wait_for_selector("body[data-step=type]")
    page.fill("#typed", ON_5M)
    page.click("#bar-first")
    expect_nothing_said(page)


def test_a_reload_in_the_middle_keeps_what_was_said(page: Any) -> None:
    to_hand(page)
    type_hand(page, ON_8M)
    say_who_won(page, "E", "S")
    page.wait_for_selector(".seat.pays[data-seat=S]")
    page.reload()
    page.wait_for_selector(".seat.pays[data-seat=S]")
    # Another phone books: the same page loaded anew is of another deal, its tiles can still be looked at.
    other = page.context.new_page()
    other.goto(page.url.split("/hand")[0])
    book_draw(other)
    page.reload()
    expect_nothing_said(page)


def begin_two_winners(page: Any) -> None:
    to_hand(page)
    type_hand(page, ON_8M)
    say_who_won(page, "S", "W")
    page.wait_for_selector(".seat.pays[data-seat=W]")
    page.click("#another")
    page.wait_for_selector("body[data-step=home]")


def test_another_winner_of_a_deal_that_is_over_is_gone(page: Any) -> None:
    begin_two_winners(page)
    leave(page)
    book_draw(page)
    to_hand(page)
    type_hand(page, ON_8M)
    expect_nothing_said(page)


def test_another_winner_of_a_deal_that_is_over_is_not_in_the_next_photo(page: Any) -> None:
    begin_two_winners(page)
    leave(page)
    book_draw(page)
    to_hand(page)
    page.set_input_files("#choose", SAMPLE)
    page.wait_for_selector("body[data-step=hand]")
    page.evaluate("location.hash = '#score'")
    expect_nothing_said(page)


def test_an_abandoned_change_of_a_booked_hand_is_forgotten_when_the_table_moves_on(page: Any) -> None:
    to_hand(page)
    type_hand(page, ON_8M)
    say_who_won(page, "S", "W")
    page.click("#keep")
    table = at_table(page)
    page.click(".ledger-line a")
    page.click("#edit")
    page.wait_for_selector("body[data-step=hand]")
    change = page.url
    page.evaluate("location.hash = '#score'")
    page.click("#ask-how [data-seat=N] input")
    page.wait_for_selector(".seat.pays[data-seat=N]")
    page.goto(table)
    book_draw(page)
    page.goto(change)
    page.wait_for_selector("body[data-step=hand]")
    page.evaluate("location.hash = '#score'")
    page.wait_for_selector(".seat.pays[data-seat=W]")


def test_the_first_of_two_winners_is_said_to_be_kept_and_can_be_dropped(page: Any) -> None:
    begin_two_winners(page)
    kept = page.locator("#others")
    expect(kept.locator("p")).to_have_text("Bo's win on 8 of characters is kept; now the next winner's hand.")
    type_hand(page, ON_5M)
    to_questions(page, "Still to say: who won.")
    page.click("#ask-winner [data-seat=N] input")
    page.locator("#result", has_text="8 of characters, 5 of characters").or_(
        page.locator("#result", has_text="5 of characters, 8 of characters")
    ).wait_for()
    page.click("#back")
    page.click("#back")
    page.wait_for_selector("body[data-step=type]")
    put_last_right(page, "8m")
    page.evaluate("location.hash = '#home'")
    page.wait_for_selector("body[data-step=home]")
    kept.get_by_role("button", name="Drop Bo's win").click()
    expect(kept).to_be_hidden()


def test_every_winners_lines_stand_before_booking(page: Any) -> None:
    begin_two_winners(page)
    type_hand(page, "111p 222p 345s 99s 67m 8m")
    to_questions(page, "Still to say: who won.")
    page.click("#ask-winner [data-seat=N] input")
    page.wait_for_selector(".seat.gets[data-seat=S]")
    expect(page.locator("#result > h2")).to_have_text(
        ["Dan: Chicken hand · 1 point", "Bo: All chows · 2 points"]
    )
    expect(page.locator("#result > .lines")).to_have_count(2)
    expect(page.locator("#result .transfers li")).to_have_count(2)
