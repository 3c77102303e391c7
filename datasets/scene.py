"""One rendered photograph with its labels."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from datasets import art, crops, effects, hands, props
from datasets.arrangements import arrange
from datasets.arrays import Picture
from datasets.backgrounds import lay, surface
from datasets.body import Body, place
from datasets.camera import Camera, look
from datasets.catalogue import choose
from datasets.compose import Drawn, Label, Light, draw, read_labels, tile_pixels
from datasets.deck import Deck
from datasets.designs import Design
from datasets.faces import CLASS_NAMES
from datasets.pieces import Layout
from datasets.reading import reading
from datasets.solids import Solid
from datasets.teaching import teaching_sheet

SPLITS: Final = ("train", "check")
KINDS: Final = ("mixed", "hands", "sheet")
_MEANT: Final = frozenset({"reading", "sheet"})  # layouts that somebody photographs to be read


@dataclass(frozen=True)
class Scene:
    """``picture`` is H×W×3 BGR uint8; ``facts`` go into the JSON as they are."""

    picture: Picture
    labels: tuple[Label, ...]
    facts: dict[str, Any]


def photo_size(rng: np.random.Generator, longest: int) -> tuple[int, int]:
    ratio = float(rng.choice([4 / 3, 16 / 9, 3 / 2, 1.0], p=[0.6, 0.2, 0.1, 0.1]))
    short = round(longest / ratio / 2) * 2
    return (longest, short) if rng.random() < 0.6 else (short, longest)


def _camera(rng: np.random.Generator, layout: Layout, bodies: list[Body], size: tuple[int, int]) -> Camera:
    elevation, azimuth = _direction(rng, layout, bodies)
    roll = float(rng.normal(0, 0.09))
    way = rng.random()
    if way < 0.16:
        roll = float(rng.uniform(0, 2 * np.pi))
    elif way < 0.32:
        roll += np.pi / 2 * int(rng.integers(1, 4))
    if layout.name in _MEANT:  # somebody means to be read
        roll = float(rng.normal(0, 0.06)) + (np.pi / 2 * int(rng.integers(1, 4)) if way < 0.1 else 0.0)
    # Long rows are taken with the picture's long side, mostly.
    landscape = size[0] >= size[1]
    if layout.name in {"row", *_MEANT} and abs(np.sin(roll)) < 0.5 and not landscape and rng.random() < 0.6:
        size = (size[1], size[0])
    points = np.vstack([body.corners() for body in bodies[: layout.focus]])
    stretch = _stretch(rng, layout, roll)
    share = float(rng.uniform(0.55, 1.03)) if rng.random() < 0.82 else float(rng.uniform(0.3, 0.6))
    if layout.focus <= 4:
        share *= 0.7
    if not 0.5 < stretch < 2:  # what is pressed is what was cut out
        share = float(rng.uniform(0.75, 1.1))
    if layout.name in _MEANT:
        share = float(rng.uniform(0.72, 0.97))
    elif layout.view:  # a table seen whole or in part
        share = float(rng.uniform(0.75, 1.35))
    spare = max(0.0, 1 - share) / 2
    centre = (0.5 + float(rng.uniform(-spare, spare)), 0.5 + float(rng.uniform(-spare, spare)))
    view = np.deg2rad(float(rng.uniform(28, 70)))
    return look(points, size, elevation, azimuth, roll, view, share, centre, stretch)


def _stretch(rng: np.random.Generator, layout: Layout, roll: float) -> float:
    """How much wider than high a picture was squeezed: mostly not at all, at times beyond recognition."""
    way = rng.random()
    if way < 0.05 and layout.name in {"row", "rows"}:  # the strip of a row, pressed into a square
        press = float(np.exp(rng.uniform(np.log(0.1), np.log(0.45))))
        return press if abs(np.cos(roll)) > 0.7 else 1 / press
    return float(np.exp(rng.normal(0, 0.35))) if way < 0.16 and layout.name not in _MEANT else 1.0


def _direction(rng: np.random.Generator, layout: Layout, bodies: list[Body]) -> tuple[float, float]:
    """Elevation and azimuth of the camera, radians."""
    standing = sum(b.placement.pose == "stand" for b in bodies[: layout.focus]) * 2 > layout.focus
    if layout.name in _MEANT:
        return float(np.deg2rad(rng.uniform(20, 60) if standing else rng.uniform(48, 90))), float(
            rng.normal(0, 0.12)
        )
    if layout.view == "above":  # a camera on a stand or the ceiling, from any side
        side = np.pi / 2 * int(rng.integers(4))
        return float(np.deg2rad(rng.uniform(52, 90))), side + float(rng.normal(0, 0.25))
    if layout.view == "player":
        return float(np.deg2rad(rng.uniform(26, 72))), float(rng.normal(0, 0.25))
    # A standing row is seen from before it, also from high above; lying tiles from anywhere.
    low, high = (12, 74) if standing else (32, 90)
    return float(np.deg2rad(rng.uniform(low, high))), float(rng.normal(0, 0.25 if standing else 0.35))


def _photo(
    rng: np.random.Generator, camera: Camera, bodies: list[Body], solids: list[Solid], split: str, free: bool
) -> tuple[Drawn, Picture, str]:
    """The tiles on a random table in random light: what was drawn, the picture, the table's name."""
    x, y, seen = camera.table()
    name, texture = surface(rng, split)
    points = np.array([body.middle for body in bodies])[:, :2]
    reach = float(np.abs(points - points.mean(0)).max()) + 3
    edge = None
    if rng.random() < 0.55:
        near = rng.uniform([1.0, 0.8], [8, 2.5] if rng.random() < 0.6 else [8, 8])
        low, high = points.min(0) - near, points.max(0) + rng.uniform(1.2, 14, 2)
        edge = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    ground = lay(rng, camera, texture, x, y, seen, edge, split)
    props.clutter(rng, ground, camera, edge or (-reach, -reach, reach, reach))
    drawn = draw(ground, camera, bodies, _lamp(rng), tuple(solids))
    painter, tile = drawn.painter, tile_pixels(camera, bodies[0])
    # Nobody holds a hand over what is to be read.
    arms = 0 if free else int(rng.choice([0, 1, 2], p=[0.82, 0.14, 0.04]))
    for _ in range(arms):
        aim = bodies[int(rng.integers(len(bodies)))].middle if rng.random() < 0.6 else None
        target = None if aim is None else camera.project(aim[None])[0] + rng.normal(0, 1.5, 2) * tile
        hands.reach_in(rng, painter.picture, painter.owner, tile, target)
    field = effects.light_field(rng, x, y, reach)
    if rng.random() < 0.3:
        field = field * effects.soft_shadow(rng, camera.size)[..., None]
    lit = painter.picture.astype(np.float32) * field
    if rng.random() < 0.4:
        shiny = effects.gloss(rng, painter.owner, len(bodies))
        lit += (255 - np.minimum(lit, 255)) * effects.glare(rng, camera.size, shiny)[..., None]
    picture = np.clip(lit, 0, 255).astype(np.uint8)
    if not free and rng.random() < 0.12:
        plane = camera.matrix[2]
        depth = np.where(seen, plane[0] * x + plane[1] * y + plane[3], np.inf).astype(np.float32)
        sharp = camera.depth(bodies[int(rng.integers(len(bodies)))].middle)
        picture = effects.out_of_focus(rng, picture, depth, sharp, max(0.6, tile / 24))
    return drawn, effects.photograph(rng, picture, tile), name


def _lamp(rng: np.random.Generator) -> Light:
    turn, height = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.6, 1.5))
    direction = np.array([np.cos(turn) * np.cos(height), np.sin(turn) * np.cos(height), np.sin(height)])
    ambient, shadow = float(rng.uniform(0.55, 0.85)), float(rng.uniform(0.15, 0.6))
    return Light(direction, ambient, shadow, float(rng.uniform(0.1, 0.5)), float(rng.uniform(0.03, 0.3)))


def scene(seed: int, split: str = "train", longest: int = 1280, kind: str = "mixed") -> Scene:
    """Render one scene.

    Args:
        seed: the same seed gives the same picture on the same machine (fonts and art found there take part).
        split: ``"train"`` or ``"check"`` (designs and table tops that training never shows).
        longest: the longer side of the picture in pixels, 320..4096.
        kind: ``"mixed"`` for anything on a table, ``"hands"`` for won hands as photographed for scoring,
            ``"sheet"`` for the 34 kinds laid out to teach a set; the ``truth`` of both is among the facts.

    Raises:
        ValueError: for an unknown split or kind or a size out of range.
    """
    if split not in SPLITS:
        raise ValueError(f"split is {split!r}; known are {', '.join(SPLITS)}")
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}; known are {', '.join(KINDS)}")
    if not 320 <= longest <= 4096:
        raise ValueError(f"longest side of {longest} pixels; 320 to 4096 can be rendered")
    rng = np.random.default_rng([seed, SPLITS.index(split), KINDS.index(kind)])
    extra = (*art.available(), *(crops.available() * 6)) if split == "train" else ()
    design = choose(rng, split, extra)
    if kind == "hands":
        layout = reading(rng, Deck(rng, design.ratio, design.depth))
    elif kind == "sheet":
        layout = teaching_sheet(rng, Deck(rng, design.ratio, design.depth))
    else:
        layout = arrange(rng, design.ratio, design.depth)
    return render_layout(rng, layout, design, seed, split, photo_size(rng, longest))


def render_layout(
    rng: np.random.Generator, layout: Layout, design: Design, seed: int, split: str, size: tuple[int, int]
) -> Scene:
    """Photograph an arrangement in a design; the rest (camera, table, light) comes from ``rng``."""
    bodies = [place(placement, design) for placement in layout.placements]
    camera = _camera(rng, layout, bodies, size)
    solids = props.furnish(rng, layout, Deck(rng, design.ratio, design.depth))
    drawn, picture, table = _photo(rng, camera, bodies, solids, split, bool(layout.truth))
    facts = {
        "seed": seed, "split": split, "design": design.name, "layout": layout.name, "table": table,
        "complete": layout.complete, "names": list(CLASS_NAMES),
    }  # fmt: skip
    if layout.truth:
        facts["truth"] = layout.truth
    return Scene(picture, read_labels(drawn, bodies), facts)
