"""Typed tiles to a score, on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
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


def label_of(page: Any, selector: str) -> str:
    return str(page.get_attribute(selector, "aria-label"))


def amounts(page: Any) -> list[str]:
    return [text.strip() for text in page.locator(".seat-amount").all_inner_texts()]


def test_typed_tiles_are_scored_and_everything_rescores_at_once(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    say_who_won(page)
    page.wait_for_selector(".worth")
    assert "8" in page.inner_text(".worth-points")
    assert amounts(page) == ["+24", "−8", "−8", "−8"]
    # South wins from West instead: no seat wind, no self-draw; the round wind is left.
    page.get_by_role("radio", name="South").first.check()
    page.locator("#ask-how [data-seat=W] input").check()
    page.wait_for_selector(".seat.even[data-seat=E]")
    assert amounts(page) == ["0", "+2", "−2", "0"]
    assert page.locator(".transfers li").count() == 1


def test_a_wrong_letter_is_told_while_typing(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    page.goto(f"{site.address}/#type")
    page.fill("#typed", "123m 4x")
    assert "“4x” does not fit" in page.inner_text("#typed-state")
    assert page.get_attribute("#typed", "aria-invalid") == "true"
    page.fill("#typed", "5555m 5m")
    assert page.inner_text("#typed-state") == "More than four of 5 of characters: a set has only four."
    # A number alone is most likely about to get its letter.
    page.fill("#typed", "123m 4")
    assert page.inner_text("#typed-state") == "3 of 14 tiles"


def test_tapping_the_keypads_types(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    page.goto(f"{site.address}/#type")
    for kind in ("1m", "2m", "E", "5s"):
        page.click(f"#typed-keys [data-kind='{kind}']")
    assert page.input_value("#typed") == "12m E 5s"
    page.click("#typed-back")
    assert page.input_value("#typed") == "12m E"


def test_all_34_faces_are_offered_for_a_tile(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    page.click("#rack .tile >> nth=0")
    kinds = page.locator("#tile-sheet-keys [data-kind]").evaluate_all(
        "keys => keys.map(key => key.dataset.kind)"
    )
    assert len(set(kinds)) == 34


def test_the_winning_tile_stays_the_winning_tile_when_it_equals_another(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    winner = page.get_attribute(".won .tile", "data-rack")
    # The other red dragon becomes a white one and back; then a third red dragon comes.
    page.click("#rack > .tile[data-kind=C]")
    page.click("#tile-sheet-keys [data-kind=B]")
    assert page.get_attribute(".won .tile", "data-rack") == winner
    assert page.get_attribute(".won .tile", "data-kind") == "C"
    page.click("#rack > .tile[data-kind=B]")
    page.click("#tile-sheet-keys [data-kind=C]")
    page.click("#rack > .tile[data-kind='E'] >> nth=0")
    page.click("#tile-sheet-keys [data-kind=C]")
    assert page.get_attribute(".won .tile", "data-rack") == winner
    # A red dragon is taken out: it is not the winning one.
    page.click("#rack > .tile[data-kind=C] >> nth=0")
    page.click("#tile-sheet-actions >> text=Take out")
    assert page.get_attribute(".won .tile", "data-rack") == winner
    # The winning tile itself becomes a 9s, equal to another tile: still that very tile.
    page.click(".won .tile")
    page.click("#tile-sheet-keys [data-kind='9s']")
    assert page.get_attribute(".won .tile", "data-rack") == winner
    assert page.get_attribute(".won .tile", "data-kind") == "9s"


def test_another_tile_can_be_marked_as_the_winning_one(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    page.click("#rack > .tile[data-kind='1m']")
    page.click("#tile-sheet-actions >> text=This tile won")
    assert label_of(page, ".won .tile") == "1 of characters, winning tile"
    assert page.locator("#rack > .tile").count() == 13


def test_tiles_are_grouped_to_a_kong_whose_kind_is_asked(typed: Callable[[str], Any]) -> None:
    page = typed("EEEE 123m 456p 789s CC")
    page.click("#group")
    for place in range(4):
        page.click(f"#rack > .tile >> nth={place}")
    page.click("#bar-first")
    assert page.locator("#meld-sheet-done").is_disabled()
    page.get_by_role("radio", name="concealed kong").check()
    page.click("#meld-sheet-done")
    assert page.inner_text(".meld-name") == "concealed kong"
    say_who_won(page)
    page.wait_for_selector(".worth")
    # East wins from nobody: seat wind, round wind, self-draw.
    assert amounts(page)[0] == "+24"
    page.get_by_text("After a kong").wait_for()
    groups = page.locator(".worth-reading > span")
    assert groups.evaluate_all("groups => groups.map(group => group.children.length)") == [4, 3, 3, 3, 2]


def test_four_alike_too_many_are_offered_as_a_kong(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    page.goto(f"{site.address}/#type")
    page.fill("#typed", "5555s 123m 456m 789p 11s")
    assert page.inner_text("#typed-state") == "15 of 14 tiles"
    assert page.inner_text("#bar-text") == "Four of 5 of bamboo: make them a kong."
    page.click("#bar-second")
    page.wait_for_selector("body[data-step=hand]")
    assert page.inner_text("#bar-text") == "Four of 5 of bamboo: make them a kong."
    page.go_back()
    page.wait_for_selector("body[data-step=type]")
    page.click("#bar-first")
    page.get_by_role("radio", name="concealed kong").check()
    page.click("#meld-sheet .primary")
    assert page.inner_text("#count") == "15 tiles"
    say_who_won(page)
    page.wait_for_selector(".worth")
    # Four alike that stand in runs are no kong; here the count is right.
    page.goto(f"{site.address}/#type")
    page.fill("#typed", "5555s 46s 67s 123m 789p")
    assert "kong" not in page.inner_text("#bar-text")


def test_the_feeder_of_a_meld_is_asked_in_seat_order(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    page.click("#group")
    page.keyboard.press("Escape")
    assert page.get_attribute("#group", "aria-pressed") == "false"
    page.click("#group")
    for place in (9, 10, 11):
        page.click(f"#rack > .tile >> nth={place}")
    page.click("#bar-first")
    names = [text.strip() for text in page.locator("#meld-sheet-from .chip").all_inner_texts()]
    # As long as nobody is said to have won, by where they sit.
    assert names == ["next player", "opposite", "player before", "not known"]
    page.locator("#meld-sheet-from").get_by_role("radio", name="opposite").check()
    page.click("#meld-sheet-done")
    assert page.inner_text(".meld-name").endswith("from opposite")
    say_who_won(page, "E", "S")
    page.go_back()
    assert page.inner_text(".meld-name").endswith("from West")
    # Another winner: the feeder stays who it was.
    page.go_forward()
    page.click("#ask-winner [data-seat=N] input")
    page.go_back()
    assert page.inner_text(".meld-name").endswith("from West")


def test_what_is_no_meld_is_not_made_one(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    page.click("#group")
    for place in (0, 1, 3):
        page.click(f"#rack > .tile >> nth={place}")
    assert page.inner_text("#bar-text") == "These are no chow, triplet or kong."
    assert page.locator("#bar-first").is_hidden()


def test_a_hand_that_is_no_win_offers_the_exchange_that_helps(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CF")
    page.locator("#bar-text", has_text="no winning hand").wait_for()
    page.click("#bar-first")
    page.click(".fix >> nth=0")
    say_who_won(page)
    page.wait_for_selector(".worth")


def test_a_hand_as_long_as_other_rules_want_it_leads_to_the_rules(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE SSS CC")
    told = page.inner_text("#bar-text")
    assert told.endswith("is played with 14 tiles, these are 17.")
    page.click("#bar-first")
    page.wait_for_selector("body[data-step=score]")
    longer = page.locator("#rules option[data-tiles='17']")
    page.select_option("#rules", longer.first.get_attribute("value"))
    page.go_back()
    page.wait_for_selector("body[data-step=hand]")
    assert page.inner_text("#count") == "17 tiles"
    page.goto(page.url.replace("#hand", "#type"))
    page.fill("#typed", "123m 456p 789s EEE CC")
    assert page.inner_text("#bar-text").endswith("is played with 17 tiles, these are 14.")


def test_undo_brings_a_tile_back(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    page.click("#rack .tile >> nth=0")
    page.click("#tile-sheet-actions >> text=Take out")
    assert page.inner_text("#bar-text") == "One tile is missing."
    page.click("#undo")
    assert page.inner_text("#count") == "14 tiles"


def test_a_hand_survives_a_reload_and_is_kept(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    say_who_won(page)
    page.wait_for_selector(".worth")
    page.reload()
    page.wait_for_selector(".worth")
    page.click("#keep")
    page.get_by_text("Kept.").wait_for()
    page.click("#next")
    page.reload()
    assert page.locator(".recent li").count() >= 1


def test_a_kept_hand_stands_first_among_the_last_hands_at_once(
    other_site: Any, open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    for number, tiles in enumerate(("123m 456p 789s EEE CC", "123m 456m 789m CC FFF")):
        page.goto(f"{other_site.address}/#type")
        assert page.locator(".recent li").count() == number
        page.fill("#typed", tiles)
        page.click("#bar-first")
        page.wait_for_selector("body[data-step=hand]")
        say_who_won(page)
        title = page.inner_text(".worth-title")
        page.click("#keep")
        page.get_by_text("Kept.").wait_for()
        page.click("#next")
        page.wait_for_selector(f".recent li:nth-child({number + 1})")
        assert page.locator(".recent-name >> nth=0").inner_text() == title
    page.click(".recent a >> nth=0")
    page.locator(".scored .lines li").first.wait_for()
    assert page.inner_text("h1") == title


def test_the_language_can_be_switched_in_the_middle_of_a_hand(typed: Callable[[str], Any]) -> None:
    page = typed("123m 456p 789s EEE CC")
    for name, tag, title in (("繁體", "zh-Hant", "這手牌"), ("简体", "zh-Hans", "这手牌")):
        page.click(".settings > summary")
        page.click(f".settings-panel >> text={name}")
        page.wait_for_selector(f"html[lang={tag}] body[data-step=hand]")
        assert page.inner_text("#hand-title") == title
    assert page.locator("#rack .tile").count() == 14
    assert label_of(page, ".won .tile") == "红中, 胡的牌"
