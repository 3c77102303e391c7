"""Python's cycle collector, held still while a long history is read.

Each object that is made counts towards its next run, and a run looks at all objects there are: of the time to
read ten thousand events it takes three quarters, and finds nothing, because events hold no cycles.
"""

import contextlib
import gc
import threading
from collections.abc import Iterator
from typing import Final

MANY: Final = 500

_lock = threading.Lock()
_pausing = 0


@contextlib.contextmanager
def pause_for(number: int, *, stays: bool = False) -> Iterator[None]:
    """Hold the collector still in the body when it is about ``number`` events and that is many.

    Args:
        number: of events.
        stays: what the body makes is there to stay. Later runs do not look at it either: the first one after
            reading a long history would take as long as the reading.
    """
    global _pausing  # noqa: PLW0603 - the collector is the process's, so is the count of who holds it
    if number < MANY or not (_pausing or gc.isenabled()):
        yield
        return
    with _lock:
        _pausing += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _pausing -= 1
            if stays:
                gc.freeze()
            if not _pausing:
                gc.enable()
