"""For all tests: modules they share, and how long each suite took."""

import importlib.util
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from postgres_cluster import Cluster

# Plain modules for tests of several suites, no package. In a folder of their own: with tests/ itself on the
# path, the folder tests/scorer would stand for the package of that name.
sys.path.insert(0, str(Path(__file__).parent / "common"))

# Tests never touch the database that whoever runs them may have set.
os.environ.pop("FANPAI_DATABASE_URL", None)

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


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    """A thread that outlives its test may keep the whole run from ending, long after the last result."""
    before = _lasting_threads()
    yield
    deadline = time.monotonic() + 60
    while (left := _lasting_threads() - before) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not left, f"still running: {', '.join(sorted(thread.name for thread in left))}"


def _lasting_threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if not thread.daemon}


@pytest.fixture(scope="session")
def postgres() -> "Iterator[Cluster]":
    """A real PostgreSQL, started once; skips where it or its driver is not installed."""
    if sys.platform == "win32" or importlib.util.find_spec("psycopg") is None:
        pytest.skip("the driver psycopg is not installed: pip install 'fanpai[postgres]'")
    from postgres_cluster import Cluster, binaries  # noqa: PLC0415 - needs the driver

    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    cluster = Cluster(programs)
    try:
        cluster.make()
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str | None:
    """Each test that asks for it runs twice: on a new SQLite file, and in an empty place on PostgreSQL."""
    if request.param == "sqlite":
        return None
    address: str = request.getfixturevalue("postgres").place()
    return address
