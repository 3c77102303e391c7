"""Take the pictures of the page that the documentation shows, with the sample photo and the shipped network.

    python docs/screenshots.py [--weights FILE.onnx] [--out FOLDER]

Needs Debian's chromium and fonts-noto-cjk, and the development extras.
"""

import argparse
import io
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright
from sample_evening import PLAYERS, book_an_evening

from vision.scan import Scanner
from webapp import server
from webapp.app import create_app
from webapp.paths import DataFolder

CHROMIUM = "/usr/bin/chromium"
PHONE, DESK, TELEVISION = (390, 844), (1280, 800), (1920, 1080)
COLOURS = 160


@contextmanager
def served(weights: Path | None) -> Iterator[str]:
    """The page on an empty data folder; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA_FOLDER": DataFolder(Path(folder)), "SCANNER": lambda: Scanner(weights)})
        listening = server.make_server(app, port=0, threads=32)
        thread = threading.Thread(target=listening.serve, daemon=True)
        thread.start()
        for locale in PLAYERS:
            book_an_evening(app.extensions["fanpai-tables"], locale)
        yield f"http://localhost:{server.port_of(listening)}"
        app.extensions["fanpai-hub"].close()
        listening.stop()
        thread.join()


def hand(page: Any) -> None:
    """The photo with its readings, and the hand."""
    page.click("#sample")
    page.wait_for_selector("body[data-step=hand]", timeout=60_000)
    page.wait_for_selector(".photo-picture")
    page.wait_for_timeout(800)


def tile(page: Any) -> None:
    """One tile's sheet over the hand."""
    hand(page)
    page.click("#rack .tile >> nth=4")
    page.wait_for_timeout(400)


def score(page: Any) -> None:
    """Points, payments and reasons."""
    hand(page)
    page.evaluate("location.hash = '#score'")
    page.click("#ask-winner [data-seat=E] input")
    page.click("#ask-how [value=self_draw]")
    page.wait_for_selector(".worth")
    page.wait_for_timeout(300)


def table(page: Any) -> None:
    """The table that speaks the browser's language."""
    page.goto(f"{page.url}tables")
    language = page.evaluate("navigator.language")
    page.click(f".table-card >> text={PLAYERS[language]['W']} >> nth=0")
    page.wait_for_selector("#book")


def named(page: Any) -> None:
    """The lines of a win without tiles."""
    table(page)
    page.click("[href$='/add/named']")
    page.wait_for_selector("#won-S")
    page.check("#won-S", force=True)
    page.check("#ask-how [value=self_draw]", force=True)
    for row in ("qing_yi_se", "peng_peng_hu"):
        page.check(f"[name=rows-S][value={row}]", force=True)
    page.wait_for_selector(".follows")
    page.wait_for_selector("[data-so-far=S]:not([hidden])")


def chart(page: Any) -> None:
    """The evening's chart and figures."""
    table(page)
    page.click("[href$='/looks']")
    page.wait_for_selector(".chart")


def settle(page: Any) -> None:
    """Who pays whom."""
    table(page)
    page.click("[href$='/settle']")
    page.wait_for_selector("#copy-text")


def television(page: Any) -> None:
    """The table on a television."""
    table(page)
    page.click("#tv")
    page.wait_for_selector(".live-now")


SHOTS: tuple[tuple[str, Callable[[Any], None], tuple[int, int], str, str], ...] = (
    ("hand", hand, PHONE, "en-GB", "light"),
    ("tile", tile, PHONE, "en-GB", "light"),
    ("score", score, PHONE, "en-GB", "light"),
    ("hand-dark", hand, PHONE, "zh-CN", "dark"),
    ("score-hant", score, PHONE, "zh-TW", "light"),
    ("wide", hand, DESK, "en-GB", "light"),
    ("table", table, PHONE, "en-GB", "light"),
    ("table-dark", table, PHONE, "zh-CN", "dark"),
    ("table-hant", table, PHONE, "zh-TW", "light"),
    ("table-wide", table, DESK, "en-GB", "light"),
    ("named", named, PHONE, "en-GB", "light"),
    ("evening", chart, PHONE, "en-GB", "light"),
    ("evening-dark", chart, PHONE, "zh-CN", "dark"),
    ("settle", settle, PHONE, "en-GB", "light"),
    ("tv", television, TELEVISION, "en-GB", "light"),
)


def save(png: bytes, path: Path) -> None:
    """A palette keeps a screenshot of flat colours a third as large."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.thumbnail((1280, 1280), Image.Resampling.LANCZOS)  # a television is shown smaller than it is
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--only", default="", help="Take only the pictures with this in their name.")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    given = parser.parse_args()
    with served(given.weights) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, prepare, (width, height), locale, scheme in SHOTS:
            if given.only not in name:
                continue
            scale = 1.5 if (width, height) == PHONE else 1
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale=locale,
                color_scheme=scheme,
                device_scale_factor=scale,
            )
            page = context.new_page()
            page.goto(address)
            prepare(page)
            save(page.screenshot(), given.out / f"page-{name}.png")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
