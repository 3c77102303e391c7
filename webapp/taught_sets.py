"""Tile sets that were taught, kept in the data folder: one file each, named by an id that stays when the set
is renamed."""

import contextlib
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from vision.laid import TeachError
from vision.taught import TaughtSet
from webapp.paths import DataFolder
from webapp.tally.fields import FieldError, name_key, text
from webapp.whole_files import write_whole

SUFFIX: Final = ".fanpaiset"
LONGEST_NAME: Final = 40
_ID: Final = re.compile(r"[0-9a-f]{16}")


class SetError(Exception):
    """A taught set that cannot be kept, read or changed. ``str(error)`` is a sentence with a way out.

    ``code``: ``unknown``, ``name``, ``taken``, ``damaged`` or ``disk``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class KeptSet:
    """A set in the folder.

    Attributes:
        id: of its file.
        name: what it is called; empty where the file is damaged.
        deleted: whether it was deleted and can be brought back.
        damaged: whether its file cannot be read: it can only be deleted.
    """

    id: str
    name: str
    deleted: bool = False
    damaged: bool = False


class TaughtSets:
    """The taught sets in a folder, which need not exist. Threads and processes may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def of(cls, data: DataFolder) -> "TaughtSets":
        """The taught sets of a data folder."""
        return cls(data.sets)

    def all(self) -> tuple[KeptSet, ...]:
        """Every set by name, damaged ones before the others, those deleted last."""
        found = []
        for deleted, folder in ((False, self._folder), (True, self._bin)):
            kept = []
            for path in folder.glob(f"*{SUFFIX}"):
                if not _ID.fullmatch(path.stem):
                    continue  # not put here by us
                try:
                    kept.append(KeptSet(path.stem, read_set(path).name, deleted))
                except SetError as error:
                    if error.code != "unknown":  # deleted by somebody else just now
                        kept.append(KeptSet(path.stem, "", deleted, damaged=True))
            found += sorted(kept, key=lambda one: (one.name.casefold(), one.id))
        return tuple(found)

    def names(self) -> dict[str, str]:
        """Id → name of the sets that can be chosen, by name."""
        return {one.id: one.name for one in self.all() if not (one.deleted or one.damaged)}

    def load(self, set_id: str) -> TaughtSet:
        """One set. Raises SetError: ``unknown`` or ``damaged``."""
        return read_set(self._path(set_id))

    def find(self, name: str) -> TaughtSet:
        """The set of this name, as `name_key` compares them. Raises SetError."""
        return self.load(self.id_of(name))

    def id_of(self, name: str) -> str:
        """The id of the set of this name. Raises SetError."""
        for set_id, known in self.names().items():
            if name_key(known) == name_key(name):
                return set_id
        there = ", ".join(self.names().values()) or "none yet"
        raise SetError("unknown", f"there is no tile set {name!r}; taught: {there}")

    def picture(self, set_id: str) -> bytes:
        """JPEG of the set's tiles, deleted or not. Raises SetError."""
        path = self._path(set_id)
        return read_set(path if path.is_file() else self._path(set_id, self._bin)).cells

    def add(self, taught: TaughtSet, name: str) -> str:
        """Keep a new set under a name and return its id. Raises SetError."""
        set_id = secrets.token_hex(8)
        self._write(set_id, replace(taught, name=self._free(name, None)))
        return set_id

    def rename(self, set_id: str, name: str) -> None:
        """Give a set another name. Raises SetError."""
        taught = self.load(set_id)
        self._write(set_id, replace(taught, name=self._free(name, set_id)))

    def current(self, set_id: str, learn: Callable[[TaughtSet], TaughtSet]) -> TaughtSet:
        """A set as today's reader sees it; what it has to learn again is kept.

        Args:
            set_id: of the set.
            learn: `vision.scan.Scanner.current`.

        Raises:
            SetError: the set cannot be read.
        """
        taught = self.load(set_id)
        try:
            fresh = learn(taught)
        except TeachError as error:
            raise SetError("damaged", str(error)) from error
        if fresh is not taught:
            # A full disk costs time at the next photo, not the reading of this one.
            with contextlib.suppress(SetError):
                self._write(set_id, fresh)
        return fresh

    def delete(self, set_id: str) -> None:
        """Put a set aside; `restore` brings it back, `purge` removes it. Raises SetError."""
        self._move(self._path(set_id), self._path(set_id, self._bin))

    def restore(self, set_id: str) -> None:
        """Bring back a deleted set, under its name or one beside it. Raises SetError."""
        path = self._path(set_id, self._bin)
        taught = read_set(path)
        name, number = taught.name, 2
        while name_key(name) in {name_key(known) for known in self.names().values()}:
            name, number = f"{taught.name[: LONGEST_NAME - 3]} {number}", number + 1
        self._move(path, self._path(set_id))
        if name != taught.name:
            self._write(set_id, replace(taught, name=name))

    def purge(self, set_id: str) -> None:
        """Remove a deleted set for good. Raises SetError."""
        path = self._path(set_id, self._bin)
        _read_bytes(path)
        with _disk(path):
            path.unlink()

    @property
    def _bin(self) -> Path:
        return self._folder / "deleted"

    def _path(self, set_id: str, folder: Path | None = None) -> Path:
        if not _ID.fullmatch(set_id):
            raise SetError("unknown", f"there is no tile set {set_id!r}")
        return (folder or self._folder) / f"{set_id}{SUFFIX}"

    def _free(self, name: str, own: str | None) -> str:
        """The name as it is kept. Raises SetError for none, one too long, or one that is taken."""
        found = set_name(name)
        taken = {name_key(known) for set_id, known in self.names().items() if set_id != own}
        if name_key(found) in taken:
            raise SetError("taken", f"there is a tile set {found!r} already; choose another name")
        return found

    def _write(self, set_id: str, taught: TaughtSet) -> None:
        path = self._path(set_id)
        with _disk(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, taught.to_bytes())

    def _move(self, source: Path, target: Path) -> None:
        _read_bytes(source)
        with _disk(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            source.replace(target)


def set_name(name: str) -> str:
    """A name as a set is kept under it. Raises SetError for none, one too long or with odd letters."""
    refused = SetError("name", f"a tile set needs a name of at most {LONGEST_NAME} characters")
    try:
        found = text(name, "name", LONGEST_NAME)
    except FieldError as error:
        raise refused from error
    if not name_key(found):
        raise refused
    return found


def read_set(path: Path) -> TaughtSet:
    """A set from a file anywhere. Raises SetError."""
    try:
        return TaughtSet.from_bytes(_read_bytes(path))
    except TeachError as error:
        raise SetError("damaged", f"{path}: {error}") from error


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise SetError("unknown", f"there is no tile set {path}") from None
    except OSError as error:
        raise SetError("disk", f"{path} cannot be read ({error.strerror or error})") from error


@contextlib.contextmanager
def _disk(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SetError("disk", f"{path} cannot be written ({error.strerror or error})") from error
