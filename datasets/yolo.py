"""Labelled photos in YOLO's layout: reading them, and listing those that are stretched.

A folder holds ``images/NAME.jpg`` (or ``.png``) and ``labels/NAME.txt`` with lines of class, centre, width
and height as shares of the picture. Polygon lines (more than two corners) are read as the box around them.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Picture
from datasets.faces import CLASS_NAMES

PICTURES: Final = (".jpg", ".jpeg", ".png")
STRETCHED: Final = 2.6  # median ratio of the sides of a photo's boxes; tiles are 1.25 to 1.45


class LabelError(ValueError):
    """A label file that cannot be read; the message names file and line."""


@dataclass(frozen=True)
class Box:
    """A labelled tile: class 0..35, and x0, y0, x1, y1 as shares 0..1 of the picture."""

    index: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True)
class LabelledPhoto:
    """A picture file and the boxes labelled in it."""

    path: Path
    boxes: tuple[Box, ...]

    def load(self, grey: bool = False) -> Picture:
        """The picture: H×W×3 BGR, or H×W with ``grey``. Raises OSError when it cannot be decoded."""
        picture = cv2.imread(str(self.path), cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_COLOR)
        if picture is None:
            raise OSError(f"{self.path} is no picture that can be read")
        return picture.astype(np.uint8)


def parse_labels(text: str, source: str, classes: Mapping[int, int] | None = None) -> tuple[Box, ...]:
    """Read YOLO label text.

    Args:
        source: named in errors.
        classes: maps the file's class numbers to ours; classes it lacks are left out. None: they are ours.

    Raises:
        LabelError: for a line that is neither box nor polygon, or a class that does not exist.
    """
    boxes = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        try:
            index, values = int(words[0]), [float(word) for word in words[1:]]
        except ValueError as error:
            raise LabelError(f"{source}:{number}: {line!r} is no YOLO label") from error
        if classes is not None:
            if index not in classes:
                continue
            index = classes[index]
        if not 0 <= index < len(CLASS_NAMES):
            raise LabelError(f"{source}:{number}: there is no class {index}")
        boxes.append(Box(index, *_corners(values, f"{source}:{number}")))
    return tuple(boxes)


def _corners(values: Sequence[float], where: str) -> tuple[float, float, float, float]:
    if len(values) == 4:
        x, y, width, height = values
        return x - width / 2, y - height / 2, x + width / 2, y + height / 2
    if len(values) >= 6 and len(values) % 2 == 0:
        xs, ys = values[::2], values[1::2]
        return min(xs), min(ys), max(xs), max(ys)
    raise LabelError(f"{where}: {len(values)} numbers are neither a box nor a polygon")


def read_folder(
    root: Path, pattern: str = "*", classes: Mapping[int, int] | None = None
) -> list[LabelledPhoto]:
    """The labelled photos below ``root`` whose names fit ``pattern``, sorted; no label file means no boxes.

    Raises:
        LabelError: as ``parse_labels``.
    """
    return read_pictures(root / "images", root / "labels", pattern, classes)


def read_pictures(
    images: Path, labels: Path, pattern: str = "*", classes: Mapping[int, int] | None = None
) -> list[LabelledPhoto]:
    """The same for pictures and label files in folders of any name."""
    photos = []
    for path in sorted(images.glob(pattern)):
        if path.suffix.lower() not in PICTURES:
            continue
        file = labels / f"{path.stem}.txt"
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        photos.append(LabelledPhoto(path, parse_labels(text, file.name, classes)))
    return photos


def write_photo(out: Path, photo: LabelledPhoto) -> None:
    """Put a labelled photo into the folder ``out``: the picture as a link, its boxes as YOLO text.

    Raises:
        OSError: when a file cannot be written.
    """
    for folder in ("images", "labels"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    link = out / "images" / photo.path.name
    link.unlink(missing_ok=True)
    try:
        link.symlink_to(photo.path.resolve())
    except OSError:  # Windows lets only some users make links
        shutil.copyfile(photo.path, link)
    text = "".join(f"{_line(box)}\n" for box in photo.boxes)
    (out / "labels" / f"{photo.path.stem}.txt").write_text(text, encoding="utf-8")


def _line(box: Box) -> str:
    """YOLO text: class, centre, width and height."""
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return f"{box.index} {x:.6f} {y:.6f} {box.x1 - box.x0:.6f} {box.y1 - box.y0:.6f}"


def side_ratio(photo: LabelledPhoto) -> float:
    """Median ratio of longer to shorter side of the boxes in pixels; 1 for a photo without boxes."""
    if not photo.boxes:
        return 1.0
    rows, columns = photo.load(grey=True).shape
    sides = [((box.x1 - box.x0) * columns, (box.y1 - box.y0) * rows) for box in photo.boxes]
    return float(np.median([max(pair) / max(min(pair), 1e-6) for pair in sides]))


def stretched(photos: Sequence[LabelledPhoto]) -> list[LabelledPhoto]:
    """The photos whose tiles are longer than any tile is: they were squeezed when they were stored."""
    return [photo for photo in photos if side_ratio(photo) > STRETCHED]
