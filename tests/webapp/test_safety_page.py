"""docs/safety.md: every line names tests, and they exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_threat_names_a_test_that_exists() -> None:
    tests = {name for path in (ROOT / "tests").rglob("test_*.py") for name in _tests(path)}
    files = {path.name for path in (ROOT / "tests").rglob("test_*.py")}
    page = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")
    tables = re.findall(r"^\|.*\btries\b.*\|$\n\|[-|]+\|\n((?:\|.*\|\n)+)", page, re.MULTILINE)
    rows = [row for table in tables for row in table.splitlines()]
    assert len(rows) > 15
    for row in rows:
        named = re.findall(r"`(test_\w+(?:\.py)?)`", row)
        assert named, row
        assert set(named) <= tests | files, row


def _tests(path: Path) -> list[str]:
    return re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
