"""A camera over the table, in browsers: a replay runs, a won hand is booked, a second phone follows."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from camera_page import DRAWN_ANEW, WIDE, at_rest, open_table, session_of, start
from patient import PATIENCE, expect
from scripted_table import a_view, scripted, two_deals

from vision.live.health import Health

LOST = re.compile("^−")
SERIOUS = """
async () => (await axe.run()).violations
  .filter(({ impact }) => ["serious", "critical"].includes(impact))
  .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`)
"""


def test_a_replay_runs_its_hand_is_booked_and_a_second_phone_follows(
    watching: Any, open_phone: Callable[..., Any], folder: str
) -> None:
    owner = open_phone()
    table = open_table(owner, watching)
    second = open_phone()
    second.goto(table)
    second.wait_for_selector(".live-now")
    expect(second.locator('[data-seat="S"] .seat-amount')).to_have_text("0")
    start(owner, table, folder)
    expect(owner.locator(".proposal")).to_contain_text("Bo has won")
    second.wait_for_selector("#camera-news:not([hidden])")
    owner.wait_for_selector(".watch-seen li >> nth=3")
    expect(owner.locator(".watch-seen")).to_contain_text("Dan: discard")
    owner.wait_for_selector("#watch-picture[src]")
    tablet = open_phone(viewport=WIDE)
    tablet.goto(f"{table}/camera")
    tablet.wait_for_selector(".proposal")
    tablet.wait_for_selector(".live-now")
    owner.click(".proposal >> text=Book it")
    owner.wait_for_url(table)
    tablet.wait_for_selector(".proposal", state="detached")  # it is booked
    tablet.wait_for_selector(".live-now")
    second.wait_for_selector('.seat.gets[data-seat="S"]')
    expect(second.locator("#camera-news")).to_be_hidden()
    expect(second.locator('[data-seat="W"] .seat-amount')).to_have_text(LOST)
    # The deal is booked: the camera's page asks for nothing more.
    owner.goto(f"{table}/camera")
    owner.wait_for_selector(".live-now")
    expect(owner.locator(".proposal")).to_have_count(0)


def test_a_hand_that_was_booked_and_taken_back_is_booked_again(
    watching: Any, open_phone: Callable[..., Any], folder: str
) -> None:
    page = open_phone()
    table = open_table(page, watching)
    start(page, table, folder)
    page.click(".proposal >> text=Book it")
    page.wait_for_url(table)
    page.wait_for_selector('.seat.gets[data-seat="S"]')
    page.goto(f"{table}/camera")
    expect(page.locator("#part-hands")).to_contain_text("Bo's hand is booked as deal 1.")
    page.goto(table)
    page.click('form[action$="/undo"] button')
    page.wait_for_selector('.seat.gets[data-seat="S"]', state="detached")
    page.goto(f"{table}/camera")
    page.click(".proposal >> text=Book it")
    page.wait_for_url(table)
    page.wait_for_selector('.seat.gets[data-seat="S"]')


def test_a_proposed_hand_is_changed_before_it_is_booked(
    watching: Any, open_phone: Callable[..., Any], folder: str
) -> None:
    page = open_phone()
    table = open_table(page, watching)
    start(page, table, folder)
    page.click(".proposal >> text=Look and change")
    page.wait_for_selector('section[data-step="hand"]:not([hidden])')
    page.wait_for_selector("#photo:not([hidden]) image")
    expect(page.locator("#rack .tile")).to_have_count(11)
    page.goto(f"{page.url.split('#')[0]}#score")
    page.wait_for_selector("#ask-how input[value=W]:checked", state="attached")
    page.click("#ask-how [data-seat=N]")
    page.click("#keep")
    page.wait_for_url(table)
    expect(page.locator('[data-seat="N"] .seat-amount')).to_have_text(LOST)


def test_what_is_being_filled_in_is_not_taken_away(watching: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone(viewport=WIDE, expect=422)
    table = open_table(page, watching)
    page.goto(f"{table}/camera")
    expect(page.locator("#watch-other")).to_be_hidden()
    page.check("input[name=source][value=other]", force=True)
    page.fill("#watch-other", "/no/such/film.mp4")
    page.evaluate(DRAWN_ANEW)
    expect(page.locator("#watch-other")).to_have_value("/no/such/film.mp4")
    page.click("#watch-start")
    page.wait_for_url("**/camera/start")
    page.evaluate(DRAWN_ANEW)  # nor afterwards, where it is no camera
    expect(page.locator("input[name=source][value=other]")).to_be_checked()
    expect(page.locator("#watch-other")).to_have_value("/no/such/film.mp4")
    page.check("input[name=source][value=phone]", force=True)
    expect(page.locator("#watch-other")).to_be_hidden()
    expect(page.locator("#watch-other")).to_be_disabled()


def test_what_is_wrong_with_the_camera_is_said_without_a_reload(
    watching: Any, open_phone: Callable[..., Any], folder: str
) -> None:
    page = open_phone()
    table = open_table(page, watching)
    start(page, table, folder)
    at_rest(page, watching, table)
    session = session_of(watching, table)
    session.view = a_view(health=Health("black", 0.0))
    session.phase = "running"
    watching.app.extensions["fanpai-hub"].tell_camera(table.rsplit("/", 1)[-1])
    page.wait_for_selector(".watch-ill >> text=The picture is black")
    session.phase = "finished"


def test_the_evening_is_looked_at_step_by_step_and_deleted(
    watching: Any, open_phone: Callable[..., Any], folder: str
) -> None:
    page = open_phone()
    table = open_table(page, watching)
    start(page, table, folder)
    at_rest(page, watching, table)
    page.goto(f"{table}/camera/evening")
    expect(page.locator(".confirm-what")).to_contain_text("4 / 4")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/evening/3")
    page.locator(".evening-stage img").evaluate("one => one.decode()")
    page.click("#step-back")
    page.wait_for_url("**/evening/2")
    page.click("#delete-all > summary")
    page.click("#delete-all button")
    page.wait_for_url("**/camera/evening?deleted=yes")
    expect(page.locator("main")).to_contain_text("Everything the camera had kept of this table was deleted.")


def test_over_plain_http_a_phone_is_told_why_it_cannot_be_the_camera(
    watching: Any, open_phone: Callable[..., Any]
) -> None:
    owner = open_phone()
    table = open_table(owner, watching)
    links = watching.app.extensions["fanpai-access"]
    token = watching.app.extensions["fanpai-keys"].token(links.make_link(table.rsplit("/", 1)[-1], "scorer"))
    phone = open_phone()
    phone.goto(f"{watching.phones}/join/{token}")
    phone.goto(f"{table.replace(watching.address, watching.phones)}/camera/phone")
    expect(phone.locator("#phone-insecure")).to_be_visible()
    expect(phone.locator("#phone-insecure")).to_contain_text("Over plain http")
    expect(phone.locator("#phone-start")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_cameras_pages(
    watching: Any, open_phone: Callable[..., Any], folder: str, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is missing: no axe")
    script = (Path(axe.__path__[0]) / "axe.min.js").read_text(encoding="utf-8")
    page = open_phone(color_scheme=scheme, bypass_csp=True)
    cameras = watching.app.extensions["fanpai-cameras"]
    cameras._seams = replace(cameras._seams, make_tracker=scripted(two_deals()))  # one is left behind
    table = open_table(page, watching)
    start(page, table, folder)
    at_rest(page, watching, table)
    for path in ("/camera", "/camera/evening", "/camera/phone"):
        page.goto(table + path)
        page.locator("details.more").evaluate_all("all => all.forEach((one) => (one.open = true))")
        page.evaluate(script)
        assert page.evaluate(SERIOUS) == [], path


def test_a_phone_sends_what_its_camera_sees(watching: Any, browser: Any) -> None:
    """Chromium's own test picture in place of a table."""
    fake = ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    phone = browser.browser_type.launch(executable_path="/usr/bin/chromium", args=fake)
    try:
        page = phone.new_page(viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB")
        page.set_default_timeout(PATIENCE)
        table = open_table(page, watching)
        page.goto(f"{table}/camera")
        page.click("#watch-here")
        page.wait_for_url("**/camera/phone")
        page.click("#phone-start")
        page.get_by_text(re.compile("being sent: [2-9]")).wait_for()
        session = session_of(watching, table)
        page.click("#phone-stop")
        page.goto(f"{table}/camera")
        page.wait_for_selector("#watch-picture[src]")
        assert session.frame is not None
        page.click("#watch-stop")
        page.wait_for_selector("text=The camera is off.")
        assert not session.alive
    finally:
        phone.close()
