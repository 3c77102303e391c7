"""The hand's block: its longest row, the rows and groups beside it, and lone tiles near by."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.boxes import Boxes
from vision.rows import Row, centres, sizes

_FULL: Final = 18  # tiles of a hand with four kongs: more do not make a row likelier to be the hand
_LIKE_SIZE: Final = 1.35
_PARALLEL: Final = 0.97  # cosine, 14°
_NEAR: Final = 2.2  # tile sizes between a row of the hand and the next


@dataclass(frozen=True, eq=False)
class Block:
    """The hand's rows, the leading one first, and lone tiles beside it that may have won it."""

    rows: tuple[Row, ...]
    lone: tuple[int, ...]

    def touch(self, first: Sequence[int], second: Sequence[int], boxes: Boxes) -> bool:
        """Whether two groups of different rows lie against each other like rows of a grid."""
        row = self.rows[0]
        one, two = centres(boxes[list(first)]), centres(boxes[list(second)])
        beside = np.abs(row.along(one)[:, None] - row.along(two)[None]) < 0.7 * row.pitch
        steps = np.abs(row.across(one)[:, None] - row.across(two)[None])
        if not beside.any() or np.median(steps[beside]) < 0.5 * row.size:
            return False
        return bool(steps[beside].min() < 1.25 * _height(row, boxes))


def hand_block(rows: Sequence[Row], boxes: Boxes, kinds: Sequence[str]) -> Block:
    """Choose the hand among all rows.

    Args:
        rows: of `find_rows`.
        boxes: N×4.
        kinds: N classes as read; rows of backs are walls.
    """
    faces = {row: sum(kinds[index] != "back" for index in row.indices) for row in rows}
    shown = [row for row in rows if faces[row]]
    if not shown:
        return Block((), ())
    largest = max(row.size for row in shown if faces[row] >= min(3, max(faces.values())))
    leading = max(shown, key=lambda row: min(faces[row], _FULL) * min(row.size / largest, 1.0))
    block, total = [leading], faces[leading]
    # Nearest first, so that a hand of three rows grows one by one.
    others = sorted(
        (row for row in shown if row is not leading), key=lambda row: _distance(row, leading, boxes)
    )
    for row in others:
        if len(row.indices) > 1 and _belongs(row, block, boxes) and _fits(total, faces[row], row, leading):
            block.append(row)
            total += faces[row]
    lone = [
        row.indices[0]
        for row in others
        if len(row.indices) == 1
        and _alike(row, leading)
        and _distance(row, leading, boxes) < _NEAR * leading.size
    ]
    return Block(tuple(block), tuple(lone))


def _fits(total: int, more: int, row: Row, leading: Row) -> bool:
    """A whole hand takes no more rows; a grid (rows of like length) is one thing however large."""
    return total + more <= _FULL or len(row.indices) >= 0.75 * len(leading.indices)


def _belongs(row: Row, block: Sequence[Row], boxes: Boxes) -> bool:
    """Tiles of like size in a row parallel to the hand's and near it."""
    leading = block[0]
    return (
        _alike(row, leading)
        and abs(float(row.direction @ leading.direction)) > _PARALLEL
        and min(_distance(row, other, boxes) for other in block) < _NEAR * leading.size
    )


def _alike(row: Row, leading: Row) -> bool:
    return max(row.size, leading.size) < _LIKE_SIZE * min(row.size, leading.size)


def _distance(row: Row, other: Row, boxes: Boxes) -> float:
    """From centre to centre of the nearest two tiles, pixels."""
    one, two = centres(boxes[list(row.indices)]), centres(boxes[list(other.indices)])
    return float(np.linalg.norm(one[:, None] - two[None], axis=2).min())


def _height(row: Row, boxes: Boxes) -> float:
    """How far the tiles of a row reach across it, pixels: their area over their pitch."""
    own = boxes[list(row.indices)]
    level = max(abs(float(row.direction[0])), abs(float(row.direction[1])))
    if level > 0.97:
        return float(np.median((own[:, 2:] - own[:, :2])[:, 1 if abs(row.direction[0]) > 0.9 else 0]))
    return float(np.median(sizes(own)))
