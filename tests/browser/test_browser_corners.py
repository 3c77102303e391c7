"""The corners of the table under a camera, in browsers: asked for first, pulled, remembered."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from camera_page import DRAWN_ANEW, PHONE, WIDE, at_rest, open_table, start
from patient import box_of, expect
from table_tops import TOP, a_table_top

from webapp.camera.recording import encoded


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
    expect(page.locator("#watch-unsure")).to_contain_text("not plain in the picture")
    assert page.evaluate(OFF_THE_FRAME) == pytest.approx([0.0] * 8, abs=1.5)
    expect(page.locator(".watch-side:visible")).to_have_count(0)  # no name lies over what is aimed at
    pull_first_corner(page, 0.1, 0.05)
    setup = watching.app.extensions["fanpai-cameras"].setup
    assert setup(table.rsplit("/", 1)[-1]).corners == ()  # nothing is taken before it is said
    page.click("#watch-this")
    for one in (page, looker):  # another phone is asked no longer
        one.wait_for_selector("#watch-ask", state="hidden")
        one.wait_for_selector(".watch-lacking", state="detached")
    # A picture of one colour does not tell: the corners begin a little within it.
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


def test_the_corners_begin_on_the_table_and_stay_where_a_finger_puts_them(
    watching: Any, open_phone: Callable[..., Any], tmp_path: Path
) -> None:
    for number in range(8):
        (tmp_path / f"{number}.jpg").write_bytes(encoded(a_table_top()))
    page = open_phone()
    table = open_table(page, watching)
    start(page, table, str(tmp_path))
    at_rest(page, watching, table)
    expect(page.locator("#watch-sure")).to_contain_text("where the picture shows the table's edge")
    expect(page.locator("#watch-unsure")).to_be_hidden()
    assert shares(page) == pytest.approx(TOP, abs=0.02)
    assert page.evaluate(OFF_THE_FRAME) == pytest.approx([0.0] * 8, abs=1.5)
    pull_first_corner(page, 0.1, 0.1)
    moved = (TOP[0] + 0.1, TOP[1] + 0.1, *TOP[2:])
    page.evaluate(DRAWN_ANEW)
    assert shares(page) == pytest.approx(moved, abs=0.02)
    page.click("#watch-this")
    page.wait_for_selector("#watch-ask", state="hidden")
    kept = watching.app.extensions["fanpai-cameras"].setup(table.rsplit("/", 1)[-1]).corners
    assert kept == pytest.approx(moved, abs=0.02)


def shares(page: Any) -> list[float]:
    """Where the corners stand, as shares of the picture."""
    drawn = page.locator("#watch-shade path").first.get_attribute("d")
    return [float(number) / 100 for number in re.findall(r"[\d.]+", drawn)]
