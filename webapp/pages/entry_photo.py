"""The photo that a line is booked with: one just read, or that of a hand kept without a table."""

from contextlib import AbstractContextManager

from webapp.pages.kept_hand import hand_named
from webapp.pages.photo_keeping import copied_photo, kept_photo
from webapp.pages.scans import job_called
from webapp.pages.tables import book


def entry_photo(table_id: str, *, scan: object, hand: object) -> AbstractContextManager[str | None]:
    """The store's name of the photo for an entry written in the body; None without one.

    Args:
        table_id: where the line is booked: it gets a photo of its own.
        scan: name of a scan, or nothing.
        hand: number of a kept hand, or nothing; answers 404 for one that the visitor may not see.
    """
    kept = None if scan else hand_named(hand)
    if kept is not None:
        return copied_photo(book().store, kept.payload.get("photo"))
    return kept_photo(book().store, job_called(scan), table_id)
