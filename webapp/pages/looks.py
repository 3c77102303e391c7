"""Dark or light: the switch's cookie, else what the device prefers; and the form for both switches."""

from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, redirect, request, url_for

from webapp.pages import language

COOKIE: Final = "fanpai-theme"
THEMES: Final = ("auto", "light", "dark")
_YEAR: Final = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Add the settings route and what every template needs to know."""
    app.add_url_rule("/settings", "settings", change, methods=["POST"])
    app.context_processor(_for_templates)
    app.jinja_env.globals["way_here"] = way_here


def change() -> Response:
    """Keep the chosen language or theme in a cookie and go back to the page the reader came from."""
    response = redirect(way_back(request.form.get("back", "")), code=303)
    if (locale := request.form.get("language")) in language.LANGUAGES:
        _keep(response, language.COOKIE, str(locale))
    if (theme := request.form.get("theme")) in THEMES:
        _keep(response, COOKIE, str(theme))
    return response  # type: ignore[return-value]  # werkzeug's response is the application's response class


def _for_templates() -> dict[str, Any]:
    locale = language.reader_locale()
    theme = request.cookies.get(COOKIE, "auto")
    return {
        "languages": language.LANGUAGES,
        "locale": locale,
        "language_tag": language.LANGUAGES[locale][0],
        "theme": theme if theme in THEMES else "auto",
    }


def _keep(response: Any, name: str, value: str) -> None:
    # Scripts never read these; Lax because a link from a chat should open in the reader's language.
    response.set_cookie(name, value, max_age=_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)


def way_here() -> str:
    """The address of this page as a form's ``back`` has it, with its query: it names a player, or a deal."""
    return request.full_path if request.query_string else request.path


def way_back(path: str) -> str:
    """``path`` if it leads to a page of ours, else the home page: no form may send a reader elsewhere."""
    try:
        parts = urlsplit(path)
    except ValueError:
        return url_for("pages.home")
    ours = (
        not parts.scheme and not parts.netloc and path.startswith("/") and not path.startswith(("//", "/\\"))
    )
    return path if ours and "\n" not in path and "\r" not in path else url_for("pages.home")
