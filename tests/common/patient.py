"""Looking at a page that changes by itself: each look is repeated until it shows what is wanted."""

import re
import time
from collections.abc import Callable
from typing import Any

try:
    from playwright.sync_api import expect
except ModuleNotFoundError:
    expect = None  # the fixture `browser` skips every test that would use it

# Milliseconds that a browser test waits for anything: a machine busy with other work is slow, and a test
# that passes does not wait.
PATIENCE = 30_000
AGAIN = 0.05  # seconds between two looks
# A table's own page, not one below it.
TABLE = re.compile(r"/tables/(?!new$|bring$)[^/?#]+$")

if expect is not None:
    expect.set_options(timeout=PATIENCE)


def eventually(read: Callable[[], Any], wanted: Any) -> None:
    """Look until ``read()`` gives ``wanted``: for what ``expect`` has no words for.

    The page's own polling (``wait_for_function``) is refused by its content security policy.
    """
    end = time.monotonic() + PATIENCE / 1000
    while (found := read()) != wanted and time.monotonic() < end:
        time.sleep(AGAIN)
    assert found == wanted


def box_of(found: Any) -> dict[str, float]:
    """Where something is on the page, once it can be seen: x, y, width and height in pixels."""
    end = time.monotonic() + PATIENCE / 1000
    while (box := found.bounding_box()) is None and time.monotonic() < end:
        time.sleep(AGAIN)
    assert box is not None
    where: dict[str, float] = box
    return where


def expect_kinds(tiles: Any, kinds: list[str]) -> None:
    """The tiles that a locator finds become these, in order."""
    eventually(lambda: tiles.evaluate_all("all => all.map((one) => one.dataset.kind)"), kinds)


def at_table(page: Any) -> str:
    """Wait until a table's own page has come, its scripts included: its address."""
    page.wait_for_url(TABLE)
    return str(page.url)


def expect_totals(page: Any, amounts: list[str]) -> None:
    """The four totals of a table's page become these, from East on."""
    expect(page.locator(".standing .seat-amount")).to_have_text(amounts)
