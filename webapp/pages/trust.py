"""https at home: what it is for, how a phone learns to trust it, and putting the page on the home screen."""

from typing import Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    render_template,
    request,
    send_from_directory,
)

from webapp.access.hosts import host_of
from webapp.certificates import Certificates
from webapp.pages.attachment import attachment
from webapp.pages.wording import _

pages = Blueprint("trust", __name__)

CERTIFICATE: Final = "fanpai-authority.crt"
_GREEN: Final = "#0d5f4b"


def certificates_in_use() -> Certificates | None:
    """The house's certificates; None while the page is not served over https by us."""
    found: Certificates | None = current_app.config["CERTIFICATES"]
    return found


@pages.get("/trust")
def show() -> str:
    """The steps on an iPhone and on Android, the fingerprint to compare, and where the page is then."""
    found = certificates_in_use()
    return render_template(
        "trust.html",
        fingerprint=found.fingerprint() if found else "",
        secure_address=_secure_address() if found else "",
        secure=request.is_secure,
    )


@pages.get(f"/trust/{CERTIFICATE}")
def certificate() -> Response:
    """The authority's certificate, as phones install it."""
    found = certificates_in_use()
    if found is None:
        abort(404)
    answer = attachment(found.for_phones(), "application/x-x509-ca-cert", CERTIFICATE)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What the page is called and looks like on a home screen."""
    icons = [
        {
            "src": f"/static/icon-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in (192, 512)
        for purpose in ("any", "maskable")
    ]
    answer = jsonify(
        id="/",
        name=_("fanpai"),
        short_name=_("fanpai"),
        start_url="/",
        scope="/",
        display="standalone",
        background_color=_GREEN,
        theme_color=_GREEN,
        icons=icons,
    )
    answer.mimetype = "application/manifest+json"
    return answer


@pages.get("/sw.js")
def worker() -> Response:
    """The service worker; it lies at the root because it may only answer for what lies below it."""
    answer = send_from_directory(current_app.static_folder or "", "js/worker.js", max_age=0)
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@pages.get("/offline")
def offline() -> str:
    """What an installed page shows while the table's computer does not answer."""
    return render_template("offline.html")


def _secure_address() -> str:
    """This page over https, under the name that the reader has used."""
    host = host_of(request.host)
    name = f"[{host}]" if ":" in host else host
    return f"https://{name}:{current_app.config['SECURE_PORT']}"
