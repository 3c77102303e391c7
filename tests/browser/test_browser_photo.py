"""A photo to a score, on a phone."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from patient import PATIENCE, box_of, eventually, expect, expect_kinds
from who_won import say_who_won

from scorer.tiles import parse_tiles

SAMPLE = Path(__file__).parents[2] / "webapp" / "static" / "sample.jpg"


def test_sample_photo_fix_score(scanned: Any) -> None:
    page = scanned
    expect(page.locator("#photo-scroll .seen")).to_have_count(15)
    expect(page.locator("#photo-scroll .box-doubt")).to_have_count(2)
    expect(page.locator("#bar-text")).to_have_text("2 tiles are in doubt.")
    # The first was right: it is confirmed. The second was misread: its likeliest other face is right.
    page.click("#bar-first")
    page.click("#tile-sheet-likely [data-kind='6p']")
    page.locator("#tile-sheet-title", has_text="7 of bamboo").wait_for()
    expect(page.locator(".cut-out")).to_be_visible()
    expect_kinds(page.locator("#tile-sheet-likely [data-kind]"), ["7s", "9s"])
    page.click("#tile-sheet-likely [data-kind='9s']")
    expect(page.locator("#photo-scroll .box-doubt")).to_have_count(0)
    say_who_won(page)
    page.wait_for_selector(".worth")
    # Red dragons and self-draw: two fan, four points from each.
    expect(page.locator(".seat-amount")).to_have_text(["+12", "−4", "−4", "−4"])


def test_a_tile_is_fixed_by_tapping_it_in_the_photo(scanned: Any) -> None:
    page = scanned
    page.locator("#photo-scroll .seen").nth(6).focus()
    page.keyboard.press("Enter")
    page.click("#tile-sheet-keys [data-kind='9s']")
    expect(page.locator("#rack > .tile[data-kind='9s']")).to_have_count(2)


def test_the_winning_tile_is_asked_for_and_a_misread_tile_can_be_set_right_first(scanned: Any) -> None:
    page = scanned
    page.click(".won .tile")
    page.click("#tile-sheet-actions >> text=Not the winning tile")
    expect(page.locator(".won")).to_have_count(0)
    page.click("#bar-first")
    for left in (1, 0):
        page.click("#tile-sheet-likely .tile >> nth=0")
        expect(page.locator("#rack .doubtful")).to_have_count(left)
    expect(page.locator("#tile-sheet")).to_be_hidden()
    expect(page.locator("#bar-text")).to_have_text("Which tile won? Tap it.")
    page.click("#rack > .tile[data-kind='2m']")
    expect(page.locator("#tile-sheet-actions .button").first).to_have_text("This tile won")
    page.click("#tile-sheet-keys [data-kind='N']")
    expect(page.locator("#rack > .tile[data-kind='N']")).to_have_count(1)
    expect(page.locator(".won")).to_have_count(0)
    page.click("#rack > .tile[data-kind='1m']")
    page.click("#tile-sheet-actions >> text=This tile won")
    expect(page.locator(".won .tile")).to_have_attribute("data-kind", "1m")


def test_a_tile_taken_out_stays_in_reach_beside_the_hand(scanned: Any) -> None:
    page = scanned
    page.click("#rack > .tile[data-kind='1m']")
    page.click("#tile-sheet-actions >> text=Take out")
    page.click("#aside summary")
    expect(page.locator("#aside-tiles .tile")).to_have_count(2)
    page.click("#aside-tiles [data-kind='1m']")
    page.click("#tile-sheet-actions >> text=Put into the hand")
    expect(page.locator("#rack > .tile[data-kind='1m']")).to_have_count(1)


def test_the_photo_can_be_enlarged(scanned: Any) -> None:
    page = scanned
    picture = page.locator(".photo-picture")
    before = box_of(picture)["width"]
    page.click("#photo-in")
    eventually(lambda: box_of(picture)["width"] > 1.5 * before, True)


def test_a_file_that_is_no_photo_leads_back(
    site: Any, open_phone: Callable[..., Any], tmp_path: Path
) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("no picture")
    page = open_phone()
    page.goto(site.address)
    page.set_input_files("#choose", text)
    page.wait_for_selector("#read-trouble:not([hidden])")
    expect(page.locator("#read-trouble")).to_contain_text("no picture")
    page.click("#read-type")
    page.wait_for_selector("body[data-step=type]")


def test_the_shipped_network_reads_the_sample_and_a_fixed_hand_is_scored(
    real_site: Any, open_phone: Callable[..., Any]
) -> None:
    truth = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
    kinds = sorted(parse_tiles(truth["concealed"] + truth["win"]))
    page = open_phone()
    page.goto(real_site.address)
    page.click("#sample")
    page.wait_for_selector("body[data-step=hand]", timeout=3 * PATIENCE)
    eventually(lambda: sorted(kinds_in(page, "#rack .tile")), kinds)
    expect(page.locator(".won .tile")).to_have_attribute("data-kind", truth["win"])
    say_who_won(page)
    page.wait_for_selector(".worth")
    page.go_back()
    page.wait_for_selector("body[data-step=hand]")
    page.locator("#bar-text", has_text="points").wait_for()
    right = page.inner_text("#bar-text")
    # One tile is made wrong, set right again, and the winning tile marked anew.
    first = kinds_in(page, "#rack > .tile")[0]
    other = "N" if first != "N" else "W"
    page.click("#rack > .tile >> nth=0")
    page.click(f"#tile-sheet-keys [data-kind='{other}']")
    page.locator("#bar-text", has_text="no winning hand").wait_for()
    page.click("#rack > .tile >> nth=0")
    page.click(f"#tile-sheet-keys [data-kind='{first}']")
    page.click(".won .tile")
    page.click("#tile-sheet-actions >> text=Not the winning tile")
    page.locator("#bar-text", has_text="Which tile won?").wait_for()
    page.click(f"#rack > .tile[data-kind='{truth['win']}'] >> nth=0")
    page.click("#tile-sheet-actions >> text=This tile won")
    page.locator("#bar-text", has_text=right).wait_for()
    page.click("#bar-first")
    page.wait_for_selector(".worth")


def kinds_in(page: Any, selector: str) -> list[str]:
    found: list[str] = page.locator(selector).evaluate_all("tiles => tiles.map(tile => tile.dataset.kind)")
    return found


def test_the_same_photo_through_the_file_chooser(site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    page.goto(site.address)
    page.set_input_files("#take", SAMPLE)
    page.wait_for_selector("body[data-step=hand]")
    page.go_back()
    page.wait_for_selector("body[data-step=home]")
    page.click("#resume")
    page.wait_for_selector("body[data-step=hand]")


def rewrite(page: Any, edit: Callable[[dict[str, Any]], None]) -> None:
    """Let the page see another reading than the scripted one."""

    def answer(route: Any) -> None:
        response = route.fetch()
        body = response.json()
        if "reading" in body:
            edit(body["reading"])
        route.fulfill(response=response, json=body)

    page.route("**/api/scan/*", answer)


def test_what_the_rules_changed_and_the_next_hand_are_said(site: Any, open_phone: Callable[..., Any]) -> None:
    def edit(reading: dict[str, Any]) -> None:
        reading["tiles"][5]["seen"] = "9p"
        reading["complete"] = True
        reading["tiles"][14]["left_out"] = True
        reading["runner_up"] = {"changes": [[6, "9s"]], "odds": 3.2}

    page = open_phone()
    rewrite(page, edit)
    page.goto(site.address)
    page.click("#sample")
    page.wait_for_selector("body[data-step=hand]")
    notes = page.locator("#problems .note")
    next_hand = "The next likely hand: 9 of bamboo instead of 7 of bamboo. It is 3.2 times less likely."
    expect(notes).to_have_text(
        [
            "Read by what goes with the other tiles: 6 of dots instead of 9 of dots.",
            "Left out, for the others make a whole hand: 8 of dots.",
            re.compile(f"^{re.escape(next_hand)}"),  # its button follows
        ]
    )
    page.locator("#photo-scroll .seen").nth(6).focus()
    page.keyboard.press("Enter")
    page.click("#tile-sheet-keys [data-kind='9s']")
    # Of a tile that was changed since, nothing is said any more.
    expect(notes).to_have_count(2)


def test_a_tile_that_is_not_counted_is_in_the_next_hand_besides(
    site: Any, open_phone: Callable[..., Any]
) -> None:
    """One that was left out is not "8 of dots instead of 8 of dots, 1 times less likely"."""

    def edit(reading: dict[str, Any]) -> None:
        reading["complete"] = False
        reading["tiles"][14]["left_out"] = True
        reading["runner_up"] = {"changes": [[14, "8p"]], "odds": 1.3}

    page = open_phone()
    rewrite(page, edit)
    page.goto(site.address)
    page.click("#sample")
    page.wait_for_selector("body[data-step=hand]")
    next_hand = "The next likely hand: with 8 of dots. It is about as likely."
    expect(page.locator("#problems .note")).to_have_text(
        [
            "Not counted, for it may be no tile of this hand: 8 of dots.",
            re.compile(f"^{re.escape(next_hand)}"),
        ]
    )


def test_a_tile_left_out_in_doubt_is_asked_about(site: Any, open_phone: Callable[..., Any]) -> None:
    def edit(reading: dict[str, Any]) -> None:
        for tile in reading["tiles"]:
            tile["doubt"] = False
        reading["tiles"][14] |= {"left_out": True, "doubt": True, "role": "table"}

    page = open_phone()
    rewrite(page, edit)
    page.goto(site.address)
    page.click("#sample")
    page.wait_for_selector("body[data-step=hand]")
    page.locator("#bar-text", has_text="One tile is in doubt.").wait_for()
    page.click("#bar-first")
    page.click("#tile-sheet-actions >> text=Take out")
    expect(page.locator("#photo-scroll .box-doubt")).to_have_count(0)
    expect(page.locator("#bar-text")).not_to_have_text("One tile is in doubt.")


def test_melds_are_added_from_a_second_photo(site: Any, open_phone: Callable[..., Any]) -> None:
    def edit(reading: dict[str, Any]) -> None:
        for tile in reading["tiles"][:3]:
            tile["role"] = "table"

    page = open_phone()
    rewrite(page, edit)
    page.goto(site.address)
    page.click("#sample")
    page.wait_for_selector("body[data-step=hand]")
    expect(page.locator("#more-box")).to_be_visible()
    with page.expect_response(
        lambda answer: answer.request.method == "POST" and "/api/scan" in answer.url
    ) as taken:
        page.set_input_files("#second-photo", SAMPLE)
    assert b'name="with"' in taken.value.request.post_data_buffer


def test_a_whole_hand_asks_for_no_second_photo(scanned: Any) -> None:
    expect(scanned.locator("#count")).to_have_text("14 tiles")
    expect(scanned.locator("#more-box")).to_be_hidden()
