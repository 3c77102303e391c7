"""Tiles put on a pictured table: shadows, bodies from far to near, and the labels of what stays visible."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Floats, Picture, Reals
from datasets.body import Body, Painter, label_class
from datasets.camera import Camera
from datasets.canvas import SHIFT

_VISIBLE: Final = 0.38  # share of its surface that a labelled tile shows
_WHOLE: Final = 0.86  # from here on the box is that of the whole surface


@dataclass(frozen=True)
class Label:
    """One labelled surface. ``box`` is x0, y0, x1, y1 in pixels, tight about the visible face (or back)."""

    box: tuple[float, float, float, float]
    index: int  # class 0..35
    printed: int  # class 0..34 of the face, also when the back shows
    role: str  # hand, meld, flower, table or wall
    meld: int  # number of the meld, -1 for none
    winning: bool
    visible: float  # share of the surface that can be seen, 0..1


@dataclass(frozen=True)
class Light:
    """``direction`` points to the lamp (unit length), ``softness`` is in tile widths, the rest are shares."""

    direction: Reals
    ambient: float
    shadow: float
    contact: float
    softness: float


@dataclass(frozen=True)
class Drawn:
    """A painter that is done, and the outlines (pixels, N×2) of the surfaces it drew, by number of body."""

    painter: Painter
    outlines: dict[int, Reals]


def _shadows(camera: Camera, bodies: list[Body], light: Reals, softness: float) -> Floats:
    """Shadow of the tiles on the table (H×W, 0..1)."""
    mask = np.zeros((camera.size[1], camera.size[0]), np.uint8)
    for body in bodies:
        corners = body.corners()
        ground = corners - light * (corners[:, 2:] / max(light[2], 0.2))
        if min(camera.depth(point) for point in ground) < 0.3:
            continue
        pixels = np.clip(camera.project(ground), -4000, 12000)
        hull = cv2.convexHull(pixels.astype(np.float32)).astype(np.float64)
        cv2.fillConvexPoly(mask, np.rint(hull * (1 << SHIFT)).astype(np.int32), (255,), cv2.LINE_AA, SHIFT)
    return (cv2.GaussianBlur(mask, (0, 0), max(softness, 0.6)) / np.float32(255)).astype(np.float32)


def tile_pixels(camera: Camera, body: Body) -> float:
    """Width of a tile in pixels."""
    ends = camera.project(body.world(np.array([[-0.5, 0, 0], [0.5, 0, 0.0]])))
    return float(np.linalg.norm(ends[1] - ends[0]))


def draw(ground: Picture, camera: Camera, bodies: list[Body], light: Light) -> Drawn:
    """Draw tiles and their shadows on the empty table ``ground`` (H×W×3, not changed)."""
    tile = tile_pixels(camera, bodies[0])
    shadow = _shadows(camera, bodies, light.direction, tile * light.softness)
    contact = _shadows(camera, bodies, np.array([0, 0, 1.0]), tile * 0.09)
    dark = (1 - light.shadow * shadow) * (1 - light.contact * contact)
    painter = Painter(
        np.clip(ground * dark[..., None], 0, 255).astype(np.uint8), camera, light.direction, light.ambient
    )
    outlines: dict[int, Reals] = {}
    far_first = sorted(
        range(len(bodies)), key=lambda n: (-float(np.linalg.norm(bodies[n].middle - camera.eye)), n)
    )
    for number in far_first:
        if min(camera.depth(corner) for corner in bodies[number].corners()) < 0.5:
            continue
        outline = painter.draw(bodies[number], number)
        if outline is not None:
            outlines[number] = outline
    return Drawn(painter, outlines)


def read_labels(drawn: Drawn, bodies: list[Body]) -> tuple[Label, ...]:
    """Labels of the bodies whose surface can be seen, in their order."""
    painter, outlines, camera = drawn.painter, drawn.outlines, drawn.painter.camera
    width, height = camera.size
    counts = np.bincount(np.maximum(painter.owner, -1).ravel() + 1, minlength=len(bodies) + 1)[1:]
    made = []
    for number, body in enumerate(bodies):
        index = label_class(body, camera)
        if index is None or number not in outlines:
            continue
        outline = outlines[number]
        area = cv2.contourArea(outline.astype(np.float32))
        visible = float(counts[number] / max(area, 1.0))
        if visible < _VISIBLE or area < 40:
            continue
        x0, y0 = np.clip(outline.min(0), 0, [width, height])
        x1, y1 = np.clip(outline.max(0), 0, [width, height])
        if visible < _WHOLE:
            ys, xs = np.nonzero(painter.owner == number)
            x0, y0, x1, y1 = float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1)
        box = (round(float(x0), 2), round(float(y0), 2), round(float(x1), 2), round(float(y1), 2))
        if min(box[2] - box[0], box[3] - box[1]) < 4:
            continue
        p = body.placement
        made.append(Label(box, index, p.index, p.role, p.meld, p.winning, round(min(visible, 1.0), 3)))
    return tuple(made)
