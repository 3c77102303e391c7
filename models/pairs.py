"""How often kinds that look alike are taken for each other: ``python -m models.pairs``.

Sheets of all 34 kinds in the designs that training never shows are drawn and photographed, each kind once a
sheet, and read by both networks without any rule of the game.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from datasets.scene import SPLITS, Scene, scene
from models.intervals import wilson
from vision.boxes import iou
from vision.detector import CLASSES, Detection
from vision.photo import Photo
from vision.scan import Scanner

ALIKE: Final = (
    ("7p", "8p"), ("8p", "9p"), ("6p", "7p"), ("6p", "9p"), ("4p", "5p"), ("2s", "3s"), ("6s", "9s"),
    ("7s", "9s"), ("7s", "8s"), ("4s", "6s"), ("1m", "2m"), ("2m", "3m"), ("1m", "3m"), ("6m", "8m"),
    ("7m", "9m"), ("4m", "5m"), ("E", "S"), ("E", "W"), ("S", "W"), ("F", "C"),
)  # fmt: skip
KINDS: Final = 34
MISSED: Final = "-"
_SURELY: Final = 0.01  # the share that a pair may be confused

Find = Callable[[Photo], Sequence[Detection]]


@dataclass
class Reads:
    """What tiles were read as.

    Attributes:
        crops: tiles of each kind that were shown.
        read: how many of each (true, read); `MISSED` for those that were not found.
    """

    crops: Counter[str] = field(default_factory=Counter)
    read: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, shown: Scene, found: Sequence[Detection]) -> None:
        """Count the faces of a scene."""
        faces = [label for label in shown.labels if label.index < KINDS]
        boxes = np.array([label.box for label in faces], np.float32).reshape(-1, 4)
        overlaps = iou(boxes, np.array([one.box for one in found], np.float32).reshape(-1, 4))
        for row, label in enumerate(faces):
            true = CLASSES[label.index]
            best = int(overlaps[row].argmax()) if overlaps.size else 0
            seen = found[best].tile if overlaps.size and overlaps[row, best] >= 0.5 else MISSED
            self.crops[true] += 1
            self.read[true, seen] += 1

    def to_text(self) -> list[str]:
        """A line for each pair, both ways, then the most frequent confusions of all and what was missed."""
        lines = [f"{'pair':9}{'confused':>12}{'share':>9}   95 %"]
        lines += [self._line(one, other) for one, other in ALIKE]
        confused = Counter(
            {pair: count for pair, count in self.read.items() if pair[0] != pair[1] and pair[1] != MISSED}
        )
        most = ", ".join(f"{true}→{seen} {count}" for (true, seen), count in confused.most_common(10))
        shown = self.crops.total()
        missed = sum(count for (_, seen), count in self.read.items() if seen == MISSED)
        lines.append(f"all {shown} tiles: {confused.total()} taken for others, {missed} not found; {most}")
        return lines

    def _line(self, one: str, other: str) -> str:
        count = self.read[one, other] + self.read[other, one]
        cases = self.crops[one] + self.crops[other]
        low, high = wilson(count, cases)
        verdict = "below" if high <= _SURELY else "above" if low > _SURELY else "open"
        return (
            f"{one + '/' + other:9}{f'{count}/{cases}':>12}{100 * count / max(cases, 1):8.2f} %"
            f"   {100 * low:.2f} to {100 * high:.2f} %  {verdict} {_SURELY:.0%}"
        )


def sheets(number: int, seed: int, split: str, longest: int) -> Iterator[Scene]:
    """As many sheets, each with the 34 kinds of one set."""
    for place in range(number):
        yield scene(seed + place, split, longest, "sheet")


def measure(shown: Iterator[Scene], find: Find, progress: Callable[[int], None] | None = None) -> Reads:
    """Read scenes.

    Args:
        shown: the scenes.
        find: finds and names the tiles of a photo.
        progress: told how many scenes are done.
    """
    reads = Reads()
    for number, one in enumerate(shown, 1):
        height, width = one.picture.shape[:2]
        reads.add(one, find(Photo(one.picture, width, height, 1.0)))
        if progress:
            progress(number)
    return reads


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--crops", type=int, default=2000, help="tiles of each kind")
    parser.add_argument("--seed", type=int, default=0, help="of the first sheet")
    parser.add_argument("--split", choices=SPLITS, default="check")
    parser.add_argument("--longest", type=int, default=1632, help="longer side of the photos, pixels")
    parser.add_argument("--threads", type=int, default=0, help="of the networks; 0 takes all cores")
    asked = parser.parse_args(arguments)
    scanner = Scanner(threads=asked.threads)

    def tell(done: int) -> None:
        if done % 50 == 0:
            print(f"{done} of {asked.crops} sheets", flush=True)

    shown = sheets(asked.crops, asked.seed, asked.split, asked.longest)
    reads = measure(shown, lambda photo: scanner.scan(photo).detections, tell)
    print(*reads.to_text(), sep="\n")


if __name__ == "__main__":
    main()
