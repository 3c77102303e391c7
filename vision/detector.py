"""Find and name the tiles of a photo: one look at the whole, one closer look along each row."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from scorer.tiles import KINDS
from vision.boxes import Boxes
from vision.engine import Engine
from vision.first_look import Look, evidence, first_look
from vision.looks import Found, join, join_turned
from vision.photo import Photo
from vision.rows import Row, find_rows
from vision.settings import Settings
from vision.sight import Sight
from vision.strips import Strip, strip_along
from vision.views import turned

CLASSES: Final = (*KINDS, "flower", "back")
# Times the evidence for a photo as it is that one upside down needs: nearly as much often is there for tiles
# that look the same both ways up.
_CLEARLY: Final = 1.1
_OPEN: Final = 0.08  # of the likeliest class's probability: less is no choice


@dataclass(frozen=True, eq=False)
class Detection:
    """A box in a photo.

    Attributes:
        box: x0, y0, x1, y1 in pixels of the upright original.
        probabilities: 36 float32 in 0..1, in the order of `CLASSES`; each class for itself, so the
            sum may differ from 1.
    """

    box: tuple[float, float, float, float]
    probabilities: npt.NDArray[np.float32]

    @property
    def tile(self) -> str:
        """The likeliest class: a tile kind, ``flower`` or ``back``."""
        return CLASSES[int(np.argmax(self.probabilities))]

    @property
    def choices(self) -> tuple[str, ...]:
        """What it may turn out to be: at most three classes, the likeliest first, none far less likely."""
        order = np.argsort(-self.probabilities, kind="stable")[:3]
        likely = self.probabilities[order] >= _OPEN * self.probabilities[order[0]]
        return tuple(CLASSES[index] for index in order[likely])

    @property
    def score(self) -> float:
        """Probability of the likeliest class, 0..1."""
        return float(self.probabilities.max())


class Detector:
    """Two looks with one network.

    Args:
        engine: runs the network.
        settings: sizes and thresholds.
    """

    def __init__(self, engine: Engine, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._sight = Sight(engine, len(CLASSES), self.settings.suspicion)

    def detect(self, photo: Photo) -> tuple[Detection, ...]:
        """Both looks.

        Returns:
            The tiles found, in no particular order.

        Raises:
            EngineError: if the network does not answer in the expected form.
        """
        return self.look_again(self.look(photo)).tiles

    def look(self, photo: Photo) -> Look:
        """The first look; see `first_look`."""
        return first_look(self._sight, photo, self.settings)

    def look_again(self, first: Look) -> "Seen":
        """The second look along the rows of the first; boxes in pixels of the original photo."""
        along = self._along(first)
        upright, over = (sum(evidence(way[place]) for way in along.ways) for place in (0, 1))
        turns = first.view.turned + 2 * (over > _CLEARLY * upright)
        if over > upright:
            # Begun anew with the tiles upright: how the phone was held shall not matter.
            first = self._over(first)
            along = self._along(first)
        photo, settings = first.view.photo, self.settings
        ratio = along.fine.scale / photo.scale
        found = Found(np.asarray(first.found.boxes * ratio, np.float32), first.found.probabilities)
        for strip, way in zip(along.strips, along.ways, strict=True):
            near = join_turned(*way, strip.pitch).above(settings.suspicion / 2)
            found = join(found, near, strip)
        found = _supported(found.above(settings.support), settings.threshold)
        edges = np.array([photo.width, photo.height] * 2, np.float32)
        places = first.view.boxes_back(np.clip(found.boxes / along.fine.scale, 0, edges))
        tiles = tuple(
            Detection(box_of(box), probabilities)
            for box, probabilities in zip(places, found.probabilities, strict=True)
        )
        return Seen(tiles, turns % 4)

    def _along(self, first: Look) -> "_Along":
        """Its rows looked at, both ways up."""
        photo, settings = first.view.photo, self.settings
        rows = first.rows(settings)
        # Small tiles in a reduced photo: the closer look gets the pixels that were left out.
        narrowest = min((row.pitch for row in rows), default=settings.pitch)
        fine = first.view.finer(photo.scale * settings.pitch / narrowest)
        ratio = fine.scale / photo.scale
        boxes = np.asarray(first.found.boxes * ratio, np.float32)
        strips = [strip_along(_scaled(row, ratio), boxes, settings.pitch) for row in rows]
        return _Along(fine, strips, [self._sight.along(strip, fine.image) for strip in strips])

    def _over(self, first: Look) -> Look:
        """The first look once more, of the photo turned over."""
        if first.view.squeezed:
            return Look(
                first.view, self._sight.whole(first.view.photo.image, first.side, turns=2), first.side
            )
        view = turned(first.view.source, first.view.turned + 2)
        return Look(view, self._sight.whole(view.photo.image, first.side), first.side)


@dataclass(frozen=True, eq=False)
class _Along:
    """The rows of a look, seen closer: the photo they were cut from, and what was found each way up."""

    fine: Photo
    strips: list[Strip]
    ways: list[tuple[Found, Found]]


@dataclass(frozen=True, eq=False)
class Seen:
    """What both looks saw.

    Attributes:
        tiles: in no particular order.
        turns: quarter turns, as of ``np.rot90``, that bring the photo upright; half a turn only where it is
            clear.
    """

    tiles: tuple[Detection, ...]
    turns: int


def _supported(found: Found, threshold: float) -> Found:
    """What is certain enough by itself, and weaker tiles that lie in a row of such."""
    certain = found.scores >= threshold
    if certain.all():
        return found
    keep = certain.copy()
    for row in find_rows(found.boxes):
        members = list(row.indices)
        if certain[members].sum() >= 6:
            keep[members] = True
    return found.at(keep)


def _scaled(row: Row, ratio: float) -> Row:
    return Row(row.indices, row.direction, row.pitch * ratio, row.size * ratio)


def box_of(corners: Boxes) -> tuple[float, float, float, float]:
    """The corners x0, y0, x1, y1 as plain numbers."""
    x0, y0, x1, y1 = (float(value) for value in corners)
    return x0, y0, x1, y1
