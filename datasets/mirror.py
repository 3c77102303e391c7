"""Finding mirrored photos in a folder of labelled ones: their glyphs read backwards.

Each labelled tile is compared, at many turns and sizes, with the tiles of its class in other photos of the
folder, as they are and mirrored. Most photos of a folder have to be right; a second pass compares only with
photos which the first found to be clearly right, so that mirrored ones do not vouch for each other.

``python -m datasets.mirror FOLDER [PATTERN]`` prints the names found.
"""

import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Floats, Picture
from datasets.faces import face_index
from datasets.yolo import LabelledPhoto, read_folder

# Faces that differ from their mirror image however they are turned, the plainest first.
TELLING: Final = (
    "7p",
    "5m",
    "9m",
    "7m",
    "6m",
    "N",
    "4m",
    "F",
    "3m",
    "2m",
    "8m",
    "S",
    "W",
    "E",
    "1m",
    "C",
    "3p",
    "1s",
)
_PATCH: Final = 32  # pixels of a compared patch's side
_MOST: Final = 8  # tiles looked at in one photo
_REFERENCES: Final = 60  # tiles kept of one class
_CLEARLY_RIGHT: Final = 0.1
_MIRRORED: Final = -0.02


@dataclass(frozen=True)
class Handedness:
    """How a photo reads: ``score`` is likeness less likeness mirrored, a mean over ``tiles`` tiles."""

    photo: LabelledPhoto
    score: float
    tiles: int

    @property
    def mirrored(self) -> bool:
        """True when the tiles look more like their mirror images."""
        return self.tiles > 0 and self.score < _MIRRORED


@dataclass(frozen=True)
class _Tile:
    index: int
    x: float
    y: float
    width: float
    height: float


References = dict[int, tuple[Floats, Floats]]


def _disc() -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    ys, xs = np.mgrid[:_PATCH, :_PATCH] - (_PATCH - 1) / 2
    return np.asarray(np.hypot(xs, ys) < _PATCH / 2).ravel()


def _vectors(patches: Sequence[Picture]) -> Floats:
    """Patches as unit vectors of what lies in their inner circle, so that products are correlations."""
    flat = np.stack([patch.ravel() for patch in patches])[:, _disc()].astype(np.float32)
    flat = flat - flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1e-6), np.float32)


def _patch(picture: Picture, tile: _Tile, across: float, degrees: float) -> Picture:
    turn = cv2.getRotationMatrix2D((tile.x, tile.y), degrees, _PATCH / across)
    shift = np.array([[0, 0, _PATCH / 2 - tile.x], [0, 0, _PATCH / 2 - tile.y]])
    return cv2.warpAffine(picture, turn + shift, (_PATCH, _PATCH), borderMode=cv2.BORDER_REPLICATE).astype(
        np.uint8
    )


def _tiles(photo: LabelledPhoto, picture: Picture) -> list[_Tile]:
    order = {face_index(name): place for place, name in enumerate(TELLING)}
    rows, columns = picture.shape
    found = [
        _Tile(
            box.index,
            (box.x0 + box.x1) / 2 * columns,
            (box.y0 + box.y1) / 2 * rows,
            (box.x1 - box.x0) * columns,
            (box.y1 - box.y0) * rows,
        )
        for box in photo.boxes
        if box.index in order
    ]
    return sorted((t for t in found if min(t.width, t.height) >= 16), key=lambda tile: order[tile.index])


def _references(photos: Sequence[LabelledPhoto]) -> dict[int, list[tuple[Path, Picture]]]:
    """Straight tiles (boxes clearly higher than wide) by class, with the photo they come from."""
    kept: dict[int, list[tuple[Path, Picture]]] = defaultdict(list)
    for photo in photos:
        picture = cv2.GaussianBlur(photo.load(grey=True), (0, 0), 0.8).astype(np.uint8)
        for tile in _tiles(photo, picture):
            if tile.height > 1.15 * tile.width and len(kept[tile.index]) < _REFERENCES:
                kept[tile.index].append((photo.path, _patch(picture, tile, tile.width * 1.05, 0.0)))
    return kept


def _judge(photo: LabelledPhoto, references: dict[int, list[tuple[Path, Picture]]]) -> Handedness:
    picture = cv2.GaussianBlur(photo.load(grey=True), (0, 0), 0.8).astype(np.uint8)
    scores = []
    for tile in _tiles(photo, picture)[:_MOST]:
        others = [patch for path, patch in references.get(tile.index, []) if path != photo.path]
        if not others:
            continue
        # A box about a turned tile is larger than the tile: hence the sizes.
        looks = [
            _patch(picture, tile, min(tile.width, tile.height) * share * 1.05, float(degrees))
            for share in (0.5, 0.57, 0.65, 0.74, 0.84, 0.95)
            for degrees in range(0, 360, 9)
        ]
        seen = _vectors(looks)
        straight = float((seen @ _vectors(others).T).max())
        reversed_ = float(
            (seen @ _vectors([np.ascontiguousarray(patch[:, ::-1]) for patch in others]).T).max()
        )
        # A tile that resembles nothing says little.
        scores.append((straight - reversed_) * max(straight, reversed_))
    return Handedness(photo, float(np.mean(scores)) if scores else 0.0, len(scores))


def handedness(photos: Sequence[LabelledPhoto]) -> list[Handedness]:
    """Judge each photo against the others, in their order.

    Raises:
        OSError: for a photo that cannot be decoded.
    """
    references = _references(photos)
    first = [_judge(photo, references) for photo in photos]
    sure = [judged.photo for judged in first if judged.score > _CLEARLY_RIGHT]
    references = _references(sure)
    return [_judge(photo, references) for photo in photos]


if __name__ == "__main__":
    for judged in handedness(read_folder(Path(sys.argv[1]), (sys.argv[2:] or ["*"])[0])):
        if judged.mirrored:
            sys.stdout.write(f"{judged.photo.path.name}\t{judged.score:.3f}\t{judged.tiles}\n")
