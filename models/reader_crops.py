"""Crops of labelled tiles for training the reader, kept in memory with some of what lies around them.

Each crop is a square of 112 pixels around a labelled box, 2.2 longer sides of the box wide: enough to turn,
shift and zoom the window that the reader sees (`vision.windows`) without leaving it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

import cv2
import numpy as np
import numpy.typing as npt

from datasets.yolo import LabelledPhoto, read_folder
from vision.windows import AROUND, reach

STORED: Final = 112  # pixels
SPAN: Final = 2.2  # sides of a crop in longer sides of the box
NOTHING: Final = 36  # the class after flower and back: no tile
SMALLEST: Final = 9.0  # pixels on a box's shorter side: below, nobody could name it

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Crops:
    """Labelled crops.

    Attributes:
        pixels: N×112×112×3 uint8, BGR.
        classes: N, 0..35, or 36 for no tile.
        sides: N×2, width and height of the box in crop pixels.
    """

    pixels: Pixels
    classes: npt.NDArray[np.int64]
    sides: npt.NDArray[np.float32]

    SHAPE: ClassVar = (STORED, STORED, 3)

    def __add__(self, other: "Crops") -> "Crops":
        return Crops.joined([self, other])

    @classmethod
    def joined(cls, parts: "Sequence[Crops]") -> "Crops":
        """One after the other; at least one."""
        return cls(
            np.concatenate([part.pixels for part in parts]),
            np.concatenate([part.classes for part in parts]),
            np.concatenate([part.sides for part in parts]),
        )

    def write(self, path: Path) -> None:
        """Keep them in a file of NumPy's. Raises OSError."""
        np.savez(path, pixels=self.pixels, classes=self.classes, sides=self.sides)

    @classmethod
    def from_file(cls, path: Path) -> "Crops":
        """Those of `write`. Raises OSError, KeyError."""
        with np.load(path) as kept:
            return cls(kept["pixels"], kept["classes"], kept["sides"])


def from_photos(
    photos: Sequence[LabelledPhoto],
    empty: Callable[[LabelledPhoto], bool] = lambda photo: False,
    seed: int = 7,
) -> Crops:
    """Crops of all labelled tiles that are large enough to name.

    Args:
        photos: labelled photos.
        empty: whether what is not labelled in a photo is known to be no tile; then some of it is cut, too.
        seed: of the places that are cut there.
    """
    rng = np.random.default_rng(seed)
    pixels: list[Pixels] = []
    classes: list[int] = []
    sides: list[tuple[float, float]] = []
    for photo in photos:
        image = photo.load()
        scale = np.array([image.shape[1], image.shape[0]] * 2, np.float64)
        boxes = [np.array([box.x0, box.y0, box.x1, box.y1]) * scale for box in photo.boxes]
        wanted = [(box, label.index) for box, label in zip(boxes, photo.boxes, strict=True)]
        if empty(photo):
            wanted += [(box, NOTHING) for box in _free(boxes, scale, rng)]
        for box, index in wanted:
            width, height = box[2:] - box[:2]
            if min(width, height) < SMALLEST:
                continue
            crop, side = crop_around(image, box)
            pixels.append(crop)
            classes.append(index)
            sides.append(side)
    return Crops(np.array(pixels), np.array(classes, np.int64), np.array(sides, np.float32))


def from_faces(root: Path, names: Sequence[str], keep: Callable[[Path], bool]) -> Crops:
    """Crops from a folder that holds one folder a class, one tile a picture (cut at the tile's edges).

    Args:
        root: the folder.
        names: the classes in order; each is a folder's name.
        keep: which pictures to take.
    """
    pixels, classes, sides = [], [], []
    for index, name in enumerate(names):
        for path in sorted((root / name).glob("*")):
            picture = cv2.imread(str(path), cv2.IMREAD_COLOR) if keep(path) else None
            if picture is None:
                continue
            height, width = picture.shape[:2]
            around = round(0.6 * max(width, height))
            # Its own edge, mirrored, stands for the neighbours and the table.
            wide = cv2.copyMakeBorder(picture, around, around, around, around, cv2.BORDER_REFLECT_101)
            box = np.array([around, around, around + width, around + height], np.float64)
            crop, side = crop_around(np.asarray(wide, np.uint8), box)
            pixels.append(crop)
            classes.append(index)
            sides.append(side)
    return Crops(np.array(pixels), np.array(classes, np.int64), np.array(sides, np.float32))


def crop_around(image: Pixels, box: npt.NDArray[np.float64]) -> tuple[Pixels, tuple[float, float]]:
    """A crop, 112×112×3, around a box in pixels of the image, and the box's sides in it."""
    wide, high = (SPAN / AROUND * side for side in reach(box[2] - box[0], box[3] - box[1]))
    middle = (box[:2] + box[2:]) / 2
    corner = middle - np.array([wide, high]) / 2
    matrix = np.array([[wide / STORED, 0, corner[0]], [0, high / STORED, corner[1]]])
    source = image
    if max(wide, high) > 1.7 * STORED:
        factor = STORED / max(wide, high)
        source = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
        matrix = matrix * factor
    crop = cv2.warpAffine(
        source,
        matrix,
        (STORED, STORED),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    sides = (float((box[2] - box[0]) * STORED / wide), float((box[3] - box[1]) * STORED / high))
    return np.asarray(crop, np.uint8), sides


def _free(
    boxes: Sequence[npt.NDArray[np.float64]], scale: npt.NDArray[np.float64], rng: np.random.Generator
) -> Iterable[npt.NDArray[np.float64]]:
    """A few boxes, as large as the labelled ones, that touch none of them."""
    if not boxes:
        return
    taken = np.array(boxes)
    for _ in range(4):
        model = boxes[int(rng.integers(len(boxes)))]
        size = (model[2:] - model[:2]) * rng.uniform(0.7, 1.5)
        corner = rng.uniform(0, 1, 2) * (scale[:2] - size)
        box = np.concatenate([corner, corner + size])
        common = np.minimum(taken[:, 2:], box[2:]) - np.maximum(taken[:, :2], box[:2])
        if not (common > 0).all(axis=1).any():
            yield box


def read(root: Path, skip: frozenset[str] = frozenset()) -> list[LabelledPhoto]:
    """The labelled photos of a folder, some names left out."""
    return [photo for photo in read_folder(root) if photo.path.name not in skip]
