"""Where the page runs during the load: each place is started on an empty folder and stopped at the end."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

_STARTING = 120.0


@dataclass(frozen=True)
class Place:
    """A running page: its port, and the processes whose memory and time count as the server's and as the
    database's."""

    name: str
    port: int
    server: int
    database: int | None = None


Starter = Callable[[int], contextlib.AbstractContextManager[Place]]


@contextlib.contextmanager
def sqlite(viewers: int) -> Iterator[Place]:
    """One process of ``fanpai serve`` with its own SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "webapp", "serve", "--port", str(port), "--data", folder]
        with started([*command, "--viewers", str(viewers)], port, Path(folder)) as process:
            yield Place("one process, SQLite", port, process.pid)


PLACES: dict[str, Starter] = {"sqlite": sqlite}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextlib.contextmanager
def started(command: list[str], port: int, folder: Path, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command until it listens, and end it afterwards; ``more`` are variables of its environment."""
    log = folder / "output.txt"
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=os.environ | more)
    try:
        deadline = time.monotonic() + _STARTING
        while time.monotonic() < deadline and process.poll() is None:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 0.5).close()
                break
            time.sleep(0.05)
        else:
            raise RuntimeError(f"the page does not start:\n{log.read_text(errors='replace')}")
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
