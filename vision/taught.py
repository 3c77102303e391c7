"""A set taught once: what its 34 kinds look like to the reader, kept without the photo.

The player lays the kinds in `ORDER`, one of each, and takes a photo. For every tile the reader's embedding of
its window, averaged over small shifts and both ways up, becomes that kind's prototype in this set. Later
photos of the set are compared with them: no network is trained.
"""

import io
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from scorer.tiles import KINDS
from vision.detector import CLASSES, Detection
from vision.photo import Photo
from vision.rows import centres, find_rows

Embeddings = npt.NDArray[np.float32]
Box = tuple[float, float, float, float]
Look = Callable[[Photo, Sequence[Box]], Embeddings]

ORDER: Final = (KINDS[:9], KINDS[9:18], KINDS[18:27], KINDS[27:])  # the rows to lay, left to right
_MAX_BYTES: Final = 1_000_000
_VERSION: Final = 1
# What NumPy and zipfile raise on broken or foreign files.
_FAULTS: Final = (
    ValueError,
    KeyError,
    OSError,
    EOFError,
    TypeError,
    AttributeError,
    NotImplementedError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)


class TeachError(ValueError):
    """A photo or file that cannot teach a set; the message says what to do."""


@dataclass(frozen=True, eq=False)
class TaughtSet:
    """Prototypes of one tile set.

    Attributes:
        kinds: the classes taught.
        prototypes: len(kinds)×128 float32, each of length one.
    """

    kinds: tuple[str, ...]
    prototypes: Embeddings

    def to_bytes(self) -> bytes:
        """A file: NumPy's ``.npz`` without pickles."""
        out = io.BytesIO()
        np.savez(out, version=np.array(_VERSION), kinds=np.array(self.kinds), prototypes=self.prototypes)
        return out.getvalue()

    @staticmethod
    def from_bytes(data: bytes) -> "TaughtSet":
        """Read such a file.

        Raises:
            TeachError: if it is no such file, or one of another version.
        """
        fault = TeachError("This is no taught set that can be read here. Teach the set again.")
        if len(data) > _MAX_BYTES:
            raise fault
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as stored:
                version, kinds = int(stored["version"]), tuple(str(kind) for kind in stored["kinds"])
                prototypes = np.asarray(stored["prototypes"], np.float32)
        except _FAULTS as error:
            raise fault from error
        known = set(kinds) <= set(CLASSES) and len(set(kinds)) == len(kinds)
        if version != _VERSION or not known or prototypes.ndim != 2 or len(prototypes) != len(kinds):
            raise fault
        if not np.isfinite(prototypes).all():
            raise fault
        return TaughtSet(kinds, prototypes)

    def columns(self) -> npt.NDArray[np.intp]:
        """Place of each kind in `vision.detector.CLASSES`."""
        return np.array([CLASSES.index(kind) for kind in self.kinds], np.intp)


def laid_order(detections: Sequence[Detection]) -> dict[str, Detection]:
    """Name the tiles of a photo by the order in which they were laid, not by what was read.

    The photo may be upside down: of both ways to read the rows, the one that agrees more with what was read.

    Args:
        detections: the tiles found.

    Raises:
        TeachError: if they do not lie in rows as `ORDER` asks for.
    """
    boxes = np.array([one.box for one in detections], np.float32).reshape(-1, 4)
    found = [row for row in find_rows(boxes) if len(row.indices) > 1]
    places = [float(found[0].across(centres(boxes[list(row.indices)])).mean()) for row in found]
    rows = [[detections[index] for index in found[place].indices] for place in np.argsort(places)]
    ways = [rows, [row[::-1] for row in rows[::-1]]]
    fitting = [way for way in ways if [len(row) for row in way] == [len(kinds) for kinds in ORDER]]
    if not fitting or len(detections) != sum(map(len, rows)):
        counts = ", ".join(str(len(row)) for row in rows) or "no tiles"
        raise TeachError(
            f"Rows of 9, 9, 9 and 7 tiles are wanted; found: {counts}. Lay each row straight and the rows a "
            "tile apart, leave nothing else in the picture, and take the photo again."
        )
    return max((_named(way) for way in fitting), key=_agreement)


def _named(rows: Sequence[Sequence[Detection]]) -> dict[str, Detection]:
    return {
        kind: detection
        for kinds, row in zip(ORDER, rows, strict=True)
        for kind, detection in zip(kinds, row, strict=True)
    }


def _agreement(laid: Mapping[str, Detection]) -> int:
    """How many tiles were read as what they were laid as."""
    return sum(detection.tile == kind for kind, detection in laid.items())


def teach(look: Look, photo: Photo, tiles: Mapping[str, Box]) -> TaughtSet:
    """Make prototypes of a set.

    Args:
        look: gives the embeddings of boxes in a photo: `vision.reader.Reader.embed`.
        photo: shows each kind once.
        tiles: the box of each kind, pixels of the upright original.
    """
    embeddings = look(photo, list(tiles.values()))
    lengths = np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-9)
    return TaughtSet(tuple(tiles), np.asarray(embeddings / lengths, np.float32))
