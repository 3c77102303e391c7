"""A form filled in when the connection goes: it says that it waits, what waits, and that it was booked."""

from collections.abc import Iterator
from typing import Any

import pytest
from new_table import new_table
from patient import PATIENCE, at_table, expect, expect_totals
from who_won import say_who_won


@pytest.fixture
def page(site: Any, browser: Any) -> Iterator[Any]:
    """A phone at a new table, whose connection may be cut."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    new_table(page, site.address)
    yield page
    context.close()
    assert faults == []


def cut_off(page: Any) -> None:
    page.wait_for_selector(".live-now")
    page.context.set_offline(True)
    page.wait_for_selector(".live-stale")


def test_a_named_win_waits_by_its_name_and_is_told_to_be_booked(page: Any) -> None:
    page.click("text=Just name the lines")
    page.wait_for_url("**/add/named")
    send = page.locator("form.questions > .primary")
    expect(send).to_have_text("See the amounts")
    cut_off(page)
    expect(send).to_have_text("Keep and send later")
    expect(page.locator("form.questions > .hint")).to_contain_text("There is no connection.")
    page.click("label:has(#won-S)")
    page.click("#ask-how [data-seat=W]")
    page.click("[data-won=S] .chip:has([value=qing_yi_se])")
    page.click("[data-won=S] .chip:has([value=peng_peng_hu])")
    # With a connection again it is looked at first, as ever.
    page.context.set_offline(False)
    expect(send).to_have_text("See the amounts")
    cut_off(page)
    send.click()
    waiting = page.locator("#waiting")
    expect(waiting).to_contain_text("Waiting to be sent: 1")
    expect(waiting).to_contain_text("Bo, from Cai: All triplets, Full flush")
    page.context.set_offline(False)
    expect(waiting).to_contain_text("Booked: Bo, from Cai: All triplets, Full flush")
    expect(waiting).not_to_contain_text("Waiting to be sent")
    waiting.get_by_role("link", name="To the table").click()
    at_table(page)
    expect_totals(page, ["0", "+32", "−32", "0"])


def test_a_typed_hand_waits_by_who_won_from_whom_and_what(page: Any) -> None:
    page.click("#book")
    page.wait_for_url("**/hand")
    page.click("#start-typing")
    page.fill("#typed", "123m 456p 789s CCC 55p")
    page.click("#bar-first")
    say_who_won(page, "S", "W")
    page.wait_for_selector(".seat.pays[data-seat=W]")
    cut_off(page)
    page.click("#keep")
    waiting = page.locator("#waiting")
    expect(waiting).to_contain_text("Bo, from Cai: Red dragon · 123m 456p 789s CCC 55p")
    page.context.set_offline(False)
    expect(waiting).to_contain_text("Booked: Bo, from Cai: Red dragon")


def test_kongs_that_wait_are_told(page: Any, site: Any) -> None:
    new_table(page, site.address, "tui_dao_hu")
    page.click("a[href$='/add/kongs']")
    page.wait_for_url("**/add/kongs")
    page.select_option("[name=kong-0]", "S")
    page.select_option("[name=kong-type-0]", "an_gang")
    cut_off(page)
    page.click("form.questions > .primary")
    expect(page.locator("#waiting")).to_contain_text("Kong money: Bo, concealed kong")
