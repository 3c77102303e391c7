"""Questions that only some rule sets ask, and only when the hand gives cause."""

from collections.abc import Callable
from typing import Any

from new_table import new_table
from patient import at_table, eventually, expect
from who_won import say_who_won


def table_with(page: Any, address: str, rules: str, **options: str) -> None:
    new_table(page, address, rules, **options)
    page.click("#book")
    page.wait_for_url("**/hand")


def typed(page: Any, tiles: str) -> None:
    page.click("#start-typing")
    page.fill("#typed", tiles)
    page.click("#bar-first")
    page.wait_for_selector("body[data-step=hand]")


def amounts(page: Any) -> list[str]:
    return [text.replace("−", "-") for text in page.locator("#result .seat-amount").all_inner_texts()]


def test_calls_are_asked_for_only_beside_a_first_round_win(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    table_with(page, site.address, "ji_ping_hu")
    typed(page, "111m 222p 888s 999m 55p")
    say_who_won(page, "S")
    page.wait_for_selector(".worth")
    expect(page.locator("#ask-calls")).to_be_hidden()
    page.click("[data-flag=di_hu] input")
    page.locator("#ask-calls").wait_for()
    page.click("#ask-calls [value=peng]")
    page.wait_for_selector(".refusal")
    page.click("#ask-calls [value=peng]")
    page.wait_for_selector(".worth")


def test_the_key_pair_is_asked_for_in_lishui(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    table_with(page, site.address, "lishui")
    typed(page, "123m 456p 789s 11s 99p 9p")
    say_who_won(page, "S")
    page.click("#wild .slot")
    page.click("#tile-sheet-keys [data-kind='5m']")
    page.wait_for_selector(".worth")
    page.click("#ask-key [value=ES]")
    page.locator("#result .seat.even[data-seat=W]").wait_for()
    eventually(lambda: amounts(page)[2:], ["0", "0"])
    shown = amounts(page)
    assert int(shown[0]) == -int(shown[1].lstrip("+")) < 0
    page.click("#keep")
    at_table(page)
    # Changed later, the answer is still there.
    page.click(".ledger-line a")
    page.click("#edit")
    page.wait_for_selector("body[data-step=hand]")
    page.locator("#bar-first").click()
    page.wait_for_selector("body[data-step=score]")
    expect(page.locator("#ask-key [value=ES]")).to_be_checked()


def test_an_earlier_liability_is_asked_for_beside_four_fed_melds(
    site: Any, open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    table_with(page, site.address, "ji_ping_hu", bao_twelve="true")
    typed(page, "111m 222p 888s 999m 55p")
    for place in range(4):
        page.click("#group")
        for tapped in (1, 2, 3):
            page.click("#rack .tile:not(.picked) >> nth=0")
            expect(page.locator("#rack .tile.picked")).to_have_count(tapped)
        page.click("#bar-first")
        page.click(f"#meld-sheet-from input >> nth={place % 3}")
        page.click("#meld-sheet-done")
        expect(page.locator("#meld-sheet")).to_be_hidden()
        expect(page.locator("#melds .meld")).to_have_count(place + 1)
    say_who_won(page)
    page.locator("#ask-liable").wait_for()
    expect(page.locator("#result .seat.even")).to_have_count(2)
    page.click("#ask-liable label:has(input:enabled) >> nth=1")
    expect(page.locator("#result .seat.pays")).to_have_count(3)
