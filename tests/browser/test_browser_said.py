"""Who won and how is said by the player, never guessed; and only what can have happened is offered."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from new_table import new_table
from patient import at_table, box_of, eventually, expect
from who_won import say_who_won, to_questions


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Any picture: the scripted reader sees its own hand in it."""
    path = tmp_path / "hand.jpg"
    assert cv2.imwrite(str(path), np.full((400, 1200, 3), 120, np.uint8))
    return path


@pytest.fixture
def seated(site: Any, open_phone: Callable[..., Any]) -> Callable[..., Any]:
    """``seated(rules, **options)``: a phone where a hand of a new table is to be read."""

    def make(rules: str = "ji_ping_hu", **options: str) -> Any:
        page = open_phone()
        new_table(page, site.address, rules, **options)
        page.click("#book")
        page.wait_for_url("**/hand")
        return page

    return make


def typed(page: Any, tiles: str) -> None:
    page.click("#start-typing")
    page.fill("#typed", tiles)
    page.click("#bar-first")
    page.wait_for_selector("body[data-step=hand]")


def photographed(page: Any, photo: Path) -> None:
    page.set_input_files("#take", photo)
    page.wait_for_selector("body[data-step=hand]")
    page.click("#bar-first")
    for kind in ("6p", "9s"):
        page.click(f"#tile-sheet-likely [data-kind='{kind}']")


def expect_offered(page: Any, *flags: str) -> None:
    """Just these events come to be there to choose."""
    chips = page.locator("#ask-flags .chip:visible")
    read = "all => all.map((one) => one.dataset.flag)"
    eventually(lambda: set(chips.evaluate_all(read)), set(flags))


def test_after_a_photo_nothing_can_be_booked_before_it_is_said_who_won_and_how(
    seated: Callable[..., Any], photo: Path
) -> None:
    page = seated()
    photographed(page, photo)
    to_questions(page)
    result = page.locator("#result")
    result.get_by_text("Who won, and how?").wait_for()
    expect(page.locator("#questions :is([name=winner], [name=how]):checked")).to_have_count(0)
    expect(page.locator("#keep")).to_be_hidden()
    page.click("#ask-winner [data-seat=S] input")
    result.get_by_text("Still to say: self-drawn, or from whom.").wait_for()
    expect(page.locator("#keep")).to_be_hidden()
    page.click("#ask-how [data-seat=W] input")
    page.wait_for_selector(".worth")
    # The winner turns out to be who lost the tile: how it was won is open again.
    page.click("#ask-winner [data-seat=W] input")
    result.get_by_text("Still to say").wait_for()
    expect(page.locator("#keep")).to_be_hidden()
    page.click("#ask-how [value=self_draw]")
    page.wait_for_selector(".seat.gets[data-seat=W]")
    page.click("#keep")
    at_table(page)
    # The next hand is asked for anew.
    page.click("#book")
    page.wait_for_url("**/hand")
    typed(page, "123m 456p 789s CCC 55p")
    page.locator("#bar-text", has_text="Who won, and how?").wait_for()


def test_a_photographed_deal_is_changed_beside_its_photo(seated: Callable[..., Any], photo: Path) -> None:
    page = seated()
    photographed(page, photo)
    say_who_won(page, "S", "W")
    page.click("#keep")
    at_table(page)
    page.click(".ledger-line a")
    page.click("#edit")
    page.wait_for_selector("body[data-step=hand]")
    picture = page.locator("#photo-scroll image")
    expect(picture).to_have_attribute("href", re.compile("/photos/"))
    box = box_of(page.locator("#photo"))
    assert box["width"] > 300
    assert box["height"] > 80
    expect(page.locator("#rack .tile")).to_have_count(11)
    # Another language leaves the deal at hand, and its photo.
    page.click(".settings > summary")
    page.click(".settings-panel >> text=繁體")
    page.wait_for_selector("html[lang=zh-Hant] body[data-step=hand]")
    expect(page).to_have_url(re.compile("line="))
    expect(page.locator("#photo-scroll image")).to_be_visible()


def test_events_are_offered_where_they_can_be_true(seated: Callable[..., Any]) -> None:
    page = seated()
    typed(page, "123m 456p 789s CCC 55p")
    to_questions(page)
    expect_offered(page)
    # Ann deals: a heavenly hand for her, an earthly one for Bo.
    say_who_won(page, "E")
    expect_offered(page, "last_tile", "tian_hu")
    say_who_won(page, "S")
    expect_offered(page, "last_tile", "di_hu")
    # A human hand takes the dealer's discard; 5p is there twice, so nobody can have had three to make a kong.
    say_who_won(page, "S", "E")
    expect_offered(page, "ren_hu")
    say_who_won(page, "S", "W")
    expect_offered(page)


def test_a_single_winning_tile_may_have_robbed_a_kong(seated: Callable[..., Any]) -> None:
    page = seated("ji_ping_hu", ren_hu_scope="before_own_first_draw")
    typed(page, "456p 789s CCC 55p 12m 3m")
    say_who_won(page, "S", "W")
    expect_offered(page, "rob_kong", "ren_hu")
    page.click("[data-flag=ren_hu] input")
    page.click("[data-flag=rob_kong] input")
    expect(page.locator("[data-flag=rob_kong] input")).to_be_checked()
    expect(page.locator("[data-flag=ren_hu] input")).not_to_be_checked()
    page.wait_for_selector(".worth")
    # The dealer wins no human hand.
    say_who_won(page, "E", "W")
    expect_offered(page, "rob_kong")


def test_in_rules_without_a_human_hand_none_is_offered(seated: Callable[..., Any]) -> None:
    page = seated("tui_dao_hu", allow_discard_win="true")
    typed(page, "456p 789s CCC 55p 12m 3m")
    say_who_won(page, "S", "E")
    expect_offered(page, "rob_kong")


def test_where_only_a_self_draw_wins_another_players_tile_is_a_robbed_one(
    seated: Callable[..., Any],
) -> None:
    page = seated("tui_dao_hu")
    typed(page, "456p 789s CCC 55p 12m 3m")
    say_who_won(page, "S", "E")
    page.wait_for_selector(".seat.pays[data-seat=E]")
    expect(page.locator("#result .seat.even")).to_have_count(2)
    # Two of the winning tile in the hand: nobody can have had a kong of it.
    page = seated("tui_dao_hu")
    typed(page, "456p 789s CCC 123m 5p 5p")
    to_questions(page)
    page.click("#ask-winner [data-seat=S] input")
    expect(page.locator("#ask-how .chip:visible")).to_have_text(["Self-draw"])


def test_old_rules_win_an_earthly_hand_on_the_dealers_discard(seated: Callable[..., Any]) -> None:
    page = seated("lao_zhang")
    typed(page, "456p 789s CCC 55p 12m 3m")
    di_hu = page.locator("#ask-flags [data-flag=di_hu]")
    say_who_won(page, "S", "E")
    expect(di_hu).to_be_visible()
    say_who_won(page, "S", "N")
    expect(di_hu).to_be_hidden()
    say_who_won(page, "S")
    expect(di_hu).to_be_hidden()
