"""Table tops and rooms made of noise: felt, weave, wood, plaster, stone, plastic, tiles, cutting mats."""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from datasets import textures
from datasets.arrays import Colour, Floats, Mask, Picture
from datasets.camera import Camera
from datasets.cloth import cloth

SIZE: Final = 768  # pixels of a texture's side
SCALE: Final = 48.0  # texture pixels to one tile width

_FELT: Final[dict[str, Colour]] = {
    "green": (60, 120, 22), "dark green": (52, 78, 12), "bright green": (70, 170, 60), "blue": (130, 84, 28),
    "navy": (80, 46, 20), "red": (34, 28, 132), "brown": (44, 66, 104), "grey": (112, 112, 110),
    "teal": (132, 124, 30), "purple": (110, 44, 82), "cyan": (190, 160, 70), "white": (226, 230, 232),
    "black": (34, 32, 32), "beige": (164, 194, 208), "mint": (160, 196, 130),
}  # fmt: skip
_WOOD: Final[dict[str, Colour]] = {
    "oak": (96, 150, 196), "walnut": (48, 72, 108), "pine": (130, 186, 222), "cherry": (52, 84, 150),
    "ash": (176, 190, 198), "grey oak": (140, 148, 156),
}  # fmt: skip


def _noise(rng: np.random.Generator, cells_x: int, cells_y: int) -> Floats:
    """Smooth noise, mean 0, about -1..1, SIZE×SIZE and without seam."""
    grid = rng.standard_normal((cells_y, cells_x)).astype(np.float32)
    grid = np.pad(grid, 2, mode="wrap")
    step_x, step_y = SIZE // cells_x, SIZE // cells_y
    big = cv2.resize(grid, (grid.shape[1] * step_x, grid.shape[0] * step_y), interpolation=cv2.INTER_CUBIC)
    cut = big[2 * step_y : 2 * step_y + cells_y * step_y, 2 * step_x : 2 * step_x + cells_x * step_x]
    return cv2.resize(cut, (SIZE, SIZE)).astype(np.float32)


def _coloured(colour: Colour, light: Floats) -> Picture:
    return np.asarray(np.clip(np.asarray(colour, np.float32) * light[..., None], 0, 255), np.uint8)


def felt(rng: np.random.Generator, colour: Colour, blur: float, contrast: float) -> Picture:
    """Felt of a colour; ``blur`` (texture pixels) is the thickness of its fibres."""
    grain = rng.standard_normal((SIZE, SIZE)).astype(np.float32)
    fibre = cv2.GaussianBlur(grain, (0, 0), blur)
    fibre = fibre / (fibre.std() + 1e-6)
    light = 1 + contrast * fibre + 0.03 * _noise(rng, 6, 6)
    return _coloured(colour, light.astype(np.float32))


def _felt(rng: np.random.Generator) -> Picture:
    colour = _FELT[str(rng.choice(list(_FELT)))]
    return felt(rng, colour, float(rng.uniform(0.6, 1.6)), float(rng.uniform(0.02, 0.09)))


def _weave(rng: np.random.Generator) -> Picture:
    period = float(rng.choice([6.0, 8.0, 12.0, 16.0]))
    ys, xs = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    turns = 2 * np.pi / period
    pattern = np.sin(xs * turns) * np.sin(ys * turns) if rng.random() < 0.5 else np.sin((xs + ys) * turns)
    light = (
        1 + float(rng.uniform(0.05, 0.2)) * pattern + 0.04 * _noise(rng, 96, 96) + 0.03 * _noise(rng, 6, 6)
    )
    return _coloured(_FELT[str(rng.choice(list(_FELT)))], light.astype(np.float32))


def _wood(rng: np.random.Generator) -> Picture:
    grain = _noise(rng, 4, 96) * 0.5 + _noise(rng, 8, 192) * 0.3 + _noise(rng, 2, 24) * 0.4
    if rng.random() < 0.4:
        grain = np.sin(grain * float(rng.uniform(3, 9)))
    light = 1 + float(rng.uniform(0.05, 0.16)) * grain
    if rng.random() < 0.5:  # boards
        light[:: SIZE // int(rng.integers(2, 6))] *= 0.6
    picture = _coloured(_WOOD[str(rng.choice(list(_WOOD)))], light.astype(np.float32))
    return picture if rng.random() < 0.5 else np.ascontiguousarray(picture.transpose(1, 0, 2))


def _plaster(rng: np.random.Generator) -> Picture:
    light = 1 + 0.03 * _noise(rng, 128, 128) + 0.04 * _noise(rng, 24, 24) + 0.05 * _noise(rng, 4, 4)
    base = tuple(int(v) for v in rng.uniform(90, 240) + rng.uniform(-16, 16, 3))
    return _coloured((base[0], base[1], base[2]), light.astype(np.float32))


def _stone(rng: np.random.Generator) -> Picture:
    veins = np.abs(_noise(rng, 6, 6) + 0.5 * _noise(rng, 16, 16))
    light = 0.9 + 0.12 * np.tanh(veins * 3) + 0.05 * _noise(rng, 64, 64)
    base = tuple(int(v) for v in rng.uniform(60, 225) + rng.uniform(-20, 20, 3))
    return _coloured((base[0], base[1], base[2]), light.astype(np.float32))


def _speckle(rng: np.random.Generator) -> Picture:
    light = 1 + 0.02 * _noise(rng, 8, 8)
    spots = cv2.resize(rng.random((SIZE // 2, SIZE // 2)).astype(np.float32), (SIZE, SIZE))
    light = light + 0.35 * (spots > 0.97) - 0.35 * (spots < 0.03)
    base = tuple(int(v) for v in rng.uniform(40, 220, 3))
    return _coloured((base[0], base[1], base[2]), light.astype(np.float32))


def _grid(rng: np.random.Generator) -> Picture:
    picture = _felt(rng)
    step = SIZE // int(rng.choice([4, 8, 16, 24]))
    tone = float(rng.uniform(0.6, 1.6))
    for at in range(0, SIZE, step):
        for view in (picture[at : at + 2], picture[:, at : at + 2]):
            view[:] = np.clip(view * tone + 10, 0, 255).astype(np.uint8)
    return picture


def _cloth(rng: np.random.Generator) -> Picture:
    return cloth(rng, SIZE)


def _plain(rng: np.random.Generator) -> Picture:
    base = tuple(int(v) for v in rng.uniform(20, 240, 3))
    return _coloured((base[0], base[1], base[2]), (1 + 0.02 * _noise(rng, 4, 4)).astype(np.float32))


def _printed(rng: np.random.Generator) -> Picture:
    """A patterned table cloth: petals and stripes that are no tiles."""
    picture = _felt(rng)
    for _ in range(int(rng.integers(12, 50))):
        centre = (int(rng.integers(SIZE)), int(rng.integers(SIZE)))
        colour = tuple(int(v) for v in rng.uniform(0, 255, 3))
        axes = (int(rng.integers(6, 60)), int(rng.integers(3, 30)))
        cv2.ellipse(picture, centre, axes, float(rng.uniform(0, 360)), 0, 360, colour, -1, cv2.LINE_AA)
    return picture


SURFACES: Final[dict[str, Callable[[np.random.Generator], Picture]]] = {
    "felt": _felt, "weave": _weave, "wood": _wood, "plaster": _plaster, "grid": _grid, "plain": _plain,
    "printed": _printed, "stone": _stone, "speckle": _speckle, "cloth": _cloth,
}  # fmt: skip
CHECK_SURFACES: Final = ("stone", "speckle")  # never in training scenes, like ``textures.CHECK_PHOTOS``
_PHOTOGRAPHED: Final = 0.35  # share of table tops that are photographs where any are installed
_WEIGHTS: Final = {
    "felt": 2.5,
    "cloth": 4.5,
    "weave": 2.5,
    "wood": 3.0,
    "plaster": 1.5,
    "grid": 0.7,
    "plain": 1.2,
    "printed": 0.5,
}


def surface(rng: np.random.Generator, split: str) -> tuple[str, Picture]:
    """A table top: its name and a seamless texture, ``SCALE`` pixels to one tile width."""
    found = textures.names(textures.surfaces(), split)
    if found and rng.random() < _PHOTOGRAPHED:
        name = str(rng.choice(found))
        photo = textures.seamless(rng, textures.load(textures.surfaces()[name]), SIZE)
        felted = "felt" in name or rng.random() < 0.12
        colour = _FELT[str(rng.choice(list(_FELT)))] if felted else None
        return name, textures.tinted(rng, photo, colour)
    if split == "check":
        name = str(rng.choice(CHECK_SURFACES))
    else:
        weights = np.array(list(_WEIGHTS.values()))
        name = str(rng.choice(list(_WEIGHTS), p=weights / weights.sum()))
    return name, SURFACES[name](rng)


def room(rng: np.random.Generator, size: tuple[int, int], split: str) -> Picture:
    """What lies beyond the table: a photograph or blurred shapes, ``size`` = (width, height)."""
    width, height = size
    found = textures.names(textures.rooms() | textures.surfaces(), split)
    if found and rng.random() < 0.9:
        name = str(rng.choice(found))
        photo = textures.load((textures.rooms() | textures.surfaces())[name])
        rows, columns = photo.shape[:2]
        part = min(rows / height, columns / width) * float(rng.uniform(0.4, 1.0))
        cut_w, cut_h = max(4, int(width * part)), max(4, int(height * part))
        x, y = int(rng.integers(0, columns - cut_w + 1)), int(rng.integers(0, rows - cut_h + 1))
        view = cv2.resize(photo[y : y + cut_h, x : x + cut_w], size, interpolation=cv2.INTER_LINEAR)
        blur = float(rng.uniform(0.3, 8)) * max(size) / 1000
        return textures.tinted(rng, cv2.GaussianBlur(view, (0, 0), blur).astype(np.uint8), None)
    small = np.empty((max(height // 8, 8), max(width // 8, 8), 3), np.uint8)
    small[:] = np.clip(rng.uniform(20, 200) + rng.normal(0, 14, 3), 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(6, 26))):
        colour = tuple(int(v) for v in np.clip(rng.uniform(0, 220) + rng.normal(0, 14, 3), 0, 255))
        x, y = int(rng.integers(small.shape[1])), int(rng.integers(small.shape[0]))
        w, h = int(rng.integers(2, small.shape[1])), int(rng.integers(2, small.shape[0]))
        cv2.rectangle(small, (x, y), (x + w // 2, y + h // 2), colour, -1)
    big = cv2.resize(small, size, interpolation=cv2.INTER_LINEAR)
    return cv2.GaussianBlur(big, (0, 0), float(rng.uniform(3, 16))).astype(np.uint8)


def paint_table(
    camera: Camera, texture: Picture, x: Floats, y: Floats, seen: Mask, turn: float, zoom: float = 1.0
) -> Picture:
    """A table without end as the camera sees it.

    Args:
        texture: SIZE×SIZE×3, seamless, ``SCALE`` pixels to one tile width.
        x, y, seen: ``camera.table()``.
        turn: how the texture lies on the table, radians.
        zoom: above 1 the pattern is finer.
    """
    near, far = camera.project(np.array([[0, 0, 0], [0.2, 0, 0.0]]))
    pixels = max(float(np.hypot(*(far - near))) / 0.2, 2.0)  # picture pixels to one tile width
    scale = SCALE * zoom
    if pixels < scale:
        texture = cv2.GaussianBlur(texture, (0, 0), 0.45 * scale / pixels).astype(np.uint8)
    c, s = float(np.cos(turn)), float(np.sin(turn))
    u = np.where(seen, (c * x - s * y) * scale + SIZE / 2, 0).astype(np.float32)
    v = np.where(seen, (s * x + c * y) * scale + SIZE / 2, 0).astype(np.float32)
    across, down = np.mod(u, SIZE), np.mod(v, SIZE)
    return cv2.remap(texture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP).astype(np.uint8)


def _border(rng: np.random.Generator) -> Picture:
    """The frame of a table: wood, white or dark plastic, anything."""
    way = rng.random()
    if way < 0.5:
        return _wood(rng)
    if way < 0.8:
        tone = float(rng.uniform(190, 245)) if rng.random() < 0.7 else float(rng.uniform(20, 70))
        colour = tuple(int(v) for v in np.clip(tone + rng.normal(0, 4, 3), 0, 255))
        return _coloured((colour[0], colour[1], colour[2]), (1 + 0.02 * _noise(rng, 4, 4)).astype(np.float32))
    return _plain(rng)


def _outside(x: Floats, y: Floats, edge: tuple[float, float, float, float]) -> Floats:
    """How far points lie outside a rectangle; negative inside."""
    return np.asarray(
        np.maximum(np.maximum(edge[0] - x, x - edge[2]), np.maximum(edge[1] - y, y - edge[3])), np.float32
    )


def lay(
    rng: np.random.Generator,
    camera: Camera,
    texture: Picture,
    x: Floats,
    y: Floats,
    seen: Mask,
    edge: tuple[float, float, float, float] | None,
    split: str,
) -> Picture:
    """The empty table in its room.

    Args:
        texture, x, y, seen: as for ``paint_table``.
        edge: the table top's x0, y0, x1, y1 in tile widths, or None for one without end.
        split: ``"check"`` for photographs that training never shows.
    """
    turn, zoom = float(rng.uniform(0, 2 * np.pi)), float(np.exp(rng.uniform(-0.3, 0.9)))
    top = paint_table(camera, texture, x, y, seen, turn, zoom)
    if edge is None and bool(seen.all()):
        return top
    beyond = room(rng, camera.size, split)
    inside = seen.copy()
    if edge is not None:
        inside &= (x > edge[0]) & (y > edge[1]) & (x < edge[2]) & (y < edge[3])
        wide = float(rng.uniform(0.4, 3.5))
        rim = seen & (x > edge[0] - wide) & (y > edge[1] - wide) & (x < edge[2] + wide) & (y < edge[3] + wide)
        border = _border(rng)
        if rng.random() < 0.75:
            framed = paint_table(camera, border, x, y, seen, 0.0)[rim].astype(np.float32)
            # The frame stands a little higher: lit at its inner edge, and its shadow lies on the cloth.
            off = np.maximum(_outside(x[rim], y[rim], edge), 0)
            framed *= (1 + 0.25 * np.exp(-off / 0.12))[:, None]
            beyond[rim] = np.clip(framed, 0, 255).astype(np.uint8)
            near = np.exp(-np.clip(-_outside(x, y, edge), 0, 50) / float(rng.uniform(0.1, 0.5)))
            top = np.clip(top * (1 - 0.4 * near * inside)[..., None], 0, 255).astype(np.uint8)
    weight = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), 0.8)[..., None]
    return np.clip(top * weight + beyond * (1 - weight), 0, 255).astype(np.uint8)
