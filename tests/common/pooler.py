"""A pgbouncer between a test and its PostgreSQL: Debian's program, in the cluster's own folder."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from postgres_cluster import PASSWORD, USER, Cluster

# Of the socket's name alone: nothing listens in the network.
_PORT = 6432
_SETTINGS = """\
[databases]
* = host={folder} user={user} password='{password}'
[pgbouncer]
pool_mode = session
auth_type = any
listen_port = {port}
unix_socket_dir = {folder}
logfile = {folder}/pgbouncer.log
"""


def program() -> str | None:
    """Where pgbouncer is installed; Debian puts it where only root's path leads."""
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


@contextmanager
def pooled(cluster: Cluster, command: str) -> Iterator[str]:
    """The address of a new, empty database behind a pgbouncer in session mode, which runs in the body."""
    settings = cluster.folder / "pgbouncer.ini"
    settings.write_text(
        _SETTINGS.format(folder=cluster.folder, user=USER, password=PASSWORD, port=_PORT), encoding="utf-8"
    )
    database = cluster.database()
    process = subprocess.Popen(
        [command, "--quiet", str(settings)], cwd=cluster.folder, stderr=subprocess.PIPE, **cluster.who
    )
    try:
        _wait(process, cluster.folder, database)
        yield f"postgresql+psycopg://{USER}@/{database}?host={cluster.folder}&port={_PORT}"
    finally:
        process.terminate()
        process.communicate(timeout=30)


def _wait(process: "subprocess.Popen[bytes]", folder: Path, database: str) -> None:
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        with suppress(psycopg.OperationalError):
            psycopg.connect(host=str(folder), port=_PORT, user=USER, dbname=database).close()
            return
        time.sleep(0.05)
    process.kill()
    raise AssertionError(process.communicate()[1].decode())
