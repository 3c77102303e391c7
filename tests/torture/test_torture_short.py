"""The short form of ``make torture``."""

import sys
from pathlib import Path

import pytest
from torture import torture


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not there on Windows")
def test_nothing_acknowledged_is_lost_when_the_page_is_killed(tmp_path: Path) -> None:
    print(torture(tmp_path, kills=3, seed=1))
