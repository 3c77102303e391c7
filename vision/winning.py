"""The winning tile, and what lies near a hand without being part of it."""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import Final

import numpy as np

from vision.blocks import Block
from vision.boxes import Boxes
from vision.groups import Group, lying_across, may_be
from vision.lying import Lying
from vision.rows import centres
from vision.wins import is_win

WHOLE: Final = (14, 17)  # tiles, a meld counting as three
LACKING: Final = (13, 16)
_AGAINST: Final = 1.3  # pitches to a tile that lies against the row, if off its line
_MOST: Final = 8  # groups, those that joined the hand last
_BESIDE: Final = 2  # lone tiles of which the one that wins is it; more are discards
_STRANGERS: Final = 4  # tiles together that are none of the hand's where it is whole without them


def lone_pair(block: Block, seen: Lying, count: int) -> tuple[int, int] | None:
    """The pair, the winning tile last, of a hand of ``count`` tiles in melds and two lone ones; or None."""
    lone = [index for index in block.lone if seen.kinds[index] not in ("back", "flower")][:2]
    if count + 2 not in WHOLE or not lone:
        return None
    # The second may lie further from the melds than from the first.
    lone += [index for index in block.further if seen.kinds[index] == seen.kinds[lone[0]]][: 2 - len(lone)]
    if len(lone) < 2 or not set.intersection(*(set(seen.tiles[index].choices) for index in lone)):
        return None
    places = block.leading.along(centres(seen.boxes[lone]))
    first, second = (lone[place] for place in np.argsort(places))
    return first, second


def winning_tile(rest: Sequence[Group], block: Block, seen: Lying, count: int) -> int | None:
    """The tile set apart that makes the hand whole; None where none or several could be.

    Args:
        rest: the groups of concealed tiles.
        block: the hand.
        seen: all tiles.
        count: tiles in the hand's groups, a meld counting as three.
    """
    boxes, kinds = seen.boxes, seen.kinds
    if count in WHOLE:
        single = [group[0] for group in rest if len(group) == 1 and len(rest) > 1]
        alike = {kinds[index] for index in single}
        if not single:
            return _across(rest, block, boxes)
        # Of a pair of which each lies apart, the last one is the winning tile.
        return single[-1] if len(single) == 1 or (len(single) == 2 and len(alike) == 1) else None
    if count not in LACKING:
        return None
    lone = [index for index in block.lone if kinds[index] not in ("back", "flower")]
    concealed = [index for group in rest for index in group if kinds[index] != "back"]
    melds = (count - len(concealed)) // 3
    wins = [index for index in lone if is_win([kinds[one] for one in (*concealed, index)], melds)]
    if len(wins) == 1 and len(lone) <= _BESIDE:
        return wins[0]
    members = centres(boxes[[index for group in block.groups for index in group]])
    apart = [float(np.linalg.norm(members - point, axis=1).min()) for point in centres(boxes[lone])]
    # Among discards the next one is hardly further away.
    clear = len(lone) == 1 or (len(lone) > 1 and apart[0] < 0.7 * apart[1])
    return lone[0] if clear else None


def _across(rest: Sequence[Group], block: Block, boxes: Boxes) -> int | None:
    """The tile at one end of the concealed ones that alone lies across, or flat beside standing ones."""
    concealed = {index for group in rest for index in group}
    across = [index for index in lying_across(block.leading, boxes) if index in concealed]
    row = [index for index in block.leading.indices if index in concealed]
    return across[0] if len(across) == 1 and across[0] in (row[0], row[-1]) else None


def with_askew(groups: list[Group], block: Block, seen: Lying) -> list[Group]:
    """The groups of the hand with a tile that lies against them but off their line."""
    choices = [tile.choices for tile in seen.tiles]
    count = sum(
        3 if may_be(group, choices, seen.covering) else sum(seen.kinds[index] != "back" for index in group)
        for group in groups
    )
    lone = [index for index in block.lone if seen.kinds[index] not in ("back", "flower")]
    single = [group for group in groups if len(group) == 1 and frozenset(group) not in seen.covering]
    if count not in LACKING or not lone or len(single) != 1:
        return groups
    points = centres(seen.boxes)

    def apart(group: Group) -> float:
        return float(np.linalg.norm(points[list(group)] - points[lone[0]], axis=1).min())

    touched = [group for group in groups if len(group) > 1 and apart(group) < _AGAINST * block.leading.pitch]
    if not touched:
        return groups
    # A tile off the line hides that what lies on both sides of it is one group.
    return [*(group for group in groups if group not in touched), [*chain(*touched), lone[0]]]


def without_strangers(
    groups: list[Group], block: Block, kinds: Sequence[str], melds: int
) -> tuple[list[Group], list[int]]:
    """Groups, and tiles of others that make the hand too large: flowers taken for tiles, discards near by.

    Args:
        groups: of concealed tiles.
        block: the hand.
        kinds: N classes.
        melds: tiles in melds, three each.
    """

    def count(kept: Iterable[Group]) -> int:
        return melds + sum(kinds[index] != "back" for group in kept for index in group)

    row = set(block.leading.indices)
    beside = [group for group in groups if len(group) <= _STRANGERS and not row & set(group)][-_MOST:]
    flowers = [group for group in block.groups if any(kinds[index] == "flower" for index in group)]
    flowery = [group for group in beside if any(set(group) <= set(other) for other in flowers)]
    ways = [
        [group for group in groups if group not in left_out]
        for number in range(len(beside) + 1)
        for left_out in combinations(beside, number)
    ]
    wanted = [kept for kept in ways if count(kept) in WHOLE and not any(group in flowery for group in kept)]
    if any(kinds[index] not in ("back", "flower") for index in block.lone):  # of which one may win
        wanted += [kept for kept in ways if count(kept) in LACKING]
    kept = next(iter(wanted), next((kept for kept in ways if count(kept) in WHOLE), groups))
    return kept, [index for group in groups if group not in kept for index in group]
