"""Hands news from the database on to every screen that watches a table."""

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Final, Protocol

from webapp.store import StoreError
from webapp.store.watch import News

LOOK_SECONDS: Final = 0.2
# What a screen that follows all tables joins in place of a table. Its number is that of all events together.
EVERYTHING: Final = ""
_AFTER_TROUBLE: Final = 2.0

log = logging.getLogger(__name__)


class FullError(Exception):
    """As many screens are kept up to date as there are threads for."""


class WatchLike(Protocol):
    """What looks at the database."""

    def news(self) -> News:
        """What is new since the last call."""
        ...  # pragma: no cover

    def close(self) -> None:
        """Let go of the connection."""
        ...  # pragma: no cover


class Viewer:
    """One screen. Woken by the hub's thread, waited for by the thread that serves it."""

    def __init__(self, table_id: str, device: str, tab: str) -> None:
        self.table_id, self.device, self.tab = table_id, device, tab
        self.sequence = 0
        self.recheck = False
        self.camera = False
        self.hands = 0
        self.over = False
        self._woken = threading.Event()

    def wake(self) -> None:
        """Let ``wait`` return."""
        self._woken.set()

    def wait(self, seconds: float) -> bool:
        """Wait for news; False when there was none in this time. What it is stands in the attributes."""
        woken = self._woken.wait(seconds)
        self._woken.clear()
        return woken


class Hub:
    """The screens of one process. Its one thread looks at the database only while somebody watches."""

    def __init__(
        self,
        watch: Callable[[], WatchLike],
        most: int,
        most_each: int,
        tell: Callable[[Mapping[str, int]], None] = lambda counts: None,
    ) -> None:
        """Args:
        watch: opens a look at the database; called in the hub's own thread.
        most: screens at once.
        most_each: of these for one device.
        tell: told with each look how many screens show which table; called in the hub's own thread.
        """
        self._tell = tell
        self._heads: dict[str, int] = {}
        self._open, self._most, self._most_each = watch, most, most_each
        self._viewers: dict[str, set[Viewer]] = defaultdict(set)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()

    def join(self, table_id: str, device: str, tab: str = "") -> Viewer:
        """A new screen; what the same tab showed before ends. Raises FullError."""
        with self._lock:
            every = [viewer for viewers in self._viewers.values() for viewer in viewers if not viewer.over]
            for viewer in every:
                # A browser that has gone to another page is only noticed when something is sent to it.
                if tab and (viewer.device, viewer.tab) == (device, tab):
                    viewer.over = True
                    viewer.wake()
            every = [viewer for viewer in every if not viewer.over]
            mine = sum(viewer.device == device for viewer in every)
            if self._closed.is_set() or len(every) >= self._most or mine >= self._most_each:
                raise FullError
            viewer = Viewer(table_id, device, tab)
            self._viewers[table_id].add(viewer)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="live", daemon=True)
                self._thread.start()
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """The screen is gone."""
        with self._lock:
            self._viewers[viewer.table_id].discard(viewer)
            if not self._viewers[viewer.table_id]:
                del self._viewers[viewer.table_id]

    def close(self) -> None:
        """End every stream: the server is about to stop."""
        self._closed.set()
        with self._lock:
            for viewers in self._viewers.values():
                for viewer in viewers:
                    viewer.over = True
                    viewer.wake()

    def spread(self, news: News) -> None:
        """Wake the screens that news concerns."""
        with self._lock:
            for table_id, sequence in news.tables.items():
                self._heads[table_id] = max(self._heads.get(table_id, 0), sequence)
                for viewer in self._viewers.get(table_id, ()):
                    viewer.sequence = max(viewer.sequence, sequence)
                    viewer.wake()
            if news.tables:
                for viewer in self._viewers.get(EVERYTHING, ()):
                    viewer.sequence = max(viewer.sequence, sum(self._heads.values()))
                    viewer.wake()
            if news.revoked:
                for viewers in self._viewers.values():
                    for viewer in viewers:
                        viewer.recheck = True
                        viewer.wake()

    def tell_camera(self, table_id: str, hands: int = 0) -> None:
        """Wake the screens of a table: its camera has something new to show, ``hands`` are turned up."""
        with self._lock:
            for viewer in self._viewers.get(table_id, ()):
                viewer.camera, viewer.hands = True, hands
                viewer.wake()

    def _counts(self) -> dict[str, int]:
        with self._lock:
            counts = {
                table_id: sum(not viewer.over for viewer in viewers)
                for table_id, viewers in self._viewers.items()
                if table_id != EVERYTHING
            }
        return {table_id: number for table_id, number in counts.items() if number}

    def _work(self) -> None:
        watch: WatchLike | None = None
        pause, broken = LOOK_SECONDS, False
        while not self._closed.wait(pause):
            self._tell(self._counts())
            with self._lock:
                if not self._viewers:
                    self._thread = None
                    break
            try:
                if watch is None:
                    watch = self._open()
                self.spread(watch.news())
                pause = LOOK_SECONDS
                if broken:
                    log.warning("the database can be seen again")
                broken = False
            except Exception as error:  # whatever it is: with this thread every screen would stand still
                if not broken:
                    unknown = None if isinstance(error, StoreError) else error
                    log.warning(
                        "screens stand still until the database can be seen: %s", error, exc_info=unknown
                    )
                pause, broken = _AFTER_TROUBLE, True
        self._tell({})
        if watch is not None:
            watch.close()
