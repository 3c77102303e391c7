"""Measure the whole way of a photo on a labelled folder: the figures of the model card come from here."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final, Protocol

from models.matching import Matches, fixes, match
from models.truth import Labelled, Truth, read_truths
from vision.scan import Scan

_CONFUSIONS: Final = 12  # shown

Progress = Callable[[int, int, str], None]


class ScannerLike(Protocol):
    """What reads a photo: `vision.scan.Scanner`."""

    def scan(self, source: Path) -> Scan:
        """Read one photo."""
        ...


@dataclass(frozen=True)
class Figures:
    """Counts over some photos.

    Attributes:
        photos: how many.
        exact: photos whose labelled faces were all read and nothing else: flowers count, rules do not help.
        one_fix: photos at most one change, addition or removal away from that.
        two_fixes: the same with two.
        wins: photos that show a whole hand.
        hands_exact: of those, how many hands came out exactly, after the corrector, flowers left out.
        hands_one_fix: at most one fix away.
        hands_two_fixes: at most two.
        right: boxes of the right class at IoU 0.5.
        found: all boxes found; 0 where the truth has no boxes.
        labelled: all boxes labelled.
    """

    photos: int
    exact: int
    one_fix: int
    two_fixes: int
    wins: int
    hands_exact: int
    hands_one_fix: int
    hands_two_fixes: int
    right: int
    found: int
    labelled: int

    @property
    def precision(self) -> float | None:
        """Right among found, class-aware; None without boxes."""
        return self.right / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        """Right among labelled, class-aware; None without boxes."""
        return self.right / self.labelled if self.labelled else None

    def to_json(self) -> dict[str, float | None]:
        """Counts and shares."""
        return {**self.__dict__, "precision": self.precision, "recall": self.recall}


@dataclass(frozen=True)
class PhotoResult:
    """One photo: fixes to all labelled faces, fixes to the hand (None without a win), matched boxes."""

    photo: str
    stretched: bool
    fixes: int
    hand_fixes: int | None
    matches: Matches | None
    seconds: float


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
        chosen = [result for result in self.results if result.stretched == stretched]
        hands = [result.hand_fixes for result in chosen if result.hand_fixes is not None]
        matches = [result.matches for result in chosen if result.matches is not None]
        return Figures(
            photos=len(chosen),
            exact=sum(result.fixes == 0 for result in chosen),
            one_fix=sum(result.fixes <= 1 for result in chosen),
            two_fixes=sum(result.fixes <= 2 for result in chosen),
            wins=len(hands),
            hands_exact=sum(number == 0 for number in hands),
            hands_one_fix=sum(number <= 1 for number in hands),
            hands_two_fixes=sum(number <= 2 for number in hands),
            right=sum(one.right for one in matches),
            found=sum(one.found for one in matches),
            labelled=sum(one.labelled for one in matches),
        )

    def confusions(self) -> Counter[tuple[str, str]]:
        """(labelled, read) of all photos of natural shape; ``-`` is missed or made up."""
        total: Counter[tuple[str, str]] = Counter()
        for result in self.results:
            if result.matches is not None and not result.stretched:
                total.update(result.matches.confused)
        return total

    def seconds(self) -> tuple[float, float]:
        """Median and 95th percentile of the time of one photo."""
        times = sorted(result.seconds for result in self.results)
        return median(times), times[min(len(times) - 1, round(0.95 * (len(times) - 1)))]

    def to_json(self) -> dict[str, Any]:
        """All figures as JSON data."""
        middle, slow = self.seconds()
        return {
            "directory": self.directory,
            "natural": self.figures().to_json(),
            "stretched": self.figures(stretched=True).to_json(),
            "confusions": [[true, read, count] for (true, read), count in self.confusions().most_common()],
            "seconds": {"median": round(middle, 4), "p95": round(slow, 4)},
            "photos": [
                {"photo": one.photo, "fixes": one.fixes, "hand_fixes": one.hand_fixes} for one in self.results
            ],
        }

    def to_text(self) -> str:
        """The figures for a person."""
        middle, slow = self.seconds()
        lines = [
            f"{self.directory}: {len(self.results)} photos, median {middle:.2f} s, p95 {slow:.2f} s a photo"
        ]
        lines += _lines("photos of natural shape", self.figures())
        if (stretched := self.figures(stretched=True)).photos:
            lines += _lines("stretched photos", stretched)
        if worst := self.confusions().most_common(_CONFUSIONS):
            words = [f"{true}→{read} {count}" for (true, read), count in worst]
            lines.append(f"  worst confusions (labelled→read, - is none): {', '.join(words)}")
        return "\n".join(lines)


def evaluate(
    directory: Path, scanner: ScannerLike, wins_json: Path | None = None, progress: Progress | None = None
) -> Evaluation:
    """Scan every photo of a labelled folder and compare.

    Args:
        directory: see `models.truth.read_truths`.
        scanner: reads the photos.
        wins_json: which photos show a whole hand and which are stretched; see `models.truth.read_truths`.
        progress: told how many photos are done, how many there are, and the name of the last.

    Raises:
        TruthError: if the folder is not labelled in a known way.
        PhotoError: if a photo cannot be opened.
    """
    truths = read_truths(directory, wins_json)
    # Where nobody labelled face-down tiles, finding them is no fault.
    backs = any("back" in truth.tiles for truth in truths)
    results: list[PhotoResult] = []
    for truth in truths:
        results.append(_compare(truth, scanner.scan(truth.photo), backs))
        if progress:
            progress(len(results), len(truths), truth.photo.name)
    return Evaluation(str(directory), tuple(results))


def _compare(truth: Truth, scan: Scan, backs: bool) -> PhotoResult:
    found = sorted(scan.detections, key=lambda tile: -tile.score)
    read = [(tile.tile, tile.box) for tile in found if backs or tile.tile != "back"]
    matches = None
    if truth.labelled is not None:
        width, height = scan.width, scan.height
        scaled = [
            Labelled(
                one.tile, (one.box[0] * width, one.box[1] * height, one.box[2] * width, one.box[3] * height)
            )
            for one in truth.labelled
        ]
        matches = match(read, scaled)
    return PhotoResult(
        photo=truth.photo.name,
        stretched=truth.stretched,
        fixes=fixes((tile for tile, _ in read), truth.tiles),
        hand_fixes=fixes(scan.reading.hand, truth.hand) if truth.win else None,
        matches=matches,
        seconds=sum(scan.seconds.values()),
    )


def _lines(title: str, figures: Figures) -> Sequence[str]:
    lines = [f"{title}: {figures.photos}"]
    if figures.photos:
        exact = [
            _share(number, figures.photos) for number in (figures.exact, figures.one_fix, figures.two_fixes)
        ]
        lines.append(f"  recogniser exact {exact[0]}, within one fix {exact[1]}, two {exact[2]}")
    if figures.wins:
        numbers = (figures.hands_exact, figures.hands_one_fix, figures.hands_two_fixes)
        exact = [_share(number, figures.wins) for number in numbers]
        text = f"hand exact {exact[0]}, within one fix {exact[1]}, two {exact[2]}"
        lines.append(f"  complete wins {figures.wins}: {text}")
    if figures.precision is not None and figures.recall is not None:
        lines.append(
            f"  tiles at IoU 0.5, class-aware: precision {figures.precision:.3f}, recall {figures.recall:.3f}"
        )
    return lines


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} ({100 * part / whole:.1f} %)"
