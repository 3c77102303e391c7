"""Frames around what happened, in the data folder: bounded, the oldest going first, deleted at a touch."""

import errno
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.live.frame import Box
from webapp.room import LOW

Part = Literal["before", "at", "after", "detail"]
PARTS: Final[tuple[Part, ...]] = ("before", "at", "after")
MOST_BYTES: Final = 500_000_000  # of all tables together: some fifty evenings
SIDE: Final = 1600  # long side of what is kept, pixels
_QUALITY: Final = 82
_DETAIL: Final = 320  # long side of the piece that shows what happened, pixels
# What one process writes before it counts the folder again: others may write into it, too. Room is made so
# far below the bound that it holds though four of them write so much before they count.
_STEP: Final = 0.02  # of the bound
_FULL: Final = 0.9
_LEFT: Final = 0.8  # what is left then
_TRIES: Final = 5  # to delete a folder into which somebody writes
_AROUND: Final = 0.35  # shares of the box's sides around it

Pixels = npt.NDArray[np.uint8]


class Recordings:
    """The kept frames of all tables. Threads may share it, and several processes the folder.

    Pixels are encoded here: nothing of a camera's own file, such as its place, can be in them.

    Args:
        home: the folder, made when needed.
        most: bytes at most in the folder; before there are more, the oldest frames go.
        room: gives the bytes left on the disk; while they are few, nothing is kept.
    """

    def __init__(self, home: Path, most: int = MOST_BYTES, room: Callable[[], int] = lambda: LOW) -> None:
        self._home, self._most, self._room = home, most, room
        self._lock = threading.Lock()
        self._uncounted = float("inf")  # bytes written here since all of them were counted

    def keep(self, table_id: str, number: int, part: Part, encoded: bytes) -> None:
        """Keep a JPEG file of our own making with an observation, if there is room. Raises OSError."""
        path = self._path(table_id, number, part)
        if self._room() < LOW:  # the tally needs what is left
            return
        with self._lock:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_suffix(".draft")
            try:
                draft.write_bytes(encoded)
                draft.replace(path)
            except BaseException:
                draft.unlink(missing_ok=True)
                raise
            self._uncounted += len(encoded)
            if self._uncounted >= _STEP * self._most:
                self._make_room()

    def read(self, table_id: str, number: int, part: Part) -> bytes | None:
        """A kept frame as a JPEG file; None where it was not kept or has gone."""
        try:
            return self._path(table_id, number, part).read_bytes()
        except OSError:
            return None

    def has(self, table_id: str, number: int, part: Part) -> bool:
        """Whether a frame is kept."""
        return self._path(table_id, number, part).is_file()

    def parts(self, table_id: str, number: int) -> tuple[Part, ...]:
        """Which frames of an observation are kept, in their order."""
        return tuple(part for part in PARTS if self.has(table_id, number, part))

    def size(self, table_id: str) -> int:
        """Bytes kept of a table."""
        return sum(size for _, size, _ in _there(self._folder(table_id).glob("*.jpg")))

    def delete(self, table_id: str) -> None:
        """Delete every frame of a table. Raises OSError."""
        with self._lock:
            folder = self._folder(table_id)
            for more in reversed(range(_TRIES)):
                try:
                    if folder.exists():
                        shutil.rmtree(folder)
                    return
                except OSError as error:
                    # Another process, which watches a table too, has written or made room meanwhile.
                    if error.errno not in {errno.ENOENT, errno.ENOTEMPTY} or not more:
                        raise

    def _make_room(self) -> None:
        """Count the folder, and delete the oldest frames where it is nearly full."""
        known = list(_there(self._files()))
        self._uncounted = 0.0
        left = sum(size for _, size, _ in known)
        if left <= _FULL * self._most:
            return
        for _, size, file in sorted(known)[:-1]:
            if left <= _LEFT * self._most:
                break
            left -= size
            file.unlink(missing_ok=True)

    def _files(self) -> Iterator[Path]:
        return self._home.glob("*/*.jpg")

    def _folder(self, table_id: str) -> Path:
        if not table_id or not all(letter.isalnum() or letter == "-" for letter in table_id):
            raise ValueError(f"{table_id!r} is no table's id")
        return self._home / table_id

    def _path(self, table_id: str, number: int, part: Part) -> Path:
        return self._folder(table_id) / f"{number:08d}-{part}.jpg"


def _there(files: Iterable[Path]) -> Iterator[tuple[int, int, Path]]:
    """When each file was written, nanoseconds, and its bytes; without those that are deleted meanwhile."""
    for file in files:
        with suppress(FileNotFoundError):
            found = file.stat()
            yield found.st_mtime_ns, found.st_size, file


def encoded(image: Pixels, side: int = SIDE, quality: int = _QUALITY) -> bytes:
    """A picture as a JPEG file, made smaller where its long side has more than ``side`` pixels."""
    height, width = image.shape[:2]
    share = min(1.0, side / max(height, width))
    if share < 1:
        size = (max(1, round(width * share)), max(1, round(height * share)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("the picture cannot be encoded as JPEG")
    return data.tobytes()


def detail(image: Pixels, box: Box) -> bytes | None:
    """The piece of a picture around a box as a small JPEG file; None where the box lies outside."""
    height, width = image.shape[:2]
    x0, y0, x1, y1 = box
    dx, dy = _AROUND * (x1 - x0), _AROUND * (y1 - y0)
    left, top = max(0, round(x0 - dx)), max(0, round(y0 - dy))
    piece = image[top : min(height, round(y1 + dy)), left : min(width, round(x1 + dx))]
    return encoded(piece, _DETAIL) if piece.size else None
