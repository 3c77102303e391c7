"""Photographs of real tiles as faces of training scenes, where a folder of them is given.

The folder (``FANPAI_PHOTOS/crops``) holds one folder a class (``1m`` … ``C``, ``flower``), one tile a
picture. Nothing of it is kept: check scenes and the shipped pictures never use it.
"""

import os
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from datasets.arrays import Picture
from scorer.tiles import KINDS


def folder() -> Path | None:
    """The folder of real crops, or None when the environment names none that exists."""
    root = os.environ.get("FANPAI_PHOTOS")
    path = Path(root) / "crops" if root else None
    return path if path is not None and path.is_dir() else None


@lru_cache(maxsize=64)
def _files(index: int) -> tuple[Path, ...]:
    root = folder()
    name = (*KINDS, "flower")[index]
    return tuple(sorted((root / name).glob("*.jpg"))) if root else ()


def available() -> tuple[str, ...]:
    """``("crops",)`` when real crops are at hand, else ``()``."""
    return ("crops",) if folder() else ()


@lru_cache(maxsize=1024)
def crop(index: int, number: int) -> Picture | None:
    """A real face of class ``index`` (BGR, upright); ``number`` chooses which. None without any."""
    files = _files(index)
    if not files:
        return None
    picture = cv2.imread(str(files[number % len(files)]), cv2.IMREAD_COLOR)
    if picture is None:
        return None
    rows, columns = picture.shape[:2]
    # The crops show a little of the neighbours at their edges.
    trimmed = picture[round(rows * 0.03) : round(rows * 0.97), round(columns * 0.03) : round(columns * 0.97)]
    return np.ascontiguousarray(trimmed, dtype=np.uint8)
