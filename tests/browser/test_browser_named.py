"""A win without tiles: its lines are found by typing, and only those that can be true are there to tick."""

from collections.abc import Callable
from typing import Any

from new_table import new_table
from patient import at_table, eventually, expect, expect_totals


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
    expect(page.locator("form.questions :is([type=radio], [type=checkbox]):checked")).to_have_count(0)
    page.click("label:has(#won-S)")
    expect(page.locator("#ask-how .chip:visible")).to_have_text(["Self-draw", "Ann", "Bo", "Cai", "Dan"])
    expect(page.locator("#ask-how [value=S]")).to_be_disabled()
    page.click("#ask-how [data-seat=W]")
    expect(page.locator("#ask-how [value=W]")).to_be_checked()
    eventually(lambda: offered(page)[:3], ["ji_hu", "ping_hu", "peng_peng_hu"])
    shown = offered(page)
    # Not for who does not deal, not on Cai's tile, not on a discard.
    assert not {"tian_hu", "ren_hu", "di_hu", "gang_shang_kai_hua", "zi_mo"} & set(shown)
    for wanted, found in (("flush", "qing_yi_se"), ("清一", "qing_yi_se"), ("qingyi", "qing_yi_se")):
        page.fill("#find-S", wanted)
        eventually(lambda found=found: found in offered(page) and len(offered(page)) < 6, True)
    page.fill("#find-S", "no such line")
    page.locator("[data-won=S] .none-found").wait_for()
    page.press("#find-S", "Enter")
    page.fill("#find-S", "full")
    page.click("[data-won=S] .chip:has([value=qing_yi_se])")
    page.fill("#find-S", "")
    # Beside a full flush there is no half flush and no dragon; with triplets it is the row of both.
    expect(page.locator("[data-won=S] [value=hun_yi_se]")).to_be_disabled()
    expect(page.locator("[data-won=S] [value=hong_zhong]")).to_be_disabled()
    page.click("[data-won=S] .chip:has([value=peng_peng_hu])")
    page.locator("[data-won=S] .follows [value=qing_peng]").wait_for(state="attached")
    page.locator("[data-so-far=S]", has_text="5 fan: 32 points").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.click("text=See the amounts")
    page.wait_for_url("**/preview")
    page.locator("text=Follows from: Full flush, All triplets.").wait_for()
    page.click("text=Book it")
    at_table(page)
    expect_totals(page, ["0", "+32", "−32", "0"])


def test_without_saying_how_the_form_does_not_go_on(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    new_table(page, site.address)
    page.click("text=Just name the lines")
    page.wait_for_url("**/add/named")
    page.click("label:has(#won-S)")
    page.fill("#points-S", "3")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    page.click("text=See the amounts")
    expect(page.locator("#ask-how input:invalid")).not_to_have_count(0)
    # Said how, it goes on: the first click had sent nothing.
    page.click("#ask-how [data-seat=W]")
    page.click("text=See the amounts")
    page.wait_for_url("**/preview")
    assert sent.count(f"POST {page.url}") == 1
