"""Pictures of what went wrong: the truth beside the reading, the worst first in the folder."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from models.figures import PhotoResult
from models.truth import Truth
from vision.overlay import draw
from vision.photo import load_photo
from vision.scan import Scan

_TRUE: Final = (60, 60, 230)  # BGR
_SHORT: Final = {"flower": "fl", "back": "bk"}
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_MOST: Final = 99  # fixes in a file's name


class WorstFolder:
    """Keeps a drawing of each photo that was not read exactly: a watcher for `models.evaluate.evaluate`.

    Args:
        folder: made if need be; a file is named by the number of fixes, so that the worst come last.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.kept = 0

    def __call__(self, truth: Truth, scan: Scan, result: PhotoResult) -> None:
        """Draw the photo if anything is wrong with it.

        Raises:
            OSError: if the drawing cannot be written.
        """
        wrong_roles = result.roles is not None and not result.roles.all
        if not result.fixes and not result.hand_fixes and not wrong_roles:
            return
        fixes = min(max(result.fixes, result.hand_fixes or 0), _MOST)
        kind = (
            "stretched"
            if result.stretched
            else "hand"
            if result.hand_fixes
            else "roles"
            if wrong_roles
            else ""
        )
        name = "_".join(part for part in (f"{fixes:02}", kind, truth.photo.stem) if part)
        _, data = cv2.imencode(".jpg", drawing(truth, scan))
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / f"{name}.jpg").write_bytes(data.tobytes())
        self.kept += 1


def drawing(truth: Truth, scan: Scan) -> npt.NDArray[np.uint8]:
    """The truth on the left (above, for a wide photo) and the reading: H×W×3 uint8 BGR."""
    photo = load_photo(truth.photo)
    reading = draw(photo, scan)
    height, width = reading.shape[:2]
    true = np.asarray(cv2.resize(photo.image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    for tile in truth.labelled or ():
        x0, y0, x1, y1 = (round(value) for value in tile.pixels(width, height))
        cv2.rectangle(true, (x0, y0), (x1, y1), _TRUE, 2, cv2.LINE_AA)
        _write(true, _SHORT.get(tile.tile, tile.tile), (x0, y0), min(x1 - x0, y1 - y0))
    if truth.labelled is None:
        _write(true, " ".join(truth.tiles), (4, height // 12), 40)
    pair = (true, reading)
    return np.asarray(np.vstack(pair) if width > height else np.hstack(pair), np.uint8)


def _write(canvas: npt.NDArray[np.uint8], name: str, corner: tuple[int, int], width: int) -> None:
    """A name on a dark ground, as large as its tile is wide allows."""
    size = float(np.clip(width / 40, 0.4, 1.4))
    (wide, high), _ = cv2.getTextSize(name, _FONT, size, 2)
    x, y = max(corner[0], 0), max(corner[1], high + 2)
    cv2.rectangle(canvas, (x, y - high - 2), (x + wide, y + 2), (0, 0, 0), cv2.FILLED)
    cv2.putText(canvas, name, (x, y), _FONT, size, (255, 255, 255), 2, cv2.LINE_AA)
