"""Which of some photos are still kept."""

from collections.abc import Iterable

from sqlalchemy import select

from webapp.store.store import Store
from webapp.store.tables import PHOTO


def still_kept(store: Store, names: Iterable[str]) -> frozenset[str]:
    """Those of these photos, by their ids, that nobody has deleted. Raises StoreError."""
    wanted = set(names)
    if not wanted:
        return frozenset()
    with store.reading() as connection:
        return frozenset(connection.scalars(select(PHOTO.c.id).where(PHOTO.c.id.in_(wanted))))
