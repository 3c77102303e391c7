"""A camera over the table, in browsers: a replay runs, a won hand is booked, a second phone follows."""

import re
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from new_table import new_table
from patient import PATIENCE, box_of, expect
from scripted_table import a_folder, a_view, a_won_deal, scripted

from vision.live.health import Health
from vision.live.sources import open_source
from webapp.camera.cameras import Cameras
from webapp.camera.session import Session

LOST = re.compile("^−")
PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 800}
SERIOUS = """
async () => (await axe.run()).violations
  .filter(({ impact }) => ["serious", "critical"].includes(impact))
  .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`)
"""


@pytest.fixture(scope="module")
def watching(site: Any) -> Iterator[Any]:
    """The page with a tracker that follows a script, films frame by frame."""
    cameras: Cameras = site.app.extensions["fanpai-cameras"]
    before = cameras._seams
    cameras._seams = replace(
        before,
        make_tracker=scripted(a_won_deal()),
        sources=lambda text, capture: open_source(text, replace(capture, real_time=False)),
    )
    yield site
    cameras.close()
    cameras._seams = before


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(a_folder(tmp_path / "deal", 12))


def open_table(page: Any, site: Any) -> str:
    return new_table(page, site.address, fields={"name": f"Friday {uuid.uuid4().hex[:4]}"})


def start(page: Any, table: str, folder: str) -> None:
    page.goto(f"{table}/camera")
    # Chosen by hand, as where the page's script, which does it, comes late.
    page.check("input[name=source][value=other]", force=True)
    page.fill("#watch-other", folder)
    page.click("#watch-start")
    page.wait_for_selector(".proposal")
    page.wait_for_load_state()


def at_rest(page: Any, site: Any, table: str) -> None:
    """The film is over, and the page says so: nothing moves on it any more."""
    assert session_of(site, table).join(PATIENCE / 1000)
    page.wait_for_selector("#part-state[data-running=no]")
    page.wait_for_selector("#watch-picture[src]")


def session_of(site: Any, table: str) -> Session:
    found = site.app.extensions["fanpai-cameras"].session(table.rsplit("/", 1)[-1])
    assert isinstance(found, Session)
    return found


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


# Draws the page anew, as it does every five seconds where nothing else tells it to.
DRAWN_ANEW = """() => new Promise((done) => {
  document.addEventListener("fanpai-caught-up", () => done(), { once: true });
  document.dispatchEvent(new Event("fanpai-camera"));
})"""


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


def pull_first_corner(page: Any, right: float, down: float) -> None:
    """Pull the upper left corner by shares of the picture, and let go."""
    handle = page.locator('.mark-handle[data-corner="0"]')
    handle.scroll_into_view_if_needed()
    box, stage = box_of(handle), box_of(page.locator("#watch-stage"))
    page.mouse.move(box["x"] + 24, box["y"] + 24)
    page.mouse.down()
    page.mouse.move(box["x"] + 24 + right * stage["width"], box["y"] + 24 + down * stage["height"])
    page.mouse.up()


# Pixels from each corner of the drawn frame to the middle of its handle.
OFF_THE_FRAME = """() => {
  const shade = document.querySelector("#watch-shade");
  const points = shade.querySelector("path").getAttribute("d").match(/[\\d.]+/g).map(Number);
  const frame = shade.getBoundingClientRect();
  return [...document.querySelectorAll(".mark-handle")].flatMap((handle, at) => {
    const { x, y, width, height } = handle.getBoundingClientRect();
    return [frame.x + points[2 * at] * frame.width / 100 - (x + width / 2),
            frame.y + points[2 * at + 1] * frame.height / 100 - (y + height / 2)];
  });
}"""


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_after_the_start_the_table_is_asked_for_first(
    watching: Any, open_phone: Callable[..., Any], folder: str, viewport: dict[str, int]
) -> None:
    page, looker = open_phone(viewport=viewport), open_phone(viewport=viewport)
    table = open_table(page, watching)
    start(page, table, folder)
    at_rest(page, watching, table)
    looker.goto(f"{table}/camera")
    for one in (page, looker):
        one.wait_for_selector("#watch-ask:not([hidden]) #watch-picture[src]")
    looker.wait_for_selector(".live-now")
    assert box_of(page.locator("#watch-ask"))["y"] < box_of(page.locator(".proposal"))["y"]
    expect(page.locator("#part-state")).to_contain_text("the seat of a discard is a guess")
    assert page.evaluate(OFF_THE_FRAME) == pytest.approx([0.0] * 8, abs=1.5)
    expect(page.locator(".watch-side:visible")).to_have_count(0)  # no name lies over what is aimed at
    pull_first_corner(page, 0.1, 0.05)
    setup = watching.app.extensions["fanpai-cameras"].setup
    assert setup(table.rsplit("/", 1)[-1]).corners == ()  # nothing is taken before it is said
    page.click("#watch-this")
    for one in (page, looker):  # another phone is asked no longer
        one.wait_for_selector("#watch-ask", state="hidden")
        one.wait_for_selector(".watch-lacking", state="detached")
    corners = setup(table.rsplit("/", 1)[-1]).corners
    assert corners[:2] == pytest.approx([0.18, 0.13], abs=0.02)
    assert corners[2:] == pytest.approx([0.92, 0.08, 0.92, 0.92, 0.08, 0.92])


def test_corners_are_pulled_later_and_remembered(
    watching: Any, open_phone: Callable[..., Any], folder: str
) -> None:
    page = open_phone(viewport=WIDE)
    table = open_table(page, watching)
    start(page, table, folder)
    at_rest(page, watching, table)
    page.click("text=The table fills the whole picture")
    page.wait_for_selector(".watch-lacking", state="detached")
    at_rest(page, watching, table)
    page.click("#watch-setup summary")
    page.click("#watch-corners")
    with page.expect_response("**/camera/setup") as answer:
        pull_first_corner(page, 0.25, 0.25)
    corners = answer.value.json()["setup"]["corners"]
    assert corners[:2] == pytest.approx([0.25, 0.25], abs=0.02)
    assert corners[2:] == [1, 0, 1, 1, 0, 1]
    page.click('#watch-setup label:has(input[value="W"])')
    page.wait_for_selector(".watch-bottom >> text=Cai")
    setup = watching.app.extensions["fanpai-cameras"].setup(table.rsplit("/", 1)[-1])
    assert setup.bottom == "W"
    assert list(setup.corners) == corners


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
