"""Tile art that may be installed on the machine, used as faces when found; nothing of it is copied here.

| set | from |
|---|---|
| ``kde-traditional``, ``kde-default`` | Debian ``kdegames-mahjongg-data-kf5`` (needs ``rsvg-convert``) |
| ``gnome-smooth`` | Debian ``gnome-mahjongg`` |
| ``xmahjongg-real`` | Debian ``xmahjongg`` |
| ``learner`` | PyPI ``mahjong-learner`` |
| ``mahjax-ja``, ``mahjax-en`` | PyPI ``mahjax`` (needs ``rsvg-convert``) |

``FANPAI_ART`` may name one more folder in which packages were unpacked.
"""

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from PIL import Image

from datasets.arrays import Colour, Picture
from datasets.sheets import SHEETS, cut
from scorer.tiles import KINDS

_KDE: Final = {
    "E": "WIND_3",
    "S": "WIND_2",
    "W": "WIND_4",
    "N": "WIND_1",
    "B": "DRAGON_1",
    "F": "DRAGON_2",
    "C": "DRAGON_3",
}
_LEARNER: Final = {"E": "Ton", "S": "Nan", "W": "Shaa", "N": "Pei", "B": "Haku", "F": "Hatsu", "C": "Chun"}
_MAHJAX: Final = {"E": "east", "S": "south", "W": "west", "N": "north", "B": "white", "F": "gd", "C": "rd"}


def roots() -> Iterator[Path]:
    """The folders below which installed packages are looked for, in order."""
    own = os.environ.get("FANPAI_ART")
    if own:
        yield Path(own)
        yield Path(own) / "usr"
    yield Path("/usr")
    for entry in sys.path:
        if entry.endswith("site-packages"):
            yield Path(entry)


def _find(relative: str) -> Path | None:
    return next((root / relative for root in roots() if (root / relative).exists()), None)


def _svg(path: Path, element: str, height: int) -> Picture | None:
    """Rasterise an SVG (or one element of it) to BGRA, ``height`` pixels high."""
    tool = shutil.which("rsvg-convert")
    if tool is None:
        return None
    data = path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "art.svg"
        plain.write_bytes(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
        command = [tool, "--height", str(height), "--keep-aspect-ratio"]
        command += ["--export-id", element] if element else []
        done = subprocess.run([*command, str(plain)], capture_output=True, check=False, timeout=60)  # noqa: S603
    if done.returncode or not done.stdout:
        return None
    picture = cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_UNCHANGED)
    return None if picture is None else picture.astype(np.uint8)


def _kde(name: str, index: int, picture: int, height: int) -> Picture | None:
    path = _find(f"share/kmahjongglib/tilesets/{name}.svgz")
    if path is None:
        return None
    if index == 34:
        element = f"{'FLOWER' if picture % 8 < 4 else 'SEASON'}_{picture % 4 + 1}"
    else:
        kind = KINDS[index]
        suits = {"m": "CHARACTER", "p": "ROD", "s": "BAMBOO"}
        element = _KDE.get(kind) or f"{suits[kind[1]]}_{kind[0]}"
    return _svg(path, "#" + element, height)


def _learner(_: str, index: int, picture: int, height: int) -> Picture | None:
    del picture, height
    if index == 34:
        return None
    kind = KINDS[index]
    name = _LEARNER.get(kind) or {"m": "Man", "p": "Pin", "s": "Sou"}[kind[1]] + kind[0]
    path = _find(f"mahjong_learner/tiles_img/{name}.png")
    return None if path is None else np.asarray(Image.open(path).convert("RGBA"), np.uint8)[..., [2, 1, 0, 3]]


def _mahjax(style: str, index: int, picture: int, height: int) -> Picture | None:
    del picture
    if index == 34:
        return None
    kind = KINDS[index]
    path = _find(f"mahjax/_src/assets/tiles/{style}/{_MAHJAX.get(kind, kind)}.svg")
    return None if path is None else _svg(path, "", height)


_SOURCES: Final[dict[str, tuple[Callable[[str, int, int, int], Picture | None], str, str]]] = {
    "kde-traditional": (_kde, "traditional", "share/kmahjongglib/tilesets/traditional.svgz"),
    "kde-default": (_kde, "default", "share/kmahjongglib/tilesets/default.svgz"),
    "learner": (_learner, "", "mahjong_learner/tiles_img/Man1.png"),
    "mahjax-ja": (_mahjax, "ja", "mahjax/_src/assets/tiles/ja/1m.svg"),
    "mahjax-en": (_mahjax, "en", "mahjax/_src/assets/tiles/en/1m.svg"),
}


@lru_cache(maxsize=1)
def available() -> tuple[str, ...]:
    """The art sets found on this machine."""
    files = {name: path for name, (_, _, path) in _SOURCES.items()}
    files |= {name: sheet.file for name, sheet in SHEETS.items()}
    return tuple(name for name, path in files.items() if _find(path) is not None)


@lru_cache(maxsize=1024)
def _bgra(name: str, index: int, picture: int) -> Picture | None:
    reader, style, _ = _SOURCES[name]
    return reader(style, index, picture % 8, 360)


def face(
    name: str, index: int, picture: int, width: int, height: int, ground: Colour
) -> tuple[Picture, Picture] | None:
    """An art set's face on ``ground``: (BGR, ink mask), or None where the set has no such face."""
    if name in SHEETS:
        path = _find(SHEETS[name].file)
        if path is None:
            return None
        cell = cut(path, SHEETS[name], index, picture, width, height)
        return cell, np.zeros((height, width), np.uint8)  # engraved already
    found = _bgra(name, index, picture if index == 34 else 0)
    if found is None or found.ndim != 3 or found.shape[2] != 4:
        return None
    alpha = found[..., 3]
    box = cv2.boundingRect(alpha)
    if box[2] < 4 or box[3] < 4:  # the blank dragon
        blank = np.empty((height, width, 3), np.uint8)
        blank[:] = ground
        return blank, np.zeros((height, width), np.uint8)
    inked = found[box[1] : box[1] + box[3], box[0] : box[0] + box[2]]
    scale = min(width * 0.86 / box[2], height * 0.86 / box[3])
    size = (max(2, round(box[2] * scale)), max(2, round(box[3] * scale)))
    small = cv2.resize(inked, size, interpolation=cv2.INTER_AREA)
    paint = np.empty((height, width, 3), np.float32)
    paint[:] = ground
    ink = np.zeros((height, width), np.uint8)
    top, left = (height - size[1]) // 2, (width - size[0]) // 2
    weight = small[..., 3:].astype(np.float32) / 255
    area = paint[top : top + size[1], left : left + size[0]]
    area[:] = area * (1 - weight) + small[..., :3] * weight
    ink[top : top + size[1], left : left + size[0]] = small[..., 3]
    return np.rint(paint).astype(np.uint8), ink
