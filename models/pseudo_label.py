"""Label tile backs in photographs: ``python -m models.pseudo_label FOLDER OUT --weights FILE.onnx``.

The labelled photographs name no face-down tiles: training on them teaches that a back is background. A
network that learnt backs from rendered scenes finds them there. OUT becomes a YOLO-labelled folder: the
photographs as links, their own labels and the backs found. ``OUT/backs.png`` shows the backs for a person to
judge before anything is trained on them; names in a ``--skip`` file keep their own labels only.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from datasets.yolo import Box, LabelledPhoto, read_folder, write_photo
from vision.detector import CLASSES, Detection, Detector
from vision.engine import OnnxEngine
from vision.photo import load_photo
from vision.settings import Settings

BACK: Final = CLASSES.index("back")
_FREE: Final = 0.2  # share of a back's box that labelled tiles may cover
_CELL: Final = 96  # pixels on the contact sheet
_COLUMNS: Final = 16

Corners = tuple[float, float, float, float]


def covered(box: Corners, others: Sequence[Corners]) -> float:
    """The largest share of ``box`` that one of ``others`` covers, 0..1; all corners in the same unit."""
    x0, y0, x1, y1 = box
    area = max((x1 - x0) * (y1 - y0), 1e-9)
    shares = [
        max(min(x1, other[2]) - max(x0, other[0]), 0) * max(min(y1, other[3]) - max(y0, other[1]), 0) / area
        for other in others
    ]
    return max(shares, default=0.0)


def backs(
    detections: Sequence[Detection], labelled: Sequence[Corners], width: int, height: int, sure: float
) -> list[Corners]:
    """Backs that the labels leave room for.

    Args:
        detections: what the network found, boxes in pixels.
        labelled: labelled boxes as shares 0..1 of the picture.
        width: of the picture, pixels.
        height: of the picture, pixels.
        sure: probability from which a back counts.

    Returns:
        Boxes as shares 0..1 of the picture.
    """
    found = []
    for detection in detections:
        x0, y0, x1, y1 = detection.box
        box = (x0 / width, y0 / height, x1 / width, y1 / height)
        if detection.tile == "back" and detection.score >= sure and covered(box, labelled) < _FREE:
            found.append(box)
    return found


def _cells(image: npt.NDArray[np.uint8], boxes: Sequence[Corners]) -> list[npt.NDArray[np.uint8]]:
    height, width = image.shape[:2]
    cells = []
    for x0, y0, x1, y1 in boxes:
        part = image[max(int(y0 * height), 0) : int(y1 * height), max(int(x0 * width), 0) : int(x1 * width)]
        if part.size:
            cells.append(np.asarray(cv2.resize(part, (_CELL, _CELL)), np.uint8))
    return cells


def write_sheet(path: Path, cells: list[npt.NDArray[np.uint8]]) -> None:
    """Write small pictures as rows of a contact sheet."""
    blank = np.zeros((_CELL, _CELL, 3), np.uint8)
    cells = cells + [blank] * (-len(cells) % _COLUMNS or (0 if cells else _COLUMNS))
    rows = [np.hstack(cells[at : at + _COLUMNS]) for at in range(0, len(cells), _COLUMNS)]
    cv2.imwrite(str(path), np.vstack(rows))


def label(
    photos: Sequence[LabelledPhoto],
    out: Path,
    weights: Path,
    sure: float,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write the labelled folder and its contact sheet (an eighth of the backs).

    Args:
        photos: with their own labels.
        out: the folder.
        weights: a detector that knows backs, ONNX.
        sure: probability from which a back counts.
        progress: called with (done, of how many).

    Returns:
        How many backs were added.
    """
    cells: list[npt.NDArray[np.uint8]] = []
    detector = Detector(OnnxEngine(weights), Settings(strips=0, threshold=sure, suspicion=sure))
    total = 0
    for number, photo in enumerate(photos, 1):
        labelled = [(box.x0, box.y0, box.x1, box.y1) for box in photo.boxes]
        boxes = photo.boxes
        # Photographs without any tile are there to show what is none: keyboards look like backs.
        if labelled:
            opened = load_photo(photo.path)
            found = backs(detector.detect(opened), labelled, opened.width, opened.height, sure)
            boxes += tuple(Box(BACK, *box) for box in found)
            cells += _cells(opened.image, found)[:: 8 if len(found) > 8 else 1]
            total += len(found)
        write_photo(out, LabelledPhoto(photo.path, boxes))
        if progress:
            progress(number, len(photos))
    write_sheet(out / "backs.png", cells)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="YOLO-labelled photographs")
    parser.add_argument("out", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--sure", type=float, default=0.5, help="probability from which a back counts")
    parser.add_argument("--skip", type=Path, help="names of pictures that get no backs, one a line")
    args = parser.parse_args()
    photos = read_folder(args.folder)
    skip = set(args.skip.read_text(encoding="utf-8").split()) if args.skip else set()
    for photo in photos:
        if photo.path.name in skip:
            write_photo(args.out, photo)
    kept = [photo for photo in photos if photo.path.name not in skip]
    total = label(kept, args.out, args.weights, args.sure)
    print(f"{total} backs added; look at {args.out / 'backs.png'} before training on them")


if __name__ == "__main__":
    main()
