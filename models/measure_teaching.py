"""What teaching a set is worth: ``python -m models.measure_teaching``.

For each set a sheet of its 34 kinds is drawn and taught, then hands of the same set are read without and with
it: kinds on the true boxes by the reader alone, and whole photos by detector and reader together. By default
the sets are those that training never shows; with ``--split train`` they are named designs as other factories
make them, on which the comparison's weight was chosen.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from datasets.catalogue import CHECK_DESIGNS, DESIGNS
from datasets.deck import Deck
from datasets.designs import Design, vary
from datasets.reading import reading
from datasets.scene import SPLITS, Scene, photo_size, render_layout
from datasets.teaching import teaching_sheet
from models.intervals import wilson
from vision.boxes import iou
from vision.detector import CLASSES, Detection
from vision.laid import TeachError
from vision.photo import Photo
from vision.reader import OnnxWindowEngine, Reader, compare
from vision.scan import Scanner, shipped_reader
from vision.taught import TaughtSet

KINDS: Final = 34
_SHEET_PX: Final = 1632
_NAMES: Final = ("true boxes, reader alone", "photos, both networks")
Pair = tuple[str, str]


@dataclass
class Tally:
    """Tiles read without and with teaching.

    Attributes:
        tiles: how many.
        wrong: read as another kind, without and with.
        confused: (true, read) without and with.
    """

    tiles: int = 0
    wrong: list[int] = field(default_factory=lambda: [0, 0])
    confused: tuple[Counter[Pair], Counter[Pair]] = field(default_factory=lambda: (Counter(), Counter()))

    def add(self, true: Sequence[str], without: Sequence[str], taught: Sequence[str]) -> None:
        """Count some tiles."""
        self.tiles += len(true)
        for place, read in enumerate((without, taught)):
            pairs = [(kind, seen) for kind, seen in zip(true, read, strict=True) if kind != seen]
            self.wrong[place] += len(pairs)
            self.confused[place].update(pairs)

    def __add__(self, other: "Tally") -> "Tally":
        wrong = [one + more for one, more in zip(self.wrong, other.wrong, strict=True)]
        confused = (self.confused[0] + other.confused[0], self.confused[1] + other.confused[1])
        return Tally(self.tiles + other.tiles, wrong, confused)

    def to_text(self) -> list[str]:
        """Lines for a person."""
        lines = []
        for name, wrong, confused in zip(("without", "taught"), self.wrong, self.confused, strict=True):
            low, high = wilson(wrong, self.tiles)
            share = f"{wrong}/{self.tiles} = {wrong / max(self.tiles, 1):.4f} ({low:.4f} to {high:.4f})"
            most = ", ".join(f"{true}→{read} {count}" for (true, read), count in confused.most_common(6))
            lines.append(f"    {name:8} wrong {share}  {most}")
        return lines


def sets(split: str) -> Iterator[Design]:
    """The sets to measure: as drawn for ``check``, as another factory makes them for ``train``."""
    for number, (name, design) in enumerate(DESIGNS.items()):
        if (name in CHECK_DESIGNS) == (split == "check"):
            yield design if split == "check" else vary(design, np.random.default_rng([number, 77]))


def photographed(design: Design, seed: int, split: str, kind: str, longest: int) -> Scene:
    """A ``sheet`` or one of the ``hands`` of a set."""
    rng = np.random.default_rng([seed, SPLITS.index(split), len(kind), list(DESIGNS).index(design.name)])
    deck = Deck(rng, design.ratio, design.depth)
    layout = teaching_sheet(rng, deck) if kind == "sheet" else reading(rng, deck)
    return render_layout(rng, layout, design, seed, split, photo_size(rng, longest))


def photo_of(scene: Scene) -> Photo:
    """The scene's picture as a photo."""
    height, width = scene.picture.shape[:2]
    return Photo(scene.picture, width, height, 1.0)


def on_true_boxes(reader: Reader, photo: Photo, scene: Scene, taught: TaughtSet, tally: Tally) -> None:
    """Read the labelled faces by the reader alone."""
    faces = [label for label in scene.labels if label.index < KINDS]
    embeddings, logits = reader.look(photo, [label.box for label in faces])
    shifted = np.exp(logits[:, : len(CLASSES)] - logits.max(axis=1, keepdims=True)).astype(np.float64)
    alone = shifted / shifted.sum(axis=1, keepdims=True)
    true = [CLASSES[label.index] for label in faces]
    tally.add(true, _named(alone), _named(compare(alone, embeddings, taught)))


def in_photo(scans: Sequence[Sequence[Detection]], scene: Scene, tally: Tally) -> None:
    """Compare what both networks found, without and with teaching, with the labels; only what both found."""
    faces = [label for label in scene.labels if label.index < KINDS]
    boxes = np.array([label.box for label in faces], np.float32).reshape(-1, 4)
    reads: list[list[str | None]] = []
    for found in scans:
        overlaps = iou(boxes, np.array([one.box for one in found], np.float32).reshape(-1, 4))
        best = overlaps.argmax(axis=1) if overlaps.size else np.zeros(len(boxes), int)
        reads.append(
            [
                found[int(place)].tile if overlaps.size and overlaps[row, place] >= 0.5 else None
                for row, place in enumerate(best)
            ]
        )
    both = [row for row in range(len(faces)) if reads[0][row] and reads[1][row]]
    tally.add(
        [CLASSES[faces[row].index] for row in both],
        [str(reads[0][row]) for row in both],
        [str(reads[1][row]) for row in both],
    )


def _named(probabilities: npt.NDArray[np.float64]) -> list[str]:
    return [CLASSES[int(place)] for place in probabilities.argmax(axis=1)]


def measure(design: Design, asked: argparse.Namespace) -> list[Tally]:
    """Teach one set from some sheets in turn and read some hands of it; what it came to, as in ``_NAMES``."""
    scanner = Scanner(threads=asked.threads)
    reader = Reader(OnnxWindowEngine(shipped_reader(), asked.threads))
    learnt = []
    for seed in range(asked.sheets):
        sheet = photographed(design, seed, asked.split, "sheet", _SHEET_PX)
        try:
            learnt.append(scanner.teach(photo_of(sheet)).taught)
        except TeachError as error:
            print(f"  sheet {seed} of {design.name} is refused: {error}", flush=True)
    tallies = [Tally() for _ in _NAMES]
    for seed in range(asked.scenes if learnt else 0):
        scene = photographed(design, seed, asked.split, "hands", asked.longest)
        photo, taught = photo_of(scene), learnt[seed % len(learnt)]
        on_true_boxes(reader, photo, scene, taught, tallies[0])
        scans = [scanner.scan(photo, taught=one).detections for one in (None, taught)]
        in_photo(scans, scene, tallies[1])
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--split", choices=SPLITS, default="check")
    parser.add_argument("--scenes", type=int, default=32, help="hands of each set")
    parser.add_argument("--sheets", type=int, default=4, help="sheets of each set, taught in turn")
    parser.add_argument("--longest", type=int, default=960, help="longer side of the hands' photos, pixels")
    parser.add_argument("--threads", type=int, default=0, help="of the networks; 0 takes all cores")
    args = parser.parse_args()
    total = [Tally() for _ in _NAMES]
    for design in sets(args.split):
        found = measure(design, args)
        _print(design.name, found)
        total = [one + more for one, more in zip(total, found, strict=True)]
    _print("all sets", total)


def _print(name: str, tallies: Sequence[Tally]) -> None:
    print(name)
    for what, tally in zip(_NAMES, tallies, strict=True):
        print(f"  {what}", *tally.to_text(), sep="\n", flush=True)


if __name__ == "__main__":
    main()
