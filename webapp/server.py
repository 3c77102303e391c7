"""The web server of a home: threads, no configuration, the same on Linux, macOS and Windows."""

import errno
import logging
import os
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from wsgiref.types import WSGIApplication

from cheroot import wsgi

from webapp.patience import LateTls, PatientServer

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104  # only on request: `fanpai serve --lan`
DEFAULT_PORT = 8000
DEFAULT_SECURE_PORT = 8443
# A screen that is kept up to date holds a thread; so many more answer everything else.
DEFAULT_VIEWERS = 24
BESIDE_VIEWERS = 16
_MOST_BODY = 42_000_000
_MOST_HEADERS = 32_768
_TRIED_PORTS = 50

log = logging.getLogger(__name__)


class PortError(Exception):
    """The server cannot listen there. ``str(error)`` is a sentence that proposes another port or address."""


def make_server(
    app: WSGIApplication,
    host: str = LOOPBACK,
    port: int = DEFAULT_PORT,
    threads: int = DEFAULT_VIEWERS + BESIDE_VIEWERS,
    tls: tuple[Path, Path] | None = None,
) -> wsgi.Server:
    """A server that already listens; ``run`` answers what comes in.

    Args:
        app: the WSGI application.
        host: the address to listen on.
        port: 0 lets the system choose; ``port_of`` tells which one.
        threads: how many requests are answered at once. A screen that is kept up to date holds one.
        tls: certificate and key (PEM files) to speak https with.

    Raises:
        PortError: the port is taken or forbidden, or the machine does not have the address.
    """
    _try_to_bind(host, port)
    server = PatientServer(
        (host, port), app, numthreads=threads, server_name="fanpai", request_queue_size=64, shutdown_timeout=2
    )
    # Several phones, each with a handful of idle connections.
    server.keep_alive_conn_limit = 64
    server.max_request_body_size = _MOST_BODY
    server.max_request_header_size = _MOST_HEADERS
    if tls is not None:
        certificate, key = tls
        server.ssl_adapter = LateTls(str(certificate), str(key))
    server.error_log = _log  # type: ignore[method-assign, assignment]  # how cheroot means it to be replaced
    server.prepare()
    return server


def run(server: wsgi.Server, before_stop: Callable[[], None] = lambda: None) -> None:
    """Answer requests until Ctrl-C or SIGTERM, then finish the requests under way and return.

    ``before_stop`` ends those that would go on for ever.
    """
    previous = signal.signal(signal.SIGTERM, _interrupt)
    try:
        server.serve()
    except KeyboardInterrupt:
        pass
    finally:
        before_stop()
        server.stop()
        signal.signal(signal.SIGTERM, previous)


def port_of(server: wsgi.Server) -> int:
    """The port a prepared server listens on."""
    port: int = server.bind_addr[1]
    return port


def lan_addresses() -> tuple[str, ...]:
    """This machine's IPv4 addresses for other devices, the most likely one first; may be empty."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        # Connecting a datagram socket sends nothing: the system only picks the interface it would use.
        # The address is one reserved for documentation.
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [
            str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        ]
    return _reachable(found)


def _reachable(addresses: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in addresses if not one.startswith(("127.", "0.", "169.254."))))


def _log(text: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
    """What the server has to say. A phone that went away while it was answered is no fault."""
    if not isinstance(sys.exc_info()[1], ConnectionError | ssl.SSLError):
        log.log(level, text, exc_info=traceback)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _try_to_bind(host: str, port: int) -> None:
    # The server library reports a failed bind as a text without the reason's number.
    try:
        _bind(host, port)
    except OSError as error:
        raise PortError(_sentence(error, host, port)) from error


def _bind(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name != "nt":  # on Windows this option would let two servers share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def _sentence(error: OSError, host: str, port: int) -> str:
    if error.errno in (errno.EADDRINUSE, errno.EACCES):
        if error.errno == errno.EADDRINUSE:
            reason = f"port {port} is taken, perhaps by another fanpai"
        else:
            reason = f"port {port} may only be used by an administrator"
        other = _free_port(host, max(port + 1, 8000))
        return reason + (f"; try --port {other}" if other else "; try another with --port")
    return f"this machine cannot listen on {host} ({error.strerror or error}); leave out --host, or use --lan"


def _free_port(host: str, first: int) -> int | None:
    for port in range(first, min(first + _TRIED_PORTS, 65536)):
        with suppress(OSError):
            _bind(host, port)
            return port
    return None
