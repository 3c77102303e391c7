"""What every screen owes a thumb and a narrow phone."""

from collections.abc import Callable
from typing import Any

import pytest
from patient import eventually, expect
from who_won import say_who_won

STEPS = ("home", "type", "hand", "score")
TARGETS = "button, summary, select, .chip, a.button, label.button"
SMALL = """
(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility() && !one.closest(".photo-scroll"))
  .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
  .map(([text, { width, height }]) => `${text} ${width}x${height}`)
"""


def on_step(page: Any, address: str, step: str) -> None:
    page.goto(f"{address}/#type")
    page.fill("#typed", "123m 456p 789s EEE CC")
    go(page, step)


def go(page: Any, step: str) -> None:
    page.evaluate(f"location.hash = '#{step}'")
    page.wait_for_selector(f"body[data-step={step}]")
    if step == "score":
        say_who_won(page)
        page.wait_for_selector(".worth")
        page.evaluate("document.getElementById('more').open = true")
        expect(page.locator("#rules")).to_be_visible()


def test_targets_are_large_enough_for_a_thumb(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    on_step(page, site.address, "type")
    for step in STEPS:
        go(page, step)
        assert page.evaluate(SMALL, TARGETS) == [], step


@pytest.mark.parametrize(
    ("width", "locale"), [(320, "en-GB"), (390, "zh-TW"), (768, "zh-CN"), (1280, "en-GB")]
)
def test_nothing_is_wider_than_the_window(
    site: Any, open_phone: Callable[..., Any], width: int, locale: str
) -> None:
    page = open_phone(locale, viewport={"width": width, "height": 700})
    on_step(page, site.address, "type")
    for step in STEPS:
        go(page, step)
        overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert overflow <= 0, f"{step} is {overflow} px too wide"


@pytest.mark.parametrize("width", [320, 390, 800])
def test_the_sheet_of_a_tile_fits_its_width(site: Any, open_phone: Callable[..., Any], width: int) -> None:
    page = open_phone(viewport={"width": width, "height": 900})
    on_step(page, site.address, "hand")
    page.click("#rack .tile >> nth=0")
    sheet = page.locator("#tile-sheet")
    expect(sheet).to_be_visible()
    assert sheet.evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") <= 0


def test_a_wide_window_shows_hand_and_score_together(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone(viewport={"width": 1280, "height": 800})
    on_step(page, site.address, "hand")
    say_who_won(page)
    page.wait_for_selector(".worth")
    expect(page.locator("#rack")).to_be_visible()
    expect(page.locator("#bar")).to_be_hidden()


def test_lishui_asks_for_its_wild_tile(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    on_step(page, site.address, "score")
    page.select_option("#rules", "lishui")
    page.locator(".refusal", has_text="Say which tile is wild.").wait_for()
    page.click("#wild .slot")
    page.click("#tile-sheet-keys [data-kind='5m']")
    page.wait_for_selector(".worth")


def test_the_page_follows_the_device_into_the_dark(site: Any, open_phone: Callable[..., Any]) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    light, dark = (open_phone(color_scheme=scheme) for scheme in ("light", "dark"))
    for page in (light, dark):
        page.goto(site.address)
    assert light.evaluate(background) != dark.evaluate(background)
    # The switch outweighs the device.
    dark.click(".settings > summary")
    dark.click(".settings-panel [value=light]")
    # The switch sends the form: the page is drawn anew, its style may come after it.
    dark.wait_for_selector("html[data-theme=light]")
    eventually(lambda: dark.evaluate(background), light.evaluate(background))
