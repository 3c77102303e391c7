"""From a posted hand, and those of other winners of the same tile, to a line of the ledger."""

from collections.abc import Iterable, Mapping
from typing import Any

from scorer.hand import KONG_TYPES, SEATS, Hand
from webapp.pages.form import FormError, hand_of
from webapp.tally.entries import SHARED
from webapp.tally.fold import Step


def entry_of(body: Mapping[str, Any], step: Step | None = None) -> dict[str, Any]:
    """The line for ``{hand, context, others?}``; kongs and wild tiles are counted in every winner's hand.

    Args:
        body: what the page has sent.
        step: the booked line that it changes. Kongs of players who did not win stay with it, and the hands
            that a camera has seen.

    Raises:
        FormError: it is no such body.
    """
    context, others = body.get("context"), body.get("others", [])
    if not isinstance(context, Mapping) or not isinstance(others, list):
        raise FormError("context")
    wins = [
        {"winner": context.get("winner"), "hand": body.get("hand"), "flags": context.get("flags", [])},
        *others,
    ]
    hands = dict(_hand(win) for win in wins)
    kept = {name: context.get(name) for name in SHARED}
    # Whatever was sent of them: of the winners the tiles themselves tell, under whichever rules.
    if isinstance(posted := kept["gangs"] or [], list):
        booked = step.line.entry.get("context", {}).get("gangs", []) if step else []
        kept["gangs"] = [*_kongs(hands.items()), *(_of_others(posted, hands) or _of_others(booked, hands))]
    if kept["wild"] and isinstance(counts := kept["caishen_counts"] or {}, Mapping):
        kept["caishen_counts"] = {**counts, **_wilds(hands, kept["wild"])}
    observed = step.line.entry.get("observed", []) if step else []
    return {"kind": "win", "wins": wins, "context": kept, "observed": observed}


def _hand(win: object) -> tuple[str, Hand]:
    if not isinstance(win, Mapping) or win.get("winner") not in SEATS:
        raise FormError("context.winner")
    return win["winner"], hand_of(win.get("hand"))


def _kongs(hands: Iterable[tuple[str, Hand]]) -> list[dict[str, Any]]:
    """The kongs that the winners have laid: each is paid for, whoever of them was named last."""
    return [
        {"seat": seat, "type": meld.type, "from": meld.source if meld.type == "ming_gang" else None}
        for seat, hand in hands
        for meld in hand.melds
        if meld.type in KONG_TYPES
    ]


def _of_others(kongs: Iterable[Any], hands: Mapping[str, Hand]) -> list[Any]:
    # What is no kong, or nobody's, stays: it is refused when the line is checked.
    return [kong for kong in kongs if not isinstance(kong, Mapping) or kong.get("seat") not in tuple(hands)]


def _wilds(hands: Mapping[str, Hand], wild: object) -> dict[str, int]:
    return {seat: [*hand.concealed, hand.win].count(str(wild)) for seat, hand in hands.items()}
