"""Collect what the detector wrongly takes for tiles: ``python -m models.mine_reader OUT.npz --scenes DIR``.

In drawn scenes everything that can be seen is labelled, so a find without a label is a fault. Crops of such
finds teach the reader what it will be asked about: sides of tiles, tiles that others hide, prints on tables.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from datasets.yolo import LabelledPhoto
from models.reader_crops import NOTHING, SMALLEST, Crops, Pixels, crop_around, read
from vision.boxes import iou
from vision.detector import Detection, Detector
from vision.engine import OnnxEngine
from vision.photo import Photo
from vision.reader import FAINT
from vision.scan import shipped_weights
from vision.settings import Settings

_APART: Final = 0.3  # IoU with any label from which a find may be that tile, badly outlined


def mined(photo: LabelledPhoto, found: Sequence[Detection], image: Pixels) -> Crops:
    """Crops of what was found where no tile is labelled.

    Args:
        photo: with all tiles labelled that can be seen.
        found: in it, boxes in pixels of ``image``.
        image: its pixels, H×W×3 uint8, BGR.
    """
    sides = np.array([image.shape[1], image.shape[0]] * 2, np.float32)
    labelled = np.array([[box.x0, box.y0, box.x1, box.y1] for box in photo.boxes], np.float32).reshape(-1, 4)
    boxes = np.array([one.box for one in found], np.float32).reshape(-1, 4)
    wrong = iou(boxes, labelled * sides).max(axis=1, initial=0) < _APART
    large = (boxes[:, 2:] - boxes[:, :2]).min(axis=1, initial=np.inf) >= SMALLEST
    cut = [crop_around(image, box.astype(np.float64)) for box in boxes[wrong & large]]
    return Crops(
        np.array([pixels for pixels, _ in cut], np.uint8).reshape(-1, *Crops.SHAPE),
        np.full(len(cut), NOTHING, np.int64),
        np.array([size for _, size in cut], np.float32).reshape(-1, 2),
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path, metavar="OUT.npz")
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="rendered scenes")
    parser.add_argument("--weights", type=Path, help="the detector's file; default: the shipped one")
    parser.add_argument("--threads", type=int, default=0, help="of the network; 0 takes all cores")
    args = parser.parse_args()
    settings = replace(Settings(), threshold=FAINT, support=FAINT)
    detector = Detector(OnnxEngine(args.weights or shipped_weights(), args.threads), settings)
    photos = [photo for root in args.scenes for photo in read(root)]
    parts = []
    for number, photo in enumerate(photos, 1):
        image = photo.load()
        height, width = image.shape[:2]
        parts.append(mined(photo, detector.detect(Photo(image, width, height, 1.0)), image))
        if number % 100 == 0:
            print(
                f"{number} of {len(photos)} scenes, {sum(len(one.classes) for one in parts)} finds",
                flush=True,
            )
    Crops.joined(parts).write(args.out)


if __name__ == "__main__":
    main()
