"""Under which address another device reaches this page."""

from collections.abc import Callable, Sequence

from flask import current_app, request

from webapp.access.hosts import host_of, is_loopback


def base_address() -> str | None:
    """``http://192.168.1.5:8000`` for links and codes; None while only this machine can open the page."""
    if not is_loopback(host := host_of(request.host)) and not host.endswith(".local"):
        return request.host_url.rstrip("/")  # what has worked here works for the others
    # Names in .local are not looked up by every phone: numbers come first.
    reachable: Callable[[], Sequence[str]] = current_app.config["REACHABLE"]
    found = tuple(reachable())
    if not found and host.endswith(".local"):
        return request.host_url.rstrip("/")
    return found[0] if found else None
