"""Which tiles are the hand, and how they lie: rows by principal axis, groups by gaps, the rest is table.

The hand is the longest row of large tiles with the rows and groups of like tiles beside it. What stands apart
in threes and fours may be a meld; a lone tile at an end or above may be the winning tile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from vision.blocks import Block, hand_block
from vision.boxes import Boxes
from vision.detector import Detection
from vision.rows import Row, find_rows

Role = Literal["hand", "meld", "flower", "table", "back"]

_APART: Final = 1.4  # pitches from centre to centre: more is a gap


@dataclass(frozen=True, eq=False)
class Layout:
    """Tiles in reading order and what they belong to; numbers are indices into ``tiles``.

    Attributes:
        tiles: all detections, row by row as the hand lies.
        concealed: tiles of the hand outside melds, the winning tile excluded.
        melds: groups of three or four set apart; a concealed kong includes its backs.
        win: the tile set apart from the hand, or None.
        flowers: flowers and seasons of the hand or beside it.
    """

    tiles: tuple[Detection, ...]
    concealed: tuple[int, ...]
    melds: tuple[tuple[int, ...], ...]
    win: int | None
    flowers: tuple[int, ...]

    def role(self, index: int) -> Role:
        """What a tile is; ``hand`` includes the winning tile."""
        if index in self.flowers:
            return "flower"
        if self.tiles[index].tile == "back":
            return "back"
        if any(index in meld for meld in self.melds):
            return "meld"
        return "hand" if index in self.concealed or index == self.win else "table"


def arrange(detections: Sequence[Detection]) -> Layout:
    """Put the tiles of a photo in order.

    Args:
        detections: as the detector found them, in any order and any turn of the photo.
    """
    if not detections:
        return Layout((), (), (), None, ())
    boxes = np.array([detection.box for detection in detections], np.float32)
    kinds = [detection.tile for detection in detections]
    rows = find_rows(boxes)
    block = hand_block(rows, boxes, kinds)
    groups = _groups(block, boxes, kinds)
    melds, concealed, win = _parts(groups, block, kinds)
    order = _reading_order(rows, block, boxes)
    place = {old: new for new, old in enumerate(order)}
    return Layout(
        tiles=tuple(detections[index] for index in order),
        concealed=tuple(sorted(place[index] for index in concealed)),
        melds=tuple(sorted(tuple(sorted(place[index] for index in meld)) for meld in melds)),
        win=None if win is None else place[win],
        flowers=tuple(sorted(place[index] for index, kind in enumerate(kinds) if kind == "flower")),
    )


def _groups(block: Block, boxes: Boxes, kinds: Sequence[str]) -> list[list[int]]:
    """Split the rows of the hand at gaps; rows that touch stay together."""
    parts: list[list[int]] = []
    for row in block.rows:
        indices = [index for index in row.indices if kinds[index] != "flower"]
        if not indices:
            continue
        along = row.along((boxes[indices, :2] + boxes[indices, 2:]).astype(np.float64) / 2)
        parts.append([indices[0]])
        for index, step in zip(indices[1:], np.diff(along), strict=True):
            if step > _APART * row.pitch:
                parts.append([])
            parts[-1].append(index)
    joined: list[list[int]] = []
    for part in parts:
        touching = [group for group in joined if block.touch(group, part, boxes)]
        joined = [group for group in joined if group not in touching]
        joined.append([*(index for group in touching for index in group), *part])
    return joined


def _parts(
    groups: list[list[int]], block: Block, kinds: Sequence[str]
) -> tuple[list[list[int]], list[int], int | None]:
    """Melds, concealed tiles and winning tile among the groups of the hand."""
    largest = max((len(group) for group in groups), default=0)
    melds = [group for group in groups if len(group) in (3, 4) and _may_be_meld(group, kinds)]
    rest = [group for group in groups if group not in melds]
    if not rest or (largest <= 4 and sum(map(len, rest)) not in (1, 2)):
        # Everything lies in sets: sorted to be shown, not called.
        melds, rest = [], groups
    concealed = [index for group in rest for index in group]
    lone = [group[0] for group in rest if len(group) == 1 and kinds[group[0]] != "back"]
    lone += [index for index in block.lone if kinds[index] not in ("back", "flower")]
    faces = {index for index in (*concealed, *lone) if kinds[index] != "back"}
    count = len(faces) + 3 * len(melds)
    # The tile set apart wins if it makes the hand whole; two such tiles leave the question open.
    win = lone[0] if len(lone) == 1 and count in (14, 17) else None
    return melds, [index for index in concealed if index != win and kinds[index] != "back"], win


def _may_be_meld(group: Sequence[int], kinds: Sequence[str]) -> bool:
    """A run, a triplet, a kong, or a kong that shows backs, as read."""
    tiles = sorted(kinds[index] for index in group)
    faces = [tile for tile in tiles if tile != "back"]
    if len(tiles) == 4:
        return len(set(faces)) <= 1
    if len(faces) < 3 or "flower" in faces:
        return False
    ranks = [int(tile[0]) for tile in faces if len(tile) == 2]
    run = (
        len(ranks) == 3
        and len({tile[1] for tile in faces}) == 1
        and ranks == list(range(ranks[0], ranks[0] + 3))
    )
    return run or len(set(faces)) == 1


def _reading_order(rows: Sequence[Row], block: Block, boxes: Boxes) -> list[int]:
    """Rows from top to bottom as the hand lies, each from left to right."""
    across = block.rows[0].across if block.rows else rows[0].across

    def height(row: Row) -> float:
        indices = list(row.indices)
        return float(across((boxes[indices, :2] + boxes[indices, 2:]).astype(np.float64) / 2).mean())

    return [index for row in sorted(rows, key=height) for index in row.indices]
