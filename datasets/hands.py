"""Hands and sleeves that reach in from the edge of the picture: rounded limbs shaded like bodies."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Floats, Owner, Picture, Reals

OCCLUDED: Final = -3  # owner of pixels that a hand or sleeve covers
_DETAIL: Final = 480.0  # a hand is shaded at no more pixels than this and then enlarged


@dataclass(frozen=True)
class Limb:
    """A rounded piece from ``a`` to ``b`` (pixels) with radii there; ``part`` 0 cloth, 1 skin, 2 nail."""

    a: Reals
    b: Reals
    ra: float
    rb: float
    part: int
    lift: float = 0.0


def _fingers(rng: np.random.Generator, palm: Reals, aim: Reals, tile: float, size: float) -> list[Limb]:
    side = np.array([-aim[1], aim[0]])
    made = []
    grip, fan = float(rng.uniform(0.35, 1.0)), float(rng.uniform(0.04, 0.3))
    for number in range(4):
        offset = number - 1.5
        root = palm + side * tile * size * 0.46 * offset + aim * tile * size * (0.75 - 0.1 * abs(offset))
        turn = fan * offset + float(rng.normal(0, 0.08))
        length = tile * size * (1.5 - 0.16 * abs(offset - 0.3)) * float(rng.uniform(0.8, 1.1)) * grip
        joint, radius = root, tile * size * 0.27
        for bone, share in enumerate((0.5, 0.3, 0.2)):
            way = np.cos(turn) * aim + np.sin(turn) * side
            tip = joint + way * length * share
            lift = tile * 0.25 * (1.5 - bone) * (1.1 - grip)
            made.append(Limb(joint, tip, radius, radius * 0.9, 1, lift))
            joint, radius, turn = tip, radius * 0.9, turn + float(rng.normal(0, 0.1))
        if rng.random() < 0.75:
            made.append(
                Limb(
                    joint - way * radius * 0.1,
                    joint + way * radius * 0.5,
                    radius * 0.6,
                    radius * 0.5,
                    2,
                    radius * 0.75,
                )
            )
    thumb = 1 if rng.random() < 0.5 else -1
    root = palm + side * thumb * tile * size * 0.8
    middle = root + aim * tile * size * 0.6 + side * thumb * tile * size * 0.35
    tip = middle + aim * tile * size * 0.65 * float(rng.uniform(0.5, 1.1))
    made.append(Limb(palm, root, tile * size * 0.5, tile * size * 0.36, 1))
    made.append(Limb(root, middle, tile * size * 0.36, tile * size * 0.3, 1))
    made.append(Limb(middle, tip, tile * size * 0.3, tile * size * 0.25, 1, tile * 0.1))
    return made


def _limbs(rng: np.random.Generator, size: tuple[int, int], tile: float, aim_at: Reals | None) -> list[Limb]:
    width, height = size
    along = float(rng.uniform(0.05, 0.95))
    starts = [
        (along * width, -tile),
        (along * width, height + tile),
        (-tile, along * height),
        (width + tile, along * height),
    ]
    start = np.array(starts[int(rng.choice(4, p=[0.25, 0.35, 0.2, 0.2]))])
    target = aim_at if aim_at is not None else np.array([width, height]) * rng.uniform(0.2, 0.8, 2)
    away = target - start
    reach = float(np.linalg.norm(away)) + 1e-6
    aim = away / reach
    scale = float(rng.uniform(0.9, 1.25))
    palm = target if aim_at is not None else start + aim * min(reach, float(rng.uniform(2, 9)) * tile)
    return arm(rng, start, palm, tile, scale)


def arm(rng: np.random.Generator, start: Reals, palm: Reals, tile: float, scale: float) -> list[Limb]:
    """A hand and the arm it belongs to, which goes on behind ``start``.

    Args:
        start, palm: pixels.
        tile: width of a tile in pixels; a palm is about 3.2 tiles wide, times ``scale``.
    """
    away = palm - start
    aim = away / (float(np.linalg.norm(away)) + 1e-6)
    side = np.array([-aim[1], aim[0]])
    wrist = palm - aim * tile * 1.9 * scale
    cuff = wrist - aim * tile * float(rng.uniform(0, 3.5))
    elbow = start - aim * tile * 3 + side * tile * float(rng.normal(0, 1.5))
    made = [
        Limb(elbow, cuff, tile * 2.5 * scale, tile * float(rng.uniform(1.3, 1.9)) * scale, 0, tile * 0.2),
        Limb(elbow, wrist, tile * 1.7 * scale, tile * 0.95 * scale, 1),
        Limb(wrist, palm, tile * 0.85 * scale, tile * 0.95 * scale, 1),
    ]
    for offset in (-0.6, 0.0, 0.6):
        knuckle = palm + side * tile * scale * offset * 1.1 + aim * tile * scale * 0.6
        made.append(Limb(wrist, knuckle, tile * 0.6 * scale, tile * 0.5 * scale, 1, tile * 0.15))
    return made + _fingers(rng, palm, aim, tile, scale)


def shape_of(
    limbs: list[Limb], x0: float, y0: float, shape: tuple[int, int], scale: float
) -> tuple[Floats, Picture]:
    """Height of the arm above the table (H×W, 0 where there is none) and the part seen at each pixel."""
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    xs, ys = xs * scale + x0, ys * scale + y0
    height = np.zeros(shape, np.float32)
    part = np.zeros(shape, np.uint8)
    for limb in limbs:
        d = limb.b - limb.a
        share = np.clip(((xs - limb.a[0]) * d[0] + (ys - limb.a[1]) * d[1]) / (float(d @ d) + 1e-6), 0, 1)
        radius = limb.ra + (limb.rb - limb.ra) * share
        off = (xs - limb.a[0] - share * d[0]) ** 2 + (ys - limb.a[1] - share * d[1]) ** 2
        inside = off < radius**2
        here = np.sqrt(np.maximum(radius**2 - off, 0)) + limb.lift
        better = inside & (here > height)
        height[better] = here[better]
        part[better] = limb.part
    return height, part


def reach_in(
    rng: np.random.Generator, picture: Picture, owner: Owner, tile: float, aim_at: Reals | None = None
) -> None:
    """Draw an arm with a hand over the tiles; ``owner`` becomes ``OCCLUDED`` where it covers them.

    Args:
        tile: width of a tile in pixels; a hand is about three tiles wide.
        aim_at: where the palm comes to lie (pixels), anywhere without it.
    """
    rows, columns = owner.shape
    limbs = _limbs(rng, (columns, rows), tile, aim_at)
    most = max(limb.ra for limb in limbs) * 1.3
    ends = np.array([p for limb in limbs for p in (limb.a, limb.b)])
    x0, y0 = (int(v) for v in np.clip(ends.min(0) - most, 0, [columns, rows]))
    x1, y1 = (int(v) for v in np.clip(ends.max(0) + most, 0, [columns, rows]))
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    scale = max(1.0, max(x1 - x0, y1 - y0) / _DETAIL)
    shape = (max(2, round((y1 - y0) / scale)), max(2, round((x1 - x0) / scale)))
    height, part = shape_of(limbs, x0, y0, shape, scale)
    colour = colours_of(rng, height / scale, part)
    full = (x1 - x0, y1 - y0)
    paint = cv2.resize(colour, full, interpolation=cv2.INTER_LINEAR)
    mask = cv2.resize((height > 0).astype(np.float32), full, interpolation=cv2.INTER_LINEAR)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.6, scale * 0.8))[..., None]
    area = picture[y0:y1, x0:x1].astype(np.float32)
    shadow = np.roll(cv2.GaussianBlur(mask[..., 0], (0, 0), max(1.0, tile * 0.35)), int(tile * 0.3), axis=0)
    area *= 1 - float(rng.uniform(0.2, 0.5)) * shadow[..., None]
    picture[y0:y1, x0:x1] = np.clip(area * (1 - mask) + paint * mask, 0, 255).astype(np.uint8)
    owner[y0:y1, x0:x1][mask[..., 0] > 0.5] = OCCLUDED


def colours_of(rng: np.random.Generator, height: Floats, part: Picture) -> Floats:
    """Lit colours (H×W×3) of an arm from its height in its own pixels."""
    smooth = cv2.GaussianBlur(height, (0, 0), 0.8)
    gx, gy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8
    up = 1 / np.sqrt(gx**2 + gy**2 + 1)
    turn = float(rng.uniform(0, 2 * np.pi))
    lamp = np.array([np.cos(turn) * 0.5, np.sin(turn) * 0.5, 0.8])
    light = 0.5 + 0.5 * np.clip((-gx * lamp[0] - gy * lamp[1] + lamp[2]) * up, 0, 1) * (0.4 + 0.6 * up)
    tone = float(rng.uniform(0.35, 1.0))
    skin = np.array([138, 168, 222], np.float32) * tone + rng.normal(0, 7, 3).astype(np.float32)
    # Blood shines through where the skin turns away from the eye.
    red = (1 - up)[..., None] * np.array([-22, -24, 6], np.float32) * tone
    cloth = np.clip(rng.uniform(10, 225) + rng.normal(0, 40, 3), 8, 250).astype(np.float32)
    grain = cv2.resize(
        rng.standard_normal((24, 24)).astype(np.float32), height.shape[::-1], interpolation=cv2.INTER_CUBIC
    )
    colour = skin + red + grain[..., None] * 3
    colour = np.where((part == 2)[..., None], skin * 1.06 + np.array([14, 6, 8], np.float32), colour)
    folds = cloth * (1 + 0.09 * np.tanh(grain))[..., None]
    colour = np.where((part == 0)[..., None], folds, colour)
    return np.asarray(np.clip(colour * light[..., None], 0, 255), np.float32)
