"""The way back from the scorer's dataclasses to JSON data, as webapp.pages.form reads them."""

from typing import Any

from scorer.hand import Context, Hand


def hand_data(hand: Hand) -> dict[str, Any]:
    """A hand such that ``hand_of(hand_data(hand)) == hand``."""
    return {
        "concealed": list(hand.concealed),
        "melds": [{"type": meld.type, "tiles": list(meld.tiles), "from": meld.source} for meld in hand.melds],
        "win": hand.win,
        "flowers": hand.flowers,
    }


def context_data(context: Context) -> dict[str, Any]:
    """A context such that ``context_of(context_data(context)) == context`` for one from a request."""
    return {
        "winner": context.winner,
        "dealer": context.dealer,
        "seat_wind": context.seat_wind,
        "round_wind": context.round_wind,
        "win_by": context.win_by,
        "from": context.source,
        "flags": list(context.flags),
        "gang_from": context.gang_from,
        "dealer_streak": context.dealer_streak,
        "wild": context.wild,
        "horses": list(context.horses),
        "ready": context.ready,
        "gangs": [{"seat": kong.seat, "type": kong.type, "from": kong.source} for kong in context.gangs],
        "caishen_counts": dict(context.caishen_counts),
        "already_liable": dict(context.already_liable),
        "calls_before_win": list(context.calls_before_win),
        "key_pair": None if context.key_pair is None else list(context.key_pair),
    }
