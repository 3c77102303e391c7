"""The order in which a set's kinds are laid to be taught, and the photo of them told apart by it."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from scorer.tiles import KINDS
from vision.detector import Detection
from vision.rows import centres, find_rows

ORDER: Final = (KINDS[:9], KINDS[9:18], KINDS[18:27], KINDS[27:])  # the rows to lay, left to right
_AGREEING: Final = 0.5  # share of tiles that must look like what was to be laid there
_ENOUGH: Final = (0.5, 0.25, 0.12)  # probabilities from which a sheet's candidates are taken for tiles


class TeachError(ValueError):
    """A photo or file that cannot teach a set; the message says what to do.

    Attributes:
        code: ``rows`` (with ``found``: tiles a row), ``order``, ``no_reader`` or ``file``.
        found: how many tiles lie in each row that was found.
    """

    def __init__(self, code: str, message: str, found: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.found = found


def surely_laid(found: Sequence[Detection]) -> dict[str, Detection]:
    """`laid_order` of what is surely a tile; of fainter ones too where that is too little.

    What the reader hardly takes for a tile is what it needs to be taught most.

    Args:
        found: the tiles found.

    Raises:
        TeachError: as `laid_order` of what is surely a tile.
    """
    refusals = []
    for enough in _ENOUGH:
        try:
            return laid_order([one for one in found if float(one.probabilities.sum()) >= enough])
        except TeachError as error:
            refusals.append(error)
    raise refusals[0]


def laid_order(detections: Sequence[Detection]) -> dict[str, Detection]:
    """Name the tiles of a photo by the order in which they were laid, not by what was read.

    The photo may be upside down: of both ways to read the rows, the one that agrees more with what was read.

    Args:
        detections: the tiles found.

    Raises:
        TeachError: if they do not lie in rows as `ORDER` asks for, or look like other kinds in most places.
    """
    found = _rows(detections)
    # Edges of tables pass for tiles that lie face down; and a white dragon for one, so they are tried first.
    plain = _rows([one for one in detections if one.tile not in ("back", "flower")])
    ways = [way for rows in (found, plain) for way in _fitting(rows)]
    if not ways:
        counts = tuple(len(row) for row in plain)
        raise TeachError(
            "rows",
            f"Rows of 9, 9, 9 and 7 tiles are wanted; found: {', '.join(map(str, counts)) or 'no tiles'}. "
            "Lay each row straight and the rows a tile apart, leave nothing else in the picture, and take "
            "the photo again.",
            counts,
        )
    best = max((_named(way) for way in ways), key=_agreement)
    if _agreement(best) < _AGREEING * len(best):
        raise TeachError(
            "order",
            "Most tiles look like others than those that should lie there. Lay them in the order shown, "
            "upright, and take the photo again.",
        )
    return best


def _rows(detections: Sequence[Detection]) -> list[list[Detection]]:
    """Rows of two and more, from far to near."""
    boxes = np.array([one.box for one in detections], np.float32).reshape(-1, 4)
    found = [row for row in find_rows(boxes) if len(row.indices) > 1]
    places = [float(found[0].across(centres(boxes[list(row.indices)])).mean()) for row in found]
    return [[detections[index] for index in found[place].indices] for place in np.argsort(places)]


def _fitting(rows: Sequence[Sequence[Detection]]) -> list[list[Sequence[Detection]]]:
    """The ways to read rows that follow each other as those of `ORDER`, the photo either way up."""
    wanted = [len(kinds) for kinds in ORDER]
    ways = []
    for first in range(len(rows) - len(wanted) + 1):
        part = rows[first : first + len(wanted)]
        for way in (list(part), [row[::-1] for row in part[::-1]]):
            if [len(row) for row in way] == wanted:
                ways.append(way)
    return ways


def _named(rows: Sequence[Sequence[Detection]]) -> dict[str, Detection]:
    return {
        kind: detection
        for kinds, row in zip(ORDER, rows, strict=True)
        for kind, detection in zip(kinds, row, strict=True)
    }


def _agreement(laid: Mapping[str, Detection]) -> int:
    """How many tiles were read as what they were laid as."""
    return sum(detection.tile == kind for kind, detection in laid.items())
