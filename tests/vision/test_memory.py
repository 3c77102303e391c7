"""Memory that is free goes back to the system."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.memory import _trim, give_back


def held() -> float:
    """What the process holds now, MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(_trim() is None, reason="only glibc keeps what is freed between pieces in use")
def test_what_was_freed_between_pieces_in_use_is_given_back() -> None:
    # 96 KB each: below what the C library takes from the system piece by piece.
    pieces = [np.ones(96_000, np.uint8) for _ in range(1500)]
    full = held()
    kept = pieces[::30]
    del pieces
    assert give_back()
    assert held() < full - 70
    assert all(piece.all() for piece in kept)


def test_other_systems_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    _trim.cache_clear()
    assert not give_back()
    _trim.cache_clear()
