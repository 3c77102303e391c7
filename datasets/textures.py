"""Photographs of surfaces and rooms that may be installed on the machine; none of them is copied here.

| from | what |
|---|---|
| PyPI ``robosuite`` | woods, plasters, felt, metal, bricks |
| PyPI ``scikit-image`` | a few photographs, brick, gravel, grass |
| Debian ``mate-backgrounds`` | photographs and patterns for the room |
| Debian ``sweethome3d`` | floors, tiles, walls |

Looked for where ``datasets.art`` looks, and in the folder ``FANPAI_BACKGROUNDS`` (any ``.jpg`` and ``.png``).
"""

import os
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Picture
from datasets.art import roots

_ROBOSUITE: Final = "robosuite/models/assets/textures"
_SKIMAGE: Final = "skimage/data"
_MATE: Final = "share/backgrounds/mate"
_JAR: Final = "share/sweethome3d/sweethome3d.jar"
_INSIDE: Final = "com/eteks/sweethome3d/io/resources/textures/"
_SURFACES: Final[dict[str, tuple[str, ...]]] = {
    _ROBOSUITE: (
        "blue-wood", "brass-ambra", "ceramic", "clay", "cream-plaster", "dark-wood", "dirt", "gray-felt",
        "gray-plaster", "gray-woodgrain", "green-wood", "light-gray-floor-tile", "light-gray-plaster",
        "light-wood", "metal", "pink-plaster", "red-wood", "steel-brushed", "steel-scratched", "white-bricks",
        "white-plaster", "wood-tiles", "wood-varnished-panels", "yellow-plaster",
    ),
    _SKIMAGE: ("brick", "gravel", "grass"),
    _MATE: ("nature/Wood", "desktop/GreenTraditional", "abstract/Silk"),
    _JAR: (
        "beigeTile", "blueTiles", "darkBlueTile", "greyTile", "lightBlueTile", "marbleWall", "oldWoodenFloor",
        "pavingStone", "redTiles", "roughcast", "stoneTiles", "wallBeigeTile", "woodenFloor",
    ),
}  # fmt: skip
_ROOMS: Final[dict[str, tuple[str, ...]]] = {
    _SKIMAGE: ("astronaut", "chelsea", "coffee", "color", "rocket", "motorcycle_left", "motorcycle_right"),
    _MATE: (
        "nature/Aqua", "nature/Blinds", "nature/Dune", "nature/FreshFlower", "nature/Garden",
        "nature/GreenMeadow", "nature/LadyBird", "nature/RainDrops", "nature/Storm", "nature/TwoWings",
        "nature/YellowFlower",
        "abstract/Elephants", "abstract/Gulp", "abstract/Flow", "abstract/Spring", "abstract/Waves",
        "desktop/Float-into-MATE",
    ),
    _JAR: ("boxTree", "smallBricks", "stoneWall", "stone2Wall", "smallRedBricks", "cloudy"),
}  # fmt: skip
CHECK_PHOTOS: Final = frozenset(
    {"ceramic", "wood-varnished-panels", "pink-plaster", "red-wood", "nature/Wood", "marbleWall",
     "woodenFloor", "stoneTiles", "coffee", "nature/Garden", "nature/Blinds", "stoneWall"}
)  # fmt: skip
"""Never in training scenes."""
_LARGEST: Final = 1024


def _places(folder: str, name: str) -> tuple[Path, str] | None:
    """The file that holds a picture, and its name inside where that file is an archive."""
    for root in roots():
        if folder == _JAR and (root / folder).is_file():
            return root / folder, f"{_INSIDE}{name}.jpg"
        for ending in (".png", ".jpg"):
            path = root / folder / (name + ending)
            if path.is_file():
                return path, ""
    return None


@lru_cache(maxsize=1)
def own() -> dict[str, tuple[Path, str]]:
    """The pictures of the folder ``FANPAI_BACKGROUNDS``."""
    folder = os.environ.get("FANPAI_BACKGROUNDS")
    files = sorted(Path(folder).rglob("*")) if folder else []
    return {f"own/{path.stem}": (path, "") for path in files if path.suffix.lower() in {".jpg", ".png"}}


def _found(table: dict[str, tuple[str, ...]]) -> dict[str, tuple[Path, str]]:
    named = {name: _places(folder, name) for folder, names in table.items() for name in names}
    return {name: place for name, place in named.items() if place is not None}


@lru_cache(maxsize=1)
def surfaces() -> dict[str, tuple[Path, str]]:
    """Photographs that may be a table top, by name."""
    return _found(_SURFACES) | own()


@lru_cache(maxsize=1)
def rooms() -> dict[str, tuple[Path, str]]:
    """Photographs for what lies beyond the table, by name."""
    return _found(_ROOMS)


def names(table: dict[str, tuple[Path, str]], split: str) -> list[str]:
    """The names of a table that a split may use, sorted."""
    return sorted(name for name in table if (name in CHECK_PHOTOS) is (split == "check"))


@lru_cache(maxsize=24)
def load(place: tuple[Path, str]) -> Picture:
    """A photograph as BGR, its longer side at most 1024 pixels. Raises OSError when it cannot be read."""
    path, inside = place
    data = zipfile.ZipFile(path).read(inside) if inside else path.read_bytes()
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise OSError(f"{path} is no picture that can be read")
    scale = _LARGEST / max(picture.shape)
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return picture.astype(np.uint8)


def seamless(rng: np.random.Generator, photo: Picture, size: int) -> Picture:
    """A random part of a photograph, mirrored so that it repeats without seams: ``size``×``size``×3."""
    side = min(photo.shape[:2])
    part = max(8, round(side * float(rng.uniform(0.5, 1.0))))
    y, x = (int(rng.integers(0, length - part + 1)) for length in photo.shape[:2])
    cut = cv2.resize(photo[y : y + part, x : x + part], (size // 2, size // 2), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        cut = cv2.rotate(cut, cv2.ROTATE_90_CLOCKWISE)
    wide = np.hstack([cut, cut[:, ::-1]])
    return np.ascontiguousarray(np.vstack([wide, wide[::-1]]), dtype=np.uint8)


def tinted(rng: np.random.Generator, picture: Picture, colour: tuple[int, int, int] | None) -> Picture:
    """A texture in another light, or (with ``colour``) its relief in that colour."""
    values = picture.astype(np.float32)
    if colour is not None:
        grey = values.mean(-1, keepdims=True)
        values = np.asarray(colour, np.float32) * (grey / max(float(grey.mean()), 1.0))
    values *= rng.normal(1, 0.08, 3).astype(np.float32) * float(rng.uniform(0.7, 1.2))
    return np.clip(values, 0, 255).astype(np.uint8)
