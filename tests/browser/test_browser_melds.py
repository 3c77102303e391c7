"""Making and changing melds on a phone."""

from typing import Any

from patient import expect, expect_kinds


def change_type(page: Any, name: str) -> None:
    page.click(".meld-name")
    page.get_by_role("radio", name=name, exact=True).check()
    page.click("#meld-sheet-done")


def test_a_triplet_becomes_a_kong_whose_fourth_no_photo_shows_and_back(scanned: Any) -> None:
    change_type(scanned, "concealed kong")
    expect_kinds(scanned.locator("#melds .tile"), ["C"] * 4)
    expect(scanned.locator("#count")).to_have_text("15 tiles")
    change_type(scanned, "triplet")
    expect_kinds(scanned.locator("#melds .tile"), ["C"] * 3)
    expect(scanned.locator("#count")).to_have_text("14 tiles")


def test_a_triplet_takes_its_fourth_from_the_hand(scanned: Any) -> None:
    scanned.click("#add")
    scanned.click("#tile-sheet-keys [data-kind=C]")
    change_type(scanned, "added kong")
    expect_kinds(scanned.locator("#melds .tile"), ["C"] * 4)
    expect(scanned.locator("#rack [data-kind=C]")).to_have_count(0)


def test_a_tap_on_a_triplet_and_a_fourth_makes_a_kong(scanned: Any) -> None:
    """Tapping the tiles of a meld while making one did nothing and said nothing."""
    scanned.click("#add")
    scanned.click("#tile-sheet-keys [data-kind=C]")
    scanned.click("#group")
    scanned.click("#melds .tile >> nth=1")
    expect(scanned.locator("#melds .tile[aria-pressed=true]")).to_have_count(3)
    scanned.click("#rack [data-kind=C]")
    scanned.click("#bar-first")
    scanned.get_by_role("radio", name="added kong", exact=True).check()
    scanned.click("#meld-sheet-done")
    expect(scanned.locator(".meld")).to_have_count(1)
    expect_kinds(scanned.locator("#melds .tile"), ["C"] * 4)
