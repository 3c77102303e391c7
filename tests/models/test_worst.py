"""Drawings are kept of what was read wrong, and only of that."""

from pathlib import Path

import cv2
import numpy as np

from models.evaluate import evaluate
from models.worst import WorstFolder
from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.layout import arrange
from vision.scan import Scan


class Reader:
    """Finds one east wind in the middle of every photo."""

    def scan(self, source: Path) -> Scan:
        probabilities = np.full(len(CLASSES), 0.002, np.float32)
        probabilities[27] = 0.9
        layout = arrange([Detection((140.0, 80.0, 180.0, 140.0), probabilities)])
        return Scan(320, 240, layout.tiles, correct(layout), (), {"detect": 0.1})


def test_wrong_photos_are_drawn_beside_their_truth(tmp_path: Path) -> None:
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    for name, kind in (("right", 27), ("wrong", 28)):
        cv2.imwrite(str(tmp_path / "images" / f"{name}.jpg"), np.full((240, 320, 3), 90, np.uint8))
        (tmp_path / "labels" / f"{name}.txt").write_text(f"{kind} 0.5 0.4583 0.125 0.25")
    folder = WorstFolder(tmp_path / "worst")
    evaluate(tmp_path, Reader(), watch=folder)
    (kept,) = (tmp_path / "worst").iterdir()
    assert kept.name == "01_wrong.jpg"
    assert folder.kept == 1
    drawn = cv2.imread(str(kept))
    assert drawn is not None
    assert drawn.shape == (2 * 750, 1000, 3), "one above the other, as wide as the reading is drawn"
