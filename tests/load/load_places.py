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

from load_http import Device

# Shared with tests of several suites; pytest puts that folder on the path by itself.
sys.path.insert(0, str(Path(__file__).parents[1] / "common"))

from postgres_cluster import Cluster, binaries

_STARTING = 120.0
_GUNICORNS = 2
_HOST = "club.example"


@dataclass(frozen=True)
class Place:
    """A running page.

    Attributes:
        name: for the figures.
        ports: one a process.
        servers: the processes whose memory and time count as the server's, with all that they have started.
        database: the same of a database server.
        by_invitation: nobody is at home there: screens come by a link, and through a proxy, which the load
            stands for.
    """

    name: str
    ports: tuple[int, ...]
    servers: tuple[int, ...]
    database: int | None = None
    by_invitation: bool = False

    def device(self, number: int) -> Device:
        """A browser that no other has the number of; one after the other they come to the next process."""
        port = self.ports[number % len(self.ports)]
        headers = {"Host": f"127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}
        if self.by_invitation:
            # Addresses that are set aside for measurements like this one.
            headers["X-Forwarded-For"] = f"198.18.{number // 250}.{number % 250 + 1}"
            headers |= {"X-Forwarded-Host": _HOST, "X-Forwarded-Proto": "https"}
        return Device(port, headers)


Starter = Callable[[int], contextlib.AbstractContextManager[Place]]


@contextlib.contextmanager
def sqlite(viewers: int) -> Iterator[Place]:
    """One process of ``fanpai serve`` with its own SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "webapp", "serve", "--port", str(port), "--data", folder]
        with started([*command, "--viewers", str(viewers)], port, Path(folder)) as process:
            yield Place("one process, SQLite", (port,), (process,))


@contextlib.contextmanager
def postgres(viewers: int) -> Iterator[Place]:
    """Two gunicorns on one PostgreSQL, which keeps what it acknowledges; half of all screens at each."""
    programs = binaries()
    assert programs is not None, "PostgreSQL is not installed"
    cluster = Cluster(programs)
    try:
        cluster.make()
        cluster.stop()
        cluster.start(safe="on")
        address = cluster.address(cluster.database())
        with contextlib.ExitStack() as running, tempfile.TemporaryDirectory() as folder:
            ports, processes = [], []
            for _ in range(_GUNICORNS):
                port = free_port()
                command = [sys.executable, "-m", "gunicorn", "-c", "python:webapp.gunicorn_conf"]
                process = started(
                    [*command, "webapp.wsgi:app"],
                    port,
                    Path(folder),
                    FANPAI_DATA=folder,
                    FANPAI_DATABASE_URL=address,
                    FANPAI_HOSTS=_HOST,
                    FANPAI_PROXIES="1",
                    FANPAI_BIND=f"127.0.0.1:{port}",
                    FANPAI_VIEWERS=str(-(-viewers // _GUNICORNS) + _GUNICORNS),
                )
                processes.append(running.enter_context(process))
                ports.append(port)
            name = "two processes, PostgreSQL"
            yield Place(name, tuple(ports), tuple(processes), cluster.pid, by_invitation=True)
    finally:
        cluster.remove()


PLACES: dict[str, Starter] = {"sqlite": sqlite, "postgres": postgres}


def here() -> list[str]:
    """The places that this machine has; says which are left out."""
    if binaries() is None:
        print("PostgreSQL is not installed (apt install postgresql): left out.", file=sys.stderr)
        return ["sqlite"]
    return list(PLACES)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextlib.contextmanager
def started(command: list[str], port: int, folder: Path, **more: str) -> Iterator[int]:
    """Run a command until it listens, and end it afterwards; gives the process's number.

    ``more`` are variables of its environment.
    """
    log = folder / f"output-{port}.txt"
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
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
