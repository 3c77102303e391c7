"""What every answer carries, and which requests are refused before any page sees them.

What must not happen is that a web site open in another tab, or a name that somebody else has pointed here,
acts on the table. Browsers say where a request comes from (``Sec-Fetch-Site`` on trustworthy origins,
``Origin`` on every POST) and pages cannot forge either; forms of ours carry a mark that only this device was
given; the device's cookie does not travel with another site's POST. A request that changes anything needs
all of that.
"""

import time
from math import ceil
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request
from werkzeug.exceptions import Forbidden, MisdirectedRequest, TooManyRequests

from webapp.access.guard import SAFE_METHODS
from webapp.access.hosts import allowed_names, is_allowed
from webapp.access.marked_forms import FIELD, HEADER, MarkedForms
from webapp.access.rates import Rate
from webapp.access.visitor import is_at_home, keys, visitor

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # blob: is the chosen photo, shown while it travels.
        "img-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
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
# A table of busy scorers stays far below; a phone that hammers is slowed down. (at once, each second)
CHANGES: Final = (60, 2.0)
PHOTOS: Final = (12, 0.5)
# A phone that is the camera sends two or three pictures a second.
FRAMES: Final = (10, 4.0)
# A form with every option of every rule set takes a tenth of it. Without files, forms and JSON become many
# times larger in memory than they came.
FORM_BYTES: Final = 300_000


class ForeignRequestError(Forbidden):
    """The request does not come from a page that was served here to this device."""


def init_app(app: Flask) -> None:
    """Refuse foreign names, foreign changes and floods; add the headers; mark the forms."""
    names = allowed_names(app.config["HOSTS"])
    clock = app.config["CLOCK"] or time.monotonic
    changes, photos, frames = (Rate(*limits, clock) for limits in (CHANGES, PHOTOS, FRAMES))
    rates = dict.fromkeys(("scans.send", "scans.send_part", "teach.send"), photos)
    rates["camera_phone.push"] = frames

    def refuse_foreign_names() -> None:
        if not is_allowed(request.host, names):
            raise MisdirectedRequest

    def refuse_floods() -> None:
        # Links are guessed by asking for them, photos cost most of the machine's time.
        counted = request.method not in SAFE_METHODS or request.endpoint == "join.enter"
        if not counted or is_at_home():
            return
        rate = rates.get(request.endpoint or "", changes)
        if wait := rate.wait(request.remote_addr or ""):
            raise TooManyRequests(retry_after=ceil(wait))

    app.jinja_env.add_extension(MarkedForms)
    app.jinja_env.globals["form_mark"] = lambda: keys().form_mark(visitor().device)
    app.before_request(refuse_foreign_names)
    app.before_request(refuse_floods)
    app.before_request(bound_forms)
    app.before_request(refuse_cross_site)
    app.after_request(add_headers)


def bound_forms() -> None:
    """Let only what comes as a file be as large as a photo."""
    if request.is_json or request.mimetype == "application/x-www-form-urlencoded":
        request.max_content_length = FORM_BYTES


def refuse_cross_site() -> None:
    """Answer 403 to a request that may change something and does not come from a page of ours."""
    if request.method not in SAFE_METHODS and not (comes_from_us() and is_marked()):
        raise ForeignRequestError


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


def is_marked() -> bool:
    """Whether the request carries the mark of a page that was served to this device."""
    # The header first: looking for the field reads the whole body, a photo perhaps.
    mark = request.headers.get(HEADER) or request.form.get(FIELD, "")
    return not visitor().new and keys().is_form_mark(mark, visitor().device)


def add_headers(response: Response) -> Response:
    """Set the security headers; a page is asked for anew each time, since it shows the table as it is now."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype in {"text/html", "application/json"}:
        response.headers.setdefault("Cache-Control", "no-store")
    return response
