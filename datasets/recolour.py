"""The same faces in other inks: whatever drew them, code, art or a photograph.

A detector that has seen only red 萬 and blue dots reads colour, not shape; these sets take that from it.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Colour, Floats, Picture
from datasets.inks import Inks, random_inks, shade

_DARK_GROUND: Final = 110  # a face darker than this is no light tile: its inks stay


@dataclass(frozen=True)
class Tone:
    """How a set's faces are printed anew.

    ``inks`` replace the found ones by hue (one ink for all when they are equal), ``ground`` the body;
    ``fade`` 0..1 lets the ground through, ``stroke`` fattens (positive) or thins lines by that many 192nds of
    the face's width.
    """

    inks: Inks | None = None
    fade: float = 0.0
    ground: Colour | None = None
    stroke: int = 0


def random_tone(rng: np.random.Generator, photo: bool) -> Tone:
    """A tone for one scene; ``photo`` for faces that are photographs (their lines stay as they are)."""
    way = rng.random()
    inks: Inks | None = None
    ground: Colour | None = None
    if way < 0.20:  # one ink for everything: near black, blue, green, red, brown, gold
        colours: tuple[Colour, ...] = (
            (34, 30, 28), (34, 30, 28), (60, 48, 44), (110, 44, 24), (60, 84, 20), (40, 34, 140),
            (60, 90, 130), (70, 150, 200), (120, 118, 116),
        )  # fmt: skip
        inks = Inks.single(shade(colours[int(rng.integers(len(colours)))], rng, 10))
    elif way < 0.38:  # everything but the red nearly black
        dark = shade((40, 36, 34), rng, 10)
        inks = Inks(dark, dark, dark, shade((50, 46, 170), rng, 20))
    elif way < 0.50:
        inks = random_inks(rng)
    elif way < 0.56:  # a dark tile with light engraving
        ground = shade(((34, 34, 32), (70, 44, 22), (44, 70, 22), (34, 26, 96))[int(rng.integers(4))], rng, 8)
        light = shade(((236, 238, 238), (120, 200, 236))[int(rng.integers(2))], rng, 8)
        inks = Inks.single(light)
    elif way < 0.60 and not photo:  # engraving without paint
        inks = Inks.single(shade((176, 184, 188), rng, 10))
    fade = float(rng.uniform(0.15, 0.6)) if rng.random() < 0.12 else 0.0
    stroke = 0 if photo else int(rng.choice([-1, 0, 0, 0, 1, 2, 3]))
    return Tone(inks, fade, ground, stroke)


def _ink_of(share: Floats, inks: Inks) -> Floats:
    """The new ink of each pixel (H×W×3), by the hue of what was printed there."""
    blue, green, red = share[..., 0], share[..., 1], share[..., 2]
    weights = np.stack(
        [
            np.full(blue.shape, 0.05, np.float32),
            np.maximum(blue - np.maximum(green, red), 0),
            np.maximum(green - np.maximum(blue, red), 0),
            np.maximum(red - np.maximum(blue, green), 0),
        ],
        -1,
    )
    weights = weights**2 + np.array([0.002, 0, 0, 0], np.float32)
    weights /= weights.sum(-1, keepdims=True)
    table = np.array([inks.dark, inks.blue, inks.green, inks.red], np.float32)
    return np.asarray(weights @ table, np.float32)


def recolour(paint: Picture, tone: Tone) -> Picture:
    """A face (H×W×3 BGR) printed in another tone; the result may be ``paint`` itself."""
    ground = np.percentile(paint.reshape(-1, 3), 80, axis=0).astype(np.float32)
    if float(ground.mean()) < _DARK_GROUND:
        return paint
    if tone.stroke:
        size = max(1, round(abs(tone.stroke) * paint.shape[1] / 192)) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        # Dark lines on a light ground: eroding the light fattens them.
        changed = cv2.erode(paint, kernel) if tone.stroke > 0 else cv2.dilate(paint, kernel)
        paint = changed.astype(np.uint8)
    if tone.inks is None and tone.ground is None and not tone.fade:
        return paint
    values = paint.astype(np.float32)
    share = np.minimum(values / np.maximum(ground, 1), 1.15)
    cover = np.clip((1 - share.min(-1) - 0.06) * 1.45, 0, 1)[..., None]
    new = np.asarray(tone.ground, np.float32) if tone.ground else ground * np.maximum(share, 1)
    ink = _ink_of(share, tone.inks) if tone.inks else values
    if tone.inks is None:
        cover = np.where(cover > 0, 1.0, 0.0).astype(np.float32)
    cover = cover * (1 - tone.fade)
    return np.asarray(np.clip(new * (1 - cover) + ink * cover, 0, 255), np.uint8)


def wear(paint: Picture, amount: float, seed: int) -> Picture:
    """Use of years: yellowed and dirty patches, scratches and rubbed ink. ``amount`` 0..1."""
    rng = np.random.default_rng(seed)
    rows, columns = paint.shape[:2]

    def blotches(cells: int) -> Floats:
        grid = rng.standard_normal((cells + 2, cells)).astype(np.float32)
        return cv2.resize(grid, (columns, rows), interpolation=cv2.INTER_CUBIC).astype(np.float32)

    values = paint.astype(np.float32)
    ground = np.percentile(paint.reshape(-1, 3), 80, axis=0).astype(np.float32)
    rubbed = np.clip(blotches(7) - 1.1 + amount, 0, 1)[..., None] * 0.7 * amount
    values += (ground - values) * rubbed
    dirt = np.clip(blotches(9) * 0.3 + blotches(4) * 0.2 + 0.1, 0, 1)[..., None] * amount
    values *= 1 - dirt * np.array([0.2, 0.13, 0.1], np.float32)
    for _ in range(int(amount * 5)):
        a, b = (tuple(int(v) for v in rng.uniform(0, 1, 2) * [columns, rows]) for _ in range(2))
        tone = float(rng.uniform(0.7, 1.12))
        mask = np.zeros((rows, columns), np.uint8)
        cv2.line(mask, a, b, 255, 1, cv2.LINE_AA)
        values *= 1 + (tone - 1) * (mask[..., None].astype(np.float32) / 255)
    return np.clip(values, 0, 255).astype(np.uint8)
