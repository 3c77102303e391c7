"""The tiles of a photo as they lie: those on top of others lowered into their rows, and where the hand is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.blocks import Block, hand_block
from vision.boxes import Boxes
from vision.detector import Detection
from vision.groups import Covering, Group
from vision.rows import Row, find_rows, row_of
from vision.stacks import find_stacks, lowered, untidiness


@dataclass(frozen=True, eq=False)
class Lying:
    """Tiles by index.

    Attributes:
        tiles: N detections.
        boxes: N×4 in the photo turned upright, of raised tiles where the hidden ones lie.
        kinds: N classes as read.
        rows: of ``boxes``.
        covering: kongs of which not all is seen.
        unsure: groups of which the picture leaves open whether they do.
        block: the hand; None where only backs are seen.
    """

    tiles: Sequence[Detection]
    boxes: Boxes
    kinds: Sequence[str]
    rows: Sequence[Row]
    covering: Covering
    unsure: Covering
    block: Block | None


def as_they_lie(tiles: Sequence[Detection], turns: int = 0) -> Lying:
    """Rows, stacks and the hand among detections.

    Args:
        tiles: in any order.
        turns: quarter turns, as of ``np.rot90``, that bring their photo upright.
    """
    boxes = np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)
    for _ in range(turns):  # x0, y0, x1, y1 become y0, -x1, y1, -x0
        boxes = boxes[:, [1, 2, 3, 0]] * np.array([1, -1, 1, -1], np.float32)
    kinds = [tile.tile for tile in tiles]
    rows = find_rows(boxes)
    stacks = find_stacks(boxes, [tile.choices for tile in tiles], rows[0]) if rows else ()
    level = lowered(boxes, stacks)
    if stacks:
        rows = find_rows(level)
    habit = untidiness(rows[0], level) if rows else 0.0
    covering = frozenset(stack.group for stack in stacks if stack.raised(habit))
    unsure = frozenset(stack.group for stack in stacks if stack.doubtful(habit))
    block = hand_block(rows, level, kinds, covering)
    return Lying(tiles, level, kinds, rows, covering, unsure, block)


def with_kong(seen: Lying, kong: Group) -> Lying:
    """The same where some tiles are a kong of which not all was found."""
    left = [[index for index in row.indices if index not in kong] for row in seen.rows]
    rows = [row_of(seen.boxes, np.array(indices)) for indices in (*left, list(kong)) if indices]
    group = frozenset(kong)
    apart = (
        frozenset(other for other in known if not other & group) for known in (seen.covering, seen.unsure)
    )
    covering, unsure = (known | {group} for known in apart)
    block = hand_block(rows, seen.boxes, seen.kinds, covering, frozenset({group}))
    return replace(seen, rows=rows, covering=covering, unsure=unsure, block=block)
