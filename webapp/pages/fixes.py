"""What a hand that is no win lacks: the single tiles that, exchanged, would complete it."""

from collections import Counter

from scorer.hand import Hand
from scorer.rulesets import RuleSet
from scorer.tiles import INDEX, KINDS
from scorer.waits import waiting_kinds

_SHAPES_WITH_MELDS = ("standard",)


def single_fixes(rules: RuleSet, hand: Hand) -> list[dict[str, str | None]]:
    """Exchanges of one tile that make the hand a win, those of the winning tile first.

    Args:
        rules: whose shapes count. With wild tiles about, nothing is proposed.
        hand: a hand of the right number of legal tiles that is no win.

    Returns:
        ``[{"tile": kind or None for the winning tile, "other": kind}]``, empty when one tile is not enough.
    """
    if rules.values.get("wild", rules.data.get("wild", "none")) != "none":
        return []
    shapes = [shape for shape in rules.data["shapes"] if not hand.melds or shape in _SHAPES_WITH_MELDS]
    held = Counter([*hand.concealed, hand.win, *(tile for meld in hand.melds for tile in meld.tiles)])
    full = sum(1 << INDEX[kind] for kind, copies in held.items() if copies >= 4)
    fixes: list[dict[str, str | None]] = []
    for place in (None, *dict.fromkeys(hand.concealed)):
        counts = [0] * 34
        for tile in (*hand.concealed, hand.win):
            counts[INDEX[tile]] += 1
        counts[INDEX[hand.win if place is None else place]] -= 1
        fixes += [{"tile": place, "other": KINDS[kind]} for kind in waiting_kinds(shapes, counts, full=full)]
    return fixes
