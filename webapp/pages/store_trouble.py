"""What to tell a player whose entry could not be kept, by what is wrong with the disk or the database."""

from typing import Final

from webapp.pages.wording import _
from webapp.store import StoreError

# A database that is busy or away is there again soon: 503. A disk that takes nothing: 507.
BUSY: Final = 503
NO_ROOM: Final = 507


def sentence(error: StoreError) -> str:
    """What happened and what to do, in the reader's language."""
    return {
        "full": _("The disk is full: this could not be kept. Make room, then try again. Nothing is lost."),
        "read_only": _(
            "The data folder is read-only: this could not be kept. Make it writable, then try again. "
            "Nothing is lost."
        ),
        "locked": _(
            "Another program is holding the database, perhaps a backup. Try again in a few seconds. "
            "Nothing is lost."
        ),
        "away": _(
            "The database server cannot be reached just now: this could not be kept. Try again in a moment. "
            "Nothing is lost."
        ),
        "crowded": _(
            "The database server is too busy just now. Try again in a few seconds. Nothing is lost."
        ),
        "damaged": _(
            "The database is damaged: nothing can be kept. Stop fanpai and bring a backup back with "
            "“fanpai restore”."
        ),
    }.get(error.code, _("This could not be kept. “fanpai doctor” says what is wrong with the data folder."))


def status(error: StoreError) -> int:
    """The HTTP status for it."""
    return BUSY if error.code in {"locked", "away", "crowded", "twice"} else NO_ROOM
