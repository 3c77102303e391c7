"""A served page and a phone to open it with."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from patient import PATIENCE
from room import Room
from scripted_table import a_folder, a_won_deal, scripted

from vision.live.sources import open_source
from vision.photo import Photo
from vision.reading import Reading, ReadMeld, ReadTile
from vision.scan import Scan, shipped_weights
from webapp import server
from webapp.app import create_app
from webapp.camera.cameras import Cameras
from webapp.paths import DataFolder

CHROMIUM = Path("/usr/bin/chromium")
RESOLVER = "--host-resolver-rules=MAP fanpai.local 127.0.0.1"
PHONE = {"width": 390, "height": 844}


class ScriptedScanner:
    """Reads any photo as 123m 456p 79s EE + 9s and a pung of C; two tiles in doubt, one of them misread."""

    def scan(self, source: Photo, progress: Callable[[str], None], **_more: Any) -> Scan:
        for stage in ("detect", "closer", "arrange", "correct"):
            progress(stage)
        step = source.width / 18
        kinds = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "9s", "E", "E", "9s", "C", "C", "C", "8p"]
        tiles = []
        for index, kind in enumerate(kinds):
            role: Any = "hand" if index < 11 else "meld" if index < 14 else "table"
            left = step * (index + 1)
            box = (left, source.height * 0.4, left + step * 0.9, source.height * 0.4 + step * 1.25)
            doubtful = index in (5, 6)
            other = {5: "9p", 6: "9s"}.get(index, kind)
            candidates = ((kind, 0.55), (other, 0.41)) if doubtful else ((kind, 0.98),)
            tiles.append(ReadTile(kind, box, candidates[0][1], role, candidates, kind, doubtful))
        meld = ReadMeld("peng", ("C", "C", "C"), (11, 12, 13))
        reading = Reading(tuple(tiles), tuple(range(10)), (meld,), 10, 0, False)
        return Scan(source.width, source.height, (), reading, (), {})


class Site:
    """A running server and its address."""

    def __init__(self, folder: Path, scanner: Callable[[], Any] | None = None) -> None:
        config: dict[str, Any] = {"DATA_FOLDER": DataFolder(folder), "VIEWERS": 40}
        if scanner is not None:
            config["SCANNER"] = scanner
        self.app = create_app(config)
        # Tabs that tests have closed hold a thread until the next heartbeat.
        self.server = server.make_server(self.app, port=0, threads=64)
        self.address = f"http://localhost:{server.port_of(self.server)}"
        # A phone's way in: not the machine itself, and plain http to a name, where browsers refuse much.
        self.phones = f"http://fanpai.local:{server.port_of(self.server)}"
        self._thread = threading.Thread(target=self.server.serve, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self.app.extensions["fanpai-hub"].close()
        self.server.stop()
        self._thread.join(10)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The page with a scripted reader."""
    site = Site(tmp_path_factory.mktemp("data"), ScriptedScanner)
    yield site
    site.stop()


@pytest.fixture
def other_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The page of another house, on an empty data folder."""
    site = Site(tmp_path_factory.mktemp("other"), ScriptedScanner)
    yield site
    site.stop()


@pytest.fixture(scope="module")
def site_with(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Any], Site]]:
    """``site_with(scanner)``: the page with another reader."""
    made = []

    def make(scanner: Any) -> Site:
        made.append(Site(tmp_path_factory.mktemp("data"), lambda: scanner))
        return made[-1]

    yield make
    for site in made:
        site.stop()


@pytest.fixture(scope="session")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The page with the shipped network."""
    if not shipped_weights().is_file():
        pytest.skip("models/fanpai-detector.onnx is missing: no photo can be read")
    site = Site(tmp_path_factory.mktemp("data"))
    yield site
    site.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium without a window."""
    if not CHROMIUM.is_file():
        pytest.skip(f"{CHROMIUM} is missing: install Debian's chromium for the browser tests")
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: no browser tests")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox", RESOLVER])
        yield browser
        browser.close()


@pytest.fixture
def open_phone(browser: Any) -> Iterator[Callable[..., Any]]:
    """``open_phone(locale=…)``: a page of a new phone; the test fails on any script error or refusal.

    ``expect`` is a status that the phone is meant to meet.
    """
    contexts = []
    faults: list[str] = []

    def make(locale: str = "en-GB", expect: int = 0, **more: Any) -> Any:
        context = browser.new_context(**({"viewport": PHONE, "locale": locale} | more))
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(f"script: {error}"))
        page.on(
            "console",
            lambda line: (
                line.type == "error"
                and not (expect and f"status of {expect}" in line.text)
                and faults.append(f"console: {line.text}")
            ),
        )
        page.on(
            "response",
            lambda answer: (
                answer.status >= 400
                and answer.status != expect
                and faults.append(f"{answer.status} {answer.url}")
            ),
        )
        return page

    yield make
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def scanned(site: Any, open_phone: Callable[..., Any]) -> Any:
    """A phone on the hand that the scripted reader saw in the sample photo, a triplet of C in it."""
    page = open_phone()
    page.goto(site.address)
    page.click("#sample")
    page.wait_for_selector("body[data-step=hand]")
    return page


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


@pytest.fixture
def room(site: Any, browser: Any) -> Iterator[Room]:
    made = Room(site, browser)
    yield made
    for context in made.contexts:
        context.close()
    assert made.faults == []
