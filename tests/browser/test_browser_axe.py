"""What axe finds on the pages of an evening: nothing serious."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from new_table import new_table
from patient import at_table

axe = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is missing: no axe")
SCRIPT = Path(axe.__path__[0]) / "axe.min.js"
PATHS = (
    "",
    "/hand",
    "/history",
    "/looks",
    "/settle",
    "/print",
    "/settings",
    "/add/named",
    "/add/free",
    "/tv",
    "/links",
)
SERIOUS = """
async () => (await axe.run()).violations
  .filter(({ impact }) => ["serious", "critical"].includes(impact))
  .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`)
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(site: Any, open_phone: Callable[..., Any], scheme: str) -> None:
    page = open_phone(color_scheme=scheme, bypass_csp=True)
    table = new_table(page, site.address)
    page.goto(f"{table}/add/free")
    page.check("[name=payer][value=E]", force=True)
    page.check("[name=payee][value=S]", force=True)
    page.fill("#amount", "3")
    page.click("text=See the amounts")
    page.click("text=Book it")
    at_table(page)
    line = f"{site.address}{page.get_attribute('.ledger-line a', 'href')}"
    page.goto(f"{site.address}/players")
    player = f"{site.address}{page.get_attribute('.name-link', 'href')}"
    house = ("/tables", "/tables/new", "/players", "/photos", "/trust", "/house", "/offline")
    house = (*house, "/sets", "/sets/new", "/corrections", "/club", "/club/ranking")
    pages = [line, player, *(site.address + path for path in house)]
    for address in [*(table + path for path in PATHS), *pages]:
        page.goto(address)
        page.locator("details.more").evaluate_all("all => all.forEach((one) => (one.open = true))")
        page.evaluate(SCRIPT.read_text(encoding="utf-8"))
        assert page.evaluate(SERIOUS) == [], address
