"""The short form of ``make torture``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from torture import torture

from webapp.paths import DataFolder

if TYPE_CHECKING:
    from postgres_cluster import Cluster

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not there on Windows")


def test_nothing_acknowledged_is_lost_when_the_page_is_killed(tmp_path: Path) -> None:
    print(torture(DataFolder(tmp_path), kills=3, seed=1))


def test_nothing_acknowledged_is_lost_when_pages_and_their_postgresql_are_killed(
    tmp_path: Path, postgres: "Cluster"
) -> None:
    folder = DataFolder(tmp_path, postgres.place())
    print(torture(folder, kills=2, seed=1, number=2, crash=postgres.crash))
