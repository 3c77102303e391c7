"""docs/safety.md: every line names tests, and they exist."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
# As the page says.
FOLDERS = ("webapp", "vision")
_NAMED = re.compile(r"`(test_\w+)`")


def test_every_threat_names_a_test_that_exists() -> None:
    page = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")
    tables = re.findall(r"^\|.*\btries\b.*\|$\n\|[-|]+\|\n((?:\|.*\|\n)+)", page, re.MULTILINE)
    rows = [row for table in tables for row in table.splitlines()]
    assert len(rows) > 15
    for row in rows:
        assert _NAMED.search(row), row
    # Between the tables, too.
    missing = set(_NAMED.findall(page)) - {name for folder in FOLDERS for name in _tests(folder)}
    assert not missing, missing


def _tests(folder: str) -> Iterator[str]:
    """The tests in a folder that nothing switches off for good."""
    for path in (ROOT / "tests" / folder).rglob("test_*.py"):
        found = re.finditer(
            r"^((?:@.*\n(?:[ )].*\n)*)*)def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
        yield from (test[2] for test in found if not re.search(r"mark\.(skip|xfail)\b", test[1]))
