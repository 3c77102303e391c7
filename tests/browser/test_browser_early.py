"""What is done to a page before its script has come: it counts, or cannot be done yet; nothing is lost."""

from collections.abc import Callable
from typing import Any

import numpy as np
from held_script import HeldScript
from new_table import new_table
from patient import at_table, expect

from vision.taught import TaughtSet


def test_the_sample_photo_waits_for_the_script(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    script = HeldScript(page, "main.js")
    script.before(site.address)
    expect(page.locator("#sample")).to_be_disabled()
    script.let_go()
    page.click("#sample")
    page.wait_for_selector("body[data-step=hand]")


def test_a_tile_set_chosen_before_the_script_stays_chosen(
    other_site: Any, open_phone: Callable[..., Any]
) -> None:
    cells = (np.eye(2, 128, dtype=np.float32)[:, None], "a reader", b"", np.ones((2, 2), np.float32))
    sets = other_site.app.extensions["fanpai-sets"]
    jade, bone = (sets.add(TaughtSet(("1m", "2m"), *cells), name) for name in ("Jade", "Bone"))
    page = open_phone()
    page.goto(other_site.address)
    page.select_option("#tile-set", bone)
    script = HeldScript(page, "main.js")
    script.before(other_site.address)
    page.select_option("#tile-set", jade)
    script.let_go()
    expect(page.locator("#tile-set")).to_have_value(jade)
    page.reload()
    expect(page.locator("#tile-set")).to_have_value(jade)


def test_the_cameras_settings_changed_before_the_script_are_kept(
    site: Any, open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    table = new_table(page, site.address)
    script = HeldScript(page, "watch.js")
    script.before(f"{table}/camera")
    page.click("#watch-setup summary")
    expect(page.locator("#watch-corners")).to_be_disabled()
    expect(page.locator("#watch-whole")).to_be_disabled()
    page.click('#watch-setup label:has(input[value="W"])')
    script.let_go()
    page.locator("#watch-setup .more-now", has_text="Cai").wait_for()
    page.click("#watch-setup summary")
    expect(page.locator("#watch-setup [value=W]")).to_be_checked()
    expect(page.locator("#watch-corners")).to_be_enabled()
    assert site.app.extensions["fanpai-cameras"].setup(table.rsplit("/", 1)[-1]).bottom == "W"


def test_a_phone_becomes_the_camera_only_with_the_script(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    table = new_table(page, site.address)
    script = HeldScript(page, "phone-camera.js")
    script.before(f"{table}/camera/phone")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("#phone-start")).to_be_hidden()
    script.let_go()
    expect(page.locator("#phone-start")).to_be_visible()


def test_the_text_for_the_chat_is_copied_also_after_the_page_was_drawn_anew(
    site: Any, open_phone: Callable[..., Any]
) -> None:
    page, other = open_phone(), open_phone()
    table = new_table(page, site.address)
    script = HeldScript(page, "table-copy.js")
    script.before(f"{table}/settle")
    expect(page.locator("#copy")).to_be_disabled()
    script.let_go()
    page.wait_for_selector(".live-now")
    other.goto(f"{table}/add/free")
    other.check("[name=payer][value=E]", force=True)
    other.check("[name=payee][value=S]", force=True)
    other.fill("[name=amount]", "7")
    other.click("text=See the amounts")
    other.click("text=Book it")
    at_table(other)
    page.locator(".payments-list li", has_text="Ann → Bo").wait_for()
    page.click("#copy")
    expect(page.locator("#copy")).to_have_text("Copied")
