"""A page's script that is long in coming."""

from typing import Any

from patient import eventually


class HeldScript:
    """Keeps ``name`` of the scripts from a page, opened with `before`, until `let_go`."""

    def __init__(self, page: Any, name: str) -> None:
        self._page = page
        self._held: list[Any] = []
        page.route(f"**/js/{name}", self._keep, times=1)

    def _keep(self, route: Any) -> None:
        self._held.append(route)

    def before(self, address: str) -> Any:
        """Open a page that is there, and not its script."""
        self._page.goto(address, wait_until="commit")
        eventually(self._is_asked_for, True)
        return self._page

    def let_go(self) -> None:
        """The script comes."""
        self._held.pop().continue_()
        self._page.wait_for_load_state()

    def _is_asked_for(self) -> bool:
        # Looking at the page lets what has been asked for be heard.
        self._page.title()
        return len(self._held) == 1
