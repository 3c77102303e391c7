"""The device behind a request: known by a cookie, or as the machine that serves the page."""

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Final

from flask import Response, current_app, request

from webapp.access.hosts import host_of, is_loopback
from webapp.access.keys import Keys
from webapp.access.levels import HOUSE, ROLES, Level
from webapp.store.access import AccessStore

# Over https the name's prefix makes browsers refuse it from anywhere but this very page.
COOKIE: Final = "fanpai-device"
SECURE_COOKIE: Final = "__Host-fanpai-device"
_PLACE: Final = "fanpai.visitor"
_YEAR: Final = 365 * 24 * 3600
_DEVICE: Final = re.compile(r"[\w-]{43}")
# A proxy on this machine says with these that somebody else is asking.
_FORWARDED: Final = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


@dataclass(frozen=True)
class Visitor:
    """Who is asking.

    Attributes:
        device: what the cookie holds, or will hold after this answer: 256 random bits.
        new: whether the cookie has to be set.
        at_home: whether the request comes from the machine that serves the page.
        levels: table → what the device may do there; the house's table is webapp.access.levels.HOUSE.
    """

    device: str
    new: bool
    at_home: bool
    levels: dict[str, Level]

    @property
    def name(self) -> str:
        """What the store knows the device by; the cookie cannot be told from it."""
        return hashlib.sha256(self.device.encode()).hexdigest()

    def level(self, table_id: str) -> Level:
        """What this visitor may do at a table (or, for HOUSE, everywhere)."""
        if self.at_home:
            return Level.OWN
        return max(self.levels.get(table_id, Level.NOTHING), self.levels.get(HOUSE, Level.NOTHING))


def visitor() -> Visitor:
    """Who asks now; looked up once a request."""
    if _PLACE not in request.environ:
        request.environ[_PLACE] = _look_up()
    found: Visitor = request.environ[_PLACE]
    return found


def access_store() -> AccessStore:
    """The application's links and admissions."""
    found: AccessStore = current_app.extensions["fanpai-access"]
    return found


def keys() -> Keys:
    """What signs links and forms."""
    found: Keys = current_app.extensions["fanpai-keys"]
    return found


def keep_cookie(response: Response) -> Response:
    """Give a new device its cookie, with the first page it is shown."""
    found: Visitor | None = request.environ.get(_PLACE)
    if found is not None and found.new and response.mimetype == "text/html":
        # Lax, not Strict: a link in a chat must open the table. What changes anything is a POST.
        response.set_cookie(
            SECURE_COOKIE if request.is_secure else COOKIE,
            found.device,
            max_age=_YEAR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    return response


def is_at_home() -> bool:
    """Whether this very machine asks, by its own name, with nobody behind it."""
    return (
        bool(current_app.config["TRUST_THIS_MACHINE"])
        and is_loopback(request.remote_addr or "")
        and is_loopback(host_of(request.host))
        and not any(name in request.headers for name in _FORWARDED)
    )


def _look_up() -> Visitor:
    device = request.cookies.get(SECURE_COOKIE if request.is_secure else COOKIE, "")
    if not _DEVICE.fullmatch(device):
        return Visitor(secrets.token_urlsafe(32), True, is_at_home(), {})
    known = Visitor(device, False, is_at_home(), {})
    return Visitor(device, False, known.at_home, {} if known.at_home else _levels(known.name))


def _levels(device: str) -> dict[str, Level]:
    found: dict[str, Level] = {}
    for table_id, role in access_store().roles(device):
        found[table_id] = max(found.get(table_id, Level.NOTHING), ROLES.get(role, Level.NOTHING))
    return found
