"""Whether anything answers at a stream's address, asked without OpenCV.

OpenCV's FFmpeg opens one stream or film at a time in the whole process: whoever waits there for a camera that
is switched off holds up every other one. Here nobody else waits.
"""

import socket
import ssl
from collections.abc import Mapping
from typing import Final
from urllib.parse import SplitResult, urlsplit

_PORTS: Final[Mapping[str, int]] = {"rtsp": 554, "rtsps": 322, "http": 80, "https": 443, "rtmp": 1935}
_TLS: Final = frozenset({"rtsps", "https"})
_RTMP_HELLO: Final = b"\x03" + bytes(1536)  # C0 and C1 of RTMP 1.0, section 5.2


def answers(address: str, seconds: float) -> bool:
    """Whether somebody there takes the connection and says anything at all within a time.

    Args:
        address: of a stream, its scheme in small letters. Of one without connections (``udp``) nothing can be
            asked: True.
        seconds: to wait for the connection, and again for the first byte.
    """
    try:
        parts = urlsplit(address)
        port = parts.scheme in _PORTS and (parts.port or _PORTS[parts.scheme])
        if not port:
            return True
        with socket.create_connection((parts.hostname or "", port), seconds) as line:
            line.settimeout(seconds)
            if parts.scheme in _TLS:
                _shake(line, parts.hostname)
            else:
                line.sendall(_hello(parts, port))
                line.recv(1)
    except ssl.SSLError:
        return True  # an answer, if not one that we like
    except (OSError, ValueError):  # nobody there, silence, no such port
        return False
    return True


def _hello(parts: SplitResult, port: int) -> bytes:
    if parts.scheme == "rtmp":
        return _RTMP_HELLO
    host = f"{parts.hostname}:{port}"
    if parts.scheme == "rtsp":
        return f"OPTIONS rtsp://{host}/ RTSP/1.0\r\nCSeq: 1\r\n\r\n".encode()
    return f"GET /{parts.path[1:]} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()


def _shake(line: socket.socket, host: str | None) -> None:
    # Nothing is read or told over it: a camera's own certificate is as good as any.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with context.wrap_socket(line, server_hostname=host):
        pass
