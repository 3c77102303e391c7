"""Grow labels of flowers to whole tiles: ``python -m models.whole_flowers FOLDER OUT``.

Some public photographs label a flower by its number and character alone, the upper half of the tile. A
detector taught so halves flowers everywhere. OUT becomes a YOLO-labelled folder, photographs as links, in
which such labels reach over the whole tile, as far as the nearest tile beside it does. Photographs where that
cannot be told (no tile beside the flower, or none whose end is the label's on one side) are left out.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from datasets.faces import CLASS_NAMES
from datasets.yolo import Box, LabelledPhoto, read_folder

FLOWER: Final = CLASS_NAMES.index("flower")
_HALF: Final = 0.75  # of the usual tile's area: a label smaller than this holds no whole tile
_FLAT: Final = 1.65  # sides of a label that holds the upper half only, where no tile compares
_FEW: Final = 3  # tiles that tell what is usual
_FAR: Final = 6.0  # label sides within which a tile lies beside the flower
_CLEAR: Final = 0.3  # tile sides by which one way of growing must fit better

Corners = npt.NDArray[np.float64]


def grown(boxes: Sequence[Box], width: int, height: int) -> tuple[Box, ...] | None:
    """The boxes with half labels of flowers grown to whole tiles.

    Args:
        boxes: of one photo.
        width: of the photo, pixels.
        height: of the photo, pixels.

    Returns:
        As many boxes in the same order; None where the extent of a flower cannot be told.
    """
    scale = np.array([width, height] * 2, np.float64)
    corners = np.array([[box.x0, box.y0, box.x1, box.y1] for box in boxes]).reshape(-1, 4) * scale
    others = corners[[box.index != FLOWER for box in boxes]]
    made = []
    for box, own in zip(boxes, corners, strict=True):
        if box.index != FLOWER or not _halved(own, others):
            made.append(box)
            continue
        whole = _whole(own, others)
        if whole is None:
            return None
        x0, y0, x1, y1 = np.clip(whole / scale, 0, 1).tolist()
        made.append(replace(box, x0=x0, y0=y0, x1=x1, y1=y1))
    return tuple(made)


def _halved(own: Corners, others: Corners) -> bool:
    sides = own[2:] - own[:2]
    if len(others) < _FEW:
        return bool(sides.max() > _FLAT * sides.min())
    usual = np.median(np.prod(others[:, 2:] - others[:, :2], axis=1))
    return bool(np.prod(sides) < _HALF * usual)


def _whole(own: Corners, others: Corners) -> Corners | None:
    """The label grown along its shorter side to the extent of the nearest tile beside it."""
    axis = int(own[2] - own[0] > own[3] - own[1])  # 1: the tile stands upright, the label grows up or down
    side = 1 - axis
    middles = (others[:, side] + others[:, side + 2]) / 2
    apart = np.abs(middles - (own[side] + own[side + 2]) / 2)
    common = np.minimum(others[:, axis + 2], own[axis + 2]) - np.maximum(others[:, axis], own[axis])
    beside = (common > 0.5 * (own[axis + 2] - own[axis])) & (apart < _FAR * (own[side + 2] - own[side]))
    if not beside.any():
        return None
    near = others[int(np.argmin(np.where(beside, apart, np.inf)))]
    size = max(near[axis + 2] - near[axis], 1.2 * (own[axis + 2] - own[axis]))
    ways = [(own[axis], own[axis] + size), (own[axis + 2] - size, own[axis + 2])]
    misses = [abs(low - near[axis]) + abs(high - near[axis + 2]) for low, high in ways]
    if abs(misses[0] - misses[1]) <= _CLEAR * size:
        return None
    whole = own.copy()
    whole[axis], whole[axis + 2] = ways[int(np.argmin(misses))]
    return whole


def write(photos: Sequence[LabelledPhoto], out: Path) -> tuple[int, int]:
    """Write the folder.

    Returns:
        How many labels were grown, and how many photographs left out.
    """
    for folder in ("images", "labels"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    changed = left_out = 0
    for photo in photos:
        boxes: tuple[Box, ...] | None = photo.boxes
        if any(box.index == FLOWER for box in photo.boxes):
            height, width = photo.load(grey=True).shape
            boxes = grown(photo.boxes, width, height)
        if boxes is None:
            left_out += 1
            continue
        changed += sum(one != other for one, other in zip(boxes, photo.boxes, strict=True))
        link = out / "images" / photo.path.name
        link.unlink(missing_ok=True)
        link.symlink_to(photo.path.resolve())
        lines = [
            f"{box.index} {(box.x0 + box.x1) / 2:.6f} {(box.y0 + box.y1) / 2:.6f} "
            f"{box.x1 - box.x0:.6f} {box.y1 - box.y0:.6f}\n"
            for box in boxes
        ]
        (out / "labels" / f"{photo.path.stem}.txt").write_text("".join(lines), encoding="utf-8")
    return changed, left_out


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="YOLO-labelled photographs")
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    changed, left_out = write(read_folder(args.folder), args.out)
    print(f"{changed} labels of flowers grown to whole tiles, {left_out} photographs left out")


if __name__ == "__main__":
    main()
