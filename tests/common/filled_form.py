"""What a browser would send of a form as it was served: for tests that press its button and touch nothing."""

from html.parser import HTMLParser


class _Forms(HTMLParser):
    """All forms of a page, each as its attributes and the pairs of its successful controls."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[dict[str, str], list[tuple[str, str]]]] = []
        self._inside = False
        self._select: str | None = None
        self._chosen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((given, []))
            self._inside = True
        if not self._inside or "disabled" in given:
            return
        pairs = self.forms[-1][1]
        if tag == "select":
            self._select, self._chosen = given.get("name", ""), []
        elif tag == "option" and self._select is not None:
            # Without a chosen one the first is sent.
            if "selected" in given or not self._chosen:
                self._chosen = [given.get("value", "")]
        elif tag == "input" and (given.get("type") not in {"radio", "checkbox"} or "checked" in given):
            pairs.append((given.get("name", ""), given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select is not None:
            self.forms[-1][1].extend((self._select, value) for value in self._chosen)
            self._select = None
        elif tag == "form":
            self._inside = False


def filled(page: str, action: str) -> list[tuple[str, str]]:
    """The pairs that the form of this ``action`` sends; the last one where there are several."""
    parser = _Forms()
    parser.feed(page)
    found = [pairs for given, pairs in parser.forms if given.get("action") == action]
    assert found, f"no form is sent to {action}"
    return [pair for pair in found[-1] if pair[0]]
