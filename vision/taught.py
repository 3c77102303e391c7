"""A set taught once: what its 34 kinds look like to the reader, kept without the photo.

The player lays the kinds in `ORDER`, one of each, and takes a photo. The tiles are cut out and turned
upright; for each the reader's embedding, averaged over small shifts and both ways up, becomes that kind's
prototype in this set: one of the tile as it is, and some as worse photos would show it. Later photos of the
set are compared with them: no network is trained. The cut-out tiles are kept beside the prototypes, so that
another reader can learn the set from them by itself.
"""

import io
import math
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.detector import CLASSES
from vision.laid import ORDER, TeachError
from vision.photo import Photo, PhotoError, encode_jpeg, load_photo
from vision.rows import centres
from vision.sampling import Pixels
from vision.windows import AROUND, cut

Embeddings = npt.NDArray[np.float32]
Box = tuple[float, float, float, float]
Look = Callable[[Photo, Sequence[Box]], Embeddings]

Step = Callable[[int, int], None]

CELL: Final = 128  # pixels of a cut-out tile, margins included
EMBEDDED: Final = 128  # numbers of an embedding
COLUMNS: Final = 9  # cut-out tiles beside each other
_MARGIN: Final = 1.25  # room for the small shifts and turns of the reader's windows
_UNEVEN: Final = 1.1  # sides in a row, seen at a slant, differ little more than this from the usual one
_QUALITY: Final = 92  # of the JPEG of cut-out tiles
_PHOTOS: Final = 6  # kinds of photos that `_as_worse_photos` makes
_MAX_BYTES: Final = 2_000_000
_LONGEST: Final = 1.001  # a number of something of length one, rounded
_VERSION: Final = 2
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
    SyntaxError,
    tokenize.TokenError,
    MemoryError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)


def no_step(done: int, of: int) -> None:
    """Tells nobody how far it is."""


@dataclass(frozen=True, eq=False)
class TaughtSet:
    """Prototypes of one tile set.

    Attributes:
        kinds: the classes taught.
        prototypes: len(kinds)×M×128 float32, each of length one: every kind in M kinds of photos.
        reader: which reader's they are (`vision.reader.WindowEngine.identity`).
        cells: JPEG of the cut-out tiles, upright, `COLUMNS` beside each other, `CELL` pixels each.
        boxes: len(kinds)×2 float32: sides of each tile in its cell, pixels.
        name: what the player calls it.
    """

    kinds: tuple[str, ...]
    prototypes: Embeddings
    reader: str = ""
    cells: bytes = b""
    boxes: npt.NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 2), np.float32))
    name: str = ""

    def to_bytes(self) -> bytes:
        """A file: NumPy's ``.npz`` without pickles."""
        out = io.BytesIO()
        np.savez(
            out,
            version=np.array(_VERSION),
            kinds=np.array(self.kinds),
            prototypes=self.prototypes,
            reader=np.array(self.reader),
            cells=np.frombuffer(self.cells, np.uint8),
            boxes=self.boxes,
            name=np.array(self.name),
        )
        return out.getvalue()

    @staticmethod
    def from_bytes(data: bytes) -> "TaughtSet":
        """Read such a file.

        Raises:
            TeachError: if it is no such file, or one of another version.
        """
        fault = TeachError("file", "This is no taught set that can be read here. Teach the set again.")
        if len(data) > _MAX_BYTES:
            raise fault
        try:
            _refuse_large(data, fault)
            with np.load(io.BytesIO(data), allow_pickle=False) as stored:
                version, kinds = int(stored["version"]), tuple(str(kind) for kind in stored["kinds"])
                prototypes = np.asarray(stored["prototypes"], np.float32)
                reader, cells = str(stored["reader"]), np.asarray(stored["cells"], np.uint8).tobytes()
                boxes, name = np.asarray(stored["boxes"], np.float32), str(stored["name"])
        except _FAULTS as error:
            raise fault from error
        known = bool(kinds) and set(kinds) <= set(CLASSES) and len(set(kinds)) == len(kinds)
        if version != _VERSION or not known or not _are_prototypes(prototypes, len(kinds)):
            raise fault
        # A side that is not finite is not within the cell either.
        if boxes.shape != (len(kinds), 2) or not ((boxes > 0) & (boxes <= CELL)).all():
            raise fault
        return TaughtSet(kinds, prototypes, reader, cells, boxes, name)

    def columns(self) -> npt.NDArray[np.intp]:
        """Place of each kind in `vision.detector.CLASSES`."""
        return np.array([CLASSES.index(kind) for kind in self.kinds], np.intp)


def _are_prototypes(found: Embeddings, kinds: int) -> bool:
    """Whether these are prototypes of so many kinds, none longer than one."""
    if found.ndim != 3 or len(found) != kinds or not found.shape[1] or found.shape[2] != EMBEDDED:
        return False
    return bool(np.isfinite(found).all() and (np.abs(found) <= _LONGEST).all())


def _refuse_large(data: bytes, fault: TeachError) -> None:
    """A small archive can unpack to any size, and a header can promise an array of any size."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > 2 * _MAX_BYTES:
            raise fault
        for entry in archive.infolist():
            # NumPy writes no others, and a broken part of another kind fails in ways of its own.
            if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
                raise fault
            with archive.open(entry) as file:
                version = np.lib.format.read_magic(file)
                if version != (1, 0):
                    raise fault
                shape, _, dtype = np.lib.format.read_array_header_1_0(file)
                if math.prod(shape) * dtype.itemsize > entry.file_size:
                    raise fault


def teach(look: Look, reader: str, photo: Photo, tiles: Mapping[str, Box], step: Step = no_step) -> TaughtSet:
    """Make prototypes of a set.

    Args:
        look: gives the embeddings of boxes in a photo: `vision.reader.Reader.embed`.
        reader: whose embeddings these are.
        photo: shows each kind once.
        tiles: the box of each kind, pixels of the upright original.
        step: as in `learn`.
    """
    corners = np.array(list(tiles.values()), np.float32).reshape(-1, 4)
    sides = _evened(corners[:, 2:] - corners[:, :2], tiles)
    longest = np.maximum(sides.max(axis=1, keepdims=True), 1e-3)
    within = CELL / (AROUND * _MARGIN)  # pixels of a tile's longer side in its cell
    fine = photo.finer(within / float(np.median(longest)))
    middles = (corners[:, :2] + corners[:, 2:]) / 2
    around = np.hstack([middles - _MARGIN * longest / 2, middles + _MARGIN * longest / 2])
    cells = cut(fine.image, around * np.float32(fine.scale), _laid_turns(tiles), CELL)
    lines = -(-len(cells) // COLUMNS)
    sheet = np.full((lines * COLUMNS, CELL, CELL, 3), 114, np.uint8)
    sheet[: len(cells)] = cells
    picture = sheet.reshape(lines, COLUMNS, CELL, CELL, 3).swapaxes(1, 2).reshape(lines * CELL, -1, 3)
    unlearnt = TaughtSet(
        tuple(tiles),
        np.empty((len(tiles), 0, 0), np.float32),
        reader,
        encode_jpeg(picture, _QUALITY),
        np.asarray(sides / longest * within, np.float32),
    )
    return learn(look, reader, unlearnt, step)


def learn(look: Look, reader: str, taught: TaughtSet, step: Step = no_step) -> TaughtSet:
    """The same set as another reader sees it, from the cut-out tiles that were kept.

    Args:
        look: as in `teach`.
        reader: whose embeddings these are.
        taught: the set.
        step: told before each kind of photo how many are done, and of how many.

    Raises:
        TeachError: if its cut-out tiles cannot be read.
    """
    fault = TeachError("file", "The tiles of this set cannot be read. Teach the set again.")
    try:
        sheet = load_photo(taught.cells)
    except PhotoError as error:
        raise fault from error
    lines = -(-len(taught.kinds) // COLUMNS)
    if (sheet.width, sheet.height) != (COLUMNS * CELL, lines * CELL):
        raise fault
    boxes = []
    for number, (wide, high) in enumerate(taught.boxes.tolist()):
        x, y = (number % COLUMNS + 0.5) * CELL, (number // COLUMNS + 0.5) * CELL
        boxes.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
    seen: list[Embeddings] = []
    for image in _as_worse_photos(sheet.image):
        step(len(seen), _PHOTOS)
        seen.append(look(replace(sheet, image=image), boxes))
    embeddings = np.stack(seen, axis=1)
    lengths = np.maximum(np.linalg.norm(embeddings, axis=2, keepdims=True), 1e-9)
    return replace(taught, prototypes=np.asarray(embeddings / lengths, np.float32), reader=reader)


def _as_worse_photos(image: Pixels) -> Iterator[Pixels]:
    """The picture of cut-out tiles, then blurred, more blurred, small, dark with noise, and pale.

    A blurred tile is nearer to its blurred self: measured by `models.measure_teaching` on known designs.
    """
    yield image
    for sigma in (2.0, 3.5):
        yield np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)
    small = cv2.resize(image, None, fx=0.22, fy=0.22, interpolation=cv2.INTER_AREA)
    yield np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
    noise = np.random.default_rng(1).normal(0, 9, image.shape)
    yield np.asarray((0.35 * image + noise).clip(0, 255), np.uint8)
    grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    yield np.asarray(cv2.addWeighted(image, 0.5, grey, 0.5, 0), np.uint8)


def _evened(sides: npt.NDArray[np.float32], tiles: Mapping[str, Box]) -> npt.NDArray[np.float32]:
    """Sides of the tiles, none far from what is usual in its row: a set's tiles are equally large.

    A box around half a tile would show its kind twice as large as later photos do.
    """
    evened, kinds = sides.copy(), list(tiles)
    for row in ORDER:
        places = [kinds.index(kind) for kind in row if kind in tiles]
        if places:
            usual = np.median(sides[places], axis=0)
            evened[places] = np.clip(sides[places], usual / _UNEVEN, usual * _UNEVEN)
    return evened


def _laid_turns(tiles: Mapping[str, Box]) -> npt.NDArray[np.float64]:
    """How each tile is turned, radians: along its row, from the first kind laid to the last."""
    turned = dict.fromkeys(tiles, 0.0)
    for row in ORDER:
        laid = [kind for kind in row if kind in tiles]
        if len(laid) < 2:
            continue
        ends = centres(np.array([tiles[laid[0]], tiles[laid[-1]]], np.float32))
        turn = math.atan2(*(ends[1] - ends[0])[::-1])
        turned |= dict.fromkeys(laid, turn)
    return np.array([turned[kind] for kind in tiles])
