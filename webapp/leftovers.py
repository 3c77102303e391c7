"""Drafts that a power cut or a kill has left behind: what is kept is written as a draft, then renamed."""

import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from webapp.paths import DataFolder

# Younger ones may be written at this moment, by another process.
OLD_SECONDS: Final = 3600.0
_DRAFTS: Final = (
    ".trial-*",
    ".secret-*",
    ".*.draft",
    ".restore-*",
    "photos/*.draft",
    "rules/.*.draft",
    "sets/.*.draft",
    "sets/deleted/.*.draft",
    "corrections/.*.draft",
    "recordings/*/*.draft",
    "backups/.*.draft",
    "tls/.*",
)


def sweep(folder: DataFolder, now: float | None = None) -> int:
    """Remove drafts older than an hour; gives how many. What cannot be removed stays for the next start."""
    moment = time.time() if now is None else now
    count = 0
    for path in _drafts(folder.root):
        with suppress(OSError):
            if moment - path.lstat().st_mtime < OLD_SECONDS:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
            count += 1
    return count


def _drafts(root: Path) -> Iterator[Path]:
    for shape in _DRAFTS:
        yield from root.glob(shape)
