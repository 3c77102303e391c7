"""Whether a hand turned up is booked already, told from the table's log: what is taken back is free again."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from webapp.store import Event
from webapp.tally.fold import Step, Table

# Two deals never bring one player nearly the same tiles. A reading may be wrong in so many of them.
_MISREAD: Final = 3


class Hand(Protocol):
    """What tells to which deal of the log a hand belongs; see `webapp.camera.hands.TurnedUp`."""

    @property
    def id(self) -> str:
        """An unguessable name."""
        ...  # pragma: no cover

    @property
    def sequence(self) -> int:
        """A deal booked after this event is this one …"""
        ...  # pragma: no cover

    @property
    def until(self) -> int | None:
        """… and after this one it is the next; None as long as that is not over."""
        ...  # pragma: no cover

    @property
    def earlier(self) -> Sequence[str]:
        """Hands turned up before in this deal."""
        ...  # pragma: no cover


def line_with(hand_id: str, steps: Sequence[Step]) -> Step | None:
    """The line that was booked from this very hand."""
    return next((step for step in reversed(steps) if hand_id in step.line.entry.get("observed", ())), None)


def deal_of(
    hand: Hand,
    table: Table,
    log: Sequence[Event],
    mates: Iterable[str],
    entry: Mapping[str, Any] | None = None,
) -> Step | None:
    """The deal of this hand where it was booked in another way: by a photo, by name, from another's hand.

    Args:
        hand: the hand.
        table: its table.
        log: the table's events.
        mates: the ids of the hands that lie there with it.
        entry: what the hand itself would be booked as: of deals booked after the next one was over, the one
            with these tiles is its own.
    """
    added = _added_since(log, hand.sequence)
    together = {*mates, *hand.earlier}
    for step in _deals(added, table):
        named = set(step.line.entry.get("observed", ()))
        if named & together:
            return step
        if named:  # a deal before this one, booked late, or one after it
            continue
        in_time = hand.until is None or added[step.line.id] <= hand.until
        if in_time or (entry is not None and alike(entry, step.line.entry)):
            return step
    return None


def deals_since(sequence: int, table: Table, log: Sequence[Event]) -> list[Step]:
    """The deals that were booked after an event, the last one first."""
    return _deals(_added_since(log, sequence), table)


def seen_again(entry: Mapping[str, Any], table: Table) -> Step | None:
    """The last deal, where it holds the tiles of one of these wins: they are seen again.

    By a camera that was started anew, or by a phone after the camera.
    """
    last = next((step for step in reversed(table.steps) if step.deal is not None), None)
    return last if last is not None and alike(entry, last.line.entry) else None


def alike(entry: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether one of the hands that are won in a line lies in the other line, too."""
    if other["kind"] != "win":
        return False
    return any(_alike(win, one) for win in entry["wins"] for one in other["wins"])


def _alike(win: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return win["winner"] == other["winner"] and (_tiles(win) - _tiles(other)).total() <= _MISREAD


def _added_since(log: Sequence[Event], sequence: int) -> dict[str, int]:
    """Lines that were added after an event, and with which one."""
    found = {}
    for event in reversed(log):
        if event.sequence <= sequence:
            break
        if event.kind == "line_added":
            found[str(event.payload["id"])] = event.sequence
    return found


def _deals(added: Mapping[str, int], table: Table) -> list[Step]:
    return [step for step in reversed(table.steps) if step.deal is not None and step.line.id in added]


def _tiles(win: Mapping[str, Any]) -> Counter[str]:
    hand = win["hand"]
    melded = (tile for meld in hand["melds"] for tile in meld["tiles"])
    return Counter((*hand["concealed"], *melded, hand["win"]))
