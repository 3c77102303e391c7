"""A table, its owner's phone, and whoever is let in."""

import uuid
from typing import Any

from new_table import new_table
from patient import PATIENCE


class Room:
    """The owner's phone with a table, and what it takes to let others in."""

    def __init__(self, site: Any, browser: Any) -> None:
        self.site, self.browser = site, browser
        self.contexts: list[Any] = []
        self.faults: list[str] = []
        self.owner = self.screen()
        named = {"name": f"Friday {uuid.uuid4().hex[:4]}"}
        self.table = new_table(self.owner, site.phones, fields=named)

    def screen(self, **more: Any) -> Any:
        context = self.browser.new_context(
            # The tests look into the page with functions of their own, which its policy would refuse.
            **({"viewport": {"width": 390, "height": 844}, "locale": "en-GB", "bypass_csp": True} | more)
        )
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def link(self, role: str) -> str:
        page = self.owner.context.new_page()
        page.goto(f"{self.table}/links")
        found = page.get_attribute(f"#link-{role}", "href")
        page.close()
        return str(found)

    def guest(self, role: str, **more: Any) -> Any:
        page = self.screen(**more)
        page.goto(self.link(role))
        return page

    def revoke(self, role: str) -> None:
        page = self.owner.context.new_page()
        page.goto(f"{self.table}/links")
        # A page that is closed at once may never send its form.
        with page.expect_navigation():
            page.click(f"#revoke-{role}")
        page.close()
