"""An evening on a phone: an East round by photos and typed tiles, second thoughts, settling, moving."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from new_table import new_table
from patient import at_table, eventually, expect, expect_totals
from who_won import say_who_won, to_questions

FRIDAY = {"stake": "0.5", "unit": "€", "name": "Friday"}
# Every dragon and wind hand below is one fan, the red dragon's pung: two points.
TILES = "123m 456p 789s CCC 55p"


def totals(page: Any) -> list[str]:
    """What a table's page shows that has come as a whole."""
    return [text.strip() for text in page.locator(".standing .seat-amount").all_inner_texts()]


def to_hand(page: Any) -> None:
    """From the table to the page that reads a hand, its scripts included."""
    page.click("#book")
    page.wait_for_url("**/hand")


def type_hand(page: Any, tiles: str = TILES) -> None:
    page.click("#start-typing")
    page.fill("#typed", tiles)
    page.click("#bar-first")


# Counts what a finger does, over all pages of a tab.
COUNT_TAPS = """
addEventListener("pointerdown", () => {
  sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true);
"""


def taps(page: Any) -> int:
    """How often the page has been touched since the last call."""
    return int(page.evaluate("[sessionStorage.taps ?? 0, sessionStorage.taps = 0][0]"))


def settle_score(page: Any, winner: str, source: str | None) -> None:
    """From the hand to the table again."""
    say_who_won(page, winner, source)
    page.wait_for_selector(".seat.gets" + f"[data-seat={winner}]")
    page.click("#keep")
    at_table(page)


def typed(page: Any, winner: str, source: str | None = None) -> int:
    """Book a typed hand; gives the number of taps, typing counted as one."""
    taps(page)
    to_hand(page)
    type_hand(page)
    settle_score(page, winner, source)
    return taps(page) + 1


def photographed(page: Any, photo: Path, winner: str, source: str | None = None) -> int:
    """Book a hand from a photo; the two doubts are settled with the likeliest tile. Gives the number of taps,
    the button for the camera and its shutter counted too."""
    taps(page)
    to_hand(page)
    page.set_input_files("#take", photo)
    page.wait_for_selector("body[data-step=hand]")
    page.click("#bar-first")
    for kind in ("6p", "9s"):
        page.click(f"#tile-sheet-likely [data-kind='{kind}']")
    settle_score(page, winner, source)
    return taps(page) + 2


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Any picture: the scripted reader sees its own hand in it."""
    path = tmp_path / "hand.jpg"
    assert cv2.imwrite(str(path), np.full((400, 1200, 3), 120, np.uint8))
    return path


def test_an_east_round_is_played_corrected_settled_and_moved(
    site: Any, other_site: Any, open_phone: Callable[..., Any], photo: Path, tmp_path: Path
) -> None:
    page = open_phone()
    page.add_init_script(COUNT_TAPS)
    new_table(page, site.address, fields=FRIDAY)
    play_ten_deals(page, photo)
    before = totals(page)
    take_one_back(page)
    expect_totals(page, before)
    blame_dan_for_the_third_deal(page)
    after = totals(page)
    assert after != before
    assert sum(int(text.replace("−", "-").replace("+", "")) for text in after) == 0
    settle_up(page)
    page.click("text=names, stake, export")
    page.click("text=Export and print")
    with page.expect_download() as download:
        page.click("#json")
    file = tmp_path / "table.json"
    download.value.save_as(file)
    page.goto(f"{other_site.address}/tables/bring")
    page.set_input_files("#file", file)
    page.click("text=Bring it in")
    at_table(page)
    expect_totals(page, after)


def play_ten_deals(page: Any, photo: Path) -> None:
    """Each seat deals once, the dealer stays for wins and a drawn deal; then it is the South round."""
    assert 5 < photographed(page, photo, "S", "W") <= 10
    expect_totals(page, ["0", "+2", "−2", "0"])
    assert 5 < typed(page, "S", "E") <= 10
    typed(page, "W", "S")
    page.click("text=Drawn deal")
    page.wait_for_url("**/add/draw")
    page.click("text=See the amounts")
    page.click("text=Book it")
    at_table(page)
    typed(page, "W")
    typed(page, "N", "W")
    photographed(page, photo, "N", "E")
    typed(page, "E", "N")
    expect(page.locator(".standing-round")).to_contain_text("South round")
    typed(page, "E")
    typed(page, "E", "S")


def take_one_back(page: Any) -> None:
    """Book one deal too many, undo, redo, undo."""
    before = totals(page)
    typed(page, "N", "S")
    booked = totals(page)
    assert booked != before
    page.click("text=Undo")
    page.wait_for_selector("text=Redo")
    expect_totals(page, before)
    page.click("text=Redo")
    page.locator("text=Redo").wait_for(state="detached")
    expect_totals(page, booked)
    page.click("text=Undo")
    page.wait_for_selector("text=Redo")


def blame_dan_for_the_third_deal(page: Any) -> None:
    """The third deal's tile was Dan's, not Bo's: the change is shown, then kept."""
    page.click("text=The whole history")
    page.wait_for_url("**/history")
    page.locator(".ledger-line", has=page.locator(".ledger-number", has_text=re.compile("^3$"))).click()
    page.click("#edit")
    page.wait_for_selector("body[data-step=hand]")
    page.locator("#bar-first", has_text="See the score").click()
    page.wait_for_selector("body[data-step=score]")
    page.click("#ask-how [data-seat=N] input")
    page.wait_for_selector(".seat.pays[data-seat=N]")
    page.click("#keep")
    page.wait_for_selector("text=No other deal changes.")
    page.click("text=Keep the change")
    at_table(page)


def settle_up(page: Any) -> None:
    """At most three payments, and the text for the chat."""
    page.click("text=Settle up >> nth=0")
    page.wait_for_url("**/settle")
    expect(page.locator("#copy-text")).to_have_value(re.compile("Friday[\\s\\S]*pays"))
    payments = page.locator(".payments-list li")
    eventually(lambda: 0 < payments.count() <= 3, True)
    page.click(".back")
    at_table(page)


def test_two_players_win_on_one_tile(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    new_table(page, site.address, fields=FRIDAY)
    to_hand(page)
    type_hand(page)
    say_who_won(page, "S", "W")
    page.wait_for_selector(".seat.pays[data-seat=W]")
    page.click("#another")
    page.wait_for_selector("body[data-step=home]")
    # One set of tiles has no sixth red dragon and no fifth 5p.
    type_hand(page, "123m 789s FFF 22s 46p 5p")
    to_questions(page, "Still to say: who won.")
    # The tile was Cai's, and Bo has won on it: two are left.
    expect(page.locator("#ask-winner .chip:has(input:enabled)")).to_have_text(["Ann", "Dan"])
    page.click("#ask-winner [data-seat=N] input")
    page.wait_for_selector(".seat.gets[data-seat=N]")
    expect(page.locator("#others")).to_have_text(re.compile("^Bo.s win on "))
    page.click("#keep")
    at_table(page)
    expect_totals(page, ["0", "+2", "−4", "+2"])


def test_who_books_second_keeps_the_hand_and_books_it_after_a_look(
    site: Any, open_phone: Callable[..., Any]
) -> None:
    page, other = open_phone(expect=409), open_phone()
    new_table(page, site.address, fields=FRIDAY)
    table = page.url
    to_hand(page)
    type_hand(page)
    say_who_won(page, "S", "W")
    page.wait_for_selector(".seat.pays[data-seat=W]")
    other.goto(f"{table}/add/draw")
    other.click("text=See the amounts")
    other.click("text=Book it")
    at_table(other)
    page.click("#keep")
    with page.expect_navigation():
        page.locator("#bar-first", has_text="Load the new state").click()
    page.wait_for_selector(".seat.pays[data-seat=W]")
    page.click("#keep")
    at_table(page)
    expect(page.locator(".ledger-line")).to_have_count(2)
    expect_totals(page, ["0", "+2", "−2", "0"])


def test_only_the_chosen_rules_show_their_options(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    page.goto(f"{site.address}/tables/new")
    page.select_option("#rules", "lishui")
    expect(page.locator(".house:visible")).to_have_count(1)
    expect(page.locator(".house:visible")).to_have_attribute("data-rules", "lishui")
    page.locator("details.more").evaluate_all("all => all.forEach((one) => (one.open = true))")
    page.set_viewport_size({"width": 320, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


PAGES = (
    "",
    "/hand",
    "/history",
    "/looks",
    "/settle",
    "/take",
    "/print",
    "/settings",
    "/add/named",
    "/add/free",
)


# As long as names may be: of many words, of one, and without a blank where a line could break.
LONG = {
    "player-E": "Maximiliane-Wilhelmine von Hohenzollerns",
    "player-S": "W" * 40,
    "player-W": "歐" * 40,
    "name": "Friday evening at grandmother's house, 7",
}


@pytest.mark.parametrize("locale", ["en-GB", "zh-TW"])
def test_no_page_of_the_evening_is_wider_than_the_window(
    site: Any, open_phone: Callable[..., Any], locale: str
) -> None:
    page = open_phone()
    table = new_table(page, site.address, fields={**FRIDAY, **LONG})
    typed(page, "S", "W")
    page.context.set_extra_http_headers({"Accept-Language": locale})
    for path in PAGES:
        page.goto(table + path)
        for width in (320, 390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
            assert overflow <= 0, f"{path} is {overflow} px too wide at {width}"
