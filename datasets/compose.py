"""Tiles put on a pictured table: shadows, bodies from far to near, and the labels of what stays visible."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Floats, Owner, Picture, Reals
from datasets.body import Body, Painter, label_class
from datasets.camera import Camera
from datasets.canvas import SHIFT
from datasets.shade import Casters
from datasets.solids import Solid, draw_solid

_VISIBLE: Final = 0.4  # share of its surface that a labelled tile shows
_WHOLE: Final = 0.86  # from here on the box is that of the whole surface
THING: Final = -4  # owner of pixels that show a thing


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


def _shadows(camera: Camera, corners: list[Reals], light: Reals) -> Picture:
    """Shadow of bodies (N×3 corners each) on the table: H×W, 255 where it is full."""
    mask = np.zeros((camera.size[1], camera.size[0]), np.uint8)
    for points in corners:
        ground = points - light * (points[:, 2:] / max(light[2], 0.2))
        if camera.nearest(ground) < 0.3:
            continue
        pixels = np.clip(camera.project(ground), -4000, 12000)
        hull = cv2.convexHull(pixels.astype(np.float32)).astype(np.float64)
        cv2.fillConvexPoly(mask, np.rint(hull * (1 << SHIFT)).astype(np.int32), (255,), cv2.LINE_AA, SHIFT)
    return mask


def _soft(mask: Picture, sigma: float) -> Floats:
    """A mask blurred and as shares 0..1; wide blurs are done small."""
    if sigma > 6:
        small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        blurred = cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / 4), mask.shape[::-1])
    else:
        blurred = cv2.GaussianBlur(mask, (0, 0), max(sigma, 0.6))
    return (blurred / np.float32(255)).astype(np.float32)


def tile_pixels(camera: Camera, body: Body) -> float:
    """Width of a tile in pixels."""
    ends = camera.project(body.world(np.array([[-0.5, 0, 0], [0.5, 0, 0.0]])))
    return float(np.linalg.norm(ends[1] - ends[0]))


def _box(points: Reals) -> Reals:
    """A solid's bounding box as corners in the order of a cube's binary numbers."""
    low, high = points.min(0), points.max(0)
    return np.array(
        [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    )


def draw(
    ground: Picture,
    camera: Camera,
    bodies: list[Body],
    light: Light,
    solids: tuple[Solid, ...] = (),
    tile: float | None = None,
) -> Drawn:
    """Draw tiles, things and all their shadows on the empty table ``ground`` (H×W×3, not changed).

    ``tile`` is the width of a tile in pixels by which shadows are softened; the first body's without it.
    """
    tile = tile_pixels(camera, bodies[0]) if tile is None else tile
    corners = [body.corners() for body in bodies] + [solid.corners() for solid in solids]
    shadow = _soft(_shadows(camera, corners, light.direction), tile * light.softness)
    under = _shadows(camera, corners, np.array([0, 0, 1.0]))
    contact = _soft(under, tile * 0.09)
    dark = (1 - light.shadow * shadow) * (1 - light.contact * contact)
    casters = Casters(
        [body.corners() for body in bodies] + [_box(s.corners()) for s in solids], light.direction
    )
    painter = Painter(
        np.clip(ground * dark[..., None], 0, 255).astype(np.uint8),
        camera,
        light.direction,
        light.ambient,
        casters,
    )
    painter.nook = under
    outlines: dict[int, Reals] = {}
    middles = [body.middle for body in bodies] + [solid.middle for solid in solids]
    distance = [float(np.linalg.norm(middle - camera.eye)) for middle in middles]
    for number in sorted(range(len(middles)), key=lambda n: (-distance[n], n)):
        if number >= len(bodies):
            _draw_thing(painter, solids[number - len(bodies)])
        elif camera.nearest(corners[number]) >= 0.5:
            outline = painter.draw(bodies[number], number)
            if outline is not None:
                outlines[number] = outline
    _darken(painter, tile, light)
    return Drawn(painter, outlines)


def _draw_thing(painter: Painter, solid: Solid) -> None:
    hull = draw_solid(painter.picture, painter.camera, solid, painter.light, painter.ambient)
    if hull is not None:
        fixed = np.rint(np.clip(hull, -4000, 12000) * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)
        for mask, value in ((painter.owner, THING), (painter.shadow, 0), (painter.nook, 0)):
            cv2.fillConvexPoly(mask, fixed, (value,), cv2.LINE_8, SHIFT)


def _darken(painter: Painter, tile: float, light: Light) -> None:
    """Lay the shadows on the bodies, and the dim light between them; the ground has its own already."""
    shadow = _soft(painter.shadow, tile * min(light.softness, 0.1))
    nook = _soft(painter.nook, tile * 0.055)
    # Direct light is missing in shadow, the ambient part stays.
    dark = (1 - min(light.shadow * 1.1, 0.85) * shadow) * (1 - min(light.contact * 1.2, 0.7) * nook)
    bodies = painter.owner != -1
    lit = np.clip(painter.picture * dark[..., None], 0, 255).astype(np.uint8)
    np.copyto(painter.picture, np.where(bodies[..., None], lit, painter.picture))


def read_labels(drawn: Drawn, bodies: list[Body]) -> tuple[Label, ...]:
    """Labels of the bodies whose surface can be seen, in their order."""
    painter, outlines, camera = drawn.painter, drawn.outlines, drawn.painter.camera
    counts = np.bincount(np.maximum(painter.owner, -1).ravel() + 1, minlength=len(bodies) + 1)[1:]
    made = []
    for number, body in enumerate(bodies):
        index = label_class(body, camera)
        if index is None or number not in outlines:
            continue
        found = visible_box(painter.owner, number, outlines[number], int(counts[number]), camera.size)
        if found is None:
            continue
        box, visible = found
        p = body.placement
        made.append(Label(box, index, p.index, p.role, p.meld, p.winning, visible))
    return tuple(made)


def visible_box(
    owner: Owner, number: int, outline: Reals, count: int, size: tuple[int, int]
) -> tuple[tuple[float, float, float, float], float] | None:
    """What can be seen of a surface: its box (x0, y0, x1, y1 in pixels) and its share, None for too little.

    Args:
        owner: as ``body.Painter`` leaves it; ``number`` is the surface's body, ``count`` the pixels it shows.
        outline: of the whole surface (N×2 pixels).
        size: the picture's width and height.
    """
    area = cv2.contourArea(outline.astype(np.float32))
    visible = float(count / max(area, 1.0))
    if visible < _VISIBLE or area < 40:
        return None
    x0, y0 = np.clip(outline.min(0), 0, size)
    x1, y1 = np.clip(outline.max(0), 0, size)
    if visible < _WHOLE:
        ys, xs = np.nonzero(owner == number)
        x0, y0, x1, y1 = float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1)
    box = (round(float(x0), 2), round(float(y0), 2), round(float(x1), 2), round(float(y1), 2))
    if min(box[2] - box[0], box[3] - box[1]) < 4:
        return None
    return box, round(min(visible, 1.0), 3)
