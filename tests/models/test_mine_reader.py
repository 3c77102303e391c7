"""Finds of the detector that are no tiles, cut out to learn from."""

from pathlib import Path

import cv2
import numpy as np

from datasets.yolo import read_folder
from models.mine_reader import mined
from models.reader_crops import NOTHING, Crops
from vision.detector import CLASSES, Detection


def find(x0: float, y0: float, x1: float, y1: float) -> Detection:
    return Detection((x0, y0, x1, y1), np.full(len(CLASSES), 0.01, np.float32))


def test_only_what_lies_off_every_label_is_kept(tmp_path: Path) -> None:
    image = np.zeros((200, 400, 3), np.uint8)
    image[50:106, 300:340] = (0, 0, 255)  # what looks like a tile
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    cv2.imwrite(str(tmp_path / "images" / "a.png"), image)
    (tmp_path / "labels" / "a.txt").write_text("4 0.2 0.4 0.1 0.28\n")  # 60..100, 52..108
    (photo,) = read_folder(tmp_path)
    found = [
        find(62, 50, 102, 106),  # the tile
        find(62, 80, 102, 136),  # badly outlined: it may be the tile
        find(300, 50, 340, 106),  # no tile
        find(300, 50, 305, 57),  # too small to name
    ]
    crops = mined(photo, found, image)
    assert crops.classes.tolist() == [NOTHING]
    assert crops.pixels.shape == (1, 112, 112, 3)
    assert crops.pixels[0, 56, 56].tolist() == [0, 0, 255]
    assert np.allclose(crops.sides, [[36.4, 50.9]], atol=0.05)  # 112 pixels for 2.2 of its longer side
    assert mined(photo, found[:1], image).pixels.shape == (0, 112, 112, 3)

    both = Crops.joined([crops, mined(photo, [], image), crops])
    both.write(tmp_path / "finds.npz")
    again = Crops.from_file(tmp_path / "finds.npz")
    assert (again.pixels == both.pixels).all()
    assert again.classes.tolist() == [NOTHING] * 2
    assert again.sides.tolist() == both.sides.tolist()
