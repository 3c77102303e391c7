"""For all tests: modules they share, and how long each suite took."""

import sys
from collections import defaultdict
from pathlib import Path, PurePosixPath

import pytest

# Plain modules for tests of several suites, no package. In a folder of their own: with tests/ itself on the
# path, the folder tests/scorer would stand for the package of that name.
sys.path.insert(0, str(Path(__file__).parent / "common"))

_SECONDS: dict[str, float] = defaultdict(float)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the time of set-up, test and tear-down by the folder under tests/."""
    parts = PurePosixPath(report.nodeid.split("::")[0]).parts
    _SECONDS[parts[1] if len(parts) > 2 else "whole"] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show the time by suite."""
    terminalreporter.section("seconds by suite")
    for suite, seconds in sorted(_SECONDS.items(), key=lambda item: -item[1]):
        terminalreporter.write_line(f"{suite:12} {seconds:7.1f}")
