"""Bringing a table's file into a store: all of it, or nothing."""

import contextlib
import io
from typing import Final

from vision.photo import PhotoError, load_photo
from webapp.store import Store, StoreError
from webapp.tally.exchange import TableFileError, read_table
from webapp.zips import DamagedZipError, opened_zip

MOST_BYTES: Final = 40_000_000
_PHOTOS: Final = "photos/"


def bring_in(store: Store, data: bytes, *, anew: bool = False) -> str:
    """Book a table from its JSON or zip file and return its new id.

    Photos that a zip has of its lines are kept too, encoded anew under new names.

    With ``anew`` amounts that contradict the rules of their line are counted by the rules.

    Raises:
        TableFileError: it is no table's file, or does not add up; nothing is booked.
        webapp.tally.booked.FileLineError: a line contradicts its rules; nothing is booked.
        webapp.store.StoreError: it could not be written.
    """
    photos: dict[str, bytes] = {}
    if data.startswith(b"PK"):
        data, photos = _unpacked(data)
    events = read_table(data, anew=anew)
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
    return events[0].table_id


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
