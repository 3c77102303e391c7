"""Photos of two hands on one table, drawn by the renderer: which of them is meant only a player can say."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Picture
from datasets.backgrounds import felt, paint_table
from datasets.body import Placement, place
from datasets.camera import look
from datasets.catalogue import DESIGNS
from datasets.compose import Light, draw
from scorer.tiles import INDEX, parse_tiles

NEAR: Final = "123m 456p 789s EE CCC"
FAR: Final = "345m 234p 22p 678s FFF"
_APART: Final = 3.4  # tile widths from row to row


@dataclass(frozen=True)
class TwoHands:
    """A photo of two rows of tiles that lie before two players who face each other.

    Attributes:
        picture: H×W×3 uint8 BGR.
        near: corners that a player might set around the lower row: x, y of each, in pixels, going round.
        far: the same around the upper row, which is upside down.
    """

    picture: Picture
    near: list[float]
    far: list[float]


def draw_two_hands(
    *,
    size: tuple[int, int] = (1600, 1200),
    elevation: float = 58,
    roll: float = 0.03,
    share: float = 0.93,
    design: str = "table stock",
    seed: int = 5,
) -> TwoHands:
    """Draw them.

    Args:
        size: width and height, pixels.
        elevation: of the camera, degrees.
        roll: of the camera, radians.
        share: how much of the picture the rows fill.
        design: name of the tile set.
        seed: of everything random.
    """
    rng = np.random.default_rng(seed)
    drawn_as = replace(DESIGNS[design], depth=0.72)
    rows = [
        [place(_lie(rng, tile, number, row), drawn_as) for number, tile in enumerate(parse_tiles(tiles))]
        for row, tiles in enumerate((NEAR, FAR))
    ]
    bodies = [body for row in rows for body in row]
    points = np.vstack([body.corners() for body in bodies])
    camera = look(points, size, np.deg2rad(elevation), 0.06, roll, np.deg2rad(52), share, (0.5, 0.5))
    x, y, seen = camera.table()
    ground = paint_table(camera, felt(rng, (62, 112, 26), 0.9, 0.08), x, y, seen, 0.3, 2.4)
    direction = np.array([-0.35, 0.45, 0.82])
    light = Light(direction / np.linalg.norm(direction), 0.62, 0.5, 0.42, 0.16)
    picture = draw(ground, camera, bodies, light).painter.picture
    near, far = (
        _around(camera.project(np.vstack([body.corners() for body in row])).astype(np.float32))
        for row in rows
    )
    return TwoHands(picture, near, far)


def _lie(rng: np.random.Generator, tile: str, number: int, row: int) -> Placement:
    x, y = number * 1.015 + float(rng.normal(0, 0.006)), row * _APART + float(rng.normal(0, 0.02))
    yaw = float(rng.normal(0, 0.008)) + np.pi * row
    return Placement(INDEX[tile], x, y, 0.0, yaw, "up", 0.0, "hand", -1, False)


def _around(points: np.ndarray) -> list[float]:
    """The tightest rectangle around points N×2, a little enlarged."""
    middle, sides, angle = cv2.minAreaRect(points)
    air = 0.1 * min(sides)
    corners = cv2.boxPoints((middle, (sides[0] + air, sides[1] + air), angle))
    return [round(float(value), 1) for value in corners.ravel()]
