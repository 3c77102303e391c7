"""A photo in, a reading out: the whole way of a photo in one call."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from scorer.tiles import format_tiles
from vision.automaton import Win
from vision.corrector import correct
from vision.detector import Detection, Detector, Seen, box_of
from vision.engine import Engine, OnnxEngine
from vision.evidence import Evidence, evidence_of, fused_evidence
from vision.first_look import Look
from vision.laid import TeachError, surely_laid
from vision.layout import Layout, arrange
from vision.photo import Photo, open_to_read
from vision.problems import Problem, problems
from vision.reader import FAINT, OnnxWindowEngine, Reader, WindowEngine
from vision.reading import Reading, ReadMeld
from vision.region import LevelView, aside, enclosed, level, region_of
from vision.settings import Settings
from vision.settling import settled
from vision.taught import TaughtSet
from vision.views import upright

STAGES: Final = ("open", "detect", "closer", "arrange", "correct")
_CERTAIN: Final = 1e6  # odds beyond are no more certain
Progress = Callable[[str], None]
_Made = TypeVar("_Made")


@dataclass(frozen=True, eq=False)
class Scan:
    """What a photo shows, and what it took.

    Attributes:
        width: of the upright original, pixels.
        height: of the upright original, pixels.
        detections: what the network found, before layout and rules; in reading order.
        reading: the tiles, the hand, the doubts.
        problems: what to do about a photo that could not be read well.
        seconds: by stage, in the order of `STAGES`.
        layout: how the tiles lie, and
        evidence: what the picture says of each: what it takes to join two photos (`vision.join`).
        asked: indices of tiles whose place only a player can tell; see `vision.reading.asking`.
    """

    width: int
    height: int
    detections: tuple[Detection, ...]
    reading: Reading
    problems: tuple[Problem, ...]
    seconds: dict[str, float]
    layout: Layout | None = None
    evidence: Evidence | None = None
    asked: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The scan as JSON data: what ``fanpai scan --json`` prints, without the photo's name."""
        reading = self.reading
        return {
            "width": self.width,
            "height": self.height,
            "tiles": [
                {
                    "tile": tile.tile,
                    "box": [round(value, 1) for value in tile.box],
                    "confidence": round(tile.confidence, 4),
                    "role": tile.role,
                }
                for tile in reading.tiles
            ],
            "hand": {
                "concealed": format_tiles(reading.tiles[index].tile for index in reading.concealed),
                "melds": [{"type": meld.type, "tiles": _notation(meld)} for meld in reading.melds],
                "win": None if reading.win is None else reading.tiles[reading.win].tile,
                "flowers": reading.flowers,
                "complete": reading.complete,
            },
            "doubts": [
                {
                    "tile_index": index,
                    "candidates": [[kind, round(share, 4)] for kind, share in tile.candidates],
                }
                for index, tile in enumerate(reading.tiles)
                if tile.doubtful
            ],
            "problems": [{"code": problem.code, "text": problem.text} for problem in self.problems],
            "seconds": {stage: round(value, 4) for stage, value in self.seconds.items()},
            "correction": _correction(reading),
        }


@dataclass(frozen=True, eq=False)
class Lesson:
    """What a photo of a set's kinds taught.

    Attributes:
        taught: the set, without a name.
        doubtful: kind → what the reader would have taken its tile for, where it had another opinion.
    """

    taught: TaughtSet
    doubtful: dict[str, str]


class Scanner:
    """Reads photos; keep one and use it again, loading the network takes longer than a photo.

    Args:
        weights: an ONNX file; None takes the shipped one.
        threads: threads within one operation of the network; 0 takes all cores.
        engine: runs the detector's network in place of onnxruntime; without ``windows`` nothing reads again.
        windows: runs the reader's network in place of onnxruntime.
        reader: whether each tile is read once more (`vision.reader`).

    Raises:
        EngineError: if the weights cannot be loaded.
    """

    def __init__(
        self,
        weights: Path | None = None,
        threads: int = 0,
        engine: Engine | None = None,
        windows: WindowEngine | None = None,
        reader: bool = True,
    ) -> None:
        if reader and windows is None and engine is None:
            windows = OnnxWindowEngine(shipped_reader(), threads)
        self._reader = Reader(windows) if reader and windows else None
        # The reader settles what is a tile, so the detector hands it faint candidates too.
        settings = Settings() if self._reader is None else replace(Settings(), threshold=FAINT, support=FAINT)
        self._detector = Detector(engine or OnnxEngine(weights or shipped_weights(), threads), settings)

    def scan(
        self,
        source: bytes | Path | Photo,
        progress: Progress | None = None,
        taught: TaughtSet | None = None,
        win: Win | None = None,
        corners: Sequence[float] | None = None,
    ) -> Scan:
        """Read one photo.

        Args:
            source: the bytes of a picture file, its path, or a photo opened before.
            progress: told the name of each stage of `STAGES` as it begins.
            taught: the set on the table, where it was taught.
            win: what wins at the table; see `vision.wins.winning`. Default: what wins anywhere.
            corners: four corners around the hand, x, y of each in pixels of the upright original. Only what
                lies between them is the hand; everything else is ``table``.

        Raises:
            PhotoError: for anything that is no usable picture.
            RegionError: for corners that enclose no part of it.
            EngineError: if the network does not answer in the expected form.
        """
        seconds: dict[str, float] = {}

        def timed(stage: str, make: Callable[[], _Made]) -> _Made:
            if progress:
                progress(stage)
            start = time.perf_counter()
            made = make()
            seconds[stage] = time.perf_counter() - start
            return made

        photo = timed("open", lambda: source if isinstance(source, Photo) else open_to_read(source))
        marked: LevelView | None = None
        if corners is not None:
            marked = level(photo, region_of(corners, photo.width, photo.height))
        views = (marked.photo, photo) if marked else (photo,)
        first = timed("detect", lambda: [self._detector.look(view) for view in views])
        seen = timed(
            "closer", lambda: [self._closer(*pair, taught) for pair in zip(views, first, strict=True)]
        )
        tiles_seen, turns = [one.tiles for one in seen], seen[0].turns
        hand, beside = marked.parted(*tiles_seen) if marked else (tiles_seen[0], ())
        layout: Layout = timed(
            "arrange", lambda: enclosed(arrange(hand, turns)) if marked else arrange(hand, turns)
        )
        evidence = self._evidence(layout)
        reading = timed("correct", lambda: correct(layout, evidence, win))
        if marked:
            layout, reading = replace(layout, tiles=marked.back(layout.tiles)), marked.placed(reading)
        found = problems(photo, reading, win)  # of the hand, whatever lies beside the marked part
        tiles = (*layout.tiles, *beside)
        reading = replace(reading, tiles=(*reading.tiles, *map(aside, beside)))
        return Scan(photo.width, photo.height, tiles, reading, found, seconds, layout, evidence)

    def _closer(self, photo: Photo, first: Look, taught: TaughtSet | None) -> Seen:
        """The second look, and the reader's."""
        seen = self._detector.look_again(first)
        found = seen.tiles
        if self._reader is None:
            return seen
        # Tiles squeezed out of shape are read where they have their shape back.
        view = first.view if first.view.squeezed else upright(photo)
        boxes = view.boxes_in(np.array([one.box for one in found], np.float32).reshape(-1, 4))
        shaped = [replace(one, box=box_of(box)) for one, box in zip(found, boxes, strict=True)]
        read = self._reader.read(view.photo, shaped, taught)
        tiles = settled([replace(one, box=other.box) for one, other in zip(read, found, strict=True)])
        return replace(seen, tiles=tiles)

    def _evidence(self, layout: Layout) -> Evidence:
        return evidence_of(layout.tiles) if self._reader is None else fused_evidence(layout.tiles)

    def teach(self, source: bytes | Path | Photo, progress: Progress | None = None) -> Lesson:
        """Learn a set from one photo of its 34 kinds, laid as `vision.laid.ORDER` says.

        Args:
            source: as in `scan`.
            progress: told the name of a stage of `STAGES`, or ``learn`` with how far it is (``learn 2/6``).

        Raises:
            TeachError: if the photo does not show them so, or nothing reads single tiles here.
            PhotoError: for anything that is no usable picture.
            EngineError: if a network does not answer in the expected form.
        """
        reader, tell = self._single(), progress or (lambda _: None)
        tell("open")
        photo = source if isinstance(source, Photo) else open_to_read(source)
        tell("detect")
        first = self._detector.look(photo)
        tell("closer")
        found = reader.read(photo, self._detector.look_again(first).tiles)
        laid = surely_laid(found)
        boxes = {kind: detection.box for kind, detection in laid.items()}
        taught = reader.teach(photo, boxes, lambda done, of: tell(f"learn {done}/{of}"))
        return Lesson(taught, {kind: seen.tile for kind, seen in laid.items() if seen.tile != kind})

    def current(self, taught: TaughtSet) -> TaughtSet:
        """The set as this scanner's reader sees it: itself, or learnt again where another reader was taught.

        Raises:
            TeachError: if that is not possible.
            EngineError: if the network does not answer in the expected form.
        """
        return self._single().current(taught)

    def _single(self) -> Reader:
        if self._reader is None:
            raise TeachError(
                "no_reader", "No set can be taught: the reader's network is missing. Reinstall fanpai."
            )
        return self._reader


def shipped_reader() -> Path:
    """The reader that comes with fanpai, beside the detector."""
    return Path(str(resources.files("models") / "fanpai-reader.onnx"))


def shipped_weights() -> Path:
    """The detector that comes with fanpai: a data file beside the training code, which is not imported."""
    return Path(str(resources.files("models") / "fanpai-detector.onnx"))


def _correction(reading: Reading) -> dict[str, Any]:
    """What the rules decided otherwise than the picture alone, and the second likeliest hand."""
    other = reading.runner_up
    return {
        "changed": [
            {
                "tile_index": index,
                "seen": reading.tiles[index].seen,
                "tile": None if index in reading.left_out else reading.tiles[index].tile,
            }
            for index in reading.changed
        ],
        "runner_up": other
        and {
            "changes": [{"tile_index": index, "tile": tile} for index, tile in other.changes],
            "odds": round(min(other.odds, _CERTAIN), 2),
        },
    }


def _notation(meld: ReadMeld) -> str:
    """The meld's tiles; a kong of which only backs show has none to name."""
    return "" if "back" in meld.tiles else format_tiles(meld.tiles)
