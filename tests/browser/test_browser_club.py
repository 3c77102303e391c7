"""All tables at a glance, on a phone and in a wide window: it follows what is booked."""

import uuid
from collections.abc import Callable
from typing import Any

from patient import expect

from webapp.tally.book import Change, TableBook

SETUP = {
    "rules": "ji_ping_hu",
    "options": {},
    "stake": {"amount": "0.5", "unit": "€"},
    "first_dealer": "E",
}


def test_the_overview_draws_what_is_booked_by_itself(other_site: Any, open_phone: Callable[..., Any]) -> None:
    book: TableBook = other_site.app.extensions["fanpai-tables"]
    players = dict(zip("ESWN", ("Ann", "Bo", "Cai", "A name as long as they come"), strict=True))
    first, _second = (
        book.create({**SETUP, "name": name, "players": players}, str(uuid.uuid4()))
        for name in ("First", "Second")
    )
    wide, phone = (
        open_phone(viewport={"width": width, "height": height}) for width, height in ((1280, 800), (390, 844))
    )
    for page in (wide, phone):
        page.goto(f"{other_site.address}/club")
        page.wait_for_selector(".live-now")
        expect(page.locator(".club-card strong").first).to_have_text("Second")
    name = str(uuid.uuid4())
    entry = {"kind": "free", "transfers": [["E", "S", "77"]], "note": ""}
    book.change(first.id, Change("line_added", name, entry), uuid=name, expected=1)
    for page in (wide, phone):
        page.wait_for_selector(f"#table-{first.id} >> text=+77")
        expect(page.locator(".club-card strong").first).to_have_text("First")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.click("text=Ranking")
    phone.wait_for_url("**/club/ranking")
    first_row = phone.locator(".ranking tbody tr:first-child > :nth-child(-n + 3)")
    expect(first_row).to_have_text(["1", "Bo", "+77"])
    phone.click("text=Last 30 days")
    phone.wait_for_url("**period=month**")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
