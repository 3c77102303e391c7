"""Marking the hand in a photo: with a finger, with keys, by a row, in numbers."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from patient import PATIENCE, box_of, eventually, expect
from two_hands import FAR, NEAR, draw_two_hands

from scorer.tiles import parse_tiles
from vision.photo import encode_jpeg

axe = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is missing: no axe")
AXE = Path(axe.__path__[0]) / "axe.min.js"
FAULTS = "async () => (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)"


def drag(page: Any, corner: int, where: tuple[float, float]) -> None:
    """Pull a corner with one finger to a place in the photo, given in shares of its sides."""
    page.locator("#mark-stage").scroll_into_view_if_needed()
    drawn(page)
    handle = box_of(page.locator(f"[data-corner='{corner}']"))
    stage = box_of(page.locator("#mark-stage"))
    begin = (handle["x"] + handle["width"] / 2 + 7, handle["y"] + handle["height"] / 2 - 5)
    now = shares(page)[corner]
    # The corner keeps its distance from the finger.
    end = (
        begin[0] + (where[0] - now[0] / 100) * stage["width"],
        begin[1] + (where[1] - now[1] / 100) * stage["height"],
    )
    finger = page.context.new_cdp_session(page)
    touch("touchStart", finger, begin)
    for part in (0.3, 0.7, 1.0):
        touch("touchMove", finger, tuple(a + part * (b - a) for a, b in zip(begin, end, strict=True)))
    expect(page.locator("#mark-glass")).to_be_visible()
    touch("touchEnd", finger, None)
    expect(page.locator("#mark-glass")).to_be_hidden()
    for now, wanted in zip(shares(page)[corner], where, strict=True):
        assert now == pytest.approx(100 * wanted, abs=1)


def touch(kind: str, finger: Any, point: tuple[float, ...] | None) -> None:
    points = [] if point is None else [{"x": point[0], "y": point[1]}]
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def shares(page: Any) -> list[tuple[float, float]]:
    """Where the four corners are, in percent of the photo's sides."""
    found: list[tuple[float, float]] = page.locator(".mark-handle").evaluate_all(
        "all => all.map(({ style }) => [parseFloat(style.left), parseFloat(style.top)])"
    )
    return found


def drawn(page: Any) -> None:
    """The photo is there: nothing moves on the page any more."""
    page.locator("#mark-photo").evaluate("one => one.decode()")


def expect_shares(page: Any, wanted: list[tuple[float, float]]) -> None:
    """The corners come to these places, to the whole percent."""
    eventually(lambda: [tuple(map(round, point)) for point in shares(page)], wanted)


@pytest.fixture
def marking(site: Any, open_phone: Callable[..., Any]) -> Any:
    """A phone that marks the hand in the sample photo, read by a script."""
    page = open_phone()
    page.goto(site.address)
    page.click("#sample")
    page.click("#photo-mark")
    page.wait_for_selector("body[data-step=mark]")
    drawn(page)
    return page


def test_a_finger_marks_the_other_of_two_hands(
    real_site: Any, open_phone: Callable[..., Any], tmp_path: Path
) -> None:
    made = draw_two_hands()
    photo = tmp_path / "two.jpg"
    photo.write_bytes(encode_jpeg(made.picture))
    height, width = made.picture.shape[:2]
    page = open_phone(has_touch=True)
    page.goto(real_site.address)
    page.set_input_files("#choose", photo)
    page.wait_for_selector("body[data-step=hand]", timeout=3 * PATIENCE)
    for corners, tiles in ((made.far, FAR), (made.near, NEAR)):
        page.click("#photo-mark")
        page.wait_for_selector("body[data-step=mark]")
        wanted = sorted(
            ((corners[at] / width, corners[at + 1] / height) for at in (0, 2, 4, 6)),
            key=lambda point: point[1],
        )
        upper, lower = sorted(wanted[:2]), sorted(wanted[2:], reverse=True)
        # Away from the other corners first, so that the outline never folds.
        for corner in (0, 1) if tiles == FAR else (2, 3):
            drag(page, corner, (*upper, *lower)[corner])
        for corner in (2, 3) if tiles == FAR else (0, 1):
            drag(page, corner, (*upper, *lower)[corner])
        page.click("#bar-first")
        page.wait_for_selector("body[data-step=hand]", timeout=3 * PATIENCE)
        kinds = page.locator("#rack .tile, #melds .tile").evaluate_all(
            "all => all.map((one) => one.dataset.kind)"
        )
        assert (Counter(kinds) & Counter(parse_tiles(tiles))).total() >= 13
        assert len(kinds) == 14


def test_arrow_keys_move_a_corner_and_say_where_it_is(marking: Any) -> None:
    before = shares(marking)
    marking.focus("[data-corner='0']")
    marking.keyboard.press("ArrowUp")
    marking.keyboard.press("ArrowUp")
    marking.keyboard.press("Shift+ArrowLeft")
    wanted = pytest.approx(before[0][0] - 0.4, abs=0.1)
    eventually(lambda: shares(marking)[0][0], wanted)
    after = shares(marking)
    assert after[1:] == before[1:]
    assert after[0][1] < before[0][1] - 4
    left, top = map(round, after[0])
    said = f"Upper left corner: {left} percent from the left, {top} percent from the top"
    expect(marking.locator("[data-corner='0']")).to_have_attribute("aria-label", said)


def test_a_corner_cannot_be_pulled_across_the_others(marking: Any) -> None:
    marking.focus("[data-corner='0']")
    for _ in range(80):
        marking.keyboard.press("ArrowRight")
    # Keys are taken in turn: when the other corner has moved, all the others have been heard.
    (_, before), *_ = shares(marking)[2:]
    marking.focus("[data-corner='2']")
    marking.keyboard.press("ArrowDown")
    eventually(lambda: shares(marking)[2][1] > before, True)
    (left, _), (right, _), *_ = shares(marking)
    assert left < right


def test_a_row_is_chosen_with_one_tap_and_read(marking: Any) -> None:
    before = shares(marking)
    for key, side in (("ArrowUp", 1), ("ArrowLeft", 0)):
        marking.focus("[data-corner='0']")
        marking.keyboard.press(key)
        eventually(lambda side=side: shares(marking)[0][side] < before[0][side], True)
    moved = shares(marking)
    marking.click("#mark-rows .button")
    eventually(lambda: shares(marking) != moved, True)
    marking.click("#bar-first")
    marking.wait_for_selector("body[data-step=hand]")
    expect(marking.locator("#photo-scroll .seen")).to_have_count(15)


def test_numbers_do_what_corners_do(marking: Any) -> None:
    marking.click("#mark-numbers summary")
    for side, value in (("left", "10"), ("right", "90"), ("top", "25.5"), ("bottom", "75")):
        marking.fill(f"#mark-{side}", value)
    expect_shares(marking, [(10, 26), (90, 26), (90, 75), (10, 75)])
    marking.fill("#mark-left", "95")
    expect(marking.locator("#mark-left")).to_have_attribute("aria-invalid", "true")
    expect_shares(marking, [(10, 26), (90, 26), (90, 75), (10, 75)])


def test_who_won_is_not_forgotten_when_the_photo_is_read_again(marking: Any) -> None:
    marking.evaluate("location.hash = '#score'")
    marking.wait_for_selector("body[data-step=score]")
    marking.check("[name=winner][value=S]", force=True)
    marking.evaluate("location.hash = '#mark'")
    marking.wait_for_selector("body[data-step=mark]")
    marking.click("#bar-first")
    marking.wait_for_selector("body[data-step=hand]")
    expect(marking.locator("[name=winner][value=S]")).to_be_checked()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_handles_are_large_and_nothing_sticks_out(
    site: Any, open_phone: Callable[..., Any], width: int
) -> None:
    page = open_phone(viewport={"width": width, "height": 800})
    page.goto(site.address)
    page.click("#sample")
    page.click("#photo-mark")
    page.wait_for_selector("body[data-step=mark]")
    drawn(page)
    sizes = page.locator(".mark-handle, #mark-rows .button, #bar-first").evaluate_all(
        "all => all.map((one) => Math.min(one.offsetWidth, one.offsetHeight))"
    )
    assert min(sizes) >= 44
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_the_hand_is_marked(
    site: Any, open_phone: Callable[..., Any], scheme: str
) -> None:
    page = open_phone(color_scheme=scheme, bypass_csp=True)
    page.goto(site.address)
    page.click("#sample")
    page.click("#photo-mark")
    page.wait_for_selector("body[data-step=mark]")
    drawn(page)
    page.click("#mark-numbers summary")
    expect(page.locator("#mark-left")).to_be_visible()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(FAULTS) == []
