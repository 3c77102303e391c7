"""A scan read once more, without its photo: other rules at the table, or tiles that a player put right."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from vision.automaton import Win
from vision.corrector import correct
from vision.detector import CLASSES
from vision.evidence import Evidence
from vision.problems import problems_anew
from vision.reading import asking
from vision.scan import Scan


@dataclass(frozen=True)
class Known:
    """What is known beside the photo.

    Attributes:
        win: what wins at the table; see `vision.scan.Scanner.scan`.
        right: tiles that a player put right, by their index; see `put_right`.
    """

    win: Win | None = None
    right: Mapping[int, str] = field(default_factory=dict)


def put_right(evidence: Evidence, right: Mapping[int, str]) -> Evidence:
    """Evidence in which a player's word counts as certain.

    Args:
        evidence: of all tiles.
        right: index → what that tile is; numbers beyond the tiles are passed over.

    Raises:
        ValueError: for what is no class of tiles.
    """
    classes, exists = evidence.classes.copy(), evidence.exists.copy()
    for index, kind in right.items():
        if 0 <= index < len(classes):
            classes[index] = np.eye(len(CLASSES))[CLASSES.index(kind)]
            exists[index] = 1.0
    return Evidence(classes, exists)


def read_again(scan: Scan, known: Known) -> Scan:
    """Correct the tiles of a scan anew; takes as long as the rules alone, some milliseconds.

    Args:
        scan: of one photo, of a part of it, or of two joined ones. One without layout and evidence stays
            as it is.
        known: what it is read by.

    Raises:
        ValueError: for what is no class of tiles.
    """
    if scan.layout is None or scan.evidence is None:
        return scan
    # The scan keeps what the picture says: what a player puts right may be taken back.
    reading = correct(scan.layout, put_right(scan.evidence, known.right), known.win)
    reading = asking(reading, set(scan.asked) - known.right.keys())
    beside = scan.reading.tiles[len(scan.layout.tiles) :]
    found = problems_anew(scan.problems, reading, known.win)
    reading = replace(reading, tiles=(*reading.tiles, *beside))
    return replace(scan, reading=reading, problems=found)
