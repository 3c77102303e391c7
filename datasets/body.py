"""Tile bodies: rounded boxes of two colours in the world, drawn into a picture one after the other."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from datasets.arrays import Colour, Picture, Reals
from datasets.camera import Camera
from datasets.canvas import SHIFT
from datasets.designs import Design
from datasets.faces import BACK, face
from datasets.shade import Casters, shade_surface

POSES: Final = ("up", "down", "stand", "away", "side")
_HORIZON: Final = 0.16  # a face seen flatter than this (cosine) shows nothing to label


@dataclass(frozen=True)
class Placement:
    """One tile on the table.

    ``index`` is its class 0..34 (what is printed on it, also when it lies face down); ``x``, ``y``, ``z`` the
    middle of its lower side; ``yaw`` its turn in radians (0: upright for the player); ``pose`` one of
    ``POSES``: face up, face down, standing with the face or with the back to the player, on its long side;
    ``lean`` tilts a standing tile backwards (radians). ``role``, ``meld`` (number or -1) and ``winning`` go
    into the labels.
    """

    index: int
    x: float
    y: float
    z: float = 0.0
    yaw: float = 0.0
    pose: str = "up"
    lean: float = 0.0
    role: str = "hand"
    meld: int = -1
    winning: bool = False
    picture: int = 0


@dataclass(frozen=True)
class Body:
    """A placed tile: the rows of ``axes`` are its right, up and face directions, ``middle`` its centre."""

    placement: Placement
    design: Design
    axes: Reals
    middle: Reals

    def world(self, local: Reals) -> Reals:
        """Points in tile coordinates (N×3, the origin in its centre) to the world."""
        return np.asarray(local @ self.axes + self.middle)

    def corners(self) -> Reals:
        """The eight corners in the world (8×3)."""
        half = np.array([1.0, self.design.ratio, self.design.depth]) / 2
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return self.world(signs * half)


def place(placement: Placement, design: Design) -> Body:
    """Put a tile of a design where the placement says."""
    c, s = np.cos(placement.yaw), np.sin(placement.yaw)
    right, ahead, up = np.array([c, s, 0.0]), np.array([-s, c, 0.0]), np.array([0, 0, 1.0])
    height = design.depth / 2
    if placement.pose == "up":
        axes = np.stack([right, ahead, up])
    elif placement.pose == "down":
        axes = np.stack([-right, ahead, -up])
    elif placement.pose == "side":
        axes = np.stack([up, right, ahead])
        height = 0.5
    else:
        lean = placement.lean
        tall = np.cos(lean) * up + np.sin(lean) * ahead
        out = -np.cos(lean) * ahead + np.sin(lean) * up
        axes = np.stack([right, tall, out]) if placement.pose == "stand" else np.stack([-right, tall, -out])
        height = (design.ratio * np.cos(lean) + design.depth * abs(np.sin(lean))) / 2
    return Body(placement, design, axes, np.array([placement.x, placement.y, placement.z + height]))


def _octants(rounding: float, half: Reals, low: float, high: float) -> Reals:
    """Points on the surface of a rounded slab between two heights of the tile's thickness."""
    steps = np.linspace(0, np.pi / 2, 4)
    ball = np.array([[np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b)] for a in steps for b in steps])
    points = []
    for x in (-1, 1):
        for y in (-1, 1):
            for z in (-1, 1):
                corner = np.array([x, y, z])
                points.append(corner * (half - rounding + ball * rounding))
    cloud = np.vstack(points)
    cloud[:, 2] = np.clip(cloud[:, 2], low, high)
    return cloud


def _fixed(points: Reals) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    clipped = np.clip(points, -4000, 12000)
    return np.rint(clipped * (1 << SHIFT)).astype(np.int32).reshape(-1, 1, 2)


def _lit(colour: Colour, light: float) -> tuple[float, ...]:
    return tuple(float(np.clip(channel * light, 0, 255)) for channel in colour)


def rounded_rectangle(width: float, height: float, radius: float, z: float) -> Reals:
    """Outline of a rectangle with round corners at height ``z`` (N×3), counter-clockwise, centred."""
    points = []
    for turn, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for angle in np.linspace(0, np.pi / 2, 5) + turn * np.pi / 2:
            x = sx * (width / 2 - radius) + radius * np.cos(angle)
            points.append([x, sy * (height / 2 - radius) + radius * np.sin(angle), z])
    return np.array(points)


class Painter:
    """Draws bodies into ``picture`` (BGR); ``owner`` (int32) tells whose label surface each pixel shows.

    ``owner`` is -1 for nothing, ``n`` for the label surface of body n, -2 for other parts of tiles.
    ``shadow`` (H×W, 255 in shadow) holds what ``casters`` throw on bodies, ``nook`` the ground under them.
    """

    def __init__(
        self, picture: Picture, camera: Camera, light: Reals, ambient: float, casters: Casters | None = None
    ) -> None:
        self.picture = picture
        self.camera = camera
        self.light = light
        self.ambient = ambient
        self.casters = casters
        self.owner = np.full(picture.shape[:2], -1, np.int32)
        self.shadow: Picture = np.zeros(picture.shape[:2], np.uint8)
        self.nook: Picture = np.zeros(picture.shape[:2], np.uint8)

    def brightness(self, normal: Reals) -> float:
        """Light on a surface with this normal: 1 for one that faces the lamp."""
        return self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.light))

    def _shade(self, body: Body, outline: Reals, point: Reals, normal: Reals) -> None:
        """Take the shadows on one surface of a body into the mask."""
        if self.casters is None:
            return
        shadows = []
        if float(normal @ self.light) > 0.08:
            found = (self.casters.on_plane(n, point, normal) for n in self.casters.near(body.middle))
            shadows = [points for points in found if points is not None]
        shade_surface(self.shadow, self.camera, outline, shadows)

    def draw(self, body: Body, number: int) -> Reals | None:
        """Draw one tile; returns the outline of its label surface in pixels, or None when it shows none."""
        design = body.design
        half = np.array([1.0, design.ratio, design.depth]) / 2
        toward = self.camera.eye - body.middle
        front_seen = float(toward @ body.axes[2]) > 0
        seam = -half[2] + design.depth * design.back_share
        slabs = [(-half[2], seam, design.back), (seam, half[2], design.side)]
        if design.back_share <= 0:
            slabs = [(-half[2], half[2], design.side)]
        for low, high, colour in slabs if front_seen else slabs[::-1]:
            self._slab(body, half, low, high, colour)
        cosine = float(toward @ body.axes[2]) / float(np.linalg.norm(toward))
        if cosine >= 0:
            return self._face(body, half, number) if cosine > _HORIZON * 0.3 else None
        return self._back(body, half, number) if -cosine > _HORIZON * 0.3 else None

    def _slab(self, body: Body, half: Reals, low: float, high: float, colour: Colour) -> None:
        rounding = body.design.rounding
        hull = self.camera.project(body.world(_octants(rounding, half, low, high)))
        outline = cv2.convexHull(hull.astype(np.float32)).reshape(-1, 2).astype(np.float64)
        toward = self.camera.eye - body.middle
        toward = toward / np.linalg.norm(toward)
        edge = self.brightness(toward) * 0.88  # rounded edges turn away from most of the light
        cv2.fillConvexPoly(self.picture, _fixed(outline), _lit(colour, edge), cv2.LINE_AA, SHIFT)
        cv2.fillConvexPoly(self.owner, _fixed(outline), (-2,), cv2.LINE_8, SHIFT)
        for axis in (0, 1):
            for sign in (-1, 1):
                normal = body.axes[axis] * sign
                if float((self.camera.eye - body.middle - normal * half[axis]) @ normal) <= 0:
                    continue
                other = 1 - axis
                span = half[other] - rounding
                z0 = low + (rounding if low <= -half[2] else 0)
                z1 = high - (rounding if high >= half[2] else 0)
                quad = np.zeros((4, 3))
                quad[:, axis] = sign * half[axis]
                quad[:, other] = [-span, span, span, -span]
                quad[:, 2] = [z0, z0, z1, z1]
                shape = self.camera.project(body.world(quad))
                cv2.fillConvexPoly(
                    self.picture, _fixed(shape), _lit(colour, self.brightness(normal)), cv2.LINE_AA, SHIFT
                )
                self._shade(body, shape, body.middle + normal * half[axis], normal)

    def _surface(self, body: Body, half: Reals, z: float, inset: float) -> Reals:
        radius = body.design.rounding * 1.3
        flat = rounded_rectangle(2 * half[0] - 2 * inset, 2 * half[1] - 2 * inset, radius, z)
        return self.camera.project(body.world(flat))

    def _back(self, body: Body, half: Reals, number: int) -> Reals:
        design = body.design
        shape = self._surface(body, half, -half[2], design.rounding * 0.7)
        colour = design.back if design.back_share > 0 else design.side
        light = self.brightness(-body.axes[2])
        cv2.fillConvexPoly(self.picture, _fixed(shape), _lit(colour, light), cv2.LINE_AA, SHIFT)
        whole = self._surface(body, half, -half[2], design.rounding * 0.25)
        cv2.fillConvexPoly(self.owner, _fixed(whole), (number,), cv2.LINE_8, SHIFT)
        self._clear(body, whole, -1)
        return whole

    def _clear(self, body: Body, outline: Reals, side: int) -> None:
        """Take the dim light off a surface but for its rim, where tiles that touch leave a groove."""
        cv2.fillConvexPoly(self.nook, _fixed(outline), (0,), cv2.LINE_8, SHIFT)
        across = float(np.sqrt(cv2.contourArea(outline.astype(np.float32)) / body.design.ratio))
        groove = max(1, round(across * body.design.rounding * 0.6))
        cv2.polylines(self.nook, [_fixed(outline)], True, (150,), groove, cv2.LINE_8, SHIFT)
        normal = body.axes[2] * side
        self._shade(body, outline, body.middle + normal * body.design.depth / 2, normal)

    def _face(self, body: Body, half: Reals, number: int) -> Reals:
        design, placement = body.design, body.placement
        shape = self._surface(body, half, half[2], design.rounding * 0.6)
        x0, y0 = np.maximum(np.floor(shape.min(0)).astype(int) - 1, 0)
        x1, y1 = np.minimum(np.ceil(shape.max(0)).astype(int) + 2, self.camera.size)
        whole = self._surface(body, half, half[2], design.rounding * 0.25)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return whole
        corners = np.array([[-1, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1]]) * half
        pixels = self.camera.project(body.world(corners))
        across = max(
            float(np.linalg.norm(pixels[0] - pixels[1])), float(np.linalg.norm(pixels[3] - pixels[2]))
        )
        texture = face(design, placement.index, placement.picture, 192 if across < 230 else 384)
        if across < texture.shape[1] * 0.8:  # shrink first: warping alone would skip texture rows
            width = max(4, round(across * 1.15))
            size = (width, round(width * design.ratio))
            texture = cv2.resize(texture, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
        rows, columns = texture.shape[:2]
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
        target = (pixels - [x0, y0] - 0.5).astype(np.float32)
        warp = cv2.getPerspectiveTransform(source, target)
        patch = cv2.warpPerspective(
            texture,
            warp,
            (int(x1 - x0), int(y1 - y0)),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        mask = np.zeros(patch.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, _fixed(shape - [x0, y0]), (255,), cv2.LINE_AA, SHIFT)
        weight = mask[..., None].astype(np.float32) / 255
        area = self.picture[y0:y1, x0:x1]
        lit = patch.astype(np.float32) * self.brightness(body.axes[2])
        area[:] = np.clip(area * (1 - weight) + lit * weight, 0, 255).astype(np.uint8)
        cv2.fillConvexPoly(self.owner, _fixed(whole), (number,), cv2.LINE_8, SHIFT)
        self._clear(body, whole, 1)
        return whole


def label_class(body: Body, camera: Camera) -> int | None:
    """The class that the tile shows (0..34 its face, 35 its back); None when it is seen too flatly."""
    toward = camera.eye - body.middle
    cosine = float(toward @ body.axes[2]) / float(np.linalg.norm(toward))
    if abs(cosine) < _HORIZON:
        return None
    return body.placement.index if cosine > 0 else BACK
