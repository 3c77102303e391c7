"""Teaching a set on a phone: a drawn sheet of its kinds, the shipped networks, a name, a table."""

import re
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from held_script import HeldScript
from patient import PATIENCE, at_table, expect
from who_won import say_who_won

from datasets.catalogue import DESIGNS
from models.measure_teaching import photo_of, photographed
from vision.laid import TeachError
from vision.photo import Photo, encode_jpeg
from vision.scan import Lesson

SHEET = 4  # seed of a sheet without much against it


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photo of the 34 kinds."""
    drawn = photographed(DESIGNS["table stock"], SHEET, "train", "sheet", 1100)
    path = tmp_path_factory.mktemp("sheet") / "sheet.jpg"
    path.write_bytes(encode_jpeg(photo_of(drawn).image))
    return path


def test_a_set_is_taught_and_named_at_a_table(
    real_site: Any, open_phone: Callable[..., Any], sheet: Path
) -> None:
    page = open_phone()
    page.goto(real_site.address)
    page.click("#teach")
    # Every page of the three has one of these two, so a slow machine must not act on the one it is leaving.
    page.wait_for_url("**/sets")
    page.click("#teach")
    page.wait_for_url("**/sets/new")
    page.set_input_files("#choose", sheet)
    page.locator("#confirm").wait_for(timeout=3 * PATIENCE)
    expect(page.locator(".cell image[href]")).to_have_count(34)
    page.fill("#name", "Jade backs")
    page.click("#keep .primary")
    page.locator("h2", has_text="Jade backs").wait_for()
    page.goto(f"{real_site.address}/tables/new")
    page.select_option("#tile-set", label="Jade backs")
    for seat in "ESWN":
        page.fill(f"#player-{seat}", f"Player {seat}")
    page.click("text=Begin")
    at_table(page)
    page.click("#book")
    page.wait_for_url("**/hand")
    expect(page.locator("#tile-set")).to_have_value(re.compile("^.{16}$"))
    expect(page.locator("#set-in-use")).to_have_text("Photos are read with the tile set Jade backs.")


class SlowTeacher:
    """Learns in six steps; each waits until it is let go."""

    def __init__(self) -> None:
        self.steps: Queue[None] = Queue()

    def teach(self, source: Photo, progress: Callable[[str], None]) -> Lesson:
        for done in range(6):
            progress(f"learn {done}/6")
            self.steps.get(timeout=PATIENCE / 1000)
        raise TeachError("order", "")


@pytest.fixture(scope="module")
def teacher() -> SlowTeacher:
    return SlowTeacher()


@pytest.fixture(scope="module")
def slow_site(teacher: SlowTeacher, site_with: Callable[[Any], Any]) -> Any:
    return site_with(teacher)


def test_learning_says_how_far_it_is_and_about_how_long_it_takes(
    slow_site: Any, teacher: SlowTeacher, open_phone: Callable[..., Any]
) -> None:
    """One line stood there unchanged for half a minute."""
    page = open_phone()
    page.goto(f"{slow_site.address}/sets/new")
    page.set_input_files("#choose", Path(__file__).parents[2] / "webapp" / "static" / "sample.jpg")
    expect(page.locator("#stage")).to_have_text("Learning the set: 0 of 6")
    teacher.steps.put(None)
    expect(page.locator("#stage")).to_have_text(re.compile(r"Learning the set: 1 of 6, about \d+ s left"))
    for _ in range(5):
        teacher.steps.put(None)
    expect(page.locator("#teach-trouble")).to_contain_text("Compare with the order shown")


def test_a_photo_without_tiles_is_refused_with_what_to_do(
    real_site: Any, open_phone: Callable[..., Any], tmp_path: Path
) -> None:
    page = open_phone(locale="zh-CN")
    page.goto(f"{real_site.address}/sets/new")
    page.set_input_files("#choose", Path(__file__).parents[2] / "webapp" / "static" / "sample.jpg")
    page.locator("#teach-trouble").wait_for(timeout=3 * PATIENCE)
    expect(page.locator("#teach-trouble")).to_contain_text("9、9、9、7")


def test_a_photo_chosen_before_the_script_has_come_is_read(
    real_site: Any, open_phone: Callable[..., Any]
) -> None:
    page = open_phone()
    script = HeldScript(page, "teach.js")
    script.before(f"{real_site.address}/sets/new")
    page.set_input_files("#choose", Path(__file__).parents[2] / "webapp" / "static" / "sample.jpg")
    script.let_go()
    page.locator("#teach-trouble").wait_for(timeout=3 * PATIENCE)


def test_corrections_are_asked_for_once(other_site: Any, open_phone: Callable[..., Any]) -> None:
    page = open_phone()
    page.goto(other_site.address)
    page.click("#sample")
    page.wait_for_selector("body[data-step=hand]")
    page.click("#bar-first")
    page.click("#tile-sheet-likely [data-kind='6p']")
    page.locator("#tile-sheet-title", has_text="7 of bamboo").wait_for()
    page.click("#tile-sheet-likely [data-kind='9s']")
    say_who_won(page)
    page.click("#ask-corrections [value=yes]")
    page.locator("#ask-corrections").wait_for(state="hidden")
    with page.expect_response("**/corrections") as kept:
        page.click("#keep")
    assert kept.value.json() == {"kept": True}
