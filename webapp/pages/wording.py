"""Page texts in the reader's language."""

from flask_babel import gettext


def _(message: str, **values: object) -> str:
    """The message from the catalogue ``messages``; ``%(name)s`` in it is filled from ``values``."""
    return str(gettext(message, **values))
