"""A hand kept without a table: booked at one afterwards, deleted and brought back."""

from collections.abc import Callable
from typing import Any

from new_table import new_table
from playwright.sync_api import expect
from who_won import say_who_won

TILES = "123m 456p 789s CCC 55p"


def keep_one(page: Any, address: str) -> None:
    """Type a hand that South wins on West's tile, keep it, and open it again."""
    page.goto(address)
    page.click("#start-typing")
    page.fill("#typed", TILES)
    page.click("#bar-first")
    say_who_won(page, "S", "W")
    page.wait_for_selector(".seat.pays[data-seat=W]")
    page.click("#keep")
    page.locator("#recent a").first.wait_for(state="attached")
    page.goto(address)
    page.click("#recent a >> nth=0")
    page.wait_for_url("**/hands/*")


def test_it_is_booked_at_a_table_after_a_look_at_who_sat_where(
    other_site: Any, open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    table = new_table(page, other_site.address)
    keep_one(page, other_site.address)
    page.click("#book-at")
    page.wait_for_url("**/book")
    page.click("main form button")
    page.wait_for_url("**/preview")
    expect(page.locator(".confirm-what")).to_contain_text("Bo: Red dragon")
    # It was Dan's tile.
    page.click("text=Change it")
    page.wait_for_url("**/hand?hand=*")
    page.wait_for_selector(".seat.pays[data-seat=W]")
    page.click("#ask-how [data-seat=N] input")
    page.wait_for_selector(".seat.pays[data-seat=N]")
    page.click("#keep")
    page.wait_for_url(table)
    expect(page.locator(".standing .seat-amount")).to_have_text(["0", "+2", "0", "−2"])


def test_it_is_deleted_and_brought_back(other_site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    keep_one(page, other_site.address)
    hand = page.url
    page.click("#delete")
    page.locator("text=This hand is deleted.").wait_for()
    page.goto(other_site.address)
    expect(page.locator("#recent a")).to_have_count(0)
    page.goto(hand)
    page.click("#restore")
    page.wait_for_selector("#book-at")
    page.goto(other_site.address)
    expect(page.locator("#recent a")).to_have_count(1)
