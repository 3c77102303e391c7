"""Which counts of tiles win: a machine that reads the number of tiles of one kind after another.

A hand can win in several ways at once (three runs or three triplets, seven pairs or sets). The machine
follows all of them together, so that each hand is met exactly once, however many ways it has. Its states are
made when they are first needed and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from scorer.tiles import INDEX, KINDS, YAO

# One way to read what came so far: the shape's name, four numbers, and the wild tiles left. Of sets and a
# pair: runs begun one and two kinds before, pairs, sets. Of the others: tiles so far, and what else counts.
Way = tuple[str, int, int, int, int, int]
State = int

DEAD: Final[State] = 0
WHITE: Final = INDEX["B"]
_YAO: Final = frozenset(INDEX[kind] for kind in YAO)
_PAIRED: Final = {"seven_pairs": (14, 0), "eight_pairs": (17, 1)}  # tiles in all, single tiles allowed
KNOWN_SHAPES: Final = ("standard", *_PAIRED, "thirteen_orphans", "unconnected", "three_wilds")


@dataclass(frozen=True)
class Win:
    """What wins at a table.

    Attributes:
        sets: how many sets stand beside the pair in a whole hand; several where the photo has to tell.
        shapes: names as `scorer.waits.completes` knows them; all but ``standard`` are for hands without
            melds.
        wild: the wild kind's number, or None.
        stand_in: white dragons take the place of the wild kind's natural tile.
    """

    sets: tuple[int, ...] = (4, 5)
    shapes: tuple[str, ...] = ("standard", "seven_pairs", "thirteen_orphans")
    wild: int | None = None
    stand_in: bool = False

    def __post_init__(self) -> None:
        if unknown := set(self.shapes) - set(KNOWN_SHAPES):
            raise ValueError(f"unknown winning shapes {sorted(unknown)}; known are {', '.join(KNOWN_SHAPES)}")

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many tiles a whole hand may have, a meld counting as three."""
        return tuple(3 * sets + 2 for sets in self.sets)


class Machine:
    """Reads counts in the order of `order`. Make one with `machine`."""

    def __init__(self, win: Win, melds: int) -> None:
        self._win = win
        self._sets = tuple(sets - melds for sets in win.sets if sets >= melds)
        self._places = tuple(_places(win))
        self._numbers: dict[frozenset[Way], State] = {frozenset(): DEAD}
        self._ways: list[frozenset[Way]] = [frozenset()]
        self._steps: list[dict[tuple[State, int], State]] = [{} for _ in self._places]
        self.start = self._number(frozenset(self._beginnings(melds)))

    @cached_property
    def order(self) -> tuple[int | None, ...]:
        """The kind whose count is read at each place; None where nothing can lie."""
        return tuple(kind for kind, _ in self._places)

    def step(self, state: State, place: int, count: int) -> State:
        """The state after ``count`` tiles (0..4) at a place of `order`; `DEAD` where no way is left."""
        known = self._steps[place].get((state, count))
        if known is None:
            kind, natural = self._places[place]
            ways = (new for way in self._ways[state] for new in self._read(way, kind, natural, count))
            known = self._steps[place][state, count] = self._number(frozenset(ways))
        return known

    def wins(self, state: State) -> bool:
        """Whether all tiles read make up a winning hand."""
        return any(self._is_whole(way) for way in self._ways[state])

    def accepts(self, counts: Sequence[int]) -> bool:
        """Whether a hand wins; ``counts`` holds the tiles outside melds, 34 numbers."""
        if max(counts) > 4:
            return False
        state = self.start
        for place, kind in enumerate(self.order):
            state = self.step(state, place, 0 if kind is None else counts[kind])
        return self.wins(state)

    def can_hold(self, fewest: int, most: int) -> bool:
        """Whether some winning hand has at least ``fewest`` and at most ``most`` tiles outside melds."""
        shapes = {way[0] for way in self._ways[self.start]}
        if "three_wilds" in shapes:
            return True
        # Each set may be a kong.
        sizes = [(3 * sets + 2, 4 * sets + 2) for sets in self._sets if "standard" in shapes]
        sizes += [
            (_PAIRED[shape][0],) * 2 if shape in _PAIRED else (14, 14) for shape in shapes - {"standard"}
        ]
        return any(low <= most and high >= fewest for low, high in sizes)

    def _number(self, ways: frozenset[Way]) -> State:
        number = self._numbers.setdefault(ways, len(self._ways))
        if number == len(self._ways):
            self._ways.append(ways)
        return number

    def _beginnings(self, melds: int) -> Iterator[Way]:
        if "standard" in self._win.shapes and self._sets:
            yield "standard", 0, 0, 0, 0, 0
        if not melds:
            for shape in self._win.shapes:
                if shape in _PAIRED or shape == "thirteen_orphans":
                    yield shape, 0, 0, 0, 0, 0
                elif shape == "unconnected":
                    yield shape, 0, 3, 0, 0, 0
        if "three_wilds" in self._win.shapes and self._win.wild is not None:
            yield "three_wilds", 0, 0, 0, 0, 0

    def _read(self, way: Way, kind: int | None, natural: int | None, count: int) -> Iterator[Way]:
        """Ways after ``count`` tiles that count as the kind ``natural``; None: they are wild."""
        shape, *_, jokers = way
        if natural is None:
            yield (*way[:5], count)
        elif shape == "standard":
            yield from self._sets_of(way, natural, count)
        elif shape in _PAIRED:
            tiles, odd = way[1] + count, way[2] + count % 2
            if tiles + jokers <= _PAIRED[shape][0] and odd <= jokers + _PAIRED[shape][1]:
                yield shape, tiles, odd, 0, 0, jokers
        elif shape == "thirteen_orphans":
            tiles, extra = way[1] + count, way[2] + max(count - 1, 0)
            if extra <= 1 and (not count or natural in _YAO):
                yield shape, tiles, extra, 0, 0, jokers
        elif shape == "unconnected":
            yield from _apart(way, kind, natural, count)
        else:
            yield way

    def _sets_of(self, way: Way, kind: int, count: int) -> Iterator[Way]:
        """Every way to use up the tiles of a kind, wild ones added, in sets and a pair that start there."""
        shape, before, before_that, pairs, sets, jokers = way
        owed = before + before_that
        for spent in range(max(owed - count, 0), jokers + 1):
            tiles = count + spent - owed
            if tiles == count == 4 and sets < max(self._sets):
                yield shape, 0, before, pairs, sets + 1, jokers  # a kong that was not set apart
            for pair in range(min(1 - pairs, tiles // 2) + 1):
                for triplets in range((tiles - 2 * pair) // 3 + 1):
                    runs = tiles - 2 * pair - 3 * triplets
                    made = sets + triplets + runs
                    if made <= max(self._sets) and (not runs or (kind < 27 and kind % 9 <= 6)):
                        yield shape, runs, before, pairs + pair, made, jokers - spent

    def _is_whole(self, way: Way) -> bool:
        shape, tiles, _, pairs, sets, jokers = way
        if shape == "standard":
            return pairs == 1 and sets in self._sets and not jokers
        if shape in _PAIRED:
            return tiles + jokers == _PAIRED[shape][0]
        return jokers == 3 if shape == "three_wilds" else tiles + jokers == 14


def _places(win: Win) -> Iterator[tuple[int | None, int | None]]:
    """(kind that lies there, kind it counts as) in the order of reading; wild tiles come first, as None."""
    if win.wild is not None:
        yield win.wild, None
    stands_in = win.stand_in and win.wild not in (None, WHITE)
    for kind in range(len(KINDS)):
        if kind == win.wild:
            yield WHITE if stands_in else None, kind
        else:
            yield None if kind == WHITE and stands_in else kind, kind


def _apart(way: Way, kind: int | None, natural: int, count: int) -> Iterator[Way]:
    """No tile twice, and those of a suit at least three apart; ``way[2]`` is the distance to the last one.

    A white dragon counts as itself here, even where it stands in for the wild kind.
    """
    shape, tiles, distance, _, _, jokers = way
    suited = kind is not None and kind < 27
    if natural % 9 == 0 or natural >= 27:
        distance = 3
    if count == 0:
        yield shape, tiles, min(distance + 1, 3), 0, 0, jokers
    elif count == 1 and (not suited or distance >= 3):
        yield shape, tiles + 1, 1 if suited else min(distance + 1, 3), 0, 0, jokers


@lru_cache(maxsize=64)
def machine(win: Win, melds: int = 0) -> Machine:
    """The machine for a hand with so many melds apart.

    Args:
        win: what wins.
        melds: how many melds, kongs too, lie apart.
    """
    return Machine(win, melds)
