"""The table of a deal as its camera sees it, drawn anew only where tiles have moved."""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np

from datasets import effects, props
from datasets.arrays import Floats, Picture, Reals
from datasets.backgrounds import lay, surface
from datasets.body import Body, Placement, label_class, place
from datasets.camera import Camera
from datasets.compose import Light, draw, visible_box
from datasets.deals.seating import House
from datasets.designs import Design
from datasets.solids import Solid

_GRID: Final = 8  # pixels: parts drawn anew start and end on this grid, so that blurring gives the same there

Rect = tuple[int, int, int, int]


def part_of(camera: Camera, rect: Rect) -> Camera:
    """The camera that takes a rectangle (x0, y0, x1, y1) of another's picture."""
    x0, y0, x1, y1 = rect
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
    return Camera(shift @ camera.matrix, camera.eye, (x1 - x0, y1 - y0))


def lamp(rng: np.random.Generator, split: str) -> Light:
    """A lamp over the table; it hangs in other directions for checks than for training."""
    turn = (
        np.pi / 2 * (int(rng.integers(4)) + float(rng.uniform(0.1, 0.5)) + (0.5 if split == "check" else 0.0))
    )
    height = float(rng.uniform(0.75, 1.4))
    direction = np.array([np.cos(turn) * np.cos(height), np.sin(turn) * np.cos(height), np.sin(height)])
    return Light(
        direction, float(rng.uniform(0.6, 0.85)), float(rng.uniform(0.15, 0.5)),
        float(rng.uniform(0.15, 0.45)), float(rng.uniform(0.06, 0.3)),
    )  # fmt: skip


class Stage:
    """What lies on the table. ``picture`` is lit, H×W×3 BGR uint8; ``field`` (H×W×3) is the lamps' light."""

    def __init__(
        self, rng: np.random.Generator, camera: Camera, design: Design, split: str, place: House
    ) -> None:
        self.camera, self.design, self.light = camera, design, lamp(rng, split)
        self.table, texture = surface(rng, split)
        x, y, seen = camera.table()
        wide = place.reach + float(rng.uniform(2.2, 4.5))
        edge = (-wide, -wide, wide, wide)
        self.ground = lay(rng, camera, texture, x, y, seen, edge, split)
        self.field: Floats = effects.light_field(rng, x, y, wide)
        width, height = camera.size
        self.tile = self.pixels(np.zeros(3))
        glare = np.ones((height, width), np.float32) if rng.random() < 0.4 else None
        self.glare = None if glare is None else effects.glare(rng, camera.size, glare) * np.float32(0.7)
        self.gloss = np.clip(rng.normal(0.6, 0.4, 140), 0.05, 1.2).astype(np.float32)
        self.bodies: dict[int, Body] = {}
        self.things: dict[int, Solid] = {}
        self.outlines: dict[int, Reals] = {}
        self.owner = np.full((height, width), -1, np.int32)
        self.picture: Picture = np.zeros((height, width, 3), np.uint8)

    def pixels(self, point: Reals) -> float:
        """Width of a tile in pixels at a point of the world."""
        ends = self.camera.project(point + np.array([[-0.5, 0, 0], [0.5, 0, 0]]))
        return float(np.linalg.norm(ends[1] - ends[0]))

    def begin(self, tiles: Mapping[int, Placement | None], things: Mapping[int, Solid | None]) -> None:
        """Lay out everything and draw the whole picture."""
        self._put(tiles, things)
        self._paint((0, 0, *self.camera.size))

    def change(self, tiles: Mapping[int, Placement | None], things: Mapping[int, Solid | None]) -> None:
        """Take tiles and things away (None) or lay them elsewhere, and draw what that changes."""
        touched = [self._extent(self.bodies[tile].corners()) for tile in tiles if tile in self.bodies]
        touched += [self._extent(self.things[n].corners()) for n in things if n in self.things]
        self._put(tiles, things)
        touched += [self._extent(self.bodies[tile].corners()) for tile in tiles if tile in self.bodies]
        touched += [self._extent(self.things[n].corners()) for n in things if n in self.things]
        for rect in self._joined(touched):
            self._paint(rect)

    def _put(self, tiles: Mapping[int, Placement | None], things: Mapping[int, Solid | None]) -> None:
        for tile, placement in tiles.items():
            self.bodies.pop(tile, None)
            self.outlines.pop(tile, None)
            if placement is not None:
                self.bodies[tile] = place(placement, self.design)
        for number, solid in things.items():
            self.things.pop(number, None)
            if solid is not None:
                self.things[number] = solid

    def _extent(self, corners: Reals) -> Reals:
        """Pixels that a body and its shadow can reach: x0, y0, x1, y1."""
        slope = self.light.direction / max(self.light.direction[2], 0.2)
        points = self.camera.project(np.vstack([corners, corners - slope * corners[:, 2:]]))
        spare = 3.2 * self.tile * self.light.softness + 0.4 * self.tile + 4
        return np.concatenate([points.min(0) - spare, points.max(0) + spare])

    def _joined(self, extents: list[Reals]) -> list[Rect]:
        """Rectangles on the grid that cover these, none touching another."""
        width, height = self.camera.size
        rects: list[Rect] = []
        for extent in extents:
            low = np.floor(np.clip(extent[:2], 0, [width, height]) / _GRID).astype(int) * _GRID
            high = np.ceil(np.clip(extent[2:], 0, [width, height]) / _GRID).astype(int) * _GRID
            new = (int(low[0]), int(low[1]), min(int(high[0]), width), min(int(high[1]), height))
            if new[0] >= new[2] or new[1] >= new[3]:
                continue
            while True:
                meets = [
                    r for r in rects if r[0] < new[2] and new[0] < r[2] and r[1] < new[3] and new[1] < r[3]
                ]
                if not meets:
                    break
                rects = [r for r in rects if r not in meets]
                both = [new, *meets]
                new = (
                    min(r[0] for r in both), min(r[1] for r in both),
                    max(r[2] for r in both), max(r[3] for r in both),
                )  # fmt: skip
            rects.append(new)
        return rects

    def _paint(self, rect: Rect) -> None:
        width, height = self.camera.size
        spare = int(np.ceil((3.2 * self.tile * max(self.light.softness, 0.1) + 8) / _GRID)) * _GRID
        x0, y0 = max(rect[0] - spare, 0), max(rect[1] - spare, 0)
        x1, y1 = min(rect[2] + spare, width), min(rect[3] + spare, height)
        around = np.array([x0, y0, x1, y1])
        numbers = [tile for tile in sorted(self.bodies) if self._meets(self.bodies[tile].corners(), around)]
        bodies = [self.bodies[tile] for tile in numbers]
        solids = tuple(s for _, s in sorted(self.things.items()) if self._meets(s.corners(), around))
        part = part_of(self.camera, (x0, y0, x1, y1))
        drawn = draw(self.ground[y0:y1, x0:x1], part, bodies, self.light, solids, self.tile)
        for number, outline in drawn.outlines.items():
            self.outlines[numbers[number]] = outline + np.array([x0, y0])
        owner = drawn.painter.owner
        names = np.array([*numbers, 0], np.int32)
        owner = np.where(owner >= 0, names[np.clip(owner, 0, len(numbers))], owner)
        lit = drawn.painter.picture * self.field[y0:y1, x0:x1]
        if self.glare is not None:
            shiny = np.where(owner >= 0, self.gloss[np.maximum(owner, 0)], np.float32(0.2))
            lit += (255 - np.minimum(lit, 255)) * (self.glare[y0:y1, x0:x1] * shiny)[..., None]
        soft = cv2.GaussianBlur(np.clip(lit, 0, 255).astype(np.uint8), (0, 0), 0.55)
        inside = (slice(rect[1] - y0, rect[3] - y0), slice(rect[0] - x0, rect[2] - x0))
        self.picture[rect[1] : rect[3], rect[0] : rect[2]] = soft[inside]
        self.owner[rect[1] : rect[3], rect[0] : rect[2]] = owner[inside]

    def _meets(self, corners: Reals, around: Reals) -> bool:
        extent = self._extent(corners)
        return bool((extent[:2] < around[2:]).all() and (extent[2:] > around[:2]).all())

    def seen(self) -> dict[int, tuple[int, tuple[float, float, float, float], float]]:
        """Of each tile that can be seen: the class it shows (0..35), its box and the share that shows."""
        counts = np.bincount(np.maximum(self.owner, -1).ravel() + 1, minlength=138)[1:]
        made = {}
        for tile, body in sorted(self.bodies.items()):
            shows = label_class(body, self.camera)
            if shows is None or tile not in self.outlines:
                continue
            outline = self.outlines[tile]
            found = visible_box(self.owner, tile, outline, int(counts[tile]), self.camera.size)
            if found is not None:
                made[tile] = (shows, *found)
        return made


def clutter(rng: np.random.Generator, stage: Stage, reach: float) -> None:
    """Flat things on the empty table, where no tile comes to lie over them for long."""
    props.clutter(rng, stage.ground, stage.camera, (-reach, -reach, reach, reach))
