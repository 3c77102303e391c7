"""What fanpai remembers: the event log of each table, and kept photos.

``Store.open(data_folder)`` migrates the database if needed and gives the one object the rest of the program
talks to.
"""

from webapp.store.errors import (
    ConflictError,
    NewerDataError,
    ReusedUuidError,
    StoreError,
    UnknownPhotoError,
)
from webapp.store.store import Event, Store, StoredPhoto

__all__ = [
    "ConflictError",
    "Event",
    "NewerDataError",
    "ReusedUuidError",
    "Store",
    "StoreError",
    "StoredPhoto",
    "UnknownPhotoError",
]
