"""One deal filmed: its frames in order, and the truth about them."""

from collections.abc import Iterator
from typing import Any, Final

import cv2
import numpy as np

from datasets import art, crops
from datasets.arrays import Picture
from datasets.camera import Camera, look
from datasets.catalogue import choose
from datasets.deals.acting import Acting
from datasets.deals.arms import Arms
from datasets.deals.cups import Cups
from datasets.deals.script import SEATS, write
from datasets.deals.seating import House, house
from datasets.deals.sensor import Sensor
from datasets.deals.stage import Stage, clutter
from datasets.deals.truth import Truth
from datasets.scene import SPLITS

SIZE: Final = (2304, 1296)
FPS: Final = 5.0
SPARSE: Final = 1.0  # seconds between frames while nothing moves
DISCARDS: Final = (13, 21)
_WON: Final = 0.8


def table_camera(rng: np.random.Generator, place: House, size: tuple[int, int]) -> Camera:
    """A camera over the table, a little oblique: it sees the four standing hands from inside or above."""
    out = place.reach + (1.25 if place.front else 0.9)
    points = np.array([[x, y, z] for x in (-out, out) for y in (-out, out) for z in (0.0, place.ratio)])
    view = float(np.deg2rad(rng.uniform(55, 80)))
    share = float(rng.uniform(0.95, 1.0))
    off = float(rng.uniform(0.05, 0.75)) * place.reach
    azimuth, roll = float(rng.normal(0, 0.03)), float(rng.normal(0, 0.02))
    elevation = np.pi / 2
    for _ in range(3):  # how far the camera is away depends on how it looks
        camera = look(points, size, elevation, azimuth, roll, view, share)
        away = float(np.linalg.norm(camera.eye))
        elevation = float(np.arccos(min(off / away, 0.6)))
    return look(points, size, elevation, azimuth, roll, view, share)


class Film:
    """A deal that can be watched once.

    Args:
        seed: the same seed gives the same frames on the same machine.
        split: ``"train"`` or ``"check"``: designs, table tops and lamps that training never shows.
        size: width and height of the frames in pixels, both multiples of 8.
        discards: least and most discards before the deal may end; None for a usual deal.

    Raises:
        ValueError: for an unknown split or a size that cannot be drawn.
    """

    def __init__(
        self,
        seed: int,
        split: str = SPLITS[0],
        size: tuple[int, int] = SIZE,
        discards: tuple[int, int] | None = None,
    ) -> None:
        if split not in SPLITS:
            raise ValueError(f"split is {split!r}; known are {', '.join(SPLITS)}")
        if min(size) < 160 or max(size) > 4096 or any(side % 8 for side in size):
            raise ValueError(f"frames of {size[0]}×{size[1]} pixels; sides are multiples of 8, 160 to 4096")
        self.size = size
        rng = np.random.default_rng([seed, SPLITS.index(split), 4321])
        extra = (*art.available(), *(crops.available() * 6)) if split == "train" else ()
        design = choose(rng, split, extra)
        place = house(rng, design.ratio, design.depth)
        fewest, most = discards or DISCARDS
        won = bool(rng.random() < _WON)
        self.script = write(rng, int(rng.integers(fewest, most + 1)), won)
        acting = Acting(rng, seed, self.script, place)
        cups = Cups(rng, place)
        self.timeline = acting.play()
        cups.move(rng, self.timeline)
        camera = table_camera(rng, place, size)
        self.stage = Stage(rng, camera, design, split, place)
        clutter(rng, self.stage, place.reach)
        self.stage.begin(acting.tiles, cups.things)
        self.arms, self.sensor = Arms(seed), Sensor(rng, size)
        self.rng = rng
        square = [(-1, 1), (1, 1), (1, -1), (-1, -1)]  # clockwise in the picture from the upper left
        ends = np.array([[x * place.edge, y * place.edge, 0.0] for x, y in square])
        self.facts = {
            "size": list(size), "fps": FPS, "seed": seed, "split": split, "design": design.name,
            "table": self.stage.table, "pool": "rows" if place.rows else "thrown",
            "melds": "front" if place.front else "corner", "seats": list(SEATS),
            "dealer": SEATS[self.script.dealer],
            "corners": [[round(float(v), 1) for v in point] for point in camera.project(ends)],
        }  # fmt: skip
        self.truth = Truth(self.script, self.timeline)

    def frames(self) -> Iterator[tuple[float, bool, Picture]]:
        """Each frame: seconds from the beginning, whether something moves, H×W×3 BGR uint8."""
        waiting = list(self.timeline.changes)
        for time, moving in self.timeline.frames(FPS, SPARSE):
            while waiting and waiting[0].at <= time:
                change = waiting.pop(0)
                self.stage.change(change.tiles, change.things)
                self.truth.changed(change, self.stage)
            self.truth.frame(time, moving, self.stage)
            picture = self.stage.picture.copy()
            for reach in self.timeline.active(time):
                self.arms.paint(self.stage, picture, reach, time)
            yield time, moving, self.sensor.develop(self.rng, picture)

    def told(self) -> dict[str, Any]:
        """The truth, complete once all frames have been watched; ``frames`` is for the writer to add."""
        return {**self.facts, **self.truth.told()}


def encoded(picture: Picture, quality: int) -> bytes:
    """A frame as JPEG."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise OSError("a frame could not be encoded")
    return data.tobytes()
