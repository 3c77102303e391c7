"""A win without tiles: its lines are found by typing, and only those that can be true are there to tick."""

from collections.abc import Callable
from typing import Any

from new_table import new_table


def offered(page: Any) -> list[str]:
    """The lines of Bo that show."""
    chips = page.locator("[data-won=S] [data-find]:visible input")
    return list(chips.evaluate_all("all => all.map((one) => one.value)"))


def test_lines_are_found_by_typing_and_booked(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone(viewport={"width": 360, "height": 740})
    new_table(page, site.address)
    page.click("text=Just name the lines")
    page.wait_for_url("**/add/named")
    # Nothing is said before the players say it.
    assert page.locator("form.questions :is([type=radio], [type=checkbox]):checked").count() == 0
    page.click("label:has(#won-S)")
    assert page.locator("#ask-how .chip:visible").all_inner_texts() == ["Self-draw", "Ann", "Cai", "Dan"]
    page.click("#ask-how [data-seat=W]")
    shown = offered(page)
    assert shown[:3] == ["ji_hu", "ping_hu", "peng_peng_hu"]
    # Not for who does not deal, not on Cai's tile, not on a discard.
    assert not {"tian_hu", "ren_hu", "di_hu", "gang_shang_kai_hua", "zi_mo"} & set(shown)
    for wanted, found in (("flush", "qing_yi_se"), ("清一", "qing_yi_se"), ("qingyi", "qing_yi_se")):
        page.fill("#find-S", wanted)
        assert found in offered(page)
        assert len(offered(page)) < 6
    page.fill("#find-S", "no such line")
    page.locator("[data-won=S] .none-found").wait_for()
    page.press("#find-S", "Enter")
    page.fill("#find-S", "full")
    page.click("[data-won=S] .chip:has([value=qing_yi_se])")
    page.fill("#find-S", "")
    # Beside a full flush there is no half flush and no dragon; with triplets it is the row of both.
    assert page.locator("[data-won=S] [value=hun_yi_se]").is_disabled()
    assert page.locator("[data-won=S] [value=hong_zhong]").is_disabled()
    page.click("[data-won=S] .chip:has([value=peng_peng_hu])")
    page.locator("[data-won=S] .follows [value=qing_peng]").wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.click("text=See the amounts")
    page.wait_for_url("**/preview")
    page.locator("text=Follows from: Full flush, All triplets.").wait_for()
    page.click("text=Book it")
    page.wait_for_selector("#book")
    assert page.locator(".standing .seat-amount").all_inner_texts() == ["0", "+32", "−32", "0"]


def test_without_saying_how_the_form_does_not_go_on(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    new_table(page, site.address)
    page.click("text=Just name the lines")
    page.wait_for_url("**/add/named")
    page.click("label:has(#won-S)")
    page.fill("#points-S", "3")
    page.click("text=See the amounts")
    assert page.locator("#ask-how input:invalid").count() > 0
    assert page.url.endswith("/add/named")
