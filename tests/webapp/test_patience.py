"""Connections that keep the server waiting: silent ones, slow ones, many of them; plain and over https."""

import http.client
import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from cheroot import wsgi
from running_server import running

from webapp import patience, server
from webapp.certificates import certificates
from webapp.paths import DataFolder

THREADS = 3
SOON = 60.0  # however busy the machine is; without patience it never comes


def read_all(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    length = int(environ.get("CONTENT_LENGTH") or 0)
    try:
        sent = environ["wsgi.input"].read(length)
    except OSError:
        sent = b""
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [f"{environ['wsgi.url_scheme']} {len(sent)}".encode()]


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Certificate, key, and the authority that vouches for it."""
    made = certificates(DataFolder(tmp_path_factory.mktemp("tls")), ["127.0.0.1"])
    return made.leaf, made.key, made.authority


def knock(listening: wsgi.Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port_of(listening)), timeout=SOON)


def fetch(listening: wsgi.Server, authority: Path | None = None, body: bytes | None = None) -> str:
    scheme = "http" if authority is None else "https"
    context = None if authority is None else ssl.create_default_context(cafile=str(authority))
    url = f"{scheme}://127.0.0.1:{server.port_of(listening)}/"
    with urllib.request.urlopen(url, data=body, timeout=SOON, context=context) as answer:  # noqa: S310 - ours
        found: bytes = answer.read()
        return found.decode()


@contextmanager
def silent(listening: wsgi.Server, number: int) -> Iterator[list[socket.socket]]:
    """So many connections that say nothing."""
    with ExitStack() as stack:
        yield [stack.enter_context(knock(listening)) for _ in range(number)]


def test_phones_that_open_https_and_say_nothing_keep_nobody_waiting(tls: tuple[Path, Path, Path]) -> None:
    with running(read_all, THREADS, tls[:2]) as listening, silent(listening, 3 * THREADS):
        started = time.monotonic()
        assert fetch(listening, tls[2]) == "https 0"
        # One after the other they would have been waited for, ten seconds each.
        assert time.monotonic() - started < 3 * THREADS * listening.timeout


def test_phones_that_connect_and_say_nothing_hold_no_thread() -> None:
    with running(read_all, THREADS) as listening, silent(listening, 3 * THREADS):
        started = time.monotonic()
        assert fetch(listening) == "http 0"
        assert time.monotonic() - started < listening.timeout


@pytest.mark.parametrize("secure", [False, True])
def test_a_byte_now_and_then_is_not_waited_for(
    tls: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch, secure: bool
) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.5)
    stop = threading.Event()

    def trickle(line: socket.socket) -> None:
        # Of a request line, or of what a handshake might begin with.
        for byte in b"\x16\x03\x01\x01\x00" + b"\x01" * 400 if secure else b"G" * 400:
            try:
                line.send(bytes([byte]))
            except OSError:
                return
            if stop.wait(0.1):
                return

    with (
        running(read_all, THREADS, tls[:2] if secure else None) as listening,
        silent(listening, THREADS) as lines,
    ):
        talkers = [threading.Thread(target=trickle, args=(line,)) for line in lines]
        for talker in talkers:
            talker.start()
        for line in lines:  # let go, with a word or without
            with suppress(ConnectionError):
                while line.recv(1000):
                    pass
        monkeypatch.setattr(patience, "PATIENCE", 15.0)
        assert fetch(listening, tls[2] if secure else None).endswith(" 0")
        stop.set()
        for talker in talkers:
            talker.join()


def test_a_body_that_comes_too_slowly_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.5)
    with running(read_all, THREADS) as listening, silent(listening, THREADS) as lines:
        for line in lines:
            line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nsome")
        for line in lines:
            with suppress(ConnectionError):
                while line.recv(1000):
                    pass
        assert fetch(listening) == "http 0"


def test_a_photo_that_comes_slowly_but_steadily_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "LEAST_RATE", 100.0)
    monkeypatch.setattr(patience, "PATIENCE", SOON)
    with running(read_all, THREADS) as listening, knock(listening) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 40000\r\n\r\n")
        for _ in range(40):
            line.sendall(b"x" * 1000)
            time.sleep(0.01)
        answer = b""
        while more := line.recv(1000):
            answer += more
    assert b"http 40000" in answer


def test_who_speaks_plain_http_to_https_is_told(tls: tuple[Path, Path, Path]) -> None:
    with running(read_all, THREADS, tls[:2]) as listening, knock(listening) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = b""
        with suppress(ConnectionError):
            while more := line.recv(1000):
                answer += more
    assert b"400 Bad Request" in answer
    assert b"only speaks HTTPS" in answer


def test_a_connection_over_https_is_used_again(tls: tuple[Path, Path, Path]) -> None:
    with running(read_all, THREADS, tls[:2]) as listening:
        context = ssl.create_default_context(cafile=str(tls[2]))
        line = http.client.HTTPSConnection(
            "127.0.0.1", server.port_of(listening), timeout=SOON, context=context
        )
        for size in (0, 50_000, 0):
            line.request("POST", "/", body=b"x" * size)
            assert line.getresponse().read().decode() == f"https {size}"
        line.close()


@pytest.mark.parametrize("most", ["BUSY_EACH", "SILENT_EACH"])
def test_one_address_does_not_take_every_place(monkeypatch: pytest.MonkeyPatch, most: str) -> None:
    # As if the connections from here came from a phone.
    monkeypatch.setattr(patience, "is_loopback", lambda _address: False)
    monkeypatch.setattr(patience, most, 2)
    with running(read_all, THREADS) as listening, silent(listening, 2) as lines:
        if most == "BUSY_EACH":
            for line in lines:
                line.sendall(b"GET")
        # They take their places one after the other, and give them back so.
        until(lambda: not is_let_in(listening), "a third is let in as well")
        for line in lines:
            line.close()
        until(lambda: is_let_in(listening), "no place has become free")


def is_let_in(listening: wsgi.Server) -> bool:
    try:
        return fetch(listening) == "http 0"
    except (OSError, http.client.HTTPException):
        return False


def until(happened: Callable[[], bool], else_said: str) -> None:
    deadline = time.monotonic() + SOON
    while not happened():
        assert time.monotonic() < deadline, else_said
        time.sleep(0.05)
