"""The likeliest hands among everything that the tiles of a photo may be, and how likely each reading is.

Each hand weighs what the picture says of its tiles, times a prior: a hand that wins is likelier before the
picture is seen, one with a fifth copy or with an odd group set apart is less likely. Winning hands are
searched out one by one; all other readings together are known in closed form, tile by tile.
"""

import heapq
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scorer.tiles import KINDS
from vision.automaton import Win, machine
from vision.copies import settle
from vision.evidence import Evidence, reading_costs
from vision.hands import Hypothesis, Parts, Priors
from vision.marginals import Weights, marginals
from vision.melds import Group, GroupReading, Sets, group_readings, together
from vision.search import OUT, Effort, Found, Search

_KINDS: Final = len(KINDS)
_NEAR: Final = 4.0  # winning hands that are e⁴ times less likely than the best one are let go
_FIRST: Final = 2.0  # the budget of the first search; the next are larger
_LISTED: Final = 64  # hands looked at one by one
_WAYS: Final = 300  # readings of the groups together that are looked at, and so are of tiles that can be
_TRIED: Final = 2000  # those of more than four alike included
_SPLITS: Final = 512  # ways to take groups apart: all of those of nine groups
_EFFORT: Final = 3500  # steps: less than 10 ms on a desktop


@dataclass(frozen=True)
class Judgement:
    """All hands weighed.

    Attributes:
        best: the likeliest.
        runner_up: the likeliest with other tiles; None for a hand without tiles.
        marginals: for each tile the probability of each reading, all hands considered.
        exact: whether every winning hand that could be the likeliest was looked at.
    """

    best: Hypothesis
    runner_up: Hypothesis | None
    marginals: Mapping[int, Mapping[int, float]]
    exact: bool


def judge(parts: Parts, evidence: Evidence, win: Win, priors: Priors, effort: int = _EFFORT) -> Judgement:
    """Weigh all hands.

    Args:
        parts: what they are made of.
        evidence: of all tiles of the photo.
        win: what wins.
        priors: what is known before.
        effort: steps of the search, see `vision.search.Effort`.
    """
    return _Judge(parts, evidence, win, priors, Effort(effort)).judgement()


class _Judge:
    def __init__(self, parts: Parts, evidence: Evidence, win: Win, priors: Priors, effort: Effort) -> None:
        self._parts, self._win, self._priors, self._effort = parts, win, priors, effort
        members = [*parts.loose, *(index for group in parts.groups for index in group)]
        self._costs = {
            index: reading_costs(evidence.classes[index], float(evidence.exists[index]), OUT)
            for index in members
        }
        self._evidence = evidence
        self._groups = self._read_groups(priors.win + priors.odd)

    def _read_groups(self, budget: float) -> dict[Group, list[GroupReading]]:
        return {
            group: group_readings(self._evidence.classes[list(group)], budget) for group in self._parts.groups
        }

    def judgement(self) -> Judgement:
        plain = self._plain()
        # To take a group apart may cost more than its penalty: its tiles may be copies that there are not.
        if -plain.score > self._priors.odd:
            self._groups = self._read_groups(self._priors.win - plain.score)
            plain = self._plain()
        wins, mass, exact = self._wins(-plain.score)
        hands = sorted([*wins, plain, *self._neighbours(plain)], key=lambda hand: -hand.score)
        best = hands[0]
        other = next((hand for hand in hands if hand.tiles != best.tiles), None)
        weights = Weights(self._costs, self._groups, self._priors, self._parts.elsewhere)
        return Judgement(best, other, marginals(weights, plain, wins, mass), exact)

    def _plain(self) -> Hypothesis:
        """The likeliest hand without the prior for a win."""
        best = Hypothesis(-math.inf, {}, (), wins=False)
        for sets in itertools.islice(together(self._groups, self._priors.odd), _SPLITS):
            if -sets.cost <= best.score:
                break
            free = [index for index in self._costs if index not in sets.kinds]
            paid, settled = settle(
                [self._costs[index] for index in free], self._taken(sets), self._priors.fifth, OUT
            )
            if -sets.cost - paid > best.score:
                kinds = {**sets.kinds, **dict(zip(free, settled, strict=True))}
                best = Hypothesis(-sets.cost - paid, kinds, sets.melds, wins=False)
        return best

    def _neighbours(self, plain: Hypothesis) -> Iterator[Hypothesis]:
        """The hands one reading away from the likeliest one without the prior for a win."""
        grouped = {index: meld for meld in plain.melds for index in meld}
        for index, readings in self._costs.items():
            if index in grouped:
                continue
            now = plain.kinds[index]
            for kind, cost in heapq.nsmallest(2, readings.items(), key=lambda entry: entry[1]):
                if kind != now:
                    score = plain.score - abs(cost - readings[now])
                    yield Hypothesis(score, {**plain.kinds, index: kind}, plain.melds, wins=False)
        for meld in plain.melds:
            now_cost = min(one.cost for one in self._groups[meld])
            for other in self._groups[meld][1:2]:
                kinds = {**plain.kinds, **dict(zip(meld, other.kinds, strict=True))}
                yield Hypothesis(plain.score - (other.cost - now_cost), kinds, plain.melds, wins=False)

    def _wins(self, plain: float) -> tuple[list[Hypothesis], float, bool]:
        """Winning hands that can be the likeliest and those close to them, the sum of the weights of all."""
        most = self._priors.win + plain
        budget = min(_FIRST, most)
        known: tuple[list[Hypothesis], float] = ([], 0.0)
        while True:
            hands, mass, exact = self._wins_within(budget)
            if not exact:  # what was found with a smaller budget still holds
                return (*known, False) if len(known[0]) > len(hands) else (hands, mass, False)
            known = hands, mass
            wanted = self._priors.win - hands[0].score + _NEAR if hands else 2 * budget
            enough = min(wanted, most)
            if budget >= enough:
                return hands, mass, True
            budget = enough

    def _wins_within(self, budget: float) -> tuple[list[Hypothesis], float, bool]:
        found: list[Hypothesis] = []
        mass, exact, splits = 0.0, True, 0
        bonus = self._priors.win
        groups = self._parts.groups
        for number in range(len(groups) + 1):
            # A group is taken apart only where that may lead to the likeliest hand.
            penalty = number * self._priors.odd
            if penalty > budget or (found and penalty >= bonus - max(hand.score for hand in found)):
                break
            for melds in itertools.combinations(groups, len(groups) - number):
                splits += 1
                if splits > _SPLITS:
                    exact = False
                    break
                for sets, result in self._searches(melds, budget - penalty):
                    if result is None:
                        exact = False
                        break
                    mass += result.mass * math.exp(bonus - sets.cost - penalty)
                    exact &= result.exact
                    free = [index for index in self._costs if index not in sets.kinds]
                    for paid, hand in result.hands:
                        score = bonus - sets.cost - penalty - paid
                        if score < bonus - budget:
                            break
                        kinds = {**sets.kinds, **dict(zip(free, hand, strict=True))}
                        found.append(Hypothesis(score, kinds, sets.melds, wins=True))
        found.sort(key=lambda hand: -hand.score)
        return found[:_LISTED], mass, exact

    def _searches(self, melds: tuple[Group, ...], budget: float) -> Iterator[tuple[Sets, Found | None]]:
        """The tiles outside these melds, searched once for each reading of the melds.

        None in place of what was found ends it early: more readings can be paid for than are looked at.
        """
        inside = {index for meld in melds for index in meld}
        tiles = [readings for index, readings in self._costs.items() if index not in inside]
        reader = machine(self._win, len(melds))
        if not reader.can_hold(sum(OUT not in tile for tile in tiles), len(tiles)):
            return
        open_kinds = Counter(kind for tile in tiles for kind in tile if kind != OUT)
        known: dict[tuple[int, ...], Found] = {}
        ways = 0
        for tried, sets in enumerate(together({meld: self._groups[meld] for meld in melds})):
            if sets.cost > budget:
                return
            if ways >= _WAYS or tried >= _TRIED:
                yield sets, None
                return
            free = [4 - copies for copies in self._taken(sets)]
            if min(free) < 0:
                continue
            ways += 1
            # Where as many are free as could come, it does not matter how many: the search stays the same.
            caps = tuple(min(free[kind], open_kinds[kind]) for kind in range(_KINDS))
            if caps not in known:
                known[caps] = Search(tiles, caps, reader, self._effort).run(budget - sets.cost, _LISTED)
            yield sets, known[caps]

    def _taken(self, sets: Sets) -> list[int]:
        """Copies of each kind in melds and elsewhere."""
        return [one + other for one, other in zip(sets.taken, self._parts.elsewhere, strict=True)]
