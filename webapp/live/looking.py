"""Which look at the database a process keeps its screens up to date with."""

from webapp.live.hub import WatchLike
from webapp.store import Store
from webapp.store.watch import Watch


def looking_at(store: Store) -> WatchLike:
    """Asks an SQLite file now and then; listens to PostgreSQL."""
    if not store.shared:
        return Watch(store)
    from webapp.store.listen import Listen  # noqa: PLC0415 - a home does without the driver

    return Listen(store)
