"""Who pays for all: the player whose tile made a great hand possible (包)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scorer.deal import Deal
from scorer.explanation import Explanation
from scorer.groups import DRAGONS, TRIPLET, WINDS
from scorer.hand import Meld
from scorer.rulesets.model import RuleSet

# (the liable player or None, a remark when somebody is let off)
Found = tuple[str | None, Explanation | None]


def liable(rules: RuleSet, deal: Deal) -> tuple[str | None, str, tuple[Explanation, ...]]:
    """The player who pays all three shares of a self-draw, and under which rule.

    Returns:
        (seat, option, remarks): seat is None and option empty when nobody is liable.
    """
    if not (deal.self_drawn and deal.melds):
        return None, "", ()
    remarks: tuple[Explanation, ...] = ()
    after_kong = "gang_draw" in deal.flags or "double_gang_draw" in deal.flags
    for option in rules.data["payment"].get("liability", ()):
        if after_kong and rules.data["payment"].get("kong_draw_frees") and option != "bao_gang_kai":
            continue
        if rules.value(option):
            seat, remark = RULES[option](rules, deal)
            if seat is not None:
                return seat, option, ()
            if remark is not None:
                remarks = (remark,)
    return None, "", remarks


def _kong_draw(rules: RuleSet, deal: Deal) -> Found:
    """Won on the replacement tile: whoever fed the first direct kong of the chain."""
    return deal.context.gang_from if "gang_draw" in deal.flags else None, None


def _big_winds(rules: RuleSet, deal: Deal) -> Found:
    return _last_feeder(deal, WINDS), None


def _big_dragons(rules: RuleSet, deal: Deal) -> Found:
    return _last_feeder(deal, DRAGONS), None


def _twelve(rules: RuleSet, deal: Deal) -> Found:
    """Four melds lie on the table: whoever fed the fourth, unless liable to somebody else before."""
    melds = deal.hand.melds
    concealed_counts = rules.values.get("twelve_counts_an_gang", False)
    if len(melds) != 4 or (deal.concealed_kongs and not concealed_counts):
        return None, None
    feeder = melds[-1].source
    if feeder is None:
        return None, None
    first = deal.context.already_liable.get(feeder, deal.context.winner)
    if first != deal.context.winner:
        return None, Explanation("note.liable_before", {"payer": feeder, "payee": first})
    return feeder, None


def _last_feeder(deal: Deal, wanted: int) -> str | None:
    """Feeder of the last open triplet of the wanted kinds, when all of them are open."""
    if deal.meld_triplets & wanted != wanted:
        return None
    last: Meld | None = None
    seen = 0
    for meld, group in zip(deal.hand.melds, deal.melds, strict=True):
        if group.type is TRIPLET and group.mask & wanted and meld.type != "an_gang":
            seen |= group.mask
            last = meld
    return last.source if last is not None and seen == wanted else None


RULES: Final[dict[str, Callable[[RuleSet, Deal], Found]]] = {
    "bao_gang_kai": _kong_draw,
    "bao_big_winds": _big_winds,
    "bao_big_dragons": _big_dragons,
    "bao_twelve": _twelve,
}
