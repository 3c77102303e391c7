"""The corrector against OR-tools CP-SAT on random photos: the same weight of the best hand.

    python tests/vision/corrector_oracle.py --cases 5000

States the whole problem anew as linear constraints and lets the solver prove its optimum.
"""

import argparse
import itertools
import math
import sys
from collections import Counter
from collections.abc import Iterable

import numpy as np
from ortools.sat.python import cp_model

from scorer.tiles import INDEX, KINDS, YAO
from vision.automaton import Win
from vision.evidence import Evidence
from vision.hands import Parts, Priors
from vision.judge import judge

SCALE = 1_000_000
EFFORT = 100_000  # more than is spent on a photo: what is proved is the search, not how soon it is given up
BACK, FLOWER = 35, 34
LEAST = 5e-4  # classes less likely than this are excluded
RUNS = [kind for kind in range(27) if kind % 9 <= 6]


class Photo:
    """A random hand: winning, nearly winning or anything, seen more or less clearly, perhaps with melds."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = np.random.default_rng(seed)
        self.priors = Priors(
            win=float(rng.uniform(1, 8)), odd=float(rng.uniform(1, 4)), fifth=float(rng.uniform(1, 5))
        )
        sets = [self._set() for _ in range(int(rng.choice([4, 4, 4, 5])))]
        apart = int(rng.integers(len(sets) + 1)) if rng.random() < 0.5 else 0
        loose = [*itertools.chain(*sets[apart:]), *[int(rng.integers(34))] * 2]
        if apart == 0 and rng.random() < 0.2:
            loose = [kind for kind in rng.choice(34, 7, replace=False).tolist() for _ in range(2)]
        elif apart == 0 and rng.random() < 0.15:
            loose = [INDEX[kind] for kind in YAO] + [INDEX["E"]]
        for _ in range(int(rng.choice([0, 0, 1, 2]))):
            loose[int(rng.integers(len(loose)))] = int(rng.integers(34))
        if rng.random() < 0.15:
            loose.append(int(rng.integers(34)))
        elif rng.random() < 0.05:
            loose.pop()
        tiles = [*loose, *itertools.chain(*sets[:apart])]
        clear = float(rng.uniform(6, 12))
        rows = [self._row(kind, clear) for kind in tiles]
        exists = np.where(rng.random(len(tiles)) < 0.15, rng.uniform(0.5, 1, len(tiles)), 0.999)
        self.evidence = Evidence(np.array(rows), exists)
        groups, start = [], len(loose)
        for group in sets[:apart]:
            groups.append(tuple(range(start, start + len(group))))
            start += len(group)
        self.parts = Parts(tuple(range(len(loose))), tuple(groups))

    def _set(self) -> list[int]:
        way = self.rng.random()
        if way < 0.5:
            first = int(self.rng.choice(RUNS))
            return [first, first + 1, first + 2]
        return [int(self.rng.integers(34))] * (3 if way < 0.9 else 4)

    def _row(self, kind: int, clear: float) -> np.ndarray:
        """Probabilities: one look-alike or two, all others little, at times hardly anything known."""
        rng = self.rng
        logits = rng.normal(0, 1.5, 36)
        logits[kind] += clear if rng.random() < 0.8 else rng.uniform(3, clear)
        for other in rng.integers(0, 36, int(rng.integers(0, 3))):
            logits[other] += rng.uniform(0, clear)
        shares = np.exp(logits)
        return np.asarray(shares / shares.sum())


class Model:
    """The problem of one photo as linear constraints."""

    def __init__(self, photo: Photo) -> None:
        self.photo = photo
        self.model = cp_model.CpModel()
        self.objective: list[cp_model.LinearExprT] = []
        # Switches of the tiles, and of the melds set apart, that are of a kind.
        self.loose: dict[int, list[cp_model.LinearExprT]] = {kind: [] for kind in range(34)}
        self.taken: dict[int, list[cp_model.LinearExprT]] = {kind: [] for kind in range(34)}

    def optimum(self) -> float:
        """The greatest weight of any hand, as natural logarithm."""
        for index in self.photo.parts.loose:
            self.model.add_exactly_one(self._tile(index))
        melds = [self._group(group) for group in self.photo.parts.groups]
        win = self._switch(self.photo.priors.win)
        constrain_win(self.model, self.loose, melds, win)
        for kind in range(34):
            excess = self.model.new_int_var(0, 40, "")
            copies = sum(self.loose[kind]) + sum(self.taken[kind])
            self.model.add(excess >= copies - 4)
            self.model.add(copies <= 4).only_enforce_if(win)
            self.objective.append(round(-self.photo.priors.fifth * SCALE) * excess)
        self.model.maximize(sum(self.objective))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if (status := solver.solve(self.model)) != cp_model.OPTIMAL:
            raise RuntimeError(f"CP-SAT answers {solver.status_name(status)}")
        return solver.objective_value / SCALE

    def _switch(self, gain: float) -> cp_model.IntVar:
        variable = self.model.new_bool_var("")
        self.objective.append(round(gain * SCALE) * variable)
        return variable

    def _tile(self, index: int) -> list[cp_model.IntVar]:
        classes, exists = self.photo.evidence.classes[index], float(self.photo.evidence.exists[index])
        shares = {kind: exists * classes[kind] for kind in range(34) if classes[kind] >= LEAST}
        nothing = 1 - exists + exists * (classes[FLOWER] + classes[BACK])
        if nothing >= LEAST:
            shares[-1] = nothing
        switches = []
        for kind, share in shares.items():
            switches.append(self._switch(math.log(share / max(shares.values()))))
            if kind >= 0:
                self.loose[kind].append(switches[-1])
        return switches

    def _group(self, group: tuple[int, ...]) -> cp_model.LinearExprT:
        """1 where a group is a meld; else its tiles are loose."""
        odd = self._switch(-self.photo.priors.odd)
        ways = []
        rows = [self.photo.evidence.classes[index] for index in group]
        for kinds in possible_melds(len(group)):
            if min(row[kind] for row, kind in zip(rows, kinds, strict=True)) < LEAST:
                continue
            gain = sum(math.log(row[kind] / row.max()) for row, kind in zip(rows, kinds, strict=True))
            ways.append(self._switch(gain))
            faces = [kind for kind in kinds if kind != BACK]
            for kind in faces[:1] * 4 if len(kinds) == 4 else faces:
                self.taken[kind].append(ways[-1])
        self.model.add_exactly_one([odd, *ways])
        for index in group:
            self.model.add(sum(self._tile(index)) == odd)
        return 1 - odd


def possible_melds(size: int) -> list[tuple[int, ...]]:
    """All ways in which so many tiles can be a meld; kongs may show backs."""
    if size == 3:
        runs = [order for first in RUNS for order in itertools.permutations(range(first, first + 3))]
        return [*runs, *((kind,) * 3 for kind in range(34))]
    shown = {tuples for kind in range(34) for tuples in itertools.product((kind, BACK), repeat=4)}
    return sorted(shown)


def constrain_win(
    model: cp_model.CpModel,
    counts: dict[int, list[cp_model.LinearExprT]],
    melds: list[cp_model.LinearExprT],
    win: cp_model.IntVar,
) -> None:
    standard, pairs, orphans = (model.new_bool_var(name) for name in ("standard", "pairs", "orphans"))
    model.add(standard + pairs + orphans == win)
    number = {kind: sum(counts[kind]) for kind in range(34)}
    runs = {kind: model.new_int_var(0, 4, "") for kind in RUNS}
    triplets = [model.new_bool_var("") for _ in range(34)]
    kongs = [model.new_bool_var("") for _ in range(34)]
    eyes = [model.new_bool_var("") for _ in range(34)]
    for kind in range(34):
        inside = sum(runs[first] for first in RUNS if first <= kind <= first + 2)
        whole = inside + 3 * triplets[kind] + 4 * kongs[kind] + 2 * eyes[kind]
        model.add(number[kind] == whole).only_enforce_if(standard)
        halves = model.new_int_var(0, 2, "")
        model.add(number[kind] == 2 * halves).only_enforce_if(pairs)
        if KINDS[kind] in YAO:
            model.add(number[kind] >= 1).only_enforce_if(orphans)
        else:
            model.add(number[kind] == 0).only_enforce_if(orphans)
    sets = sum(runs.values()) + sum(triplets) + sum(kongs) + sum(melds)
    model.add(sum(eyes) == 1).only_enforce_if(standard)
    model.add(sets >= 4).only_enforce_if(standard)
    model.add(sets <= 5).only_enforce_if(standard)
    for special in (pairs, orphans):
        model.add(sum(number.values()) == 14).only_enforce_if(special)
        model.add(sum(melds) == 0).only_enforce_if(special)


def compare(seeds: Iterable[int]) -> tuple[list[str], Counter[str]]:
    """Differences in words, and how often each kind of hand was met."""
    faults, met = [], Counter[str]()
    for seed in seeds:
        photo = Photo(seed)
        mine = judge(photo.parts, photo.evidence, Win(), photo.priors, EFFORT)
        met["cases"] += 1
        met["winning" if mine.best.wins else "not winning"] += 1
        met["with melds apart"] += bool(photo.parts.groups)
        met["given up as hopeless"] += not mine.exact
        truth = Model(photo).optimum()
        if mine.exact and abs(truth - mine.best.score) > 1e-4:
            faults.append(f"seed {seed}: corrector {mine.best.score:.5f}, CP-SAT {truth:.5f}")
    return faults, met


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    found, total = compare(range(chosen.seed, chosen.seed + chosen.cases))
    print(
        "\n".join(
            [*found, f"{len(found)} differences", *(f"{name}: {number}" for name, number in total.items())]
        )
    )
    sys.exit(bool(found))
