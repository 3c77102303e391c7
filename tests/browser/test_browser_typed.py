"""Typed tiles to a score, on a phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from patient import expect
from who_won import say_who_won


@pytest.fixture
def typed(site: Any, open_phone: Callable[..., Any]) -> Callable[[str], Any]:
    """``typed(tiles)``: a phone on the hand that was typed."""

    def make(tiles: str) -> Any:
        page = open_phone()
        page.goto(site.address)
        page.click("#start-typing")
        page.fill("#typed", tiles)
        page.click("#bar >> text=To the hand")
        page.wait_for_selector("body[data-step=hand]")
        return page

    return make


def expect_amounts(page: Any, amounts: list[str]) -> None:
    expect(page.locator(".seat-amount")).to_have_text(amounts)


def expect_said(page: Any, sentence: str | re.Pattern[str]) -> None:
    """The bar comes to say this."""
    expect(page.locator("#bar-text")).to_have_text(sentence)


def test_typed_tiles_are_scored_and_everything_rescores_at_once(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    say_who_won(page)
    expect(page.locator(".worth-points strong")).to_have_text("8")
    expect_amounts(page, ["+24", "−8", "−8", "−8"])
    # South wins from West instead: no seat wind, no self-draw; the round wind is left.
    page.get_by_role("radio", name="South").first.check()
    page.locator("#ask-how [data-seat=W] input").check()
    expect_amounts(page, ["0", "+2", "−2", "0"])
    expect(page.locator(".transfers li")).to_have_count(1)


def test_a_wrong_letter_is_told_while_typing(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    page.goto(f"{site.address}/#type")
    state = page.locator("#typed-state")
    page.fill("#typed", "123m 4x")
    expect(state).to_contain_text("“4x” does not fit")
    expect(page.locator("#typed")).to_have_attribute("aria-invalid", "true")
    page.fill("#typed", "5555m 5m")
    expect(state).to_have_text("More than four of 5 of characters: a set has only four.")
    # A number alone is most likely about to get its letter.
    page.fill("#typed", "123m 4")
    expect(state).to_have_text("3 of 14 tiles")


def test_tapping_the_keypads_types(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    page.goto(f"{site.address}/#type")
    for kind in ("1m", "2m", "E", "5s"):
        page.click(f"#typed-keys [data-kind='{kind}']")
    expect(page.locator("#typed")).to_have_value("12m E 5s")
    page.click("#typed-back")
    expect(page.locator("#typed")).to_have_value("12m E")


def test_all_34_faces_are_offered_for_a_tile(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    page.click("#rack .tile >> nth=0")
    expect(page.locator("#tile-sheet")).to_be_visible()
    kinds = page.locator("#tile-sheet-keys [data-kind]").evaluate_all(
        "keys => keys.map(key => key.dataset.kind)"
    )
    assert len(set(kinds)) == 34


def test_the_winning_tile_stays_the_winning_tile_when_it_equals_another(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    red = page.locator("#rack > .tile[data-kind=C]")
    won = f"[data-rack='{page.get_attribute('.won .tile', 'data-rack')}']"
    # The other red dragon becomes a white one and back; then a third red dragon comes.
    page.click("#rack > .tile[data-kind=C]")
    page.click("#tile-sheet-keys [data-kind=B]")
    expect(red).to_have_count(0)
    expect(page.locator(f".won .tile[data-kind=C]{won}")).to_be_visible()
    page.click("#rack > .tile[data-kind=B]")
    page.click("#tile-sheet-keys [data-kind=C]")
    expect(red).to_have_count(1)
    page.click("#rack > .tile[data-kind='E'] >> nth=0")
    page.click("#tile-sheet-keys [data-kind=C]")
    expect(red).to_have_count(2)
    expect(page.locator(f".won .tile{won}")).to_be_visible()
    # A red dragon is taken out: it is not the winning one.
    page.click("#rack > .tile[data-kind=C] >> nth=0")
    page.click("#tile-sheet-actions >> text=Take out")
    expect(red).to_have_count(1)
    expect(page.locator(f".won .tile{won}")).to_be_visible()
    # The winning tile itself becomes a 9s, equal to another tile: still that very tile.
    page.click(".won .tile")
    page.click("#tile-sheet-keys [data-kind='9s']")
    expect(page.locator(f".won .tile[data-kind='9s']{won}")).to_be_visible()


def test_another_tile_can_be_marked_as_the_winning_one(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    page.click("#rack > .tile[data-kind='1m']")
    page.click("#tile-sheet-actions >> text=This tile won")
    expect(page.locator(".won .tile")).to_have_attribute("aria-label", "1 of characters, winning tile")
    expect(page.locator("#rack > .tile")).to_have_count(13)


def test_tiles_are_grouped_to_a_kong_whose_kind_is_asked(typed: Callable[[str], Any]) -> None:
    page = typed("EEEE 123m 456p 789s CC")
    page.click("#group")
    for place in range(4):
        page.click(f"#rack > .tile >> nth={place}")
    page.click("#bar-first")
    expect(page.locator("#meld-sheet-types")).to_be_visible()
    expect(page.locator("#meld-sheet-done")).to_be_disabled()
    page.get_by_role("radio", name="concealed kong").check()
    page.click("#meld-sheet-done")
    expect(page.locator(".meld-name")).to_have_text("concealed kong")
    say_who_won(page)
    # East wins from nobody: seat wind, round wind, self-draw.
    expect_amounts(page, ["+24", "−8", "−8", "−8"])
    page.get_by_text("After a kong").wait_for()
    groups = page.locator(".worth-reading > span")
    assert groups.evaluate_all("groups => groups.map(group => group.children.length)") == [4, 3, 3, 3, 2]


def test_four_alike_too_many_are_offered_as_a_kong(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    page.goto(f"{site.address}/#type")
    page.fill("#typed", "5555s 123m 456m 789p 11s")
    expect(page.locator("#typed-state")).to_have_text("15 of 14 tiles")
    expect_said(page, "Four of 5 of bamboo: make them a kong.")
    page.click("#bar-second")
    page.wait_for_selector("body[data-step=hand]")
    expect_said(page, "Four of 5 of bamboo: make them a kong.")
    page.go_back()
    page.wait_for_selector("body[data-step=type]")
    page.click("#bar-first")
    page.get_by_role("radio", name="concealed kong").check()
    page.click("#meld-sheet .primary")
    expect(page.locator("#count")).to_have_text("15 tiles")
    say_who_won(page)
    page.wait_for_selector(".worth")
    # Four alike that stand in runs are no kong; here the count is right.
    page.goto(f"{site.address}/#type")
    page.wait_for_selector("body[data-step=type]")
    page.fill("#typed", "")  # else the kong made above stays one
    page.fill("#typed", "5555s 46s 67s 123m 789p")
    expect(page.locator("#typed-state")).to_have_text("14 tiles")
    expect(page.locator("#bar-text")).not_to_contain_text("kong")


def test_the_feeder_of_a_meld_is_asked_in_seat_order(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    group, name = page.locator("#group"), page.locator(".meld-name")
    page.click("#group")
    expect(group).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(group).to_have_attribute("aria-pressed", "false")
    page.click("#group")
    for place in (9, 10, 11):
        page.click(f"#rack > .tile >> nth={place}")
    page.click("#bar-first")
    # As long as nobody is said to have won, by where they sit.
    feeders = ["next player", "opposite", "player before", "not known"]
    expect(page.locator("#meld-sheet-from .chip")).to_have_text(feeders)
    page.locator("#meld-sheet-from").get_by_role("radio", name="opposite").check()
    page.click("#meld-sheet-done")
    expect(name).to_have_text(re.compile("from opposite$"))
    say_who_won(page, "E", "S")
    page.go_back()
    expect(name).to_be_visible()
    expect(name).to_have_text(re.compile("from West$"))
    # Another winner: the feeder stays who it was.
    page.go_forward()
    page.wait_for_selector("body[data-step=score]")
    page.click("#ask-winner [data-seat=N] input")
    expect(page.locator("#ask-winner [data-seat=N] input")).to_be_checked()
    page.go_back()
    expect(name).to_be_visible()
    expect(name).to_have_text(re.compile("from West$"))


def test_what_is_no_meld_is_not_made_one(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    page.click("#group")
    for place in (0, 1, 3):
        page.click(f"#rack > .tile >> nth={place}")
    expect_said(page, "These are no chow, triplet or kong.")
    expect(page.locator("#bar-first")).to_be_hidden()


def test_a_hand_that_is_no_win_offers_the_exchange_that_helps(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CF")
    page.locator("#bar-text", has_text="no winning hand").wait_for()
    page.click("#bar-first")
    page.click(".fix >> nth=0")
    say_who_won(page)
    page.wait_for_selector(".worth")


def test_a_hand_as_long_as_other_rules_want_it_leads_to_the_rules(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE SSS CC")
    expect_said(page, re.compile("is played with 14 tiles, these are 17\\.$"))
    page.click("#bar-first")
    page.wait_for_selector("body[data-step=score]")
    longer = page.locator("#rules option[data-tiles='17']")
    page.select_option("#rules", longer.first.get_attribute("value"))
    page.go_back()
    page.wait_for_selector("body[data-step=hand]")
    expect(page.locator("#count")).to_have_text("17 tiles")
    page.goto(page.url.replace("#hand", "#type"))
    page.wait_for_selector("body[data-step=type]")
    page.fill("#typed", "123m 456p 789s EEE CC")
    expect_said(page, re.compile("is played with 17 tiles, these are 14\\.$"))


def test_undo_brings_a_tile_back(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    page.click("#rack .tile >> nth=0")
    page.click("#tile-sheet-actions >> text=Take out")
    expect_said(page, "One tile is missing.")
    page.click("#undo")
    expect(page.locator("#count")).to_have_text("14 tiles")


def test_a_hand_survives_a_reload_and_is_kept(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    say_who_won(page)
    page.wait_for_selector(".worth")
    page.reload()
    page.wait_for_selector(".worth")
    page.click("#keep")
    page.get_by_text("Kept.").wait_for()
    page.click("#next")
    page.wait_for_selector("body[data-step=home]")
    page.reload()
    expect(page.locator(".recent li")).not_to_have_count(0)


def test_a_kept_hand_stands_first_among_the_last_hands_at_once(
    other_site: Any, open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    for number, tiles in enumerate(("123m 456p 789s EEE CC", "123m 456m 789m CC FFF")):
        page.goto(f"{other_site.address}/#type")
        page.wait_for_selector("body[data-step=type]")
        expect(page.locator(".recent li")).to_have_count(number)
        page.fill("#typed", tiles)
        page.click("#bar-first")
        page.wait_for_selector("body[data-step=hand]")
        say_who_won(page)
        title = page.inner_text(".worth-title")
        page.click("#keep")
        page.get_by_text("Kept.").wait_for()
        page.click("#next")
        page.wait_for_selector(f".recent li:nth-child({number + 1})")
        expect(page.locator(".recent-name >> nth=0")).to_have_text(title)
    page.click(".recent a >> nth=0")
    page.locator(".scored .lines li").first.wait_for()
    expect(page.locator("h1")).to_have_text(title)


def test_the_language_can_be_switched_in_the_middle_of_a_hand(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    for name, tag, title in (("繁體", "zh-Hant", "這手牌"), ("简体", "zh-Hans", "这手牌")):
        page.click(".settings > summary")
        page.click(f".settings-panel >> text={name}")
        page.wait_for_selector(f"html[lang={tag}] body[data-step=hand]")
        expect(page.locator("#hand-title")).to_have_text(title)
    expect(page.locator("#rack .tile")).to_have_count(14)
    expect(page.locator(".won .tile")).to_have_attribute("aria-label", "红中, 胡的牌")
