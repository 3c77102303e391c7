"""Photos turned before they are read."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from models.turned import ANGLES, Turned
from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.layout import arrange
from vision.photo import load_photo
from vision.scan import Scan

BOX = (100.0, 20.0, 140.0, 76.0)  # of the one tile


class FindsTheBright:
    """Takes what is bright for a tile, and keeps the picture it was shown."""

    def scan(self, source: bytes) -> Scan:
        self.photo = load_photo(source)
        rows, columns = np.nonzero(self.photo.image.min(axis=2) > 128)
        box = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        found = Detection(tuple(map(float, box)), np.eye(len(CLASSES), dtype=np.float32)[4])  # type: ignore[arg-type]
        layout = arrange([found])
        return Scan(self.photo.width, self.photo.height, layout.tiles, correct(layout), (), {})


def photo(folder: Path, orientation: int = 1) -> Path:
    """A photo of 300×200 pixels with one tile, as it is meant to be seen."""
    pixels = np.full((200, 300, 3), 30, np.uint8)
    pixels[20:76, 100:140] = 250
    picture = Image.fromarray(pixels)
    exif = Image.Exif()
    if orientation == 6:  # stored lying: to be turned clockwise before it is seen
        picture = picture.transpose(Image.Transpose.ROTATE_90)
        exif[0x0112] = 6
    path = folder / f"{orientation}.png"
    picture.save(path, exif=exif)
    return path


@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize("orientation", [1, 6])
def test_the_picture_is_turned_and_its_boxes_are_told_where_they_lie(
    tmp_path: Path, angle: int, orientation: int
) -> None:
    scanner = FindsTheBright()
    scan = Turned(scanner, angle).scan(photo(tmp_path, orientation))
    assert (scanner.photo.width, scanner.photo.height) == ((300, 200) if angle in (0, 180) else (200, 300))
    assert (scan.width, scan.height) == (300, 200)
    assert scan.detections[0].box == BOX
    assert scan.reading.tiles[0].box == BOX
    # Anticlockwise: what was at the right edge is at the top.
    corner = {0: (100, 20), 90: (20, 160), 180: (160, 124), 270: (124, 100)}[angle]
    rows, columns = np.nonzero(scanner.photo.image.min(axis=2) > 128)
    assert (columns.min(), rows.min()) == corner


def test_no_other_angle() -> None:
    with pytest.raises(KeyError):
        Turned(FindsTheBright(), 45)
