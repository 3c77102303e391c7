"""Zip files from outside: whatever is broken in one comes out as one error."""

import errno
import importlib.util
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

_FAULTS: tuple[type[Exception], ...] = (
    # A false offset in the list at the end is a negative seek; a broken name or header is none of UTF-8 or
    # of its length; a part of a kind that nobody packs, or with a password, is not implemented.
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, LookupError, OverflowError),
    *(NotImplementedError, RuntimeError),
)
# Some builds of Python do without; they find such a part not implemented.
if importlib.util.find_spec("_lzma") is not None:
    import lzma

    _FAULTS += (lzma.LZMAError,)
FAULTS: Final = _FAULTS


class DamagedZipError(Exception):
    """A zip file that cannot be read."""


@contextmanager
def opened_zip(source: Path | IO[bytes]) -> Iterator[zipfile.ZipFile]:
    """A zip file to read from; the body does nothing else with it.

    Raises:
        DamagedZipError: whatever is broken in it, as soon as that is found.
        OSError: of the machine: the file is not there, the disk full.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            yield archive
    except FAULTS as error:
        raise DamagedZipError(str(error)) from error
    except OSError as error:
        # A broken part of bzip2 has no number; a seek to nowhere is an invalid argument.
        if error.errno in {None, errno.EINVAL}:
            raise DamagedZipError(str(error)) from error
        raise
