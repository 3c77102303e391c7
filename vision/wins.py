"""Whether tiles form a winning shape."""

from collections import Counter
from collections.abc import Sequence

from scorer.deal import stand_in_for, wild_kind
from scorer.hand import Context
from scorer.rulesets import RuleSet
from scorer.tiles import KINDS
from vision.automaton import Win, machine


def is_win(tiles: Sequence[str], melds: int = 0) -> bool:
    """Whether tiles of which only the kinds are known form a whole hand, four alike being a kong if needed.

    Sets and a pair, seven pairs (four alike are two), or thirteen orphans; a fifth copy wins nothing.

    Args:
        tiles: the tiles outside melds, the winning tile included, flowers left out.
        melds: how many melds lie apart, kongs too.
    """
    counts = Counter(tiles)
    return set(counts) <= set(KINDS) and machine(Win(), melds).accepts([counts[kind] for kind in KINDS])


def winning(rules: RuleSet, wild: str | None = None) -> Win:
    """What wins under a rule set and its options.

    Args:
        rules: the rule set.
        wild: the tile turned up to be wild, for rule sets that play so.

    Raises:
        KeyError: if ``wild`` is no tile.
    """
    kind = wild_kind(rules.values, rules.data, Context(wild=wild))
    shapes = tuple(
        shape
        for shape in rules.data["shapes"]
        if shape in {"standard", "three_wilds"} or rules.values.get(shape, True)
    )
    return Win((rules.data["sets"],), shapes, kind, stand_in_for(kind, rules.data) is not None)
