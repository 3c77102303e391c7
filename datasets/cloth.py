"""Table cloths with relief: weave and fibres as heights, lit from the side."""

from typing import Final

import cv2
import numpy as np

from datasets.arrays import Colour, Floats, Picture

CLOTHS: Final[dict[str, Colour]] = {
    "green": (60, 120, 22), "dark green": (52, 78, 12), "bright green": (70, 170, 60), "lime": (76, 190, 92),
    "billiard": (84, 132, 10), "blue": (130, 84, 28), "navy": (80, 46, 20), "red": (34, 28, 132),
    "brown": (44, 66, 104), "grey": (112, 112, 110), "teal": (132, 124, 30), "turquoise": (190, 160, 70),
    "black": (36, 34, 34),
}  # fmt: skip
_SHARES: Final = (5, 4, 5, 3, 3, 2, 1, 1, 1, 1.5, 1, 2, 1)


def _heights(rng: np.random.Generator, size: int) -> Floats:
    """Heights of a woven or felted cloth, seamless, size×size."""
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    grain = rng.standard_normal((size, size)).astype(np.float32)
    fibres: Floats = cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.6, 1.8))).astype(np.float32)
    fibres = fibres / np.float32(fibres.std() + 1e-6)
    way = rng.random()
    if way < 0.35:
        return np.asarray(fibres, np.float32)
    turns = np.float32(2 * np.pi / float(rng.choice([4, 6, 8, 12, 16])))
    if way < 0.6:  # plain weave
        weave = np.sin(xs * turns) * np.sin(ys * turns)
    elif way < 0.8:  # twill
        weave = np.sin((xs + ys) * turns) + 0.3 * np.sin((xs - ys) * turns)
    else:  # knit: rows of loops
        weave = np.abs(np.sin(xs * turns)) * np.sin(ys * turns * 2 + np.abs(np.sin(xs * turns)) * 3)
    return np.asarray(weave + 0.35 * fibres, np.float32)


def cloth(rng: np.random.Generator, size: int) -> Picture:
    """A cloth as size×size×3 BGR, seamless, its relief lit by a lamp at a random side."""
    shares = np.array(_SHARES)
    colour = np.array(CLOTHS[list(CLOTHS)[int(rng.choice(len(shares), p=shares / shares.sum()))]], np.float32)
    colour = np.clip(colour * float(rng.uniform(0.75, 1.25)) + rng.normal(0, 8, 3), 4, 250).astype(np.float32)
    heights = _heights(rng, size)
    dx = np.roll(heights, -1, 1) - np.roll(heights, 1, 1)
    dy = np.roll(heights, -1, 0) - np.roll(heights, 1, 0)
    turn, depth = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.03, 0.2))
    normal = 1 / np.sqrt(1 + (dx * depth) ** 2 + (dy * depth) ** 2)
    light = normal * (1 + depth * (np.cos(turn) * dx + np.sin(turn) * dy))
    # Cloth is worn and brushed unevenly.
    cells = rng.standard_normal((6, 6)).astype(np.float32)
    patches = cv2.resize(np.tile(cells, (3, 3)), (3 * size, 3 * size), interpolation=cv2.INTER_CUBIC)
    light += 0.035 * patches[size : 2 * size, size : 2 * size]
    return np.asarray(np.clip(colour * light[..., None], 0, 255), np.uint8)
