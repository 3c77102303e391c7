"""Melds that lie before the players: three or four tiles in a row, apart from others."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.detector import CLASSES
from vision.evidence import BACK
from vision.groups import cut_melds, split
from vision.live.events import SEATS, Seat
from vision.live.frame import Box
from vision.live.ground import Ground
from vision.live.tiles import Tile, around
from vision.melds import group_readings
from vision.rows import centres, find_rows, row_of

_BUDGET: Final = 8.0  # the most that reading a group as a meld may cost, as a logarithm
_LIKELY: Final = 0.3  # probability of its kind that a tile put at a triplet has at least
_FORCED: Final = 13.0  # the same for three tiles that may have taken a discard: one may be misread
_BESIDE: Final = 1.35  # tile sizes from middle to middle of tiles that belong together
_MOST: Final = 5  # faces that come to lie before one player at one time: more are a hand turned up
_WHOLE: Final = 13  # faces from which on what lies there when the camera begins is a hand
_STRAY: Final = 1  # faces beside melds that lay there already: of a tile misread
_AT_ONCE: Final = 4.0  # seconds within which a hand is turned up
_STANDING: Final = 4  # blank tiles in a row: the tops of standing ones look like that
_SURE: Final = 0.4  # probability of the least likely face of a meld


@dataclass(frozen=True, eq=False)
class Group:
    """Tiles that lie as a meld does.

    Attributes:
        tiles: three or four, in order.
        kinds: what they show, read as a meld: `vision.detector.CLASSES`.
        cost: logarithm of how much likelier their likeliest faces are.
        seat: before whom they lie.
        lift: tile sizes that the middle one of three is seen farther out than its neighbours; see
            `vision.live.kongs.lift`.
    """

    tiles: tuple[Tile, ...]
    kinds: tuple[str, ...]
    cost: float
    seat: Seat
    lift: float = 0.0

    @property
    def numbers(self) -> frozenset[int]:
        """Of its tiles."""
        return frozenset(tile.number for tile in self.tiles)

    @property
    def box(self) -> Box:
        """Around it, pixels."""
        return around([tile.box for tile in self.tiles])

    @property
    def faces(self) -> tuple[str, ...]:
        """What it shows, backs left out."""
        return tuple(kind for kind in self.kinds if kind != "back")

    @property
    def forced(self) -> bool:
        """Whether a tile of it looks like another one: it is a meld only if it took a discard that fits."""
        return self.cost > _BUDGET or self.confidence < _SURE

    @property
    def confidence(self) -> float:
        """How sure the faces are, 0..1."""
        shares = [
            float(tile.probabilities[CLASSES.index(kind)])
            for tile, kind in zip(self.tiles, self.kinds, strict=True)
        ]
        return float(min(shares))


def find_groups(
    tiles: Sequence[Tile], ground: Ground, there: Collection[int] = ()
) -> tuple[tuple[Group, ...], dict[Seat, tuple[Tile, ...]]]:
    """Groups that can be read as melds, and all faces by the seat before which they lie.

    Args:
        tiles: that lie before players, outside melds known already.
        ground: the table.
        there: numbers of the tiles that lay there from the start, whenever they were laid.
    """
    shown = [tile for tile in tiles if tile.tile not in ("back", "flower")]
    boxes = np.array([tile.box for tile in shown], np.float32).reshape(-1, 4)
    found: list[Group] = []
    faces: dict[Seat, tuple[Tile, ...]] = dict.fromkeys(SEATS, ())
    for row in find_rows(boxes):
        members = [shown[index] for index in row.indices]
        seat = seat_of(members, ground)
        faces[seat] += tuple(members)
        for part in split(row, boxes) if len(row.indices) >= 3 else []:
            # A standing hand: what shows of its tiles from above is no meld.
            if sum(shown[index].tile == "B" for index in part) > _STANDING:
                continue
            groups = (read_group([shown[index] for index in piece], seat) for piece in _pieces(part, shown))
            found += [group for group in groups if group is not None]
    # A hand turned up, whose tiles may lie in threes, comes at one time; what could not be read stays loose.
    return tuple(
        group
        for group in found
        if _with(group, faces[group.seat]) <= _MOST or _laid_before(group, found, faces[group.seat], there)
    ), faces


def _laid_before(group: Group, found: Sequence[Group], faces: Sequence[Tile], there: Collection[int]) -> bool:
    """Whether a group that lay there from the start is a meld: all there are, and too few for a hand."""
    if not group.numbers.issubset(there):
        return False
    melded = {number for one in found if one.seat == group.seat for number in one.numbers}
    return len(faces) < _WHOLE and sum(tile.number not in melded for tile in faces) <= _STRAY


def _with(group: Group, faces: Sequence[Tile]) -> int:
    """How many faces came to lie there when the last tile of a group did."""
    came = max(tile.since for tile in group.tiles)
    return sum(abs(tile.since - came) < _AT_ONCE for tile in faces)


def _pieces(part: Sequence[int], tiles: Sequence[Tile]) -> list[list[int]]:
    """Melds laid against one another, each for itself."""
    if len(part) < 3:
        return []
    if len(part) <= 4:
        return [list(part)]
    choices = [tile.choices for tile in tiles]
    return cut_melds(part, choices) or []


def read_group(tiles: Sequence[Tile], seat: Seat) -> Group | None:
    classes = np.array([tile.probabilities for tile in tiles])
    budget = _FORCED if len(tiles) == 3 else _BUDGET
    readings = [one for one in group_readings(classes, budget) if set(one.kinds) != {BACK}]
    if not readings:
        return None
    kinds = tuple(CLASSES[kind] for kind in readings[0].kinds)
    group = Group(tuple(tiles), kinds, readings[0].cost, seat)
    return group if len(tiles) == 3 or not group.forced else None


def seat_of(tiles: Sequence[Tile], ground: Ground) -> Seat:
    """Before whom a row lies: rows lie along their player's side, also near a corner of the table."""
    boxes = np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)
    middles = centres(boxes)
    middle = middles.mean(axis=0)
    here = ground.place(float(middle[0]), float(middle[1]))
    if len(tiles) < 2:
        return ground.seat(float(middle[0]), float(middle[1]))
    row = row_of(boxes, np.arange(len(tiles)))
    ahead = middle + row.direction * row.size
    there = ground.place(float(ahead[0]), float(ahead[1]))
    level = abs(there[0] - here[0]) > abs(there[1] - here[1])
    if level:
        return "bottom" if here[1] > 0 else "top"
    return "right" if here[0] > 0 else "left"


def added(meld: Group, tiles: Sequence[Tile]) -> Group | None:
    """A triplet with the fourth tile that was put at it, beside the row or at its end.

    Args:
        meld: the triplet.
        tiles: that lie before players and belong to no meld.
    """
    kind = meld.faces[0]
    for tile in tiles:
        if tile.probabilities[CLASSES.index(kind)] < _LIKELY:
            continue
        if min(one.apart(tile.box) for one in meld.tiles) > _BESIDE:
            continue
        # A face with neighbours of its own begins the next meld; walls and standing tiles may be near.
        if any(
            other is not tile and other.apart(tile.box) < _BESIDE for other in tiles if other.tile != "back"
        ):
            continue
        return Group((*meld.tiles, tile), (kind,) * 4, meld.cost, meld.seat)
    return None
