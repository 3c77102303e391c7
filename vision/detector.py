"""Find and name the tiles of a photo: one look at the whole, one closer look along each row."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from scorer.tiles import KINDS
from vision.boxes import Boxes
from vision.engine import Engine, EngineError
from vision.letterbox import STRIDE, as_input, letterbox
from vision.looks import Found, decode, join, join_turned
from vision.photo import Photo
from vision.rows import Row, find_rows
from vision.strips import Strip, strip_along

CLASSES: Final = (*KINDS, "flower", "back")
_OPEN: Final = 0.08  # of the likeliest class's probability: less is no choice


@dataclass(frozen=True)
class Settings:
    """Sizes and thresholds, chosen on known tile sets.

    Attributes:
        whole: long side of the look at the whole photo, pixels.
        pitch: pixels from tile to tile in the closer look.
        narrow: where most tiles are narrower in that look, pixels, it is taken again with …
        wide: … tiles this wide, but …
        largest: … no larger than this.
        gain: the closer look is taken where it enlarges the tiles at least this much; it helps even where it
            shrinks them a little, being level and seen both ways up.
        threshold: what scores less after both looks is no tile.
        support: in a row of tiles that score more, this is enough.
        suspicion: what scores less in the first look is not looked at again.
        strips: at most this many rows are looked at again.
    """

    whole: int = 512
    narrow: float = 21.0
    wide: float = 30.0
    largest: int = 896
    pitch: float = 44.0
    gain: float = 0.7
    threshold: float = 0.35
    support: float = 0.2
    suspicion: float = 0.1
    strips: int = 4


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
        self._engine = engine
        self.settings = settings or Settings()

    def detect(self, photo: Photo) -> tuple[Detection, ...]:
        """Both looks.

        Returns:
            The tiles found, in no particular order.

        Raises:
            EngineError: if the network does not answer in the expected form.
        """
        return self.look_again(photo, self.look(photo))

    def look(self, photo: Photo) -> Found:
        """The first look, in pixels of ``photo.image``: the whole, and its quarters if no row is seen."""
        found = self._look_at(photo.image, self.settings.whole)
        width = self._width(found, photo)
        if 0 < width < self.settings.narrow:
            wanted = round(self.settings.whole * self.settings.wide / width / STRIDE) * STRIDE
            found = self._look_at(photo.image, min(self.settings.largest, wanted))
        if width >= self.settings.narrow or any(_long(row) for row in find_rows(found.boxes)):
            return found
        for corner, part in _quarters(photo.image):
            near = self._look_at(part, self.settings.largest)
            found += Found(near.boxes + np.array(corner * 2, np.float32), near.probabilities)
        return found.above(self.settings.suspicion)

    def look_again(self, photo: Photo, first: Found) -> tuple[Detection, ...]:
        """The second look along the rows of the first; boxes in pixels of the original photo."""
        found, settings = first, self.settings
        before = min(settings.whole / max(photo.image.shape[:2]), 1.0)
        rows = [row for row in find_rows(first.boxes) if _long(row) and self._gains(row, before)]
        rows = rows[: settings.strips]
        # Small tiles in a reduced photo: the closer look gets the pixels that were left out.
        fine = photo.finer() if any(row.pitch < settings.pitch for row in rows) else photo
        ratio = fine.scale / photo.scale
        boxes = np.asarray(first.boxes * ratio, np.float32)
        found = Found(boxes, first.probabilities)
        for row in rows:
            strip = strip_along(_scaled(row, ratio), boxes, settings.pitch)
            found = join(found, self._look_along(strip, fine), strip)
        found = _supported(found.above(settings.support), settings.threshold)
        edges = np.array([photo.width, photo.height] * 2, np.float32)
        return tuple(
            Detection(_box(np.clip(box / fine.scale, 0, edges)), probabilities)
            for box, probabilities in zip(found.boxes, found.probabilities, strict=True)
        )

    def _width(self, found: Found, photo: Photo) -> float:
        """The usual width of a tile in the look at the whole, pixels; 0 where none was found."""
        if not len(found.boxes):
            return 0.0
        widths = (found.boxes[:, 2:] - found.boxes[:, :2]).min(axis=1)
        return float(np.median(widths) * self.settings.whole / max(photo.image.shape[:2]))

    def _gains(self, row: Row, before: float) -> bool:
        return row.pitch * before * self.settings.gain < self.settings.pitch

    def _look_at(self, image: npt.NDArray[np.uint8], side: int) -> Found:
        inputs, fitted = letterbox(image, side)
        found = decode(self._infer(inputs), self.settings.suspicion)
        return Found(fitted.boxes_back(found.boxes), found.probabilities).above(self.settings.suspicion)

    def _look_along(self, strip: Strip, photo: Photo) -> Found:
        """A strip seen both ways up, in strip pixels."""
        image, faint = strip.cut(photo.image), self.settings.suspicion / 2
        ways = (image, np.ascontiguousarray(image[::-1, ::-1]))
        upright, turned = (decode(self._infer(as_input(way)), faint).above(faint) for way in ways)
        return join_turned(upright, turned, strip).above(faint)

    def _infer(self, inputs: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        output = self._engine.run(inputs)
        expected = 4 + len(CLASSES)
        if output.ndim != 3 or output.shape[1] != expected:
            raise EngineError(
                f"The network answers {output.shape}, expected 1×{expected}×N. Use fanpai's own weights."
            )
        return np.asarray(output[0], np.float32)


def _supported(found: Found, threshold: float) -> Found:
    """What is certain enough by itself, and weaker tiles that lie in a row of such."""
    certain = found.scores >= threshold
    keep = certain.copy()
    for row in find_rows(found.boxes):
        members = list(row.indices)
        if certain[members].sum() >= 6:
            keep[members] = True
    return found.at(keep)


def _long(row: Row) -> bool:
    """Enough tiles in line that it is no accident."""
    return len(row.indices) >= 4


def _scaled(row: Row, ratio: float) -> Row:
    return Row(row.indices, row.direction, row.pitch * ratio, row.size * ratio)


def _quarters(image: npt.NDArray[np.uint8]) -> Iterator[tuple[tuple[int, int], npt.NDArray[np.uint8]]]:
    """Four parts of 60 % of each side with their corners x, y: a tile cut by one lies whole in another."""
    height, width = image.shape[:2]
    tall, wide = round(0.6 * height), round(0.6 * width)
    for top in (0, height - tall):
        for left in (0, width - wide):
            yield (left, top), image[top : top + tall, left : left + wide]


def _box(corners: Boxes) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(value) for value in corners)
    return x0, y0, x1, y1
