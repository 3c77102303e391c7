"""Filmed deals on disk: a folder a deal with its frames and its truth."""

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from datasets.deals.film import SIZE, Film, encoded
from datasets.render import Progress, each
from datasets.scene import SPLITS

_QUALITY = 82


def deal_folder(root: Path, seed: int) -> Path:
    """Where the deal of a seed is written."""
    return root / f"deal_{seed:06d}"


def write_deal(
    root: Path,
    seed: int,
    split: str = SPLITS[0],
    size: tuple[int, int] = SIZE,
    discards: tuple[int, int] | None = None,
) -> int:
    """Film one deal; returns the number of frames.

    ``frames/000000.jpg`` … come first, ``truth.json`` last, so a folder that has one is complete. It holds
    ``size``, ``fps`` (while something moves), ``seats`` in the order of turns, ``dealer``, ``corners`` of the
    table's square (clockwise from the upper left), and

    - ``frames``: ``file``, ``at`` (seconds), ``moving``;
    - ``events``: ``kind``, ``at`` (when it lies still), ``free`` (when no hand is left over the table),
      ``seat``, ``tiles``, ``shows`` (as seen: ``back`` for those face down), ``source``, ``box``;
    - ``tiles``: for still moments ``at`` and what is ``lying``: number of the ``tile``, ``shows``, ``where``
      (pool, meld, hand, wall, heap), ``seat`` of open ones, ``box``, ``visible``;
    - ``won``: ``seat``, ``concealed`` without ``win``, ``melds``, ``source``; null without a winner.

    Args:
        root, seed, split, size, discards: as for ``Film``.

    Raises:
        ValueError: as ``Film``.
        OSError: when a file cannot be written.
    """
    film = Film(seed, split, size, discards)
    folder = deal_folder(root, seed)
    (folder / "frames").mkdir(parents=True, exist_ok=True)
    (folder / "truth.json").unlink(missing_ok=True)
    frames = []
    for number, (at, moving, picture) in enumerate(film.frames()):
        name = f"{number:06d}.jpg"
        (folder / "frames" / name).write_bytes(encoded(picture, _QUALITY))
        frames.append({"file": name, "at": at, "moving": moving})
    told = {**film.told(), "frames": frames}
    (folder / "truth.json").write_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")))
    return len(frames)


def render_deals(
    root: Path,
    seeds: Sequence[int],
    split: str = SPLITS[0],
    longest: int | None = None,
    progress: Progress | None = None,
    workers: int = 0,
) -> int:
    """Film the deals of these seeds below ``root``; returns the number of frames.

    Args:
        split: as for ``Film``.
        longest: width of the frames in pixels, which are 16:9; None for ``SIZE``.
        progress: called after each deal with (done, of how many).
        workers: processes that draw, 0 for one on each core; the frames are the same for any number.

    Raises:
        ValueError: as ``Film``.
        OSError: when a file cannot be written.
    """
    size = SIZE if longest is None else (longest // 8 * 8, longest * 9 // 16 // 8 * 8)
    total = 0
    for number, frames in enumerate(each(workers, partial(_write, root, split, size), seeds), 1):
        total += frames
        if progress:
            progress(number, len(seeds))
    return total


def _write(root: Path, split: str, size: tuple[int, int], seed: int) -> int:
    return write_deal(root, seed, split, size)
