"""All readings of a winner's hand in a rule set: every shape, every decomposition, every use of the wild tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from scorer.groups import PAIRS, TRIPLET, YAO_MASK, Group
from scorer.rulesets.model import RuleSet
from scorer.shapes import decompositions
from scorer.tiles import INDEX
from scorer.view import Deal, View, winning_groups

YAO_KINDS: Final = tuple(kind for kind in range(34) if YAO_MASK >> kind & 1)


def readings(rules: RuleSet, deal: Deal) -> list[View]:
    """Every reading as a view; empty when the hand is no win."""
    found: list[View] = []
    for shape in rules.data["shapes"]:
        if (
            shape != "three_wilds" or not found
        ):  # three wild tiles win by themselves only where nothing else does
            found += SHAPES[shape](rules, deal)
    return _triplet_first(found) if rules.data.get("discard_completes_triplet") and deal.by_other else found


def _standard(rules: RuleSet, deal: Deal) -> Iterator[View]:
    coarse = None
    if rules.data.get("coarse_suits"):
        coarse = deal.win if deal.win is not None else 34
    tell_role = rules.data.get("winning_tile_role", False)
    for sets, pair in decompositions(deal.counts, deal.jokers, deal.wild, coarse=coarse):
        if tell_role:
            for group in winning_groups(deal.win, sets, pair):
                yield View(deal, "standard", sets, pair, group)
        else:
            yield View(deal, "standard", sets, pair)


def _seven_pairs(rules: RuleSet, deal: Deal) -> Iterator[View]:
    if deal.hand.melds or not rules.values.get("seven_pairs", True):
        return
    odd = [kind for kind in range(34) if deal.counts[kind] % 2]
    spare = deal.jokers - len(odd)
    if spare < 0:
        return
    pairs = _pairs(deal, odd)
    for filler in _fillers(rules, deal) if spare else (None,):
        yield View(
            deal, "seven_pairs", pairs if filler is None else (*pairs, *[PAIRS[filler]] * (spare // 2))
        )


def _eight_pairs(rules: RuleSet, deal: Deal) -> Iterator[View]:
    """Eight pairs and one odd tile: a natural tile of an odd kind stays alone, or a wild tile does."""
    if deal.hand.melds:
        return
    odd = [kind for kind in range(34) if deal.counts[kind] % 2]
    for alone in odd:
        rest = [kind for kind in odd if kind != alone]
        spare = deal.jokers - len(rest)
        if spare < 0:
            return
        pairs = _pairs(deal, rest, alone)
        for filler in _fillers(rules, deal) if spare else (None,):
            more = () if filler is None else (PAIRS[filler],) * (spare // 2)
            yield View(deal, "eight_pairs", (*pairs, *more), odd=alone)
    spare = deal.jokers - len(odd)
    if spare < 1:
        return
    pairs = _pairs(deal, odd)
    for alone in _fillers(rules, deal):
        for filler in _fillers(rules, deal) if spare > 1 else (None,):
            more = () if filler is None else (PAIRS[filler],)
            yield View(deal, "eight_pairs", (*pairs, *more), odd=alone)


def _pairs(deal: Deal, completed: list[int], alone: int | None = None) -> tuple[Group, ...]:
    counts = deal.counts.copy()
    for kind in completed:
        counts[kind] += 1
    if alone is not None:
        counts[alone] -= 1
    return tuple(PAIRS[kind] for kind in range(34) for _ in range(counts[kind] // 2))


def _fillers(rules: RuleSet, deal: Deal) -> tuple[int, ...]:
    """The kinds that two spare wild tiles may be a pair of: all, or one of each suit where that is enough."""
    if not rules.data.get("coarse_suits"):
        return tuple(range(34))
    return tuple(sorted({0, 9, 18, *range(27, 34)} | ({deal.wild} if deal.wild is not None else set())))


def _thirteen_orphans(rules: RuleSet, deal: Deal) -> Iterator[View]:
    if deal.hand.melds or any(deal.counts[kind] for kind in range(34) if kind not in YAO_KINDS):
        return
    missing = sum(1 for kind in YAO_KINDS if not deal.counts[kind])
    # Thirteen kinds and one twice: with every kind there, what is left over is exactly that one.
    if missing <= deal.jokers and max(deal.counts) <= 2 and sum(deal.counts) - (13 - missing) <= 1:
        yield View(deal, "thirteen_orphans", ())


def _unconnected(rules: RuleSet, deal: Deal) -> Iterator[View]:
    """No two tiles of a suit less than three apart, no honour twice; white dragons are themselves here."""
    if deal.hand.melds:
        return
    kinds = sorted(INDEX[tile] for tile in (*deal.hand.concealed, deal.hand.win) if INDEX[tile] != deal.wild)
    for low, high in zip(kinds, kinds[1:], strict=False):
        if low == high or (high < 27 and low // 9 == high // 9 and high - low < 3):
            return
    yield View(deal, "unconnected", ())


def _three_wilds(rules: RuleSet, deal: Deal) -> Iterator[View]:
    if deal.jokers == 3 and deal.self_drawn:
        yield View(deal, "three_wilds", ())


def _triplet_first(found: list[View]) -> list[View]:
    """When somebody else's tile can complete a triplet, it does: the other readings fall away."""
    triplets = [view for view in found if view.completed is not None and view.completed.type is TRIPLET]
    return triplets or found


SHAPES: Final[dict[str, Callable[[RuleSet, Deal], Iterator[View]]]] = {
    "standard": _standard,
    "seven_pairs": _seven_pairs,
    "eight_pairs": _eight_pairs,
    "thirteen_orphans": _thirteen_orphans,
    "unconnected": _unconnected,
    "three_wilds": _three_wilds,
}
