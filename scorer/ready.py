"""How far a hand is from winning, and which tiles would complete it."""

from __future__ import annotations

from scorer.deal import Holding, full_kinds, stand_in_for, wild_kind
from scorer.hand import Context, Hand
from scorer.missing import MISSING, missing_standard
from scorer.rulesets.model import RuleSet
from scorer.tiles import INDEX, KINDS
from scorer.waits import completes


def waits(rules: RuleSet, hand: Hand, context: Context | None = None) -> tuple[str, ...]:
    """The tiles that complete a hand that lacks one, in the order of :data:`scorer.tiles.KINDS`.

    Args:
        hand: its winning tile does not matter; concealed tiles and melds as for scoring. A hand with another
            number of tiles waits for nothing.
        context: needed for the wild tile only.
    """
    if len(hand.concealed) != 3 * (rules.data["sets"] - len(hand.melds)) + 1:
        return ()
    holding = _holding(rules, hand, context)
    full = full_kinds(hand)
    shapes = _shapes(rules, hand)
    found = []
    for tile in KINDS:
        kind = INDEX[tile]
        if full >> kind & 1 or (kind == holding.wild and holding.jokers >= _wilds_in_play(rules)):
            continue
        tried = holding.copy()
        tried.add(tile)
        if any(completes(shape, _counts(shape, tried), tried.jokers) for shape in shapes):
            found.append(tile)
    return tuple(found)


def tiles_away(rules: RuleSet, hand: Hand, context: Context | None = None) -> int:
    """How many tiles have to change, or to come, until the hand wins: 0 for a win, 1 for a ready hand.

    Args:
        hand: concealed tiles, melds and, if there is one already, the winning tile (else ``""``).
        context: needed for the wild tile only.
    """
    holding = _holding(rules, hand, context)
    if hand.win:
        holding.add(hand.win)
    taken = [0] * 34
    for meld in hand.melds:
        for tile in meld.tiles:
            taken[INDEX[tile]] += 1
    sets = int(rules.data["sets"]) - len(hand.melds)
    found = [missing_standard(holding.counts, sets, taken, holding.jokers)]
    for shape in _shapes(rules, hand):
        if shape != "standard":
            found.append(MISSING[shape](_counts(shape, holding), holding.jokers))
    lacking = 3 * sets + 2 - len(hand.concealed) - bool(hand.win)
    return max(min(found) - holding.jokers, int(lacking), 0)


def _holding(rules: RuleSet, hand: Hand, context: Context | None) -> Holding:
    wild = wild_kind(rules.values, rules.data, context or Context())
    return Holding(hand.concealed, wild, stand_in_for(wild, rules.data))


def _shapes(rules: RuleSet, hand: Hand) -> list[str]:
    """Winning shapes that are still open to the hand."""
    return [
        shape
        for shape in rules.data["shapes"]
        if shape in {"standard", "three_wilds"} or (rules.values.get(shape, True) and not hand.melds)
    ]


def _counts(shape: str, holding: Holding) -> list[int]:
    return holding.physical if shape == "unconnected" else holding.counts


def _wilds_in_play(rules: RuleSet) -> int:
    """Three when one is turned up and stays on the table, else four."""
    return 3 if rules.values.get("wild", rules.data["wild"]) == "indicator" else 4
