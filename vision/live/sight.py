"""The networks as a tracker asks them: one session of each, for parts of a frame and for whole hands."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.detector import CLASSES, Detection, box_of
from vision.engine import Engine, OnnxEngine
from vision.letterbox import STRIDE
from vision.live.frame import Box, Pixels
from vision.live.look import Found
from vision.live.tiles import inside
from vision.looks import Found as Seen
from vision.memory import give_back
from vision.photo import Photo
from vision.placed import placed
from vision.reader import FAINT, OnnxWindowEngine, Reader, WindowEngine
from vision.scan import Scan, Scanner, shipped_reader, shipped_weights
from vision.sight import Sight
from vision.taught import TaughtSet

_WIDE: Final = 36.0  # short side of a tile in the detector's look, pixels
# Probability from which it is a tile: less than in a photo, since something came to lie there.
_TILE: Final = 0.4
_ZOOMS: Final = (1.0, 1.15, 0.88)
_ASKED: Final = 24  # places that are remembered to have been asked for
_FIRST: Final = 1280  # long side of a look while the size of the tiles is not known
_LARGEST: Final = 960  # of a look; larger parts are looked at in pieces
_LEAST: Final = 256
_AROUND: Final = 1.0  # tiles around a part that are looked at too, in short sides
_GROWTH: Final = 1.5  # a part is at most enlarged so much
_TIDY: Final = 40  # looks after which memory is given back: each is of a size of its own


class TableLook:
    """See `vision.live.look.Look`.

    Args:
        engine: the detector's network.
        windows: the reader's network.
    """

    def __init__(self, engine: Engine, windows: WindowEngine) -> None:
        self._sight = Sight(engine, len(CLASSES), FAINT)
        self._reader = Reader(windows)
        self._scanner = Scanner(engine=engine, windows=windows)
        self._taught: TaughtSet | None = None
        self._asked: list[Box] = []
        self._short: float | None = None  # usual short side of a tile, pixels of the frame
        self._looks = 0

    def current(self, taught: TaughtSet) -> TaughtSet:
        """The set as this look's reader sees it; takes seconds where another reader was taught.

        Raises:
            TeachError: if that is not possible.
        """
        return self._scanner.current(taught)

    def compare_with(self, taught: TaughtSet) -> None:
        """Compare tiles with the set on the table from now on.

        Args:
            taught: as `current` gives it: another reader's set would be learnt again at every look.
        """
        self._taught = taught

    def find(self, image: Pixels, regions: Sequence[Box]) -> list[Found]:
        """See `vision.live.look.Look.find`."""
        self._tidy()
        found = Seen(np.zeros((0, 4), np.float32), np.zeros((0, len(CLASSES)), np.float32))
        # While the size of tiles is not known, every region asks for the whole picture: once is enough.
        parts = {part: self._zoom(region) for region in regions for part in self._parts(image, region)}
        self._asked = [*self._asked, *regions][-_ASKED:]
        for part, zoom in parts.items():
            found += self._look(image, part, zoom)
        found = found.above(FAINT)
        middles = (found.boxes[:, :2] + found.boxes[:, 2:]) / 2
        wanted = [
            any(inside((float(x), float(y)), region) for region in regions) for x, y in middles.tolist()
        ]
        detections = [
            Detection(box_of(box), probabilities)
            for box, probabilities in zip(found.boxes, found.probabilities, strict=True)
        ]
        read = self._reader.read(_photo(image), detections, self._taught)
        kept = [
            one
            for one, asked in zip(read, wanted, strict=True)
            if asked and float(one.probabilities.sum()) >= _TILE
        ]
        self._learn_size(kept)
        return [(one.box, one.probabilities) for one in kept]

    def scan(self, image: Pixels, box: Box) -> Scan:
        """See `vision.live.look.Look.scan`."""
        self._tidy()
        height, width = image.shape[:2]
        x0, y0 = max(0, round(box[0])), max(0, round(box[1]))
        part = np.ascontiguousarray(image[y0 : min(height, round(box[3])), x0 : min(width, round(box[2]))])
        scan = self._scanner.scan(_photo(part), taught=self._taught)
        return placed(scan, lambda one: (one[0] + x0, one[1] + y0, one[2] + x0, one[3] + y0), (width, height))

    def _parts(self, image: Pixels, region: Box) -> list[tuple[int, int, int, int]]:
        """Pieces of the picture that show a region and what lies around it."""
        height, width = image.shape[:2]
        if self._short is None:
            return [(0, 0, width, height)]
        zoom = min(_GROWTH, _WIDE / self._short)
        air = max(_AROUND * self._short, 0.0)
        least = _LEAST / zoom
        spans = []
        for low, high, whole in ((region[0], region[2], width), (region[1], region[3], height)):
            start, end = low - air, high + air
            grow = max(0.0, least - (end - start)) / 2
            start, end = max(0.0, start - grow), min(float(whole), end + grow)
            count = max(1, int(np.ceil((end - start) * zoom / _LARGEST)))
            step = (end - start) / count
            over = 2 * self._short if count > 1 else 0.0
            spans.append(
                [
                    (int(max(start, start + n * step - over)), int(min(end, start + (n + 1) * step + over)))
                    for n in range(count)
                ]
            )
        return [(x0, y0, x1, y1) for x0, x1 in spans[0] for y0, y1 in spans[1]]

    def _zoom(self, region: Box) -> float:
        """What is seen badly at one size may be seen at another, when the very same place is asked again."""
        return _ZOOMS[self._asked.count(region) % len(_ZOOMS)]

    def _look(self, image: Pixels, part: tuple[int, int, int, int], zoom: float) -> Seen:
        x0, y0, x1, y1 = part
        piece = image[y0:y1, x0:x1]
        if not piece.size:
            return Seen(np.zeros((0, 4), np.float32), np.zeros((0, len(CLASSES)), np.float32))
        longest = max(piece.shape[:2])
        zoom = zoom * min(_GROWTH, _WIDE / self._short) if self._short else _FIRST / longest
        side = max(STRIDE, round(longest * zoom / STRIDE) * STRIDE)
        found = self._sight.whole(piece, side)
        return Seen(found.boxes + np.array([x0, y0] * 2, np.float32), found.probabilities)

    def _tidy(self) -> None:
        self._looks += 1
        if self._looks % _TIDY == 0:
            give_back()

    def _learn_size(self, tiles: Sequence[Detection]) -> None:
        if len(tiles) >= 4 or (tiles and self._short is None):
            sides = [min(one.box[2] - one.box[0], one.box[3] - one.box[1]) for one in tiles]
            short = float(np.median(sides))
            self._short = short if self._short is None else 0.8 * self._short + 0.2 * short


def open_look(threads: int = 0) -> TableLook:
    """The networks that come with fanpai.

    Args:
        threads: within one operation of a network; 0 takes all cores.

    Raises:
        EngineError: if a network cannot be loaded.
    """
    engine, windows = OnnxEngine(shipped_weights(), threads), OnnxWindowEngine(shipped_reader(), threads)
    return TableLook(engine, windows)


def _photo(image: Pixels) -> Photo:
    return Photo(image, image.shape[1], image.shape[0], 1.0)
