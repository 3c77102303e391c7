"""Things on a mahjong table that are no tiles: chips, sticks, dice, cups, hands and sleeves."""

from typing import Final

import cv2
import numpy as np

from datasets.arrays import Picture, Reals
from datasets.camera import Camera

OCCLUDED: Final = -3  # owner of pixels that a hand or sleeve covers


def _random_colour(rng: np.random.Generator) -> tuple[int, int, int]:
    blue, green, red = (int(v) for v in np.clip(rng.uniform(10, 230) + rng.normal(0, 40, 3), 5, 250))
    return blue, green, red


def clutter(rng: np.random.Generator, picture: Picture, camera: Camera, reach: float) -> None:
    """Draw flat things on the empty table before any tile stands on it."""
    for _ in range(int(rng.integers(0, 6))):
        x, y = rng.uniform(-reach, reach, 2)
        angle = np.linspace(0, 2 * np.pi, 28, endpoint=False)
        way = rng.random()
        if way < 0.5:  # chips, cups, coasters
            radius = float(rng.uniform(0.5, 1.6))
            ring = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle), np.zeros_like(angle)], 1)
            _shape(picture, camera, ring, _random_colour(rng))
            _shape(picture, camera, ring * [1, 1, 1] * 0.7 + np.array([x, y, 0]) * 0.3, _random_colour(rng))
        elif way < 0.8:  # counting sticks, pens, phones
            length, width = float(rng.uniform(2, 5)), float(rng.uniform(0.15, 1.8))
            turn = float(rng.uniform(0, np.pi))
            c, s = np.cos(turn), np.sin(turn)
            along, across = np.array([c, s, 0]) * length / 2, np.array([-s, c, 0]) * width / 2
            middle = np.array([x, y, 0.0])
            box = np.stack([middle - along - across, middle + along - across, middle + along + across])
            _shape(picture, camera, np.vstack([box, middle - along + across]), _random_colour(rng))
        else:  # a die seen from above
            half = 0.3
            square = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
            _shape(picture, camera, square + np.array([x, y, 0.0]), (235, 238, 240))
            for dx, dy in ((-0.15, -0.15), (0.15, 0.15), (0.0, 0.0)):
                pip = np.stack(
                    [x + dx + 0.06 * np.cos(angle), y + dy + 0.06 * np.sin(angle), np.zeros_like(angle)], 1
                )
                _shape(picture, camera, pip, (40, 30, 160))


def _shape(picture: Picture, camera: Camera, points: Reals, colour: tuple[int, int, int]) -> None:
    if min(camera.depth(point) for point in points) < 0.5:
        return
    pixels = np.clip(camera.project(points), -4000, 12000)
    cv2.fillPoly(picture, [np.rint(pixels * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)


def sleeve(
    rng: np.random.Generator,
    picture: Picture,
    owner: np.ndarray[tuple[int, ...], np.dtype[np.int32]],
    tile: float,
) -> None:
    """Draw an arm with a hand that reaches in from the picture's edge over the tiles.

    Args:
        tile: width of a tile in pixels; a hand is about three tiles wide.
    """
    rows, columns = owner.shape
    edge = int(rng.integers(4))
    along = float(rng.uniform(0.1, 0.9))
    starts = [
        (along * columns, -tile),
        (along * columns, rows + tile),
        (-tile, along * rows),
        (columns + tile, along * rows),
    ]
    start = np.array(starts[edge])
    aim = np.array([columns, rows]) * rng.uniform(0.25, 0.75, 2) - start
    aim = aim / np.linalg.norm(aim)
    hand = start + aim * float(rng.uniform(1.5, 7)) * tile
    side = np.array([-aim[1], aim[0]])
    tone = float(rng.uniform(0.35, 1.0))
    skin = np.array([150, 175, 225]) * tone + rng.normal(0, 8, 3)
    cloth = np.array(_random_colour(rng), np.float64)
    mask = np.zeros((rows, columns), np.uint8)
    paint = np.zeros_like(picture)
    wide = tile * float(rng.uniform(1.2, 1.9))

    def thick(a: Reals, b: Reals, width: float, colour: Reals) -> None:
        ends = [tuple(int(v) for v in np.rint(p)) for p in (a, b)]
        cv2.line(
            paint,
            ends[0],
            ends[1],
            tuple(float(v) for v in np.clip(colour, 0, 255)),
            max(2, round(width)),
            cv2.LINE_AA,
        )
        cv2.line(mask, ends[0], ends[1], 255, max(2, round(width)), cv2.LINE_AA)

    thick(start - aim * tile * 3, hand - aim * tile * 2.2, wide * 1.9, cloth)
    thick(hand - aim * tile * 2.2, hand, wide * 1.35, skin * 0.92)
    thick(hand - aim * tile * 0.8, hand + aim * tile * 0.5, wide * 1.7, skin)
    for number in range(4):
        root = hand + side * wide * (number - 1.5) * 0.42
        tip = root + aim * tile * float(rng.uniform(1.1, 2.2)) + side * float(rng.normal(0, 0.25)) * tile
        thick(root, tip, wide * 0.38, skin * (1.0 - 0.05 * (number % 2)))
    thumb = hand - side * wide * 0.8
    thick(thumb, thumb + aim * tile * 0.9 - side * tile * 0.6, wide * 0.42, skin * 0.95)
    paint = cv2.GaussianBlur(paint, (0, 0), max(0.6, tile * 0.05)).astype(np.uint8)
    weight = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None].astype(np.float32) / 255
    picture[:] = np.clip(picture * (1 - weight) + paint * weight, 0, 255).astype(np.uint8)
    owner[mask > 127] = OCCLUDED
