"""Bringing a table's file into a store: all of it, or nothing."""

import contextlib
import io
import threading
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from vision.photo import PhotoError, load_photo
from webapp.store import Event, Store, StoreError
from webapp.tally.book import TableBook
from webapp.tally.exchange import TableFileError, read_table
from webapp.tally.fold import fold
from webapp.zips import DamagedZipError, opened_zip

MOST_BYTES: Final = 40_000_000
_PHOTOS: Final = "photos/"
_ONE_AT_A_TIME: Final = threading.Lock()


class HereAlreadyError(ValueError):
    """The table of a file is here already, brought in before or the one that was taken out.

    Attributes:
        name: what the file calls the table.
        began: when it was opened.
    """

    def __init__(self, name: str, began: datetime) -> None:
        super().__init__(name)
        self.name, self.began = name, began


def bring_in(book: TableBook, data: bytes, *, anew: bool = False, copy: bool = False) -> str:
    """Book a table from its JSON or zip file and return its new id.

    Photos that a zip has of its lines are kept too, encoded anew under new names.

    With ``anew`` amounts that contradict the rules of their line are counted by the rules. With ``copy`` a
    table that is here already becomes a second one, whose money counts beside the first one's.

    Raises:
        HereAlreadyError: it is here already (not with ``copy``); nothing is booked.
        TableFileError: it is no table's file, or does not add up; nothing is booked.
        webapp.tally.booked.FileLineError: a line contradicts its rules; nothing is booked.
        webapp.store.StoreError: it could not be written.
    """
    photos: dict[str, bytes] = {}
    if data.startswith(b"PK"):
        data, photos = _unpacked(data)
    events = read_table(data, anew=anew)
    # Tapped twice, the second request waits and then finds the table of the first.
    with _ONE_AT_A_TIME:
        if not copy and _is_here(book, events[0]):
            raise HereAlreadyError(fold(events).name, events[0].at)
        _keep(book.store, events, photos)
    return events[0].table_id


def _is_here(book: TableBook, opened: Event) -> bool:
    """Whether a table that is not deleted was opened at the same instant, under the same rules.

    Names of tables and events change on the way from house to house; the instant, to the microsecond, stays.
    """
    return any(
        table.began == opened.at
        and not table.deleted
        and book.events(table.id)[0].payload["rules"] == opened.payload["rules"]
        for table in book.tables()
    )


def _keep(store: Store, events: Sequence[Event], photos: Mapping[str, bytes]) -> None:
    """Book the events and keep the photos of their lines, or nothing of either."""
    entries = [entry for event in events if isinstance(entry := event.payload.get("entry"), dict)]
    shown = {entry.get("photo") for entry in entries}
    renamed: dict[str, str | None] = {}
    try:
        for name, photo in photos.items():
            if name in shown:
                renamed[name] = _kept(store, photo)
        for entry in entries:
            if "photo" in entry:
                # A photo that the file does not hold may be another table's: nobody gets it by its name.
                entry["photo"] = renamed.get(entry["photo"])
        store.append_all(events)
    except BaseException:
        for kept in filter(None, renamed.values()):
            with contextlib.suppress(StoreError):
                store.delete_photo(kept)
        raise


def _unpacked(data: bytes) -> tuple[bytes, dict[str, bytes]]:
    """The table and its photos by name; refuses what would not fit into memory."""
    table, photos = None, {}
    try:
        with opened_zip(io.BytesIO(data)) as archive:
            names = archive.namelist()
            small = sum(part.file_size for part in archive.infolist()) <= 10 * MOST_BYTES
            if small and "table.json" in names:
                table = archive.read("table.json")
                photos = {
                    name.removeprefix(_PHOTOS).removesuffix(".jpg"): archive.read(name)
                    for name in names
                    if name.startswith(_PHOTOS) and name.endswith(".jpg")
                }
    except DamagedZipError as error:
        raise TableFileError("damaged") from error
    if table is None:
        raise TableFileError("no_table" if small else "damaged")
    return table, photos


def _kept(store: Store, data: bytes) -> str | None:
    try:
        # The door that every photo comes through: it refuses what would not fit into memory.
        return store.save_photo(load_photo(data).image).id
    except PhotoError:
        return None
