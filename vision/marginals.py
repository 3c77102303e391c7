"""How likely each tile is what it is taken for, all hands considered."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.evidence import BACK
from vision.hands import Hypothesis, Priors
from vision.melds import Group, GroupReading
from vision.search import OUT

Shares = dict[int, float]


@dataclass(frozen=True)
class Weights:
    """What the picture and the priors say.

    Attributes:
        costs: of each reading of each tile.
        groups: what each group set apart may be.
        priors: see there.
        elsewhere: copies of each kind outside the hand, 34 numbers.
    """

    costs: Mapping[int, Mapping[int, float]]
    groups: Mapping[Group, Sequence[GroupReading]]
    priors: Priors
    elsewhere: Sequence[int]


def marginals(
    weights: Weights, plain: Hypothesis, wins: Sequence[Hypothesis], mass: float
) -> dict[int, Shares]:
    """The probability of each reading of each tile; of a back it is that of `vision.search.OUT`.

    Args:
        weights: what the picture and the priors say.
        plain: the likeliest hand without the prior for a win.
        wins: the likeliest winning hands, and
        mass: the sum of the weights of all of them.
    """
    alone, others = _alone(weights, plain)
    listed = [math.exp(hand.score) for hand in wins]
    # Winning hands beyond the list count as the listed ones do.
    scale = mass / sum(listed) if listed else 0.0
    whole = others + (mass if listed else 0.0)
    found = {
        index: {kind: share * others / whole for kind, share in shares.items()}
        for index, shares in alone.items()
    }
    for hand, weight in zip(wins, listed, strict=True):
        for index, kind in hand.kinds.items():
            _add(found[index], kind, weight * scale / whole)
    return found


def _alone(weights: Weights, plain: Hypothesis) -> tuple[dict[int, Shares], float]:
    """Each tile's readings without the prior for a win, and the weight of all hands together."""
    fifth, odd = weights.priors.fifth, weights.priors.odd
    single = {
        index: {kind: math.exp(-cost) for kind, cost in readings.items()}
        for index, readings in weights.costs.items()
    }
    copies = plain.tiles + Counter(dict(enumerate(weights.elsewhere)))
    whole = math.exp(-fifth * sum(max(0, count - 4) for count in copies.values()))
    for index, readings in single.items():
        for kind in readings:
            # Where four others are of a kind, this tile would be a fifth.
            if kind != OUT and copies[kind] - (kind == plain.kinds[index]) >= 4:
                readings[kind] *= math.exp(-fifth)
    sums = {index: sum(readings.values()) for index, readings in single.items()}
    shares = {
        index: {kind: weight / sums[index] for kind, weight in readings.items()}
        for index, readings in single.items()
    }
    for group, melds in weights.groups.items():
        as_meld = [math.exp(-one.cost) for one in melds]
        loose = math.exp(-odd) * math.prod(sums.pop(index) for index in group)
        total = loose + sum(as_meld)
        whole *= total
        for place, index in enumerate(group):
            shares[index] = {kind: share * loose / total for kind, share in shares[index].items()}
            for one, weight in zip(melds, as_meld, strict=True):
                _add(shares[index], one.kinds[place], weight / total)
    return shares, whole * math.prod(sums.values())


def _add(shares: Shares, kind: int, share: float) -> None:
    shown = OUT if kind == BACK else kind
    shares[shown] = shares.get(shown, 0.0) + share
