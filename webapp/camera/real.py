"""The tracker on the networks that come with fanpai."""

from collections.abc import Sequence
from contextlib import suppress

from vision.live.settings import Settings
from vision.live.sight import open_look
from vision.live.tracker import Tracker
from webapp.camera.session import TrackerLike
from webapp.taught_sets import SetError, TaughtSets


class RealTrackers:
    """Makes trackers; each has networks of its own, since two tables may be watched at once.

    Args:
        sets: the tile sets that were taught.
        threads: within one operation of a network; 0 takes all cores.
    """

    def __init__(self, sets: TaughtSets, threads: int = 0) -> None:
        self._sets, self._threads = sets, threads

    def __call__(self, tile_set: str, corners: Sequence[float] | None) -> TrackerLike:
        """See `webapp.camera.cameras.MakeTracker`.

        Raises:
            vision.engine.EngineError: a network cannot be loaded.
        """
        taught = None
        if tile_set:
            # Deleted since, or damaged: the table is watched without it.
            with suppress(SetError):
                taught = self._sets.load(tile_set)
        return Tracker(open_look(self._threads, taught), Settings(threads=self._threads), corners)
