"""Which tiles are the hand, and how they lie: rows by principal axis, groups by gaps, the rest is table.

What stands apart from the hand as a run, triplet or kong is a meld; a lone tile that makes the hand whole, at
an end of it or above, is the winning tile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from vision.blocks import Block, hand_block
from vision.boxes import Boxes
from vision.detector import Detection
from vision.groups import cut_melds, may_be_meld
from vision.rows import Row, centres, find_rows

WHOLE: Final = (14, 17)  # tiles, a meld counting as three
_LACKING: Final = (13, 16)
_MELDS: Final = 9  # tiles of melds that lie against one another

Role = Literal["hand", "meld", "flower", "table", "back"]
Group = Sequence[int]


@dataclass(frozen=True, eq=False)
class Layout:
    """Tiles in reading order and what they belong to; numbers are indices into ``tiles``.

    Attributes:
        tiles: all detections, row by row as the hand lies.
        concealed: tiles of the hand outside melds, the winning tile excluded.
        melds: groups of three or four set apart; a concealed kong includes its backs.
        win: the tile set apart from the hand, or None.
        flowers: flowers and seasons.
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
        if any(index in meld for meld in self.melds):
            return "meld"
        if self.tiles[index].tile == "back":
            return "back"
        return "hand" if index in self.concealed or index == self.win else "table"


def arrange(detections: Sequence[Detection]) -> Layout:
    """Put the tiles of a photo in order.

    Args:
        detections: as the detector found them, in any order and any turn of the photo.
    """
    boxes = np.array([detection.box for detection in detections], np.float32).reshape(-1, 4)
    kinds = [detection.tile for detection in detections]
    rows = find_rows(boxes)
    block = hand_block(rows, boxes, kinds)
    melds, concealed, win = ([], [], None) if block is None else _parts(block, boxes, detections)
    order = _reading_order(rows, block.leading if block else None, boxes)
    place = {old: new for new, old in enumerate(order)}
    return Layout(
        tiles=tuple(detections[index] for index in order),
        concealed=tuple(sorted(place[index] for index in concealed)),
        melds=tuple(sorted(tuple(sorted(place[index] for index in meld)) for meld in melds)),
        win=None if win is None else place[win],
        flowers=tuple(sorted(place[index] for index, kind in enumerate(kinds) if kind == "flower")),
    )


def winning_apart(layout: Layout, count: int) -> int | None:
    """The winning tile among the tiles of one photo, once another photo tells how many the hand has.

    Args:
        layout: of the photo; what it takes for the winning tile does not matter.
        count: tiles of the whole hand, those set apart alone left out, a meld counting as three.
    """
    boxes = np.array([tile.box for tile in layout.tiles], np.float32).reshape(-1, 4)
    kinds = [tile.tile for tile in layout.tiles]
    block = hand_block(find_rows(boxes), boxes, kinds)
    if block is None:
        return None
    loose = [[index for index in group if index in layout.concealed] for group in block.groups]
    found = _winning([group for group in loose if group], block, boxes, kinds, count)
    # What already counts as one of 13 tiles is not the fourteenth.
    return None if count in _LACKING and found in layout.concealed else found


def _parts(
    block: Block, boxes: Boxes, tiles: Sequence[Detection]
) -> tuple[list[Group], list[int], int | None]:
    """Melds, concealed tiles and winning tile."""
    kinds = [tile.tile for tile in tiles]
    without_flowers = [[index for index in group if kinds[index] != "flower"] for group in block.groups]
    groups: list[Group] = [group for group in without_flowers if group]
    melds, rest = _called(groups, tiles)
    if not any(kinds[index] != "back" for group in rest for index in group):
        melds, rest = [], groups
    concealed = [index for group in rest for index in group if kinds[index] != "back"]
    win = _winning(rest, block, boxes, kinds, len(concealed) + 3 * len(melds))
    return melds, [index for index in concealed if index != win], win


def _called(groups: list[Group], tiles: Sequence[Detection]) -> tuple[list[Group], list[Group]]:
    """The melds among the groups, and the groups that are left."""
    choices = [tile.choices for tile in tiles]
    melds = [group for group in groups if may_be_meld([choices[index] for index in group])]
    rest = [group for group in groups if group not in melds]
    # First what is melds and nothing else, then those with the winning tile against them.
    for least, ends in ((1, ((0, 0),)), (2, ((0, 1), (1, 0)))):
        for group in sorted(rest, key=len):
            others = [other for other in rest if other is not group]
            most = max((len(other) for other in others), default=0)
            # A long row of melds may as well be the concealed hand, or one beside which one tile lies.
            if most < least or (len(group) > _MELDS and most > 1):
                continue
            for before, after in ends:
                end = len(group) - after
                if (parts := cut_melds(group[before:end], choices)) is not None:
                    melds += parts
                    rest = [*others, *([index] for index in (*group[:before], *group[end:]))]
                    break
    return melds, rest


def _winning(
    rest: Sequence[Group], block: Block, boxes: Boxes, kinds: Sequence[str], count: int
) -> int | None:
    """The tile set apart that makes the hand whole; None where none or several could be.

    Args:
        rest: the groups of concealed tiles.
        block: the hand.
        boxes: N×4.
        kinds: N classes.
        count: tiles in the hand's groups, a meld counting as three.
    """
    if count in WHOLE:
        single = [group[0] for group in rest if len(group) == 1 and len(rest) > 1]
        alike = {kinds[index] for index in single}
        # Of a pair of which each lies apart, the last one is the winning tile.
        return single[-1] if len(single) == 1 or (len(single) == 2 and len(alike) == 1) else None
    if count not in _LACKING:
        return None
    lone = [index for index in block.lone if kinds[index] not in ("back", "flower")]
    members = centres(boxes[[index for group in block.groups for index in group]])
    apart = [float(np.linalg.norm(members - point, axis=1).min()) for point in centres(boxes[lone])]
    # Among discards the next one is hardly further away.
    clear = len(lone) == 1 or (len(lone) > 1 and apart[0] < 0.7 * apart[1])
    return lone[0] if clear else None


def _reading_order(rows: Sequence[Row], leading: Row | None, boxes: Boxes) -> list[int]:
    """Rows from top to bottom as the hand lies, each from left to right."""
    guide = leading or (rows[0] if rows else None)
    if guide is None:
        return []

    def height(row: Row) -> float:
        return float(guide.across(centres(boxes[list(row.indices)])).mean())

    return [index for row in sorted(rows, key=height) for index in row.indices]
