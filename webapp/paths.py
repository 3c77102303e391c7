"""Where fanpai keeps its data: one folder, in the platform's usual place or where the user says."""

import errno
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

VARIABLE = "FANPAI_DATA"
DATABASE_VARIABLE = "FANPAI_DATABASE_URL"
_FULL = (errno.ENOSPC, errno.EDQUOT) if hasattr(errno, "EDQUOT") else (errno.ENOSPC,)


class DataFolderError(Exception):
    """The data folder cannot be used. ``str(error)`` is a sentence with a way out."""


@dataclass(frozen=True)
class DataFolder:
    """Everything fanpai writes lies under ``root``; with a ``database_url``, the tables lie on PostgreSQL.

    The address may hold a password: it is never shown.
    """

    root: Path
    database_url: str | None = field(default=None, repr=False)

    @property
    def database(self) -> Path:
        """The SQLite file, unless there is a ``database_url``."""
        return self.root / "fanpai.sqlite3"

    @property
    def photos(self) -> Path:
        """The folder of kept photos."""
        return self.root / "photos"

    @property
    def house_rules(self) -> Path:
        """The folder of saved house rules."""
        return self.root / "rules"

    @property
    def sets(self) -> Path:
        """The folder of tile sets that were taught."""
        return self.root / "sets"

    @property
    def corrections(self) -> Path:
        """The folder of photos kept with the tiles that players put right."""
        return self.root / "corrections"

    @property
    def recordings(self) -> Path:
        """The folder of frames that cameras over tables have kept. Backups leave it out."""
        return self.root / "recordings"

    @property
    def screens(self) -> Path:
        """The folder in which processes tell each other how many screens they show."""
        return self.root / "screens"

    @property
    def running(self) -> Path:
        """The file that says where the page runs. Backups leave it out."""
        return self.root / "running.json"

    @property
    def nearest(self) -> Path:
        """The folder itself, or the nearest one above it that exists."""
        return next((path for path in (self.root, *self.root.parents) if path.exists()), self.root)

    def refuse_unwritable(self) -> None:
        """Raise DataFolderError where the folder could not be written, or made; nothing is left behind."""
        if self.root.exists():
            self._try_writing()
        elif not self.nearest.is_dir():
            raise self._unwritable(f"{self.nearest} is a file")
        elif not os.access(self.nearest, os.W_OK | os.X_OK):
            raise self._unwritable(f"nothing can be made in {self.nearest}")

    def prepare(self) -> None:
        """Make the folders and write one file as a trial.

        A full disk is none to give up on where something is kept already: that can still be read.

        Raises:
            DataFolderError: if the folder cannot be made or written.
        """
        try:
            self.photos.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._refuse(error)
        self._try_writing()

    def _try_writing(self) -> None:
        trial = self.root / f".trial-{secrets.token_hex(4)}"
        try:
            try:
                trial.write_bytes(b"fanpai")
            finally:
                trial.unlink(missing_ok=True)
        except OSError as error:
            self._refuse(error)

    def _refuse(self, error: OSError) -> None:
        if error.errno not in _FULL or not (self.database_url or self.database.exists()):
            raise self._unwritable(str(error.strerror or error)) from error

    def _unwritable(self, why: str) -> DataFolderError:
        return DataFolderError(
            f"the data folder {self.root} cannot be written ({why}); "
            f"choose another with --data DIR or the variable {VARIABLE}"
        )

    def secret_key(self) -> bytes:
        """The key that signs cookies: 32 random bytes, made on first use and kept in a file of the owner's.

        Raises:
            DataFolderError: if it can be neither read nor made.
        """
        path = self.root / "secret"
        try:
            if not path.exists():
                self._make_secret(path)
            return path.read_bytes()
        except OSError as error:
            raise DataFolderError(f"{path} cannot be read or made ({error.strerror or error})") from error

    def _make_secret(self, path: Path) -> None:
        draft = self.root / f".secret-{secrets.token_hex(4)}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(32))
            file.flush()
            os.fsync(file.fileno())
        # Of two processes starting at once the first one's key stays: Windows refuses a rename onto a file,
        # elsewhere a hard link does.
        try:
            if os.name == "nt":
                draft.rename(path)
            else:
                os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink(missing_ok=True)


def data_folder(chosen: Path | None = None) -> DataFolder:
    """The data folder: ``chosen``, else the variable FANPAI_DATA, else the platform's place for user data.

    Its tables lie on PostgreSQL where the variable FANPAI_DATABASE_URL says so.
    """
    if chosen is None and (named := os.environ.get(VARIABLE)):
        chosen = Path(named)
    if chosen is None:
        chosen = platformdirs.user_data_path("fanpai", appauthor=False)
    return DataFolder(chosen.expanduser().absolute(), os.environ.get(DATABASE_VARIABLE) or None)
