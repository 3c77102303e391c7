"""Several winners of one tile: their hands in one line of the ledger."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorer.hand import SEATS
from webapp.tally.entries import checked

Entry = Mapping[str, Any]
_MOST: Final = 3


def together(entries: Sequence[Entry]) -> dict[str, Any] | None:
    """One line for the winners of all these lines; None where they did not win on the same tile.

    Of what the winners share the first line's holds. Each winner's kongs come from the line that he is in.
    """
    wins = [win for entry in entries for win in entry["wins"]]
    winners = {win["winner"] for win in wins}
    if len(winners) < len(wins) or len(wins) > _MOST or len({_tile(entry) for entry in entries}) > 1:
        return None
    first = entries[0]
    if first["context"]["win_by"] == "self_draw" or first["context"].get("from") in winners:
        return None
    liable: dict[str, str] = {}
    for entry in reversed(entries):
        liable |= entry["context"].get("already_liable", {})
    return checked(
        {
            **first,
            "wins": wins,
            "context": {**first["context"], "gangs": _kongs(entries), "already_liable": liable},
            "observed": [name for entry in entries for name in entry.get("observed", ())],
        }
    )


def _tile(entry: Entry) -> tuple[str, str | None, str]:
    context = entry["context"]
    return context["win_by"], context.get("from"), entry["wins"][0]["hand"]["win"]


def _kongs(entries: Sequence[Entry]) -> list[Mapping[str, Any]]:
    own = {win["winner"]: entry for entry in entries for win in entry["wins"]}
    return [
        kong
        for seat in SEATS
        for kong in own.get(seat, entries[0])["context"].get("gangs", ())
        if kong["seat"] == seat
    ]
