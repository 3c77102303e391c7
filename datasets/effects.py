"""What lamps, lenses and phones do to a picture: light fields, glare, blur, white balance, noise, JPEG."""

import cv2
import numpy as np

from datasets.arrays import Floats, Picture


def light_field(rng: np.random.Generator, x: Floats, y: Floats, reach: float) -> Floats:
    """Brightness of the table (H×W×3, about 0.4..1.4): a slope, lamps and their colour."""
    size_px = x.shape[::-1]
    # Light changes slowly: a sixteenth of the points is enough.
    x, y = (np.clip(axis[::4, ::4], -200, 200).astype(np.float32) for axis in (x, y))
    field = np.ones(x.shape, np.float32)
    turn = float(rng.uniform(0, 2 * np.pi))
    slope = (np.cos(turn) * x + np.sin(turn) * y) / (reach + 1e-6)
    field = field + float(rng.uniform(0, 0.22)) * np.clip(slope, -1.5, 1.5)
    colour = np.ones((*x.shape, 3), np.float32) * field[..., None]
    # Warm bulbs, cold tubes, and the green that felt throws back.
    warmth = float(rng.normal(0, 0.09)) if rng.random() < 0.7 else float(rng.uniform(-0.22, 0.3))
    colour *= np.array([1 - warmth, 1 + float(rng.normal(0, 0.03)), 1 + warmth * 0.8], np.float32)
    for _ in range(int(rng.integers(0, 3))):
        cx, cy = rng.uniform(-reach, reach, 2)
        size = float(rng.uniform(0.3, 1.5)) * reach
        lamp = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * size**2)) * float(rng.uniform(-0.35, 0.4))
        tint = np.array([1 - rng.uniform(-0.1, 0.3), 1, 1 + rng.uniform(-0.1, 0.2)], np.float32)
        colour += lamp[..., None] * tint
    return np.asarray(cv2.resize(np.clip(colour, 0.25, 1.6), size_px), np.float32)


def soft_shadow(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    """A shadow that somebody throws over the picture (H×W, 0.45..1)."""
    width, height = size
    mask = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    spread = max(mask.shape)
    start = rng.uniform(-0.3, 1.3, 2) * [mask.shape[1], mask.shape[0]]
    points = start + rng.normal(0, 0.4, (int(rng.integers(3, 7)), 2)) * spread
    cv2.fillPoly(mask, [np.rint(points).astype(np.int32)], (1.0,))
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.8, 14)))
    return (1 - float(rng.uniform(0.15, 0.55)) * cv2.resize(soft, size)).astype(np.float32)


def glare(rng: np.random.Generator, size: tuple[int, int], shiny: Floats) -> Floats:
    """White highlights (H×W, added as a share of white) where ``shiny`` (H×W 0..1) reflects a lamp."""
    width, height = size
    field = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = (int(rng.integers(field.shape[1])), int(rng.integers(field.shape[0])))
        axes = (int(rng.integers(4, field.shape[1] // 4 + 6)), int(rng.integers(3, field.shape[0] // 8 + 5)))
        strength, turn = float(rng.uniform(0.15, 0.8)), float(rng.uniform(0, 180))
        if rng.random() < 0.5:  # a bulb
            cv2.ellipse(field, centre, axes, turn, 0, 360, (strength,), -1)
        else:  # a window or tube
            box = cv2.boxPoints((centre, (axes[0] * 2.0, axes[1] * 1.6), turn))
            cv2.fillConvexPoly(field, np.rint(box).astype(np.int32), (strength,))
    soft = cv2.GaussianBlur(field, (0, 0), float(rng.uniform(1, 10)))
    return (cv2.resize(soft, size) * shiny).astype(np.float32)


def gloss(
    rng: np.random.Generator, owner: np.ndarray[tuple[int, ...], np.dtype[np.int32]], count: int
) -> Floats:
    """How much each pixel mirrors lamps (H×W, 0..1): tiles tilt a little, so each mirrors its own share.

    Args:
        owner: as ``body.Painter`` leaves it; ``count`` bodies.
    """
    each = np.clip(rng.normal(0.75, 0.4, count + 1), 0.05, 1.3).astype(np.float32)
    tiles = each[np.clip(owner, 0, count)]
    return np.where(owner >= 0, tiles, np.where(owner == -2, 0.7, 0.2)).astype(np.float32)


def out_of_focus(
    rng: np.random.Generator, picture: Picture, depth: Floats, focus: float, most: float
) -> Picture:
    """Blur what lies nearer or farther than the plane in focus.

    Args:
        depth: H×W, distance from the camera; ``focus`` is that of the sharp plane.
        most: blur (pixels) of what lies half as far again.
    """
    away = np.clip(np.abs(np.minimum(depth / focus, 9) - 1) * 2.0 - float(rng.uniform(0.05, 0.3)), 0, 1)[
        ..., None
    ]
    soft = cv2.GaussianBlur(picture, (0, 0), most).astype(np.float32)
    softer = cv2.GaussianBlur(picture, (0, 0), most * 2.5).astype(np.float32)
    values = picture.astype(np.float32)
    low, high = np.clip(away * 2, 0, 1), np.clip(away * 2 - 1, 0, 1)
    values = values * (1 - low) + soft * low
    return np.asarray(np.clip(values * (1 - high) + softer * high, 0, 255), np.uint8)


def motion_blur(picture: Picture, length: float, degrees: float) -> Picture:
    """Smear along a line of ``length`` pixels."""
    size = int(length) | 1
    kernel = np.zeros((size, size), np.float32)
    turn = np.deg2rad(degrees)
    dx, dy = np.cos(turn) * size / 2, np.sin(turn) * size / 2
    middle = size // 2
    cv2.line(
        kernel, (round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy)), (1.0,), 1
    )
    return cv2.filter2D(picture, -1, kernel / kernel.sum()).astype(np.uint8)


def _developed(rng: np.random.Generator, picture: Picture, exposure: float) -> Floats:
    """White balance, contrast and exposure: H×W×3, 1 is white and more may be burnt out."""
    balance = rng.normal(1, 0.07, 3)
    gamma, exposure = float(rng.uniform(0.75, 1.3)), exposure * float(rng.uniform(0.82, 1.2))
    levels = np.arange(256)[:, None] / 255 * balance
    table = (np.clip(levels, 0, None) ** gamma * exposure).astype(np.float32)
    return np.stack([table[picture[..., channel], channel] for channel in range(3)], -1)


def _noise(rng: np.random.Generator, shape: tuple[int, ...], least: float) -> Floats:
    """A sensor's noise, fine or (as cheap cameras smear it) coarse."""
    strength = max(float(rng.choice([0.005, 0.01, 0.02, 0.04], p=[0.4, 0.3, 0.2, 0.1])), least)
    noise = rng.standard_normal(shape, dtype=np.float32)
    if rng.random() < 0.35:
        noise = (cv2.GaussianBlur(noise, (0, 0), 0.9) * 2.2).astype(np.float32)
    return noise * np.float32(strength)


def photograph(rng: np.random.Generator, picture: Picture, tile: float) -> Picture:
    """A phone's picture of what ``picture`` shows: lens, sensor and processing.

    Args:
        tile: width of a tile in pixels; blur stays below what would make small tiles unreadable.
    """
    most = float(np.clip(tile / 22, 0.45, 3.0))
    if rng.random() < 0.6:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.25, most))).astype(np.uint8)
    if rng.random() < 0.12:
        picture = motion_blur(picture, float(rng.uniform(2, 2 + most * 2.5)), float(rng.uniform(0, 180)))
    if rng.random() < 0.25 and tile > 20:  # a picture that was small once
        share = float(rng.uniform(max(0.4, 15 / tile), 0.85))
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(
            small, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_CUBIC
        ).astype(np.uint8)
    dim = rng.random()
    exposure = float(rng.uniform(0.14, 0.4) if dim < 0.04 else rng.uniform(0.35, 0.75) if dim < 0.15 else 1.0)
    values = _developed(rng, picture, exposure)
    way = rng.random()
    if way < 0.45:
        grey = values.mean(axis=2, keepdims=True)
        saturation = 0.0 if way < 0.06 else float(rng.uniform(0.5, 1.4))
        values = grey + (values - grey) * saturation
    if rng.random() < 0.3:  # darker corners
        rows, columns = values.shape[:2]
        ys = np.linspace(-1, 1, rows, dtype=np.float32)[:, None]
        xs = np.linspace(-1, 1, columns, dtype=np.float32)[None, :]
        values *= (1 - float(rng.uniform(0.05, 0.3)) * (xs**2 + ys**2) / 2)[..., None]
    if rng.random() < 0.8:
        values += _noise(rng, values.shape, 0.015 if dim < 0.15 else 0.0)
    picture = np.clip(values * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = cv2.addWeighted(picture, 1.6, soft, -0.6, 0).astype(np.uint8)
    return _packed(picture, int(rng.integers(28, 70))) if rng.random() < 0.15 else picture


def _packed(picture: Picture, quality: int) -> Picture:
    """A picture that was sent around and packed hard once before."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    again = cv2.imdecode(data, cv2.IMREAD_COLOR) if done else None
    return picture if again is None else again.astype(np.uint8)
