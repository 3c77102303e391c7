"""Rendering many labelled scenes: files for training, and a contact sheet to look at.

The command line calls ``render`` and ``preview``; both report progress through a callback.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias, TypeVar

import cv2
import numpy as np

from datasets import art, crops, textures
from datasets.arrays import Picture
from datasets.catalogue import CHECK_DESIGNS, DESIGNS
from datasets.faces import CLASS_NAMES, FLOWER
from datasets.fonts import FONTS, installed_fonts
from datasets.labels import save
from datasets.scene import Scene, scene

T = TypeVar("T")
Progress: TypeAlias = Callable[[int, int], None]
"""Called with (done, of how many)."""


@dataclass(frozen=True)
class Rendered:
    """What a run wrote: scenes, labels by class name, and the designs with the number of their scenes."""

    scenes: int
    labels: dict[str, int]
    designs: dict[str, int]


def found() -> str:
    """What the renderer found on this machine, in lines for people."""
    fonts = installed_fonts()
    missing = sorted({FONTS[name].package for name in FONTS if name not in fonts})
    lines = [
        f"{len(DESIGNS)} drawn designs ({', '.join(CHECK_DESIGNS)} only in check scenes)",
        f"fonts: {', '.join(sorted(fonts)) or 'none; characters are drawn as strokes'}",
        f"art: {', '.join(art.available()) or 'none'}",
        f"photographs of surfaces and rooms: {len(textures.surfaces())} and {len(textures.rooms())}"
        f" ({len(textures.CHECK_PHOTOS)} names only in check scenes)",
        f"real tile crops: {crops.folder() or 'none (FANPAI_PHOTOS is not set)'}",
    ]
    if missing:
        lines.append(f"Debian packages that would add fonts: {' '.join(missing)}")
    return "\n".join(lines)


def render(
    root: Path,
    count: int,
    seed: int = 0,
    split: str = "train",
    longest: int | None = 1280,
    progress: Progress | None = None,
    workers: int = 0,
    kind: str = "mixed",
) -> Rendered:
    """Render ``count`` scenes with the seeds ``seed``, ``seed + 1`` … below ``root``.

    Args:
        split: ``"train"`` or ``"check"``.
        longest: longer side of the pictures in pixels; None mixes 640 to 1280, for hands 2 and 12 megapixels.
        progress: called after each scene.
        workers: processes that draw, 0 for one on each core; the pictures are the same for any number.
        kind: one of ``scene.KINDS``.

    Raises:
        ValueError: for an unknown split or a size out of range.
        OSError: when a file cannot be written.
    """
    labels: Counter[str] = Counter()
    designs: Counter[str] = Counter()
    made = each(workers, partial(_write, root, split, longest, kind), range(seed, seed + count))
    for number, (names, design) in enumerate(made, 1):
        labels.update(names)
        designs[design] += 1
        if progress:
            progress(number, count)
    return Rendered(count, dict(labels), dict(designs))


def _write(root: Path, split: str, longest: int | None, kind: str, seed: int) -> tuple[list[str], str]:
    """Render and save one scene; returns the names of its labels and of its design."""
    made = one(seed, split, longest, kind)
    quality = int(np.random.default_rng([seed, 9]).integers(45, 96))
    save(made, root, f"{split}_{seed:06d}", quality)
    return [CLASS_NAMES[label.index] for label in made.labels], str(made.facts["design"])


def _cell(split: str, kind: str, boxes: bool, seed: int) -> Picture:
    made = one(seed, split, 960, kind)
    picture = draw_labels(made) if boxes else made.picture
    scale = 480 / max(picture.shape)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cell = np.zeros((480, 480, 3), np.uint8)
    cell[: small.shape[0], : small.shape[1]] = small
    return cell


def each(workers: int, make: Callable[[int], T], seeds: Sequence[int]) -> Iterator[T]:
    """``make`` of each seed, in order, by so many processes (0: one for each core).

    Every scene comes out of its seed alone, so the pictures do not depend on the number of processes.
    """
    workers = min(workers or len(os.sched_getaffinity(0)), len(seeds))
    if workers <= 1:
        yield from map(make, seeds)
        return
    # Fresh processes: threads of the parent do not survive a fork.
    with ProcessPoolExecutor(workers, get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        yield from pool.map(make, seeds, chunksize=max(1, min(8, len(seeds) // workers // 4)))


def one(seed: int, split: str, longest: int | None, kind: str = "mixed") -> Scene:
    """One scene; ``longest`` None takes a size that belongs to the seed."""
    if longest is None:
        sizes = (1632, 4000) if kind == "hands" else (640, 800, 960, 960, 960, 1120, 1280)
        longest = int(np.random.default_rng([seed, 7]).choice(sizes))
    return scene(seed, split, longest, kind)


def draw_labels(made: Scene) -> Picture:
    """The scene's picture with its boxes: faces red, flowers violet, backs blue."""
    picture = made.picture.copy()
    thickness = max(1, round(max(picture.shape) / 700))
    for label in made.labels:
        colour = (
            (0, 0, 255) if label.index < FLOWER else (255, 0, 255) if label.index == FLOWER else (255, 180, 0)
        )
        x0, y0, x1, y1 = (round(v) for v in label.box)
        cv2.rectangle(picture, (x0, y0), (x1, y1), colour, thickness)
    return picture


def preview(
    path: Path,
    count: int = 12,
    seed: int = 0,
    split: str = "train",
    boxes: bool = True,
    progress: Progress | None = None,
    workers: int = 0,
    kind: str = "mixed",
) -> None:
    """Write a contact sheet of ``count`` scenes, four in a row, 480 pixels each.

    Raises:
        OSError: when ``path`` cannot be written or its ending names no picture format.
    """
    cells = []
    for number, cell in enumerate(
        each(workers, partial(_cell, split, kind, boxes), range(seed, seed + count)), 1
    ):
        cells.append(cell)
        if progress:
            progress(number, count)
    while len(cells) % 4:
        cells.append(np.zeros((480, 480, 3), np.uint8))
    sheet = np.vstack([np.hstack(cells[at : at + 4]) for at in range(0, len(cells), 4)])
    done, data = cv2.imencode(path.suffix or ".jpg", sheet)
    if not done:
        raise OSError(f"{path} could not be encoded")
    path.write_bytes(data.tobytes())
