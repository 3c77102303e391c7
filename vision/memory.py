"""Gives memory that is free back to the system.

The networks run on pictures of many sizes. What each run needs is freed, but the C library keeps it: between
pieces that are still in use it cannot be handed back by itself, so a process that looks at new sizes again
and again would hold more and more.
"""

import ctypes
import sys
from collections.abc import Callable
from functools import cache


def give_back() -> bool:
    """Hand free memory back; takes a few milliseconds.

    Returns:
        Whether the C library can do that: glibc can, no other needs to be asked.
    """
    trim = _trim()
    if trim is None:
        return False
    trim(0)
    return True


@cache
def _trim() -> Callable[[int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # musl has none
        return None
    return trim
