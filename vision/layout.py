"""Which tiles are the hand, and how they lie: rows by principal axis, groups by gaps, the rest is table.

What stands apart from the hand as a run, triplet or kong is a meld; a lone tile that makes the hand whole, at
an end of it or above, is the winning tile.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal

from scorer.tiles import KINDS
from vision.backs import may_be_kongs
from vision.blocks import Block
from vision.boxes import Boxes
from vision.detector import Detection
from vision.groups import KONG, Group, cut_melds, hidden, may_be
from vision.lying import Lying, as_they_lie, with_kong
from vision.rows import Row, centres, sizes
from vision.winning import LACKING, WHOLE, lone_pair, winning_tile, with_askew, without_strangers

_LIKE_SIZE: Final = 1.3
_MELDS: Final = 9  # tiles of melds that lie against one another

Role = Literal["hand", "meld", "flower", "table", "back"]


@dataclass(frozen=True, eq=False)
class Layout:
    """Tiles in reading order and what they belong to; numbers are indices into ``tiles``.

    Attributes:
        tiles: all detections, row by row as the hand lies.
        concealed: tiles of the hand outside melds, the winning tile excluded.
        melds: groups of three or four set apart; a concealed kong includes its backs.
        win: the tile set apart from the hand, or None.
        flowers: flowers and seasons; tiles that lie among such, too, where the hand is whole without them.
        covering: those of ``melds`` that are kongs of which one tile hides another.
        unsure: those of ``melds`` that may be kongs or triplets.
        turns: quarter turns that bring the photo upright.
        beside: tiles like the hand's that lie by it and are none of it.
    """

    tiles: tuple[Detection, ...]
    concealed: tuple[int, ...]
    melds: tuple[tuple[int, ...], ...]
    win: int | None
    flowers: tuple[int, ...]
    covering: tuple[tuple[int, ...], ...] = ()
    unsure: tuple[tuple[int, ...], ...] = ()
    turns: int = 0
    beside: tuple[int, ...] = ()

    def role(self, index: int) -> Role:
        """What a tile is; ``hand`` includes the winning tile."""
        if index in self.flowers:
            return "flower"
        if any(index in meld for meld in self.melds):
            return "meld"
        if self.tiles[index].tile == "back":
            return "back"
        return "hand" if index in self.concealed or index == self.win else "table"


def arrange(detections: Sequence[Detection], turns: int = 0) -> Layout:
    """Put the tiles of a photo in order.

    Args:
        detections: as the detector found them, in any order and any turn of the photo.
        turns: quarter turns, as of ``np.rot90``, that bring the photo upright, where that is known.
    """
    seen, parts = _whole(as_they_lie(detections, turns))
    block, boxes = seen.block, seen.boxes
    flowers = {*parts.flowers, *(index for index, kind in enumerate(seen.kinds) if kind == "flower")}
    if block is not None:
        flowers |= _flowers_beside(block, parts, seen)
    order = _reading_order(seen.rows, block.leading if block else None, boxes)
    place = {old: new for new, old in enumerate(order)}

    def placed(groups: Iterable[Group]) -> tuple[tuple[int, ...], ...]:
        return tuple(sorted(tuple(sorted(place[index] for index in group)) for group in groups))

    ours = {*parts.concealed, *flowers, *chain(*parts.melds), parts.win}
    near = {*block.lone, *chain(*block.groups)} if block else set()
    return Layout(
        tiles=tuple(detections[index] for index in order),
        concealed=tuple(sorted(place[index] for index in parts.concealed)),
        melds=placed(parts.melds),
        win=None if parts.win is None else place[parts.win],
        flowers=tuple(sorted(place[index] for index in flowers)),
        covering=placed(meld for meld in parts.melds if frozenset(meld) in seen.covering),
        unsure=placed(meld for meld in parts.melds if _unsure(meld, seen)),
        turns=turns,
        beside=tuple(sorted(place[index] for index in near - ours)),
    )


def winning_apart(layout: Layout, count: int) -> int | None:
    """The winning tile among the tiles of one photo, once another photo tells how many the hand has.

    Args:
        layout: of the photo; what it takes for the winning tile does not matter.
        count: tiles of the whole hand, those set apart alone left out, a meld counting as three.
    """
    seen = as_they_lie(layout.tiles, layout.turns)
    if seen.block is None:
        return None
    loose = [[index for index in group if index in layout.concealed] for group in seen.block.groups]
    found = winning_tile([group for group in loose if group], seen.block, seen, count)
    # What already counts as one of 13 tiles is not the fourteenth.
    return None if count in LACKING and found in layout.concealed else found


@dataclass(frozen=True)
class _Parts:
    """Of the hand, by index: melds, concealed tiles, the winning tile, and flowers that look like tiles."""

    melds: Sequence[Group] = ()
    concealed: Sequence[int] = ()
    win: int | None = None
    flowers: Sequence[int] = ()

    @property
    def count(self) -> int:
        """Tiles, a meld counting as three."""
        return len(self.concealed) + 3 * len(self.melds) + (self.win is not None)


def _whole(seen: Lying) -> tuple[Lying, _Parts]:
    """The tiles and the hand, with a kong of which not all was found where that makes it whole."""
    parts = _parts(seen)
    if parts.count in WHOLE:
        return seen, parts
    for kong in may_be_kongs(seen, parts.melds):
        other = with_kong(seen, kong)
        found = _parts(other)
        if found.count in WHOLE and any(set(kong) == set(meld) for meld in found.melds):
            return other, found
    return seen, parts


def _unsure(meld: Group, seen: Lying) -> bool:
    """Whether a meld may be a kong or none: what seems to be its only back may be a bare spot beside it."""
    backs = [index for index in meld if seen.kinds[index] == "back"]
    return frozenset(meld) in seen.unsure or (len(meld) == KONG and len(backs) == 1)


def _parts(seen: Lying) -> _Parts:
    """What the hand is made of."""
    block, kinds = seen.block, seen.kinds
    if block is None:
        return _Parts()
    without_flowers = [[index for index in group if kinds[index] != "flower"] for group in block.groups]
    groups = with_askew([group for group in without_flowers if group], block, seen)
    choices = [tile.choices for tile in seen.tiles]
    # Beside two lone tiles that are a pair, melds that touch each other are melds all the same.
    cut = [cut_melds(group, choices, seen.covering) for group in groups]
    called = [meld for melds in cut for meld in melds or ()]
    if all(cut) and (pair := lone_pair(block, seen, 3 * len(called))) is not None:
        return _Parts(called, [pair[0]], pair[1])
    melds, rest = _called(groups, choices, seen)
    kongs = any(
        hidden(meld, seen.covering) or any(kinds[index] == "back" for index in meld) for meld in melds
    )
    if not kongs and not any(kinds[index] != "back" for group in rest for index in group):
        melds, rest = [], groups
    own, strangers = without_strangers(rest, block, kinds, 3 * len(melds))
    # What may be a flower is weighed with the hand: it may be the tile that the hand lacks.
    weighed = [index for index in strangers if "flower" in seen.tiles[index].choices]
    concealed = [index for group in own for index in group if kinds[index] != "back"]
    win = winning_tile(own, block, seen, len(concealed) + 3 * len(melds))
    return _Parts(
        melds,
        [index for index in (*concealed, *weighed) if index != win],
        win,
        [index for index in strangers if _among_flowers(index, block, seen)],
    )


def _among_flowers(index: int, block: Block, seen: Lying) -> bool:
    """Whether a tile that the hand is whole without lies together with flowers, or what may be one."""
    group = next(group for group in block.groups if index in group)
    return any("flower" in seen.tiles[other].choices for other in group)


def _flowers_beside(block: Block, parts: _Parts, seen: Lying) -> set[int]:
    """What may be a flower beside a hand that is whole without it, and is as large as its tiles: no die."""
    own = {*parts.concealed, *chain(*parts.melds)}
    loose = sum(seen.kinds[index] != "flower" for index in parts.concealed) + (parts.win is not None)
    if loose + 3 * len(parts.melds) not in WHOLE:
        return set()
    ratios = sizes(seen.boxes) / block.leading.size
    return {
        index
        for index, tile in enumerate(seen.tiles)
        if index not in own
        and index != parts.win
        and "flower" in tile.choices
        and 1 / _LIKE_SIZE < ratios[index] < _LIKE_SIZE
    }


def _called(
    groups: list[Group], choices: Sequence[Sequence[str]], seen: Lying
) -> tuple[list[Group], list[Group]]:
    """The melds among the groups, and the groups that are left."""
    covering = seen.covering
    # One of them may be the winning tile.
    lone = seen.block is not None and any(seen.kinds[index] in KINDS for index in seen.block.lone)
    melds = [group for group in groups if may_be(group, choices, covering)]
    rest = [group for group in groups if group not in melds]

    def whole(left: Sequence[Group], number: int) -> bool:
        return sum(map(len, left)) + 3 * number in WHOLE

    def fits(left: Sequence[Group], number: int) -> bool:
        return whole(left, number) or (lone and sum(map(len, left)) + 3 * number in LACKING)

    for group in melds:  # flowers are no meld of a hand that is whole without them
        if all("flower" in choices[index] for index in group) and whole(rest, len(melds) - 1):
            return [meld for meld in melds if meld is not group], [*rest, group]
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
                parts = cut_melds(group[before:end], choices, covering)
                left = [*others, *([index] for index in (*group[:before], *group[end:]))]
                certain = after == before == 0 and not whole(rest, len(melds))
                if parts is None or not (certain or fits(left, len(melds) + len(parts))):
                    continue
                melds, rest = [*melds, *parts], left
                break
    return melds, rest


def _reading_order(rows: Sequence[Row], leading: Row | None, boxes: Boxes) -> list[int]:
    """Rows from top to bottom as the hand lies, each from left to right."""
    guide = leading or (rows[0] if rows else None)
    if guide is None:
        return []

    def height(row: Row) -> float:
        return float(guide.across(centres(boxes[list(row.indices)])).mean())

    return [index for row in sorted(rows, key=height) for index in row.indices]
