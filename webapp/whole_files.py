"""Files that are there whole or not at all, whatever happens while they are written."""

import os
import secrets
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file; on the disk when this returns. A power cut leaves the file as it was before, or whole.

    Raises:
        OSError: it cannot be written; nothing is left behind then.
    """
    draft = path.with_name(f".{secrets.token_hex(4)}.draft")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    flush_names(path.parent)


def flush_names(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system offers that (Windows does not)."""
    if os.name == "nt":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
