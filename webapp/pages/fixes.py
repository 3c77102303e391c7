"""What a hand that is no win lacks: the single tiles that, exchanged, would complete it."""

from dataclasses import replace

from scorer.hand import Context, Hand
from scorer.ready import waits
from scorer.rulesets import RuleSet


def single_fixes(rules: RuleSet, hand: Hand, context: Context) -> list[dict[str, str | None]]:
    """Exchanges of one tile that make the hand a win, those of the winning tile first.

    Args:
        rules: whose shapes count.
        hand: a hand of the right number of legal tiles that is no win.
        context: names the wild tile.

    Returns:
        ``[{"tile": kind or None for the winning tile, "other": kind}]``, empty when one tile is not enough.
    """
    fixes: list[dict[str, str | None]] = []
    for place in (None, *dict.fromkeys(hand.concealed)):
        rest = [*hand.concealed, hand.win]
        rest.remove(hand.win if place is None else place)
        found = waits(rules, replace(hand, concealed=tuple(rest)), context)
        fixes += [{"tile": place, "other": kind} for kind in found]
    return fixes
