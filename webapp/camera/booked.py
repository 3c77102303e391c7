"""Whether a hand turned up is booked already, told from the table's log: what is taken back is free again."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from webapp.camera.hands import TurnedUp
from webapp.store import Event
from webapp.tally.fold import Step, Table

# Two deals never bring one player nearly the same tiles. A reading may be wrong in so many of them.
_MISREAD: Final = 3


def line_with(hand: TurnedUp, steps: Sequence[Step]) -> Step | None:
    """The line that was booked from this very hand."""
    return next((step for step in reversed(steps) if hand.id in step.line.entry.get("observed", ())), None)


def deal_of(hand: TurnedUp, table: Table, log: Sequence[Event], mates: Iterable[str]) -> Step | None:
    """The deal of this hand where it was booked in another way: by a photo, by name, from another's hand.

    Args:
        hand: the hand.
        table: its table.
        log: the table's events.
        mates: the ids of the hands that lie there with it.
    """
    added = _added_since(log, hand.sequence)
    together = {*mates, *hand.earlier}
    for step in reversed(table.steps):
        if step.deal is None or step.line.id not in added:
            continue
        named = set(step.line.entry.get("observed", ()))
        if not named or named & together:  # else a deal before this one, booked late
            return step
    return None


def seen_again(entry: Mapping[str, Any], table: Table) -> Step | None:
    """The last deal, where it holds the tiles of one of these wins: they are seen again.

    By a camera that was started anew, or by a phone after the camera.
    """
    last = next((step for step in reversed(table.steps) if step.deal is not None), None)
    if last is None or last.line.entry["kind"] != "win":
        return None
    pairs = ((win, other) for win in entry["wins"] for other in last.line.entry["wins"])
    return last if any(_alike(win, other) for win, other in pairs) else None


def _alike(win: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return win["winner"] == other["winner"] and (_tiles(win) - _tiles(other)).total() <= _MISREAD


def _added_since(log: Sequence[Event], sequence: int) -> set[str]:
    found = set()
    for event in reversed(log):
        if event.sequence <= sequence:
            break
        if event.kind == "line_added":
            found.add(str(event.payload["id"]))
    return found


def _tiles(win: Mapping[str, Any]) -> Counter[str]:
    hand = win["hand"]
    melded = (tile for meld in hand["melds"] for tile in meld["tiles"])
    return Counter((*hand["concealed"], *melded, hand["win"]))
