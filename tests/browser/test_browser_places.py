"""What lies where on a phone, and what a tap elsewhere does."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from new_table import new_table
from patient import expect

from vision.photo import Photo
from vision.problems import Problem
from vision.reading import Reading
from vision.scan import Scan


def typed(page: Any, address: str, tiles: str) -> None:
    page.goto(f"{address}#type")
    page.fill("#typed", tiles)
    page.evaluate("location.hash = '#hand'")
    page.wait_for_selector("body[data-step=hand]")


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_the_words_of_a_tiles_buttons_stay_whole(
    site: Any, open_phone: Callable[..., Any], locale: str
) -> None:
    """Of a hand without a winning tile, *Take out* stood one letter a line beside a block 165 pixels high."""
    page = open_phone(locale)
    typed(page, site.address + "/", "123m 456p 789s EEE C")
    page.click("#rack .tile >> nth=0")
    buttons = page.locator("#tile-sheet-actions .button")
    expect(buttons).to_have_count(2)
    for number in range(2):
        box = buttons.nth(number).bounding_box()
        assert box["height"] <= 64
        assert box["width"] >= 100


@pytest.mark.parametrize("act", ["escape", "elsewhere"])
def test_the_menu_closes_on_escape_and_on_a_tap_elsewhere(
    site: Any, open_phone: Callable[..., Any], act: str
) -> None:
    page = open_phone()
    page.goto(site.address)
    page.click(".settings > summary")
    expect(page.locator(".settings-panel")).to_be_visible()
    if act == "escape":
        page.keyboard.press("Escape")
    else:
        page.mouse.click(40, 200)
    expect(page.locator(".settings-panel")).to_be_hidden()


def test_who_cannot_have_discarded_leaves_the_others_in_their_places(
    site: Any, open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    typed(page, site.address + "/", "123m 456p 789s EEE CC")
    page.evaluate("location.hash = '#score'")
    chips = page.locator("#ask-how .chip")
    before = [chips.nth(number).bounding_box() for number in range(5)]
    page.click("#ask-winner [data-seat=S]")
    expect(page.locator("#ask-how [data-seat=S] input")).to_be_disabled()
    assert [chips.nth(number).bounding_box() for number in range(5)] == before


def test_the_picture_of_a_set_to_lay_leaves_a_tile_between_its_rows(
    site: Any, open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    page.goto(f"{site.address}/sets/new")
    tile = page.locator(".order-tile").first.bounding_box()
    rows = [page.locator(".order-row").nth(number).bounding_box() for number in range(4)]
    for upper, lower in pairwise(rows):
        free = lower["y"] - upper["y"] - upper["height"]
        assert 0.75 * tile["height"] < free < 1.25 * tile["height"]


def test_a_hand_that_lies_turned_up_is_the_next_thing_to_do(
    site: Any, open_phone: Callable[..., Any]
) -> None:
    page = open_phone(reduced_motion="reduce")
    new_table(page, site.address)
    colours = """
    (shown) => {
      document.getElementById("camera-news").hidden = !shown;
      return ["#camera-news a", "#book"]
        .map((one) => getComputedStyle(document.querySelector(one)).backgroundColor);
    }
    """
    green = page.evaluate(colours, False)[1]
    look, book = page.evaluate(colours, True)
    assert look == green
    assert book != green


def test_a_new_table_asks_for_the_first_dealer_by_name(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    page.goto(f"{site.address}/tables/new")
    page.fill("#player-S", "Bo")
    expect(page.locator(".chip:has([name=first_dealer][value=S])")).to_have_text("Bo South")


def test_at_a_table_no_sample_is_offered(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    new_table(page, site.address)
    page.click("#book")
    page.wait_for_url("**/hand")
    expect(page.locator("#start-typing")).to_be_visible()
    expect(page.locator("#sample")).to_have_count(0)


def test_a_hand_that_is_no_win_leads_to_what_would_help(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    typed(page, site.address + "/", "123m 456p 789s EEE CF")
    expect(page.locator("#bar-first")).to_have_text("See which exchange helps")


class NothingSeen:
    """A blurred photo in which no tile is found."""

    def scan(self, source: Photo, progress: Callable[[str], None], **_more: Any) -> Scan:
        progress("detect")
        problems = (Problem("too_blurred", "Blurred."), Problem("no_tiles", "None."))
        return Scan(source.width, source.height, (), Reading((), (), (), None, 0, False), problems, {})


@pytest.fixture(scope="module")
def blurred(site_with: Callable[[Any], Any]) -> Any:
    return site_with(NothingSeen())


def test_of_a_photo_without_tiles_the_likeliest_cause_is_told_first(
    blurred: Any, open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    page.goto(blurred.address)
    page.click("#sample")
    trouble = page.locator("#read-trouble")
    expect(trouble).to_contain_text("The photo is blurred.")
    said = trouble.text_content()
    assert said.index("blurred") < said.index("No tile was found")
