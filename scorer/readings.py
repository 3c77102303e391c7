"""All readings of a winner's hand: every shape, every decomposition, every use of the wild tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from scorer.deal import Deal
from scorer.groups import PAIRS, SINGLES, TRIPLET, YAO_MASK, Group
from scorer.rulesets.model import RuleSet
from scorer.shapes import decompositions
from scorer.view import View
from scorer.waits import completes

YAO_KINDS: Final = tuple(kind for kind in range(34) if YAO_MASK >> kind & 1)


def readings(rules: RuleSet, deal: Deal) -> list[View]:
    """Every reading as a view; empty when the hand is no win."""
    found: list[View] = []
    for shape in rules.data["shapes"]:
        if shape == "standard":
            found += _standard(deal, tell_role=rules.data.get("winning_tile_role", False))
        elif shape == "three_wilds":  # they win by themselves only where nothing else does
            found += [] if found else _three_wilds(deal)
        elif not deal.melds and rules.values.get(shape, True):
            found += SHAPES[shape](deal)
    if deal.by_other and rules.data.get("discard_completes_triplet"):
        return _triplet_first(found)
    return found


def _standard(deal: Deal, *, tell_role: bool) -> Iterator[View]:
    for sets, pair in decompositions(deal.counts, deal.jokers):
        if not tell_role or deal.win is None:
            yield View(deal, "standard", sets, pair)
            continue
        bit = 1 << deal.win
        # One view for each different group that the winning tile can have completed.
        for group in {group.text: group for group in (*sets, pair) if group.mask & bit}.values():
            yield View(deal, "standard", sets, pair, group)


def _seven_pairs(deal: Deal) -> Iterator[View]:
    if completes("seven_pairs", deal.counts, deal.jokers):
        odd = _odd_kinds(deal)
        for pairs in _with_spare(_pairs(deal, odd), deal.jokers - len(odd)):
            yield View(deal, "seven_pairs", pairs)


def _eight_pairs(deal: Deal) -> Iterator[View]:
    """Eight pairs and one tile alone: a natural tile of an odd kind, or a wild tile for anything."""
    if not completes("eight_pairs", deal.counts, deal.jokers):
        return
    odd = _odd_kinds(deal)
    for alone in odd:
        rest = [kind for kind in odd if kind != alone]
        for pairs in _with_spare(_pairs(deal, rest), deal.jokers - len(rest)):
            yield View(deal, "eight_pairs", (*pairs, SINGLES[alone]))
    if deal.jokers > len(odd):
        for pairs in _with_spare(_pairs(deal, odd), deal.jokers - len(odd) - 1):
            for single in SINGLES:
                yield View(deal, "eight_pairs", (*pairs, single))


def _odd_kinds(deal: Deal) -> list[int]:
    return [kind for kind in range(34) if deal.counts[kind] % 2]


def _pairs(deal: Deal, completed: list[int]) -> tuple[Group, ...]:
    """The pairs of the natural tiles, with a wild tile added to each of the kinds ``completed``."""
    added = set(completed)
    return tuple(PAIRS[kind] for kind in range(34) for _ in range((deal.counts[kind] + (kind in added)) // 2))


def _with_spare(pairs: tuple[Group, ...], spare: int) -> Iterator[tuple[Group, ...]]:
    """The pairs with spare wild tiles as pairs of their own: of every kind, all spare ones of the same."""
    if spare:
        for filler in PAIRS:
            yield (*pairs, *[filler] * (spare // 2))
    else:
        yield pairs


def _thirteen_orphans(deal: Deal) -> Iterator[View]:
    if completes("thirteen_orphans", deal.counts, deal.jokers):
        twice = next((kind for kind in YAO_KINDS if deal.counts[kind] == 2), YAO_KINDS[0])
        yield View(deal, "thirteen_orphans", tuple(SINGLES[kind] for kind in sorted((*YAO_KINDS, twice))))


def _unconnected(deal: Deal) -> Iterator[View]:
    if completes("unconnected", deal.holding.physical, deal.jokers):
        yield View(deal, "unconnected", _singles(deal.holding.physical))


def _singles(counts: list[int]) -> tuple[Group, ...]:
    return tuple(SINGLES[kind] for kind in range(34) for _ in range(counts[kind]))


def _three_wilds(deal: Deal) -> Iterator[View]:
    if deal.self_drawn and completes("three_wilds", deal.counts, deal.jokers):
        yield View(deal, "three_wilds", _singles(deal.holding.physical))


def _triplet_first(found: list[View]) -> list[View]:
    """When another player's tile can complete a triplet, it does: the other readings fall away."""
    return [view for view in found if view.completed is not None and view.completed.type is TRIPLET] or found


SHAPES: Final[dict[str, Callable[[Deal], Iterator[View]]]] = {
    "seven_pairs": _seven_pairs,
    "eight_pairs": _eight_pairs,
    "thirteen_orphans": _thirteen_orphans,
    "unconnected": _unconnected,
}
