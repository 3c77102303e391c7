"""What groups set apart may be: runs, triplets and kongs, with what each reading costs; and their names."""

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from scorer.tiles import KINDS
from vision.detector import CLASSES
from vision.evidence import BACK, EXCLUDED
from vision.reading import ReadMeld

Group = tuple[int, ...]

_RUN_STARTS: Final = tuple(kind for kind in range(27) if kind % 9 <= 6)


@dataclass(frozen=True)
class GroupReading:
    """One way to read a group.

    Attributes:
        cost: natural logarithm of how much likelier the likeliest classes of its tiles are.
        kinds: a class for each tile; in a kong some may be backs.
    """

    cost: float
    kinds: tuple[int, ...]

    @property
    def taken(self) -> tuple[int, ...]:
        """The kinds it holds: a kong is four alike whatever it shows, one of four backs is unknown."""
        faces = [kind for kind in self.kinds if kind != BACK]
        return tuple(faces[:1] * 4) if len(self.kinds) == 4 else tuple(faces)


def group_readings(classes: npt.NDArray[np.float64], budget: float) -> list[GroupReading]:
    """Every meld that a group can be within a budget, the cheapest first.

    Args:
        classes: 3×36 or 4×36 probabilities.
        budget: the most that a reading may cost.
    """
    with np.errstate(divide="ignore"):
        costs = np.log(classes.max(axis=1, keepdims=True) / np.where(classes < EXCLUDED, 0, classes))
    if len(classes) == 4:
        found = _kongs(costs, budget)
    else:
        alike = costs[:, : len(KINDS)].sum(axis=0)
        found = [
            GroupReading(float(alike[kind]), (kind,) * 3) for kind in np.flatnonzero(alike <= budget).tolist()
        ]
        for first in _RUN_STARTS:
            part = costs[:, first : first + 3]
            if part.min(axis=1).sum() > budget:
                continue
            for order in permutations(range(3)):
                cost = float(part[0, order[0]] + part[1, order[1]] + part[2, order[2]])
                found.append(GroupReading(cost, tuple(first + step for step in order)))
    return sorted((one for one in found if one.cost <= budget), key=lambda one: one.cost)


def _kongs(costs: npt.NDArray[np.float64], budget: float) -> list[GroupReading]:
    """Four alike, some of them perhaps turned over."""
    backs = costs[:, BACK]
    found = [GroupReading(float(backs.sum()), (BACK,) * 4)]
    least = np.minimum(costs[:, : len(KINDS)], backs[:, None]).sum(axis=0)
    for kind in np.flatnonzero(least <= budget).tolist():
        for pattern in range(1, 16):
            kinds = tuple(kind if pattern >> place & 1 else BACK for place in range(4))
            found.append(GroupReading(float(costs[range(4), kinds].sum()), kinds))
    return found


@dataclass(frozen=True)
class Sets:
    """All groups of a hand read together.

    Attributes:
        cost: of the readings of the groups, and of those that are no meld.
        kinds: classes of the tiles in melds, by index.
        melds: the groups that are melds.
        taken: copies of each kind in them, 34 numbers.
    """

    cost: float
    kinds: Mapping[int, int]
    melds: tuple[Group, ...]
    taken: tuple[int, ...]


def together(groups: Mapping[Group, Sequence[GroupReading]], odd: float | None = None) -> Iterator[Sets]:
    """All readings of groups together, the cheapest first.

    Args:
        groups: indices of the tiles of each group, and what it can be, the cheapest first.
        odd: what a group costs that is left as no meld; None: each has to be one.
    """
    options: list[list[tuple[float, GroupReading | None]]] = []
    for readings in groups.values():
        found: list[tuple[float, GroupReading | None]] = [(one.cost, one) for one in readings]
        options.append(
            sorted([*found, (odd, None)], key=lambda entry: entry[0]) if odd is not None else found
        )
    if not all(options):
        return
    start = (0,) * len(options)
    queue = [(math.fsum(found[0][0] for found in options), start)]
    met = {start}
    while queue:
        cost, places = heapq.heappop(queue)
        chosen = [found[place] for found, place in zip(options, places, strict=True)]
        yield _sets(cost, list(groups), [one for _, one in chosen])
        for number, place in enumerate(places):
            after = (*places[:number], place + 1, *places[number + 1 :])
            if place + 1 < len(options[number]) and after not in met:
                met.add(after)
                heapq.heappush(queue, (cost + options[number][place + 1][0] - chosen[number][0], after))


def _sets(cost: float, groups: Sequence[Group], readings: Sequence[GroupReading | None]) -> Sets:
    kinds: dict[int, int] = {}
    taken = [0] * len(KINDS)
    melds = []
    for group, one in zip(groups, readings, strict=True):
        if one is not None:
            melds.append(group)
            kinds.update(zip(group, one.kinds, strict=True))
            for kind in one.taken:
                taken[kind] += 1
    return Sets(cost, kinds, tuple(melds), tuple(taken))


def name_meld(indices: Sequence[int], kinds: Sequence[str], hidden: int = 0) -> ReadMeld:
    """The name of a group by what it shows.

    Args:
        indices: of its tiles.
        kinds: classes of all tiles.
        hidden: tiles of a kong that lie under those.
    """
    faces = [kinds[index] for index in indices if kinds[index] != CLASSES[BACK]]
    if len(indices) + hidden == 4:
        tiles = tuple(faces[:1] * 4) if faces else (CLASSES[BACK],) * 4
        return ReadMeld("an_gang" if len(faces) < len(indices) else "gang_unknown", tiles, tuple(indices))
    return ReadMeld("peng" if len(set(faces)) == 1 else "chi", tuple(sorted(faces)), tuple(indices))
