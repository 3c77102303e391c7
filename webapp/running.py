"""Where the page of a data folder runs: a file there that ``fanpai serve`` writes, for commands beside it."""

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass

from webapp.paths import DataFolder
from webapp.server import EVERYWHERE, LOOPBACK
from webapp.whole_files import write_whole

_PATIENCE = 1.0


@dataclass(frozen=True)
class Running:
    """A page that runs: the address it listens on (see webapp.server), its port, and its process."""

    address: str
    port: int
    process: int


@contextmanager
def told_where(folder: DataFolder, address: str, port: int) -> Iterator[None]:
    """Say in the data folder where the page runs, as long as the body does.

    A folder that takes no file is none to give up on: other commands then ask for the address.
    """
    mine = Running(address, port, os.getpid())
    with suppress(OSError):
        write_whole(folder.running, json.dumps(asdict(mine)).encode())
    try:
        yield
    finally:
        # Another page on the same folder may have come after this one.
        if _read(folder) == mine:
            with suppress(OSError):
                folder.running.unlink(missing_ok=True)


def running(folder: DataFolder) -> Running | None:
    """The page that runs on this data folder; None where none does, though one may have been killed there."""
    found = _read(folder)
    if found is None:
        return None
    asked = LOOPBACK if found.address == EVERYWHERE else found.address
    try:
        with socket.create_connection((asked, found.port), timeout=_PATIENCE):
            return found
    except OSError:
        return None


def _read(folder: DataFolder) -> Running | None:
    try:
        found = json.loads(folder.running.read_bytes())
        return Running(str(found["address"]), int(found["port"]), int(found["process"]))
    except (OSError, ValueError, LookupError, TypeError):
        return None
