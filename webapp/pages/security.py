"""What every answer carries, and which requests are refused before any page sees them.

There is no log-in: what must not happen is that a web site open in another tab acts on the table. Browsers
say where a request comes from (``Sec-Fetch-Site`` on trustworthy origins, ``Origin`` on every POST), pages
cannot forge either, so a request that changes something must say that it comes from ours.
"""

from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # blob: is the chosen photo, shown while it travels.
        "img-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def init_app(app: Flask) -> None:
    """Refuse cross-site changes and add the headers."""
    app.before_request(refuse_cross_site)
    app.after_request(add_headers)


def refuse_cross_site() -> None:
    """Answer 403 to a request that may change something and does not come from a page of ours."""
    if request.method not in SAFE_METHODS and not comes_from_us():
        abort(403)


def comes_from_us() -> bool:
    """Whether the browser vouches for the request; one that says nothing (a program) is not let in either."""
    fetched_by = request.headers.get("Sec-Fetch-Site")
    if fetched_by is not None:
        return fetched_by == "same-origin"
    origin = request.headers.get("Origin")
    try:
        return origin is not None and urlsplit(origin).netloc.lower() == request.host.lower()
    except ValueError:
        return False  # no address at all, such as http://[


def add_headers(response: Response) -> Response:
    """Set the security headers; a page is asked for anew each time, since it shows the table as it is now."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype in {"text/html", "application/json"}:
        response.headers.setdefault("Cache-Control", "no-store")
    return response
