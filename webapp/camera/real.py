"""The tracker on the networks that come with fanpai."""

from collections.abc import Callable, Sequence

from vision.live.settings import Settings
from vision.live.sight import open_look
from vision.live.tracker import Tracker
from webapp.camera.session import TrackerLike
from webapp.taught_sets import SetError, TaughtSets

# Makes what watches a table: of the id of a taught set, or an empty text, and of the table's corners, pixels,
# or None.
MakeTracker = Callable[[str, Sequence[float] | None], TrackerLike]


class RealTrackers:
    """Makes trackers; each has networks of its own, since two tables may be watched at once.

    Args:
        sets: the tile sets that were taught.
        threads: within one operation of a network; 0 takes all cores.
    """

    def __init__(self, sets: TaughtSets, threads: int = 0) -> None:
        self._sets, self._threads = sets, threads

    def __call__(self, tile_set: str, corners: Sequence[float] | None) -> TrackerLike:
        """See `MakeTracker`. A set that another reader was taught is learnt here, once.

        Raises:
            vision.engine.EngineError: a network cannot be loaded.
            SetError: the set is gone, or cannot be used.
        """
        look = open_look(self._threads)
        if tile_set:
            look.compare_with(self._sets.current(tile_set, look.current))
        return Tracker(look, Settings(threads=self._threads), corners)


def with_set_or_without(
    make: MakeTracker, tile_set: str, corners: Sequence[float] | None, lost: Callable[[], object]
) -> TrackerLike:
    """A tracker that compares tiles with a set; one without where the set cannot be used.

    Args:
        make: makes them; raises SetError for such a set.
        tile_set: the id of the set, or empty.
        corners: of the table, pixels.
        lost: told where the set cannot be used.
    """
    try:
        return make(tile_set, corners)
    except SetError:
        lost()
        return make("", corners)
