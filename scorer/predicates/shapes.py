"""Questions about the shape as a whole."""

from typing import Final

from scorer.view import View

# 1112345678999 as how often each rank occurs.
GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def any_hand(view: View) -> bool:
    """Every win."""
    return True


def all_runs(view: View) -> bool:
    """Nothing but runs beside the pair."""
    return not view.triplet_mask


def all_triplets(view: View) -> bool:
    """Nothing but triplets and kongs beside the pair."""
    return not view.runs


def thirteen_orphans(view: View) -> bool:
    """One of each terminal and honour, one of them twice."""
    return view.shape == "thirteen_orphans"


def seven_pairs(view: View) -> bool:
    """Seven pairs; four alike are two pairs."""
    return view.shape == "seven_pairs"


def unconnected(view: View) -> bool:
    """Fourteen tiles of which no two go together."""
    return view.shape == "unconnected"


def nine_gates_any_wait(view: View) -> bool:
    """No meld and 1112345678999 of one suit with any tile of that suit, whichever came last."""
    return view.suits == 1 and not view.honours and not view.deal.melds and _gates(view.deal.counts)


def nine_gates_pure(view: View) -> bool:
    """No meld and exactly 1112345678999 of one suit in hand before the winning tile of the same suit.

    Option ``nine_gates_self_draw_only``: only when the player drew it himself.
    """
    deal = view.deal
    if deal.values.get("nine_gates_self_draw_only") and deal.by_other:
        return False
    return nine_gates_any_wait(view) and _gates(deal.held)


def nine_gates_by_draw_or_pure(view: View) -> bool:
    """Self-drawn into the nine gates, or taken from another player on the pure nine-sided wait."""
    return nine_gates_any_wait(view) and (view.deal.self_drawn or _gates(view.deal.held))


def _gates(counts: list[int]) -> bool:
    """Whether tiles of one suit contain 1112345678999."""
    return any(
        all(have >= need for have, need in zip(counts[first : first + 9], GATES, strict=True))
        for first in (0, 9, 18)
    )


ALL: Final = (
    any_hand,
    all_runs,
    all_triplets,
    thirteen_orphans,
    seven_pairs,
    unconnected,
    nine_gates_any_wait,
    nine_gates_pure,
    nine_gates_by_draw_or_pure,
)
