"""A real PostgreSQL for tests: Debian's binaries, a cluster of its own in a temporary folder."""

import ctypes
import os
import pwd
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

import psycopg

USER = "fanpai"
PASSWORD = "tile %41 @/ fan"  # noqa: S105 - every character that an address has trouble with
# What makes it quick: the machine may lose power during a test, the test is then gone as well.
_SETTINGS = {"max_connections": "60", "listen_addresses": ""}
_UNSAFE = ("fsync", "full_page_writes")


def binaries() -> Path | None:
    """The folder of the newest PostgreSQL that is installed, as Debian lays it out; else that in the path."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    found.sort(key=lambda path: int(re.sub(r"\D", "", path.parent.name) or 0))
    if found:
        return found[-1]
    named = shutil.which("initdb")
    return Path(named).resolve().parent if named else None


class Cluster:
    """A server, and as many empty databases as are asked for.

    ``who``: as whom its programs are started, for subprocess.
    """

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        # Short, whatever the tests' own folder is called: a socket's path has at most 107 characters.
        self.folder = Path(tempfile.mkdtemp(prefix="fanpai-pg-"))
        self._process: subprocess.Popen[bytes] | None = None
        self.who: dict[str, object] = {}
        if os.name == "posix" and os.geteuid() == 0:  # the server refuses to run as root
            user = next(name for name in ("postgres", "nobody") if _exists(name))
            self.who = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
            os.chown(self.folder, pwd.getpwnam(user).pw_uid, -1)

    def make(self) -> None:
        """Make the cluster and start it."""
        secret = self.folder / "password"
        secret.write_text(PASSWORD, encoding="utf-8")
        secret.chmod(0o644)
        command = [self._programs / "initdb", "--pgdata", self.folder / "data", "--username", USER]
        command += ["--pwfile", secret, "--auth", "scram-sha-256", "--encoding", "UTF8", "--no-locale"]
        made = subprocess.run(
            [*command, "--no-sync"], cwd=self.folder, capture_output=True, check=False, **self.who
        )
        assert made.returncode == 0, made.stderr.decode()
        self.start()

    def start(self, safe: str = "off") -> None:
        """Start the server and wait until it answers. ``safe``: "on" for one that survives a power cut."""
        chosen = _SETTINGS | dict.fromkeys(_UNSAFE, safe)
        settings = [f"--{name}={value}" for name, value in chosen.items()]
        command = [self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder, *settings]
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(
            command,
            cwd=self.folder,
            stdout=log,
            stderr=log,
            start_new_session=True,
            preexec_fn=_end_with_the_tests,  # noqa: PLW1509 - it calls the system and nothing else
            **self.who,
        )
        log.close()
        deadline = time.monotonic() + 60
        while True:
            try:
                self.run("SELECT 1")
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise AssertionError((self.folder / "log").read_text()) from None
                time.sleep(0.05)

    @property
    def pid(self) -> int:
        """The number of the running server's first process."""
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """Stop the server at once; transactions under way are taken back."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(30)
            self._process = None

    def crash(self) -> None:
        """End the server as a fault of its own would, and start it anew: it recovers from its log."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(30)
        self.start()

    def remove(self) -> None:
        """Stop it and delete everything."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self) -> str:
        """The name of a new, empty database."""
        name = f"t{secrets.token_hex(6)}"
        self.run(f"CREATE DATABASE {name}")
        return name

    def place(self) -> str:
        """The address of an empty place of its own, in a database of several: quicker than a whole one."""
        name = f"t{secrets.token_hex(6)}"
        self.run(f"CREATE SCHEMA {name}")
        return f"{self.address('postgres')}&options=-csearch_path%3D{name}"

    def address(self, database: str, user: str = USER, password: str = PASSWORD) -> str:
        """An address as a person would write it."""
        login = f"{quote(user, safe='')}:{quote(password, safe='')}"
        return f"postgresql+psycopg://{login}@/{database}?host={quote(str(self.folder), safe='')}"

    def run(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run one statement as the cluster's owner."""
        login = {"user": USER, "password": PASSWORD, "host": str(self.folder)}
        with psycopg.connect(dbname=database, autocommit=True, **login) as connection:
            cursor = connection.execute(statement)  # type: ignore[arg-type]  # built here, not a literal
            return cursor.fetchall() if cursor.description else []


def _end_with_the_tests() -> None:
    """Also where the tests are killed: the system sends SIGINT then (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGINT)  # PR_SET_PDEATHSIG


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
