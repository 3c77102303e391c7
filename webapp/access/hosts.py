"""Under which names this page may be asked for.

A page of another site can have its own name point to this machine after it was loaded (DNS rebinding) and
would then read and act as one of ours. An address made of numbers is not looked up, so it cannot be bent:
numbers are served, names only if they are ours.
"""

import ipaddress
import os
import socket
from collections.abc import Iterable
from typing import Final

VARIABLE: Final = "FANPAI_HOSTS"
LOCAL_NAME: Final = "fanpai.local"


def allowed_names(more: Iterable[str] = ()) -> frozenset[str]:
    """``localhost``, ``fanpai.local``, the machine's own name, those in FANPAI_HOSTS, and ``more``."""
    own = socket.gethostname().lower()
    named = os.environ.get(VARIABLE, "").split(",")
    found = {"localhost", LOCAL_NAME, own, f"{own.split('.')[0]}.local"}
    return frozenset(found | {name.strip().lower() for name in (*named, *more) if name.strip()})


def host_of(header: str) -> str:
    """The name or number in a Host header, without port and brackets, in small letters."""
    header = header.strip().lower()
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.rpartition(":")[0] if header.count(":") == 1 else header


def is_allowed(header: str, names: frozenset[str]) -> bool:
    """Whether a request with this Host header is for us."""
    host = host_of(header)
    return host in names or _number(host) is not None


def is_loopback(host: str) -> bool:
    """Whether a host or an address means the machine itself."""
    number = _number(host)
    if isinstance(number, ipaddress.IPv6Address) and number.ipv4_mapped:
        number = number.ipv4_mapped
    return host == "localhost" or (number is not None and number.is_loopback)


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
