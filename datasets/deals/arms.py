"""Arms of a deal: drawn once for each player, then carried over the table, smeared by their movement."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Floats, Picture, Reals
from datasets.body import Painter, Placement, place
from datasets.deals.stage import Stage, part_of
from datasets.deals.timeline import EXPOSURE, Carried, Reach
from datasets.effects import motion_blur
from datasets.hands import arm, colours_of, shape_of

_DETAIL: Final = 26  # pixels of a sprite to one tile width
_LENGTH: Final = 34  # tile widths from the fingers to where the picture ends at the latest
_WIDTH: Final = 9


@dataclass(frozen=True)
class Sprite:
    """An arm that points up: premultiplied BGR and cover (H×W×4, uint8); ``fingers`` is where they hold."""

    picture: Picture
    fingers: tuple[float, float]


def sprite(seed: int, seat: int, side: int, grip: int) -> Sprite:
    """A player's arm: the same skin and sleeve for each grip, a left arm is a right one mirrored."""
    limbs_rng = np.random.default_rng([seed, seat, grip])
    palm = np.array([_WIDTH / 2 * _DETAIL, 4.0 * _DETAIL])
    start = palm + np.array([1.5 * _DETAIL, _LENGTH * _DETAIL])
    limbs = arm(limbs_rng, start, palm, _DETAIL, float(np.random.default_rng([seed, seat]).uniform(0.9, 1.2)))
    shape = (_LENGTH * _DETAIL, _WIDTH * _DETAIL)
    height, part = shape_of(limbs, 0.0, 0.0, shape, 1.0)
    colour = colours_of(np.random.default_rng([seed, seat]), height, part)
    cover = cv2.GaussianBlur((height > 0).astype(np.float32), (0, 0), 0.8)
    picture = np.dstack([colour * cover[..., None], cover * 255]).astype(np.uint8)
    fingers = (float(palm[0]), float(palm[1] - 1.55 * _DETAIL))
    if side < 0:
        picture = np.ascontiguousarray(picture[:, ::-1])
        fingers = (shape[1] - 1 - fingers[0], fingers[1])
    return Sprite(picture, fingers)


class Arms:
    """The arms of four players."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.made: dict[tuple[int, int, int], Sprite] = {}

    def paint(self, stage: Stage, picture: Picture, reach: Reach, time: float) -> None:
        """Draw an arm as it is at ``time`` into a picture of the stage (changed)."""
        grip = int(reach.start * 10) % 3
        key = (reach.seat, reach.side, grip)
        if key not in self.made:
            self.made[key] = sprite(self.seed, *key)
        made = self.made[key]
        here, then = reach.at(time - EXPOSURE / 2), reach.at(time + EXPOSURE / 2)
        point = (here + then) / 2
        first, middle, last = stage.camera.project(np.stack([here, point, then]))
        elbow = stage.camera.project(_elbow(reach))[0]
        pixels = stage.pixels(point)
        warp = _warp(made, middle, elbow, pixels)
        rect = _cover(made, warp, stage.camera.size, pixels)
        if rect is None:
            return
        x0, y0, x1, y1 = rect
        warp[:, 2] -= [x0, y0]
        layer = np.zeros((y1 - y0, x1 - x0, 4), np.float32)
        for carried in reach.carried:
            if carried.start <= time < carried.end:
                _hold(stage, layer, (x0, y0), carried, point)
        over = cv2.warpAffine(made.picture, warp, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR).astype(
            np.float32
        )
        cover = over[..., 3:] / 255
        layer = (layer * (1 - cover) + over).astype(np.float32)
        length = float(np.hypot(*(last - first)))
        if length > 2:
            layer = _smear(layer, last - first, length)
        _lay_over(stage, picture, layer, (x0, y0), point, pixels)


def _elbow(reach: Reach) -> Reals:
    """A point of the arm far behind where its hand comes from (1×3)."""
    _, x, y, _ = reach.keys[0]
    far = 1 + 10 / float(np.hypot(x, y))
    return np.array([[x * far, y * far, 2.5]])


def _warp(made: Sprite, at: Reals, elbow: Reals, pixels: float) -> Reals:
    """The affine map that carries a sprite's fingers to ``at``, its arm towards ``elbow``."""
    away = at - elbow
    aim = away / (float(np.linalg.norm(away)) + 1e-6)
    scale = pixels / _DETAIL
    # The sprite's up (0, -1) becomes ``aim``.
    turn = np.array([[-aim[1], -aim[0]], [aim[0], -aim[1]]]) * scale
    return np.column_stack([turn, at - turn @ np.array(made.fingers)])


def _cover(
    made: Sprite, warp: Reals, size: tuple[int, int], pixels: float
) -> tuple[int, int, int, int] | None:
    rows, columns = made.picture.shape[:2]
    corners = np.array([[0, 0, 1], [columns, 0, 1], [columns, rows, 1], [0, rows, 1.0]]) @ warp.T
    low = np.clip(np.floor(corners.min(0) - pixels), 0, size).astype(int)
    high = np.clip(np.ceil(corners.max(0) + pixels), 0, size).astype(int)
    if (high - low).min() < 4:
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _hold(stage: Stage, layer: Floats, at: tuple[int, int], carried: Carried, point: Reals) -> None:
    """Draw the tile that hangs under the fingers."""
    z = max(0.0, float(point[2]) - 0.9)
    x, y = float(point[0]), float(point[1])
    body = place(Placement(carried.index, x, y, z, carried.yaw, carried.pose), stage.design)
    rows, columns = layer.shape[:2]
    pixels = stage.camera.project(body.corners()) - at
    low = np.maximum(np.floor(pixels.min(0)).astype(int) - 3, 0)
    high = np.minimum(np.ceil(pixels.max(0)).astype(int) + 4, [columns, rows])
    if (high - low).min() < 4:
        return
    x0, y0, x1, y1 = int(low[0]), int(low[1]), int(high[0]), int(high[1])
    part = part_of(stage.camera, (x0 + at[0], y0 + at[1], x1 + at[0], y1 + at[1]))
    empty = np.zeros((y1 - y0, x1 - x0, 3), np.uint8)
    painter = Painter(empty, part, stage.light.direction, stage.light.ambient)
    painter.draw(body, 0)
    cover = (painter.owner != -1).astype(np.float32)[..., None]
    layer[y0:y1, x0:x1] = np.dstack([painter.picture * cover, cover * 255])


def _smear(layer: Floats, move: Reals, length: float) -> Floats:
    """Blur a layer along its movement (pixels); long ones are done at half size."""
    degrees = float(np.degrees(np.arctan2(move[1], move[0])))
    small = cv2.resize(layer, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) if length > 6 else layer
    blurred = motion_blur(small.astype(np.uint8), length / 2 if length > 6 else length, degrees)
    return cv2.resize(blurred, layer.shape[1::-1]).astype(np.float32)


def _lay_over(
    stage: Stage, picture: Picture, layer: Floats, at: tuple[int, int], point: Reals, pixels: float
) -> None:
    x0, y0 = at
    rows, columns = layer.shape[:2]
    cover = layer[..., 3] / np.float32(255)
    slope = stage.light.direction / max(stage.light.direction[2], 0.2)
    ground = point - slope * point[2]
    offset = (stage.camera.project(ground[None])[0] - stage.camera.project(point[None])[0]).tolist()
    quarter = cv2.resize(cover, (max(columns // 4, 1), max(rows // 4, 1)), interpolation=cv2.INTER_AREA)
    move = np.array([[1, 0, offset[0] / 4], [0, 1, offset[1] / 4]])
    moved = cv2.warpAffine(quarter, move, quarter.shape[::-1])
    sigma = max(0.8, pixels / 4 * (0.25 + stage.light.softness * 2))
    shadow = cv2.resize(cv2.GaussianBlur(moved, (0, 0), sigma), (columns, rows))
    area = picture[y0 : y0 + rows, x0 : x0 + columns]
    dark = (1 - np.float32(stage.light.shadow * 0.9 + 0.08) * shadow) * (1 - cover)
    lit = layer[..., :3] * stage.field[y0 : y0 + rows, x0 : x0 + columns]
    area[:] = np.clip(area * dark[..., None] + lit, 0, 255).astype(np.uint8)
