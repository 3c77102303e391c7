"""Connections that keep the server waiting: none holds a thread before it has said something, or for long.

A phone that opens a connection and falls silent, one that sends a byte a second, and one that opens dozens
must cost the others nothing. The server library hands each new connection to a thread, shakes hands for TLS
in the one thread that takes new connections, and counts its patience anew with every byte.
"""

import socket
import ssl
import threading
import time
from collections import Counter
from typing import Any, Final

from cheroot import errors, wsgi
from cheroot.connections import ConnectionManager
from cheroot.makefile import StreamReader
from cheroot.server import HTTPConnection
from cheroot.ssl.builtin import BuiltinSSLAdapter

from webapp.access.hosts import is_loopback

# Seconds that a request may keep its thread waiting, handshake and all.
PATIENCE: Final = 15.0
# Bytes that give back a second of it: a photo over a bad Wi-Fi comes through, a trickle does not.
LEAST_RATE: Final = 2000.0
# Threads that one address may hold, its screens included, and silent connections beside them.
BUSY_EACH: Final = 16
SILENT_EACH: Final = 32
_NO_TLS: Final = "The client sent a plain HTTP request, but this server only speaks HTTPS on this port."


class LateTls(BuiltinSSLAdapter):
    """TLS whose handshake is left to the thread that answers the connection."""

    def wrap(self, sock: Any) -> tuple[Any, dict[str, Any]]:
        """The socket, its hands not shaken yet, and what requests over it know."""
        wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return wrapped, {"wsgi.url_scheme": "https", "HTTPS": "on"}


class PatientServer(wsgi.Server):
    """The server with bounded patience."""

    def prepare(self) -> None:
        """Listen."""
        super().prepare()
        self.ConnectionClass = PacedConnection
        self._busy: Counter[str] = Counter()
        self._busy_lock = threading.Lock()
        plain: ConnectionManager = self._connections  # type: ignore[has-type]  # the library's own
        plain.close()
        self._connections = _SilentFirst(self)

    def process_conn(self, conn: Any) -> None:
        """Give a connection that has said something to a thread, unless its address holds enough of them."""
        with self._busy_lock:
            crowd = self._busy[conn.remote_addr] >= BUSY_EACH and not is_loopback(conn.remote_addr or "")
            self._busy[conn.remote_addr] += not crowd
        if crowd:
            conn.close()
        else:
            super().process_conn(conn)

    def done_with(self, conn: Any) -> None:
        """The connection's thread is free again."""
        with self._busy_lock:
            self._busy[conn.remote_addr] -= 1
            if not self._busy[conn.remote_addr]:
                del self._busy[conn.remote_addr]


class _SilentFirst(ConnectionManager):
    """Waits for the first byte of a new connection as it does between requests: without a thread."""

    _selector: Any  # of the library, which does not name it in its types

    def _from_server_socket(self, server_socket: Any) -> None:
        conn = super()._from_server_socket(server_socket)  # type: ignore[misc]  # nor this
        if conn is None:
            return
        silent = sum(getattr(one, "remote_addr", None) == conn.remote_addr for _, one in self._all())
        if silent >= SILENT_EACH and not is_loopback(conn.remote_addr or ""):
            conn.close()
        else:
            self.put(conn)

    def _all(self) -> list[tuple[int, Any]]:
        return list(self._selector.connections)


class PacedConnection(HTTPConnection):
    """A connection that is let go when it keeps a thread waiting."""

    def __init__(self, server: Any, sock: Any, makefile: Any) -> None:
        super().__init__(server, sock, makefile)
        self.rfile = _PacedReader(sock, "rb", self.rbufsize)
        self._shaken = not isinstance(sock, ssl.SSLSocket)

    def communicate(self) -> bool:
        """Answer one request; False where the connection is to be closed."""
        try:
            self.rfile.begin()
            return (self._shaken or self._shake_hands()) and bool(super().communicate())  # type: ignore[no-untyped-call]
        finally:
            self.server.done_with(self)

    def _shake_hands(self) -> bool:
        self.socket.settimeout(PATIENCE)
        try:
            self.socket.do_handshake()
        except ssl.SSLError as error:
            if error.reason == "HTTP_REQUEST":
                self._tell_about_tls()
            return False
        except OSError:
            return False
        finally:
            self.socket.settimeout(self.server.timeout)
        self._shaken = True
        return True

    def _tell_about_tls(self) -> None:
        """Answer who speaks plain HTTP here, below the TLS that has not begun."""
        head = f"HTTP/1.1 400 Bad Request\r\nContent-Length: {len(_NO_TLS)}\r\nContent-Type: text/plain\r\n"
        try:
            socket.socket.sendall(self.socket, f"{head}Connection: close\r\n\r\n{_NO_TLS}".encode())
        except OSError as error:
            if error.args[0] not in errors.socket_errors_to_ignore:
                raise


class _PacedReader(StreamReader):
    """Reads from a socket and counts how long that kept it waiting."""

    def __init__(self, sock: Any, mode: str, bufsize: int) -> None:
        super().__init__(sock, mode, bufsize)
        self._socket = sock
        self._left = PATIENCE
        self._readinto = self.raw.readinto
        self.raw.readinto = self._paced  # type: ignore[method-assign]  # the reader makes its raw file itself

    def begin(self) -> None:
        """A new request: the patience is whole again."""
        self._left = PATIENCE

    def _paced(self, buffer: Any) -> int | None:
        if self._left <= 0:
            raise TimeoutError("timed out")
        usual, started = self._socket.gettimeout(), time.monotonic()
        self._socket.settimeout(min(self._left, PATIENCE))
        try:
            count: int | None = self._readinto(buffer)
        finally:
            self._left -= time.monotonic() - started
            if self._socket.fileno() >= 0:
                self._socket.settimeout(usual)
        self._left = min(PATIENCE, self._left + (count or 0) / LEAST_RATE)
        return count
