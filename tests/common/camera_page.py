"""The page of a table's camera, as browser tests go about it."""

import uuid
from typing import Any

from new_table import new_table
from patient import PATIENCE

from webapp.camera.session import Session

PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 800}
# Draws the page anew, as it does every five seconds where nothing else tells it to.
DRAWN_ANEW = """() => new Promise((done) => {
  document.addEventListener("fanpai-caught-up", () => done(), { once: true });
  document.dispatchEvent(new Event("fanpai-camera"));
})"""


def open_table(page: Any, site: Any) -> str:
    return new_table(page, site.address, fields={"name": f"Friday {uuid.uuid4().hex[:4]}"})


def start(page: Any, table: str, folder: str) -> None:
    page.goto(f"{table}/camera")
    # Chosen by hand, as where the page's script, which does it, comes late.
    page.check("input[name=source][value=other]", force=True)
    page.fill("#watch-other", folder)
    page.click("#watch-start")
    page.wait_for_selector(".proposal")
    page.wait_for_load_state()


def at_rest(page: Any, site: Any, table: str) -> None:
    """The film is over, and the page says so: nothing moves on it any more."""
    assert session_of(site, table).join(PATIENCE / 1000)
    page.wait_for_selector("#part-state[data-running=no]")
    page.wait_for_selector("#watch-picture[src]")


def session_of(site: Any, table: str) -> Session:
    found = site.app.extensions["fanpai-cameras"].session(table.rsplit("/", 1)[-1])
    assert isinstance(found, Session)
    return found
