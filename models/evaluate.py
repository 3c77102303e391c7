"""Measure the whole way of a photo on a labelled folder: the figures of the model card come from here."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any, Protocol

from models.calibration import Calibration
from models.confusion import Confusions
from models.figures import Figures, Marks, PhotoResult, count
from models.matching import Matches, fixes, match
from models.roles import compare_roles, read_laid
from models.truth import Labelled, Truth, read_truths
from vision.detector import CLASSES
from vision.reading import Reading, ReadMeld
from vision.scan import Scan

Progress = Callable[[int, int, str], None]
Watcher = Callable[[Truth, Scan, PhotoResult], None]


class ScannerLike(Protocol):
    """What reads a photo: `vision.scan.Scanner`."""

    def scan(self, source: Path) -> Scan:
        """Read one photo."""
        ...


class Uncorrected:
    """Reads photos as another scanner does, but takes each tile for what the picture alone says.

    Args:
        scanner: reads the photos.
    """

    def __init__(self, scanner: ScannerLike) -> None:
        self._scanner = scanner

    def scan(self, source: Path) -> Scan:
        """Read one photo."""
        scan = self._scanner.scan(source)
        return replace(scan, reading=as_seen(scan))


@dataclass(frozen=True)
class Evaluation:
    """All photos of a folder.

    Attributes:
        directory: the folder.
        results: one a photo, in the order of their names.
    """

    directory: str
    results: tuple[PhotoResult, ...]

    def figures(self, stretched: bool = False) -> Figures:
        """Counts over photos of natural shape, or over the stretched ones."""
        return count([result for result in self.results if result.stretched == stretched])

    def groups(self) -> dict[str, Figures]:
        """Counts over the photos of natural shape of each set, or of each design of rendered scenes."""
        names = sorted({result.group for result in self._natural})
        return {name: count([one for one in self._natural if one.group == name]) for name in names}

    def confusions(self) -> Confusions:
        """What was taken for what in photos of natural shape, before the corrector."""
        confused: Counter[tuple[str, str]] = Counter()
        right: Counter[str] = Counter()
        for result in self._natural:
            if result.matches is not None:
                confused.update(result.matches.confused)
                right.update(result.matches.right_tiles)
        return Confusions(confused, right)

    def calibration(self) -> Calibration:
        """The confidences of the tiles read in photos of natural shape."""
        return Calibration(tuple(one for result in self._natural for one in result.confidences))

    def mistaken_roles(self) -> Counter[tuple[str, str]]:
        """(true role, read role) in rendered hands that were read exactly but lie otherwise."""
        total: Counter[tuple[str, str]] = Counter()
        for result in self._natural:
            if result.roles is not None and result.hand_fixes == 0:
                total.update(result.roles.mistaken)
        return total

    def seconds(self) -> tuple[float, float]:
        """Median and 95th percentile of the time of one photo."""
        times = sorted(result.seconds for result in self.results)
        return median(times), times[min(len(times) - 1, round(0.95 * (len(times) - 1)))]

    def to_json(self) -> dict[str, Any]:
        """All figures as JSON data."""
        middle, slow = self.seconds()
        roles = self.mistaken_roles().most_common()
        return {
            "directory": self.directory,
            "natural": self.figures().to_json(),
            "stretched": self.figures(stretched=True).to_json(),
            "groups": {name: figures.to_json() for name, figures in self.groups().items()},
            "calibration": self.calibration().to_json(),
            "confusions": self.confusions().to_json(),
            "mistaken_roles": [[true, read, number] for (true, read), number in roles],
            "seconds": {"median": round(middle, 4), "p95": round(slow, 4)},
            "photos": [_photo_json(result) for result in self.results],
        }

    @property
    def _natural(self) -> list[PhotoResult]:
        return [result for result in self.results if not result.stretched]


def evaluate(
    directory: Path,
    scanner: ScannerLike,
    wins_json: Path | None = None,
    progress: Progress | None = None,
    watch: Watcher | None = None,
) -> Evaluation:
    """Scan every photo of a labelled folder and compare.

    Args:
        directory: see `models.truth.read_truths`.
        scanner: reads the photos.
        wins_json: which photos show a whole hand and which are stretched; see `models.truth.read_truths`.
        progress: told how many photos are done, how many there are, and the name of the last.
        watch: shown the truth, the scan and the result of each photo.

    Raises:
        TruthError: if the folder is not labelled in a known way.
        PhotoError: if a photo cannot be opened.
    """
    truths = read_truths(directory, wins_json)
    # Where nobody labelled face-down tiles, finding them is no fault.
    backs = any("back" in truth.tiles for truth in truths)
    results: list[PhotoResult] = []
    for truth in truths:
        scan = scanner.scan(truth.photo)
        results.append(_compare(truth, scan, backs))
        if watch:
            watch(truth, scan, results[-1])
        if progress:
            progress(len(results), len(truths), truth.photo.name)
    return Evaluation(str(directory), tuple(results))


def as_seen(scan: Scan) -> Reading:
    """The reading without what the rules decided: every tile is what the picture alone says."""
    reading = scan.reading
    tiles = tuple(
        replace(tile, tile=tile.seen, confidence=min(1.0, float(one.probabilities[CLASSES.index(tile.seen)])))
        for tile, one in zip(reading.tiles, scan.detections, strict=True)
    )

    def unruled(meld: ReadMeld) -> ReadMeld:
        faces = [tiles[index].tile for index in meld.indices if tiles[index].tile != "back"]
        # The backs of a concealed kong stand for the tile that lies open.
        return replace(meld, tiles=tuple((faces + (faces or ["back"]) * 4)[: len(meld.tiles)]))

    # The rules may leave a tile out, or take a flower or a back for a tile of the hand.
    loose = sorted({*reading.concealed, *reading.left_out})
    concealed = tuple(index for index in loose if tiles[index].tile not in ("flower", "back"))
    melds = tuple(unruled(meld) for meld in reading.melds)
    return replace(reading, tiles=tiles, concealed=concealed, melds=melds, left_out=())


def _compare(truth: Truth, scan: Scan, backs: bool) -> PhotoResult:
    found = sorted(scan.detections, key=lambda tile: -tile.score)
    read = [(tile.tile, tile.box) for tile in found if backs or tile.tile != "back"]
    reading = sorted(scan.reading.tiles, key=lambda tile: -tile.confidence)
    reading = [tile for tile in reading if backs or tile.tile != "back"]
    matches = _match(read, truth, scan)
    final = _match([(tile.tile, tile.box) for tile in reading], truth, scan)
    hits = zip(reading, final.hits, strict=True) if final else ()
    laid = read_laid(truth.facts) if truth.facts else None
    hand = laid.hand if laid else truth.hand
    whole = laid.whole if laid else truth.win
    # Tiles left out of the hand, by the rules or by where they lie, are asked about, too.
    asked = {*scan.reading.left_out, *(scan.layout.beside if scan.layout else ())}
    ours = [
        *(scan.reading.tiles[index] for index in asked),
        *(tile for tile in scan.reading.tiles if tile.role in ("hand", "meld", "flower")),
    ]
    return PhotoResult(
        photo=truth.photo.name,
        group=laid.design if laid else truth.group,
        stretched=truth.stretched,
        fixes=fixes((tile for tile, _ in read), truth.tiles),
        hand_fixes=fixes(scan.reading.hand, hand) if whole else None,
        matches=matches,
        confidences=tuple((tile.confidence, right) for tile, right in hits),
        marks=Marks(
            photo=any(tile.doubtful for tile in scan.reading.tiles),
            hand=any(tile.doubtful for tile in ours),
            problems=tuple(problem.code for problem in scan.problems),
        ),
        roles=compare_roles(laid, scan.reading) if laid and whole else None,
        seconds=sum(scan.seconds.values()),
    )


def _match(
    read: list[tuple[str, tuple[float, float, float, float]]], truth: Truth, scan: Scan
) -> Matches | None:
    """Boxes against labels, in pixels of the upright photo."""
    if truth.labelled is None:
        return None
    return match(read, [Labelled(one.tile, one.pixels(scan.width, scan.height)) for one in truth.labelled])


def _photo_json(result: PhotoResult) -> dict[str, Any]:
    marks = {
        "doubts": result.marks.photo,
        "hand_doubts": result.marks.hand,
        "problems": result.marks.problems,
    }
    roles = {} if result.roles is None else {"roles_right": result.roles.all}
    return {"photo": result.photo, "fixes": result.fixes, "hand_fixes": result.hand_fixes} | marks | roles
