"""The page for a WSGI server behind a proxy: ``webapp.wsgi:app``, set up by the environment alone.

``FANPAI_DATA`` is the data folder, ``FANPAI_DATABASE_URL`` the PostgreSQL database, ``FANPAI_HOSTS`` the
names that the page may be asked for by, ``FANPAI_PROXIES`` how many proxies of one's own stand before it, and
``FANPAI_VIEWERS`` how many screens one process keeps up to date.
"""

import os
from collections.abc import Mapping
from typing import Final

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.app import create_app

PROXIES: Final = "FANPAI_PROXIES"
VIEWERS: Final = "FANPAI_VIEWERS"
DEFAULT_VIEWERS: Final = 100
# Threads beside those that hold a screen each: they answer everything else.
BESIDE_VIEWERS: Final = 16
_MOST_PROXIES: Final = 9
_MOST_VIEWERS: Final = 1000


class SettingError(ValueError):
    """A variable holds no number that is possible; ``str(error)`` names it."""


def from_environment(environ: Mapping[str, str]) -> Flask:
    """The application as these variables say.

    Nobody is trusted for sitting at this machine: behind a proxy everybody seems to. Headers that tell who
    asks (``X-Forwarded-For``, ``-Proto``, ``-Host``) are believed for as many proxies as there are: none, if
    nothing is said.

    Raises:
        SettingError: a variable is wrong.
        webapp.paths.DataFolderError, webapp.store.StoreError: the data cannot be used.
    """
    proxies = number(environ, PROXIES, 0, _MOST_PROXIES)
    app = create_app({"TRUST_THIS_MACHINE": False, "VIEWERS": viewers(environ)})
    if proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # how Flask means it to be wrapped
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies
        )
    return app


def viewers(environ: Mapping[str, str]) -> int:
    """How many screens one process keeps up to date. Raises SettingError."""
    return number(environ, VIEWERS, DEFAULT_VIEWERS, _MOST_VIEWERS)


def number(environ: Mapping[str, str], name: str, usual: int, most: int) -> int:
    """A variable's number, ``usual`` where it is not set. Raises SettingError."""
    text = environ.get(name, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdecimal()) or int(text) > most:
        raise SettingError(f"{name} is {text!r}; it takes a number from 0 to {most}")
    return int(text)


def __getattr__(name: str) -> Flask:
    # Made when the server asks for it, so that its settings can read this module before.
    if name != "app":
        raise AttributeError(name)
    made = globals()["app"] = from_environment(os.environ)
    return made
