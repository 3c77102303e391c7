"""Room on the disk of the data folder: how much is left, and a little of it kept back.

SQLite needs a few blocks to open a database, even to read it. On a disk that was filled up while the page
stood still it could not be opened at all. For this reason a file without contents of its own takes up some
room while there is enough, and gives it back where opening fails.
"""

import shutil
from contextlib import suppress
from typing import Final

from webapp.paths import DataFolder
from webapp.store import Store, StoreError
from webapp.whole_files import write_whole

# Enough for the files that SQLite lays beside its database, and for some hundred deals.
RESERVE: Final = 2_000_000
# Below this somebody should make room, and nothing is taken up that can be done without.
LOW: Final = 100_000_000
# Below this next to nothing can be kept.
FULL: Final = 200_000
_NAME: Final = "reserve"


def left(folder: DataFolder) -> int:
    """Bytes that this user may still write there. Raises OSError where the disk cannot be asked."""
    return shutil.disk_usage(folder.nearest).free


def open_store(folder: DataFolder) -> Store:
    """Open the store, on a full disk with the room that was kept back.

    Raises:
        webapp.paths.DataFolderError, webapp.store.StoreError: as webapp.store.Store.open.
    """
    try:
        store = Store.open(folder)
    except StoreError:
        if left(folder) >= FULL or not _give_back(folder):
            raise
        store = Store.open(folder)
    keep_back(folder)
    return store


def keep_back(folder: DataFolder) -> None:
    """Take up the reserve unless that is done, or room is low."""
    path = folder.root / _NAME
    with suppress(OSError):
        if not path.exists() and left(folder) >= LOW:
            write_whole(path, bytes(RESERVE))


def _give_back(folder: DataFolder) -> bool:
    try:
        (folder.root / _NAME).unlink()
    except OSError:
        return False
    return True
