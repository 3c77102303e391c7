"""The hand's place in a photo: its longest row, the groups beside it, and lone tiles near by."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.boxes import Boxes
from vision.groups import KONG, Covering, cut_kongs, cut_melds, is_meld, shown, split
from vision.rows import Row, centres, sides_along, sizes

_FULL: Final = 18  # tiles of a hand with four kongs
_LIKE_SIZE: Final = 1.5
_SAME_SIZE: Final = 1.3  # a lone tile as one of the hand; dice are smaller
_PARALLEL: Final = 0.97  # cosine, 14°
_BESIDE: Final = 1.9  # tile sizes between the tiles of two rows that lie against each other
_LOOSE: Final = 1.3  # pitches of the longest row from tile to tile of one in which they touch,
_LOOSEST: Final = 1.5  # and of a meld
_IN_LINE: Final = 6.0  # tile sizes between parts of one row: a hand may hide what lies between
_AGAINST: Final = 0.2  # tile sizes of free space between rows that lie against each other
_CLOSE: Final = 2.2  # tile sizes from the hand to a kong of which only backs show
_NEAR: Final = 3.2  # tile sizes from the hand to its melds and its winning tile


@dataclass(frozen=True, eq=False)
class Block:
    """The hand; numbers are indices of boxes.

    Attributes:
        leading: its longest row.
        groups: what lies together.
        lone: tiles by themselves near by, the nearest first.
        further: such tiles that are only near one of those.
    """

    leading: Row
    groups: tuple[tuple[int, ...], ...]
    lone: tuple[int, ...]
    further: tuple[int, ...] = ()


def hand_block(
    rows: Sequence[Row],
    boxes: Boxes,
    kinds: Sequence[str],
    covering: Covering = frozenset(),
    kongs: Covering = frozenset(),
) -> Block | None:
    """Choose the hand among all rows; None where only backs are seen.

    Args:
        rows: of `find_rows`.
        boxes: N×4.
        kinds: N classes as read; rows of backs are walls.
        covering: groups that hide a tile; see `vision.stacks`.
        kongs: those of them, each a row of its own, that are the hand's if they lie by it.
    """
    faces = {row: sum(kinds[index] != "back" for index in row.indices) for row in rows}
    shown = [row for row in rows if faces[row]]
    if not shown:
        return None
    largest = max(row.size for row in shown if faces[row] >= min(3, max(faces.values())))
    leading = max(shown, key=lambda row: min(faces[row], _FULL) * min(row.size / largest, 1.0))
    hand = _Growing(leading, boxes, kinds, covering, kongs)
    waiting = [
        (row, part)
        for row in rows
        if row is not leading
        for group in _groups(row, boxes, kinds, covering, leading)
        for part in cut_kongs(group, kinds, covering)
    ]
    # The nearest joins first and may bring others near.
    while joining := [entry for entry in waiting if hand.takes(*entry)]:
        nearest = min(joining, key=lambda entry: hand.distance(entry[1]))
        hand.add(nearest[1])
        waiting.remove(nearest)
    single = [group[0] for _, group in waiting if len(group) == 1]
    lone = [index for index in single if hand.near([index], _NEAR, _SAME_SIZE)]
    lone.sort(key=lambda index: hand.distance([index]))
    further = [
        index
        for index in single
        if index not in lone and lone and hand.near([index], _NEAR, _SAME_SIZE, among=lone)
    ]
    return Block(leading, hand.groups, tuple(lone), tuple(further))


def _groups(
    row: Row, boxes: Boxes, kinds: Sequence[str], covering: Covering, leading: Row
) -> list[list[int]]:
    """The groups of a row; a meld laid loosely is one all the same."""
    if is_meld([kinds[index] for index in row.indices]) or frozenset(row.indices) in covering:
        return [list(row.indices)]
    if len(row.indices) == 2 and row.pitch > _LOOSE * leading.pitch:
        return [[index] for index in row.indices]
    return split(row, boxes, covering)


class _Growing:
    """The hand while groups join it."""

    def __init__(
        self, leading: Row, boxes: Boxes, kinds: Sequence[str], covering: Covering, kongs: Covering
    ) -> None:
        self._leading, self._boxes, self._kinds, self._covering = leading, boxes, kinds, covering
        self._kongs = kongs
        self._parts = [
            part for group in split(leading, boxes, covering) for part in cut_kongs(group, kinds, covering)
        ]
        self._centres, self._sizes = centres(boxes), sizes(boxes)
        sides = sides_along(boxes, leading.direction)
        self._wide = self._sizes if sides is None else sides[0]
        self._high = self._sizes if sides is None else sides[1]

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """What lies together: rows that touch like the rows of a grid are one group."""
        joined: list[list[int]] = []
        for part in self._parts:
            touching = [group for group in joined if self._touch(group, part)]
            joined = [group for group in joined if group not in touching]
            joined.append([*(index for group in touching for index in group), *part])
        return tuple(tuple(group) for group in joined)

    def add(self, group: list[int]) -> None:
        """Let a group join."""
        self._parts.append(group)

    def takes(self, row: Row, group: Sequence[int]) -> bool:
        """Whether a group lies as a part of the hand would: a meld near by, or a row against its rows."""
        if frozenset(group) in self._kongs:
            return self.near(group, _NEAR)
        kinds = shown(group, self._kinds, self._covering)
        melds = is_meld(kinds) or (len(group) > KONG and self._melds(group))
        # Discards that happen to lie in line do not touch.
        if len(group) < 2 or row.pitch > (_LOOSEST if melds else _LOOSE) * self._leading.pitch:
            return False
        in_line = self._in_line(group)
        if set(kinds) == {"back"}:  # a kong or a wall
            close = self._lacks_meld() and (self._beside_melds(row, group) or self.near(group, _CLOSE))
            return len(kinds) == 4 and (in_line or close) and self.near(group, _NEAR)
        if melds:
            own = [index for index in self._members if self._kinds[index] != "flower"]
            return len(own) + len(group) <= _FULL and self.near(group, _NEAR)
        parallel = abs(float(row.direction @ self._leading.direction)) > _PARALLEL
        # While only melds are there, the concealed tiles are still to come: a player leaves more space.
        beside = _BESIDE if self._shows_loose() else _NEAR
        return parallel and self.near(group, _IN_LINE if in_line else beside)

    def near(
        self,
        group: Sequence[int],
        limit: float,
        like_size: float = _LIKE_SIZE,
        among: Sequence[int] | None = None,
    ) -> bool:
        """Whether a group of tiles like the hand's lies within ``limit`` tile sizes of it, or of others."""
        own = list(self._leading.indices)
        # A row that stands is seen flatter than melds that lie, but no narrower.
        like = any(
            max(ratio, 1 / ratio) < like_size
            for sizes in (self._sizes, self._wide)
            if (ratio := float(np.median(sizes[list(group)]) / np.median(sizes[own])))
        )
        return like and self.distance(group, among) < limit * self._leading.size

    def distance(self, group: Sequence[int], among: Sequence[int] | None = None) -> float:
        """From centre to centre of the nearest tile of the hand, or of others, pixels."""
        apart = (
            self._centres[self._members if among is None else list(among)][:, None]
            - self._centres[list(group)][None]
        )
        return float(np.linalg.norm(apart, axis=2).min())

    @property
    def _members(self) -> list[int]:
        return [index for part in self._parts for index in part]

    def _melds(self, group: Sequence[int]) -> bool:
        """Whether a group is melds that touch one another."""
        return bool(cut_melds(group, [(kind,) for kind in self._kinds], self._covering))

    def _shows_loose(self) -> bool:
        """Whether there is more than melds and flowers."""
        choices = [(kind,) for kind in self._kinds]
        return any(
            cut_melds(part, choices, self._covering) is None
            for part in self._parts
            if {self._kinds[index] for index in part} != {"flower"}
        )

    def _lacks_meld(self) -> bool:
        """Whether a hand of fourteen tiles may have one more meld than was found."""
        kinds = [shown(part, self._kinds, self._covering) for part in self._parts]
        tiles = (3 if is_meld(part) else len(part) - part.count("flower") for part in kinds)
        return sum(tiles) + 3 <= 14

    def _in_line(self, group: Sequence[int]) -> bool:
        line = np.median(self._leading.across(self._centres[list(self._leading.indices)]))
        aside = np.abs(self._leading.across(self._centres[list(group)]) - line)
        return bool(aside.max() < 0.6 * self._leading.size)

    def _touch(self, first: Sequence[int], second: Sequence[int]) -> bool:
        row = self._leading
        # A meld against a long row stays a meld; rows of like length are a grid.
        if min(len(first), len(second)) < 0.6 * len(row.indices):
            return False
        one, two = self._centres[list(first)], self._centres[list(second)]
        beside = np.abs(row.along(one)[:, None] - row.along(two)[None]) < 0.7 * row.pitch
        steps = np.abs(row.across(one)[:, None] - row.across(two)[None])
        beside &= steps > 0.5 * row.size
        if not beside.any() or steps[beside].min() >= 1.3 * row.size:
            return False
        space = steps - (self._high[list(first)][:, None] + self._high[list(second)][None]) / 2
        # Rows of melds leave a little space to the concealed tiles.
        choices = [(kind,) for kind in self._kinds]
        melds = [bool(cut_melds(part, choices, self._covering)) for part in (first, second)]
        return melds[0] == melds[1] or float(space[beside].min()) < _AGAINST * row.size

    def _beside_melds(self, row: Row, group: Sequence[int]) -> bool:
        """Whether a group lies in a row with melds that show faces."""
        others = [part for part in split(row, self._boxes) if part[0] not in group]
        kinds = [shown(part, self._kinds, self._covering) for part in others]
        return any(is_meld(part) and set(part) != {"back"} for part in kinds)
