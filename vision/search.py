"""Exact search for the likeliest winning hands among tiles that may each be one of several kinds.

Kinds are taken one after another, as in `vision.automaton`. What has to be remembered is only which tiles are
used up and the machine's state; ways that meet in one are merged, and each is left as soon as the best that
can still come of it costs more than the budget. Tiles with a single open kind take no part in this.

Costs are natural logarithms of how much likelier a tile's likeliest reading is: 0 for the likeliest one.
"""

import heapq
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from vision.automaton import DEAD, Machine, State

OUT: Final = -1  # the reading "no tile of this hand"
Costs = Mapping[int, float]
Reading = tuple[int, ...]


@dataclass(frozen=True)
class Found:
    """Winning hands within the budget.

    Attributes:
        hands: (cost, kind of each tile or `OUT`), the cheapest first.
        mass: sum of exp(-cost) over all winning hands of which no part costs more than the budget.
        exact: whether the search went to its end.
    """

    hands: tuple[tuple[float, Reading], ...]
    mass: float
    exact: bool


Key = tuple[int, State]  # the open tiles used up, as a bit mask, and the machine's state


@dataclass(slots=True)
class _Node:
    """Ways that have come to the same: the cheapest cost, the sum of exp(-cost), and where they came from.

    ``came`` holds (node before, cost of the step, kind, open tiles that are of it).
    """

    best: float
    mass: float
    came: list[tuple["_Node", float, int, tuple[int, ...]]] = field(default_factory=list)


_Nodes = dict[Key, _Node]


@dataclass(frozen=True, slots=True)
class _Taker:
    """An open tile at one place: what it costs more, at least, to be that kind and not to be."""

    bit: int
    tile: int
    take: float
    leave: float


@dataclass
class Effort:
    """How many steps may still be taken, by all searches for one hand together.

    Once they are used up, a search is given up. That happens where next to nothing of a hand can be read.
    """

    left: int


class Search:
    """The search through one set of tiles.

    Args:
        tiles: what each tile may be: kinds (or `OUT`) with their costs, at least one of cost 0.
        caps: how many tiles of each kind the hand may hold, 34 numbers.
        machine: what wins.
        effort: the steps that may be taken.
    """

    def __init__(self, tiles: Sequence[Costs], caps: Sequence[int], machine: Machine, effort: Effort) -> None:
        self._tiles, self._caps, self._machine, self._effort = tiles, caps, machine, effort
        self._place_of = {kind: place for place, kind in enumerate(machine.order) if kind is not None}
        self._place_of[OUT] = -1

    def run(self, budget: float, limit: int) -> Found:
        """All winning hands of at most this cost, the cheapest ``limit`` of them one by one."""
        options = [
            {kind: cost for kind, cost in tile.items() if cost <= budget and kind in self._place_of}
            for tile in self._tiles
        ]
        settled = {index: next(iter(tile)) for index, tile in enumerate(options) if len(tile) == 1}
        fixed = Counter(settled.values())
        takers = self._takers({index: tile for index, tile in enumerate(options) if index not in settled})
        nodes: _Nodes = {(0, self._machine.start): _Node(0.0, 1.0)}
        for place, kind in enumerate((OUT, *self._machine.order), start=-1):
            count = 0 if kind is None else fixed[kind]
            if kind is None or kind not in takers:
                nodes = self._pass(nodes, place, kind, count)
            else:
                nodes = self._choose(nodes, place, kind, (count, takers[kind], budget))
                if self._effort.left <= 0:
                    return Found((), 0.0, exact=False)
        ends = [node for (_, state), node in nodes.items() if self._machine.wins(state)]
        base = math.fsum(options[index][kind] for index, kind in settled.items())
        hands = tuple(
            (base + cost, tuple(({**settled, **open_})[index] for index in range(len(options))))
            for cost, open_ in itertools.islice(_cheapest(ends), limit)
            if base + cost <= budget
        )
        return Found(hands, math.exp(-base) * math.fsum(node.mass for node in ends), exact=True)

    def _takers(self, options: Mapping[int, Costs]) -> dict[int, list[_Taker]]:
        """For each kind the open tiles that may be it."""
        takers: dict[int, list[_Taker]] = {}
        for number, (index, tile) in enumerate(options.items()):
            later = math.inf  # the least it can cost at a later place
            for kind in sorted(tile, key=lambda kind: -self._place_of[kind]):
                now = min(later, tile[kind])
                taker = _Taker(1 << number, index, tile[kind] - now, later - now)
                takers.setdefault(kind, []).append(taker)
                later = now
        return takers

    def _pass(self, nodes: _Nodes, place: int, kind: int | None, count: int) -> _Nodes:
        """A place where nothing is to be decided."""
        if place < 0:
            return nodes
        if kind is not None and count > self._caps[kind]:
            return {}
        new: _Nodes = {}
        for (mask, state), node in nodes.items():
            after = self._machine.step(state, place, count)
            if after == DEAD:
                continue
            twin = new.get((mask, after))
            new[mask, after] = (
                node
                if twin is None
                else _Node(min(node.best, twin.best), node.mass + twin.mass, node.came + twin.came)
            )
        return new

    def _choose(self, nodes: _Nodes, place: int, kind: int, at: tuple[int, list[_Taker], float]) -> _Nodes:
        """Decide which open tiles are of a kind; ``at`` is (tiles that surely are, open ones, budget)."""
        count, takers, budget = at
        room = len(takers) if kind == OUT else self._caps[kind] - count
        new: _Nodes = {}
        for (mask, state), node in nodes.items():
            choices = _choices(takers, mask, budget - node.best, room, self._effort.left)
            self._effort.left -= 1 + len(choices)
            if self._effort.left <= 0:
                return {}
            for used, cost, taken in choices:
                after = state if kind == OUT else self._machine.step(state, place, count + len(taken))
                if after == DEAD:
                    continue
                merged = new.get((mask | used, after))
                if merged is None:
                    merged = new[mask | used, after] = _Node(math.inf, 0.0)
                merged.best = min(merged.best, node.best + cost)
                merged.mass += node.mass * math.exp(-cost)
                merged.came.append((node, cost, kind, taken))
        return new


def _choices(
    takers: Sequence[_Taker], mask: int, budget: float, room: int, most: int
) -> list[tuple[int, float, tuple[int, ...]]]:
    """Every affordable choice among the tiles not used up: (bits, cost, tiles); some, where more than most.

    Each tile can double their number: they must not be gathered before anybody asks what that costs.
    """
    left, able = 0.0, []
    for taker in takers:
        if not mask & taker.bit:
            if taker.take <= budget:
                able.append(taker)
            else:
                left += taker.leave
    choices: list[tuple[int, float, tuple[int, ...]]] = (
        [(0, left, ())] if left <= budget and room >= 0 else []
    )
    for taker in able:
        more = []
        for used, cost, taken in choices:
            if cost + taker.leave <= budget:
                more.append((used, cost + taker.leave, taken))
            if cost + taker.take <= budget and len(taken) < room:
                more.append((used | taker.bit, cost + taker.take, (*taken, taker.tile)))
        choices = more
        if len(choices) > most:
            break
    return choices


def _cheapest(ends: Sequence[_Node]) -> Iterator[tuple[float, dict[int, int]]]:
    """The hands that lead to these nodes, the cheapest first, as (cost, kinds of the open tiles)."""
    ticket = itertools.count()
    queue = [(node.best, next(ticket), node, 0.0, dict[int, int]()) for node in ends]
    heapq.heapify(queue)
    while queue:
        cost, _, node, after, kinds = heapq.heappop(queue)
        if not node.came:
            yield cost, kinds
        for before, step, kind, taken in node.came:
            so_far = {**kinds, **dict.fromkeys(taken, kind)}
            heapq.heappush(queue, (before.best + step + after, next(ticket), before, step + after, so_far))
