"""Which language a reader gets: the switch's cookie, else what the browser prefers."""

from typing import Final

from flask import Flask, request
from flask_babel import Babel

COOKIE: Final = "fanpai-language"
# Locale of the catalogues -> the tag for the lang attribute and what the switch calls it, in itself.
LANGUAGES: Final[dict[str, tuple[str, str]]] = {
    "zh_Hans": ("zh-Hans", "简体"),
    "zh_Hant": ("zh-Hant", "繁體"),
    "en": ("en", "English"),
}
_TRADITIONAL: Final = frozenset({"hant", "tw", "hk", "mo"})


def init_app(app: Flask) -> None:
    """Give the application translations (domain ``messages``) and the choice of language."""
    app.config.setdefault("BABEL_DEFAULT_LOCALE", "en")
    Babel(app, locale_selector=reader_locale)


def reader_locale() -> str:
    """The catalogue for this request: ``zh_Hans``, ``zh_Hant`` or ``en``."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    for tag, _quality in sorted(request.accept_languages, key=lambda pair: -pair[1]):
        if (locale := locale_of(tag)) is not None:
            return locale
    return "en"


def locale_of(tag: str) -> str | None:
    """The catalogue for a language tag of the browser (``zh-TW``, ``en-GB``); None when there is none.

    >>> locale_of("zh-HK"), locale_of("zh"), locale_of("en-GB"), locale_of("fr")
    ('zh_Hant', 'zh_Hans', 'en', None)
    """
    language, *rest = tag.lower().replace("_", "-").split("-")
    if language in {"zh", "yue"}:
        # A script that is written out says more than the region.
        if "hans" in rest:
            return "zh_Hans"
        return "zh_Hant" if language == "yue" or _TRADITIONAL & set(rest) else "zh_Hans"
    return "en" if language == "en" else None
