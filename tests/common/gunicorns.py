"""A club's page as processes of gunicorn, and a browser that comes to them by a proxy."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

NAME = "club.example"


class Gunicorn:
    """One process of the page on a free port; started, killed, started again."""

    def __init__(self, data: Path, database: str, **more: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.environment = {
            **os.environ,
            "FANPAI_DATA": str(data),
            "FANPAI_DATABASE_URL": database,
            "FANPAI_HOSTS": NAME,
            "FANPAI_PROXIES": "1",
            "FANPAI_VIEWERS": "8",
            "FANPAI_BIND": f"127.0.0.1:{self.port}",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            **more,
        }
        self.process: subprocess.Popen[str] | None = None

    def start(self, *options: str) -> None:
        """Start it; `wait` for it to answer."""
        command = [sys.executable, "-m", "gunicorn", "-c", "python:webapp.gunicorn_conf", *options]
        self.process = subprocess.Popen(
            [*command, "webapp.wsgi:app"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def wait(self) -> None:
        """Until it answers."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                self.browser().ask("GET", "/about")
                return
            except OSError:
                time.sleep(0.05)
        raise TimeoutError("the page does not start")

    def kill(self) -> None:
        """Kill master and worker, as a power cut would."""
        if self.process is not None:
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.process = None

    def stop(self) -> tuple[int, str]:
        """Ask it to stop; gives its exit status and what it printed."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        printed = self.process.communicate(timeout=60)[0]
        return self.process.returncode, printed

    def browser(self) -> "Browser":
        """A new browser behind the proxy."""
        return Browser(self.port)


class Browser:
    """Asks one process as a proxy does for a browser; keeps the cookie."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.mark = ""

    def at(self, other: Gunicorn) -> "Browser":
        """The same device, sent to another process."""
        twin = Browser(other.port)
        twin.cookie, twin.mark = self.cookie, self.mark
        return twin

    def request(
        self, method: str, path: str, body: str = "", kind: str = ""
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """The connection and the answer, not read yet."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {
            "Host": "127.0.0.1",
            "X-Forwarded-For": "203.0.113.7",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-Host": NAME,
            "Sec-Fetch-Site": "same-origin",
            "Cookie": self.cookie,
            "X-Fanpai-Mark": self.mark,
            "Content-Type": kind or "application/x-www-form-urlencoded",
        }
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        if found := answer.headers.get("Set-Cookie"):
            self.cookie = found.partition(";")[0]
        return connection, answer

    def ask(self, method: str, path: str, body: str = "", kind: str = "") -> tuple[int, str]:
        """Status and text, or the address that it leads to."""
        connection, answer = self.request(method, path, body, kind)
        with closing(connection):
            text = answer.read().decode()
        if mark := re.search(r'name="form-mark" content="([^"]+)"', text):
            self.mark = mark[1]
        return answer.status, answer.headers.get("Location") or text

    def post(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        """Send a form."""
        return self.ask("POST", path, urlencode(fields))
