"""One photo read anew on a phone: other rules, a second photo, the next hand; the player's word stays."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from new_table import new_table
from patient import box_of, eventually, expect, expect_kinds

from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.evidence import evidence_of
from vision.layout import arrange
from vision.photo import Photo
from vision.scan import Scan

SAMPLE = Path(__file__).parents[2] / "webapp" / "static" / "sample.jpg"
OPEN = {"S": {"S": 0.5, "E": 0.4}, "8p": {"8p": 0.5, "9p": 0.4}}
PAIRS = ["1m", "1m", "2m", "2m", "3p", "3p", "5p", "5p", "7s", "7s", "9s", "9s", "E", "S"]


class OpenScanner:
    """Sees ``kinds`` in a row; those of ``OPEN`` may as well be other ones."""

    kinds: tuple[str, ...] | list[str] = PAIRS

    def scan(self, source: Photo, progress: Callable[[str], None], **_more: Any) -> Scan:
        progress("detect")
        tiles = []
        for place, kind in enumerate(self.kinds):
            probabilities = np.full(len(CLASSES), 0.0005, np.float32)
            for name, share in OPEN.get(kind, {kind: 0.95}).items():
                probabilities[CLASSES.index(name)] = share
            tiles.append(Detection((place * 50.0 + 20, 100, place * 50.0 + 70, 166), probabilities))
        layout = arrange(tiles)
        evidence = evidence_of(layout.tiles)
        reading = correct(layout, evidence)
        return Scan(source.width, source.height, layout.tiles, reading, (), {}, layout, evidence)


@pytest.fixture(scope="module")
def reader() -> OpenScanner:
    return OpenScanner()


@pytest.fixture(scope="module")
def open_site(reader: OpenScanner, site_with: Callable[[Any], Any]) -> Any:
    return site_with(reader)


@pytest.fixture
def scanned(open_site: Any, reader: OpenScanner, open_phone: Callable[..., Any]) -> Callable[..., Any]:
    """``scanned(kinds, rules)``: a phone on the hand of a photo."""

    def make(kinds: list[str], rules: str = "ji_ping_hu") -> Any:
        reader.kinds = kinds
        page = open_phone()
        page.goto(open_site.address)
        choose(page, rules)
        page.click("#sample")
        page.wait_for_selector("body[data-step=hand]")
        return page

    return make


def choose(page: Any, rules: str) -> None:
    page.evaluate(
        "name => { const rules = document.getElementById('rules'); rules.value = name;"
        " rules.dispatchEvent(new Event('change', { bubbles: true })); }",
        rules,
    )


def rack(page: Any) -> Any:
    """The tiles in the hand, the winning one last."""
    return page.locator("#rack .tile")


def expect_read_by(page: Any, rules: str) -> None:
    """The answer to the question for a new reading is in, whether or not it changed a tile."""
    kept = "JSON.parse(sessionStorage['fanpai-hand-2']).hand.source.under"
    eventually(lambda: json.loads(page.evaluate(kept))["rules"], rules)


def set_kind(page: Any, old: str, kind: str) -> None:
    page.click(f"#rack .tile[data-kind='{old}'] >> nth=0")
    page.click(f"#tile-sheet-keys [data-kind='{kind}']")
    expect(page.locator("#tile-sheet")).to_be_hidden()
    expect(rack(page).and_(page.locator(f"[data-kind='{kind}']"))).not_to_have_count(0)


def test_other_rules_read_the_photo_anew_and_the_players_tiles_stay(scanned: Callable[..., Any]) -> None:
    page = scanned(PAIRS)
    expect_kinds(rack(page), PAIRS)
    set_kind(page, "2m", "4m")
    put_right = ["1m", "1m", "4m", *PAIRS[3:]]
    expect_kinds(rack(page), put_right)
    choose(page, "xin_zhang")  # seven pairs win; with a tile put right they are none
    expect_read_by(page, "xin_zhang")
    expect_kinds(rack(page), put_right)
    page.click("#undo")
    expect_kinds(rack(page), [*PAIRS[:13], "E"])
    set_kind(page, "2m", "4m")
    choose(page, "ji_ping_hu")
    expect_kinds(rack(page), put_right)


def test_at_a_table_its_rules_read_and_the_wild_tile_named_later_reads_anew(
    open_site: Any, reader: OpenScanner, open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    table = new_table(page, open_site.address, "lishui")
    page.goto(f"{table}/hand")
    reader.kinds = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "7p", "7p", "E", "E", "2s", "3s", "8p"]
    page.set_input_files("#choose", SAMPLE)
    page.wait_for_selector("body[data-step=hand]")
    expect_kinds(rack(page), list(reader.kinds))
    page.evaluate("location.hash = '#score'")
    page.click("#wild .slot")
    with page.expect_request("**/again") as sent:
        page.click("#tile-sheet-keys [data-kind='9p']")
    asked = sent.value.post_data_json
    assert (asked["table"], asked["wild"]) == (table.rsplit("/", 1)[-1], "9p")
    page.evaluate("location.hash = '#hand'")
    expect_kinds(rack(page), [*reader.kinds[:-1], "9p"])


def test_what_was_put_right_outlives_the_second_photo(
    scanned: Callable[..., Any], reader: OpenScanner
) -> None:
    page = scanned(["1m", "2m", "3m", "5p", "5p", "5p", "C", "C", "S"])
    set_kind(page, "S", "N")
    page.click("#rack .tile[data-kind='3m']")
    page.click("#tile-sheet-actions >> text=Take out")
    expect(rack(page)).to_have_count(8)
    page.evaluate("document.querySelector('input[name=winner][value=W]').click()")
    expect(page.locator("input[name=winner][value=W]")).to_be_checked()
    reader.kinds = ["F", "F", "F", "4s", "5s", "6s"]
    page.set_input_files("#second-photo", SAMPLE)
    expect(page.locator("#melds .meld")).to_have_count(2)
    expect_kinds(rack(page), ["1m", "2m", "5p", "5p", "5p", "C", "C", "N"])
    expect(page.locator("#photo-scroll .seen")).to_have_count(15)
    expect(page.locator("input[name=winner]:checked")).to_have_value("W")
    # Undo leads back to the first photo as it was.
    page.click("#undo")
    expect(page.locator("#melds .meld")).to_have_count(0)
    expect_kinds(rack(page), ["1m", "2m", "5p", "5p", "5p", "C", "C", "N"])


def test_a_tile_added_by_hand_that_a_second_photo_shows_counts_once(
    scanned: Callable[..., Any], reader: OpenScanner
) -> None:
    page = scanned(["1m", "2m", "3m", "5p", "5p", "5p", "C", "C"])
    for kind in ("F", "E"):
        page.click("#add")
        page.click(f"#tile-sheet-keys [data-kind='{kind}']")
        page.locator(f"#rack .tile[data-kind='{kind}']").wait_for()
    reader.kinds = ["F", "F", "F", "4s", "5s", "6s"]
    page.set_input_files("#second-photo", SAMPLE)
    expect(page.locator("#melds .meld")).to_have_count(2)
    # Sixteen tiles are two too many: the photo shows the dragon, the wind the player alone knows of.
    expect_kinds(rack(page), ["1m", "2m", "3m", "5p", "5p", "5p", "C", "C", "E"])


def test_a_tile_in_doubt_leads_and_its_likely_faces_come_first(scanned: Callable[..., Any]) -> None:
    page = scanned(PAIRS)
    expect(page.locator("#bar-text")).to_have_text("One tile is in doubt.")
    page.click("#bar-first")
    expect(page.locator("#tile-sheet-likely-box")).to_be_visible()
    likely, others = (box_of(page.locator(f"#tile-sheet-{part}")) for part in ("likely-box", "actions"))
    assert likely["y"] < others["y"]
    page.click("#tile-sheet-likely [data-kind='E']")
    expect_kinds(rack(page), [*PAIRS[:-1], "E"])
    page.click("#rack .tile[data-kind='1m'] >> nth=0")
    expect(page.locator("#tile-sheet-title")).to_have_text("1 of characters")
    expect(page.locator("#tile-sheet-likely-box")).to_be_hidden()


def test_the_next_likely_hand_is_one_tap_away(scanned: Callable[..., Any]) -> None:
    page = scanned(PAIRS)
    page.click("#problems .note-act")
    expect_kinds(rack(page), [*PAIRS[:-1], "E"])
    expect(page.locator("#photo-scroll .box-doubt")).to_have_count(0)
    expect(page.locator("#problems .note-act")).to_have_count(0)
    page.click("#undo")
    expect_kinds(rack(page), PAIRS)
