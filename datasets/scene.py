"""One rendered photograph with its labels."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from datasets import art, crops, effects, props
from datasets.arrays import Floats, Picture, Reals
from datasets.backgrounds import lay, surface
from datasets.body import Body, Painter, label_class, place
from datasets.camera import Camera, look
from datasets.canvas import SHIFT
from datasets.catalogue import choose
from datasets.designs import Design
from datasets.faces import CLASS_NAMES
from datasets.layouts import Layout, arrange

SPLITS: Final = ("train", "check")
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
class Scene:
    """``picture`` is H×W×3 BGR uint8; ``facts`` go into the JSON as they are."""

    picture: Picture
    labels: tuple[Label, ...]
    facts: dict[str, Any]


def _size(rng: np.random.Generator, longest: int) -> tuple[int, int]:
    ratio = float(rng.choice([4 / 3, 16 / 9, 3 / 2, 1.0], p=[0.6, 0.2, 0.1, 0.1]))
    short = round(longest / ratio / 2) * 2
    return (longest, short) if rng.random() < 0.6 else (short, longest)


def _camera(rng: np.random.Generator, layout: Layout, bodies: list[Body], size: tuple[int, int]) -> Camera:
    standing = sum(b.placement.pose == "stand" for b in bodies[: layout.focus]) * 2 > layout.focus
    low, high = (12, 55) if standing else (35, 90)
    elevation = np.deg2rad(float(rng.uniform(low, high)))
    # A standing row is seen from before it; lying tiles from anywhere.
    azimuth = float(rng.normal(0, 0.25)) if standing else float(rng.normal(0, 0.35))
    roll = float(rng.normal(0, 0.09))
    way = rng.random()
    if way < 0.16:
        roll = float(rng.uniform(0, 2 * np.pi))
    elif way < 0.32:
        roll += np.pi / 2 * int(rng.integers(1, 4))
    # Long rows are taken with the picture's long side, mostly.
    landscape = size[0] >= size[1]
    if layout.name == "row" and abs(np.sin(roll)) < 0.5 and not landscape and rng.random() < 0.6:
        size = (size[1], size[0])
    points = np.vstack([body.corners() for body in bodies[: layout.focus]])
    share = float(rng.uniform(0.55, 1.03)) if rng.random() < 0.82 else float(rng.uniform(0.3, 0.6))
    if layout.focus <= 4:
        share *= 0.7
    spare = max(0.0, 1 - share) / 2
    centre = (0.5 + float(rng.uniform(-spare, spare)), 0.5 + float(rng.uniform(-spare, spare)))
    stretch = float(np.exp(rng.normal(0, 0.35))) if rng.random() < 0.12 else 1.0
    view = np.deg2rad(float(rng.uniform(28, 70)))
    return look(points, size, elevation, azimuth, roll, view, share, centre, stretch)


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


def _tile_pixels(camera: Camera, body: Body) -> float:
    ends = camera.project(body.world(np.array([[-0.5, 0, 0], [0.5, 0, 0.0]])))
    return float(np.linalg.norm(ends[1] - ends[0]))


def _labels(
    camera: Camera, bodies: list[Body], outlines: dict[int, Reals], painter: Painter
) -> tuple[Label, ...]:
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


def _compose(
    rng: np.random.Generator, camera: Camera, bodies: list[Body], split: str
) -> tuple[Painter, dict[int, Reals], str]:
    x, y, seen = camera.table()
    name, texture = surface(rng, split)
    points = np.array([body.middle for body in bodies])
    reach = float(np.abs(points[:, :2] - points[:, :2].mean(0)).max()) + 3
    edge = None
    if rng.random() < 0.33:
        low, high = (
            points[:, :2].min(0) - rng.uniform(1.2, 7, 2),
            points[:, :2].max(0) + rng.uniform(1.2, 12, 2),
        )
        edge = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    ground = lay(rng, camera, texture, x, y, seen, edge)
    props.clutter(rng, ground, camera, reach)
    turn, height = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.6, 1.5))
    light = np.array([np.cos(turn) * np.cos(height), np.sin(turn) * np.cos(height), np.sin(height)])
    tile = _tile_pixels(camera, bodies[0])
    shadow = _shadows(camera, bodies, light, tile * float(rng.uniform(0.03, 0.3)))
    contact = _shadows(camera, bodies, np.array([0, 0, 1.0]), tile * 0.09)
    dark = (1 - float(rng.uniform(0.15, 0.6)) * shadow) * (1 - float(rng.uniform(0.1, 0.5)) * contact)
    picture = np.clip(ground * dark[..., None], 0, 255).astype(np.uint8)
    painter = Painter(picture, camera, light, float(rng.uniform(0.55, 0.85)))
    outlines: dict[int, Reals] = {}
    order = sorted(
        range(len(bodies)), key=lambda n: (-float(np.linalg.norm(bodies[n].middle - camera.eye)), n)
    )
    for number in order:
        if min(camera.depth(corner) for corner in bodies[number].corners()) < 0.5:
            continue
        outline = painter.draw(bodies[number], number)
        if outline is not None:
            outlines[number] = outline
    if rng.random() < 0.1:
        props.sleeve(rng, painter.picture, painter.owner, tile)
    field = effects.light_field(rng, x, y, reach)
    if rng.random() < 0.3:
        field = field * effects.soft_shadow(rng, camera.size)[..., None]
    lit = painter.picture.astype(np.float32) * field
    if rng.random() < 0.4:
        shiny = np.where(painter.owner >= 0, 1.0, np.where(painter.owner == -2, 0.8, 0.25)).astype(np.float32)
        lit += (255 - np.minimum(lit, 255)) * effects.glare(rng, camera.size, shiny)[..., None]
    painter.picture = effects.photograph(rng, np.clip(lit, 0, 255).astype(np.uint8), tile)
    return painter, outlines, name


def scene(seed: int, split: str = "train", longest: int = 1280) -> Scene:
    """Render one scene.

    Args:
        seed: the same seed gives the same picture on the same machine (fonts and art found there take part).
        split: ``"train"`` or ``"check"`` (designs and table tops that training never shows).
        longest: the longer side of the picture in pixels, 320..4096.

    Raises:
        ValueError: for an unknown split or a size out of range.
    """
    if split not in SPLITS:
        raise ValueError(f"split is {split!r}; known are {', '.join(SPLITS)}")
    if not 320 <= longest <= 4096:
        raise ValueError(f"longest side of {longest} pixels; 320 to 4096 can be rendered")
    rng = np.random.default_rng([seed, SPLITS.index(split)])
    extra = (*art.available(), *(crops.available() * 6)) if split == "train" else ()
    design = choose(rng, split, extra)
    layout = arrange(rng, design.ratio, design.depth)
    return render_layout(rng, layout, design, seed, split, _size(rng, longest))


def render_layout(
    rng: np.random.Generator, layout: Layout, design: Design, seed: int, split: str, size: tuple[int, int]
) -> Scene:
    """Photograph an arrangement in a design; the rest (camera, table, light) comes from ``rng``."""
    bodies = [place(placement, design) for placement in layout.placements]
    camera = _camera(rng, layout, bodies, size)
    painter, outlines, table = _compose(rng, camera, bodies, split)
    labels = _labels(camera, bodies, outlines, painter)
    facts = {
        "seed": seed, "split": split, "design": design.name, "layout": layout.name, "table": table,
        "complete": layout.complete, "names": list(CLASS_NAMES),
    }  # fmt: skip
    return Scene(painter.picture, labels, facts)
