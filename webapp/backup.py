"""One file with everything that is kept: written while the page runs, and brought back with what was there
put aside."""

import os
import re
import shutil
import sqlite3
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError

from webapp.paths import DataFolder
from webapp.store import StoreError, copies, database, migrate
from webapp.store.inspection import inspect
from webapp.zips import DamagedZipError, opened_zip

DATABASE: Final = "fanpai.sqlite3"
KEPT_DAYS: Final = 7
_PHOTO: Final = re.compile(r"photos/[0-9a-f]{32}\.jpg")
# Taught tile sets, deleted ones too, and photos kept with tiles put right.
_SET: Final = re.compile(r"sets/(deleted/)?[0-9a-f]{16}\.fanpaiset")
_CORRECTION: Final = re.compile(r"corrections/([0-9a-f]{32}\.(jpg|txt)|setting\.json)")
_TAUGHT: Final = ("sets", "corrections")
_FOLDERS: Final = ("photos", *_TAUGHT)
_RECORDINGS: Final = "recordings"
_DAILY: Final = re.compile(r"fanpai-\d{4}-\d\d-\d\d\.zip")
_HOUR: Final = 3600.0


class BackupError(Exception):
    """A backup cannot be written or brought back; ``str(error)`` says why and what to do."""


def write_backup(folder: DataFolder, target: Path, *, photos: bool = True) -> int:
    """Write a backup and return its size in bytes. The page may go on running and booking meanwhile.

    The key that signs cookies is left out: whoever has the file can read the tables, but not act on the page.

    Raises:
        BackupError: nothing is kept yet, or the file cannot be written; no half file is left.
    """
    _require_something(folder)
    draft = target.with_name(f".{target.name}.{os.getpid()}.draft")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Beside the file, not where other users of this machine keep their drafts; swept away if left.
        with tempfile.TemporaryDirectory(
            prefix=f".{target.name}.", suffix=".draft", dir=target.parent
        ) as scratch:
            copy = Path(scratch) / DATABASE
            copies.copy_out(folder, copy)
            with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.write(copy, DATABASE)
                for name in _kept(folder, photos):
                    with suppress(FileNotFoundError):  # deleted meanwhile
                        archive.write(folder.root / name, name, zipfile.ZIP_STORED)
        draft.replace(target)
        return target.stat().st_size
    except StoreError as error:
        raise BackupError(str(error)) from error
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{target} cannot be written: {error}") from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def restore(folder: DataFolder, source: Path) -> Path | None:
    """Bring back a backup. What was there is put aside; returns where, or None when nothing was.

    A folder that the backup does not hold stays as it is: a daily one leaves the photos where they lie. Only
    what cameras have recorded goes aside always: it belongs to observations that are replaced.

    Stop the page first: it would go on with the old files.

    Raises:
        BackupError: the file is no backup, damaged, or of a newer fanpai; nothing is changed then.
    """
    with _sentences(source):
        folder.root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=folder.root) as scratch:
            fresh = DataFolder(Path(scratch))
            _unpack(source, fresh)
            state = inspect(fresh)
            if not state.healthy:
                raise BackupError(f"the database in {source} cannot be used: {state.text}")
            brought = [name for name in _FOLDERS if (fresh.root / name).exists()]
            if folder.database_url is None:
                aside = _put_aside(folder, [*brought, _RECORDINGS])
                brought.append(DATABASE)
            else:
                aside = _replace_tables(folder, fresh, brought)
            for name in brought:
                (fresh.root / name).replace(folder.root / name)
    return aside


def keep_daily(folder: DataFolder, now: datetime) -> Path | None:
    """Write today's backup of the database (without photos) unless it is there; keep those of seven days.

    Returns the new file. Names go by date, and old files by name: a clock that jumps back loses nothing.

    Raises:
        BackupError.
    """
    home = folder.root / "backups"
    target = home / f"fanpai-{now:%Y-%m-%d}.zip"
    if target.exists() or not _is_there(folder):
        return None
    write_backup(folder, target, photos=False)
    daily = sorted(path for path in home.iterdir() if _DAILY.fullmatch(path.name))
    for old in daily[:-KEPT_DAYS]:
        if old != target:
            old.unlink(missing_ok=True)
    return target


def keep_before_upgrade(folder: DataFolder) -> Path | None:
    """Before tables of an older version are changed: write a backup (without photos) beside the daily ones.

    Returns the file, or None when nothing is to be changed. A database that cannot be read is left for
    whoever opens it to tell.

    Raises:
        BackupError: the backup cannot be written; nothing should be changed then.
    """
    if folder.database_url is None and not folder.database.is_file():
        return None
    try:
        engine = database.connect(folder)
        try:
            current, newest = migrate.revisions(engine)
        finally:
            engine.dispose()
    except (sqlite3.Error, DBAPIError, StoreError):
        return None
    if current is None or current == newest or not migrate.knows(current):
        return None
    target = folder.root / "backups" / f"fanpai-before-{newest}.zip"
    write_backup(folder, target, photos=False)
    return target


def start_daily(folder: DataFolder, report: Callable[[str], object]) -> threading.Event:
    """Keep a daily backup in the background until the returned event is set."""
    stop = threading.Event()

    def work() -> None:
        while True:
            try:
                keep_daily(folder, datetime.now(UTC).astimezone())
            except BackupError as error:
                report(f"today's backup failed: {error}")
            if stop.wait(_HOUR):
                return

    threading.Thread(target=work, name="backup", daemon=True).start()
    return stop


def _kept(folder: DataFolder, photos: bool) -> list[str]:
    """The files beside the database that a backup holds, as names in it."""
    homes = [
        (folder.sets, _SET),
        *([(folder.photos, _PHOTO), (folder.corrections, _CORRECTION)] if photos else []),
    ]
    found = []
    for home, shape in homes:
        names = (path.relative_to(folder.root).as_posix() for path in home.rglob("*") if path.is_file())
        found += sorted(name for name in names if shape.fullmatch(name))
    return found


def _is_there(folder: DataFolder) -> bool:
    try:
        return copies.is_there(folder)
    except StoreError as error:
        raise BackupError(str(error)) from error


def _require_something(folder: DataFolder) -> None:
    if not _is_there(folder):
        where = "the database" if folder.database_url else folder.root
        raise BackupError(f"nothing is kept in {where} yet")


def _unpack(source: Path, fresh: DataFolder) -> None:
    with opened_zip(source) as archive:
        names = archive.namelist()
        if DATABASE not in names:
            raise BackupError(f"{source} is no backup of fanpai")
        for name in names:
            # Only names that a backup has: nothing may land outside the folder.
            if name == DATABASE or any(shape.fullmatch(name) for shape in (_PHOTO, _SET, _CORRECTION)):
                (fresh.root / name).parent.mkdir(parents=True, exist_ok=True)
                with archive.open(name) as packed, (fresh.root / name).open("wb") as out:
                    shutil.copyfileobj(packed, out)


def _replace_tables(folder: DataFolder, fresh: DataFolder, brought: Iterable[str]) -> Path:
    """The backup's rows onto PostgreSQL, those that were there into a file. What fails changes nothing."""
    aside = _new_aside(folder)
    try:
        if _is_there(folder):
            copies.copy_out(folder, aside / DATABASE)
        copies.copy_in(fresh.database, folder)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    for name in (*brought, _RECORDINGS):
        if _holds_something(folder.root / name):
            (folder.root / name).replace(aside / name)
    return aside


def _put_aside(folder: DataFolder, brought: Iterable[str]) -> Path | None:
    """Move away what the backup brings anew; a folder that it does not bring stays. Nothing is deleted."""
    names = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", *brought)
    there = [name for name in names if _holds_something(folder.root / name)]
    if not there:
        return None
    aside = _new_aside(folder)
    for name in there:
        (folder.root / name).replace(aside / name)
    return aside


def _holds_something(path: Path) -> bool:
    """Whether something is to be put aside; a folder made ready for photos that never came makes room."""
    if path.is_dir() and not any(path.iterdir()):
        path.rmdir()
    return path.exists()


def _new_aside(folder: DataFolder) -> Path:
    aside = folder.root / f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    aside.mkdir()
    return aside


@contextmanager
def _sentences(source: Path) -> Iterator[None]:
    try:
        yield
    except DamagedZipError as error:
        raise BackupError(f"{source} is no backup of fanpai, or is damaged: {error}") from error
    except StoreError as error:
        raise BackupError(str(error)) from error
    except (OSError, sqlite3.Error, DBAPIError) as error:
        raise BackupError(f"{source} cannot be brought back: {error}") from error
