"""Days as the reader writes them, by the clock of the computer that serves the page."""

from datetime import UTC, datetime

from babel.dates import format_date
from flask import Flask

from webapp.pages.language import reader_locale
from webapp.pages.wording import _


def init_app(app: Flask) -> None:
    """Offer `day` and `this_evening` to templates."""
    app.context_processor(lambda: {"day": day, "this_evening": this_evening})


def day(moment: datetime) -> str:
    """``30 Nov 2026``."""
    locale = reader_locale()
    # American English, the language's first choice, would put the month first.
    return format_date(moment.astimezone().date(), "d MMM yyyy" if locale == "en" else "long", locale=locale)


def this_evening() -> str:
    """What a new table is called where nobody names it."""
    return _("Evening of %(date)s", date=day(datetime.now(UTC)))
