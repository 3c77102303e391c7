"""What a tracker told, compared with what happened."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from models.live_deals import FilmedDeal, Observed, TrueEvent, Watched

CALLS: Final = ("chi", "peng", "ming_gang", "an_gang", "bu_gang")
LOGGED: Final = ("discard", *CALLS)
_EARLY: Final = 2.0  # seconds before it lies still that an event may be told for
_LATE: Final = 10.0  # and after


@dataclass(frozen=True)
class Pair:
    """A true event and what was told of it; ``right`` with the tiles it shows and the seat."""

    true: TrueEvent
    observed: Observed
    right: bool

    @property
    def delay(self) -> float:
        """Seconds from lying still until it was told."""
        return self.observed.told - self.true.at


@dataclass(frozen=True)
class Matched:
    """One deal.

    Attributes:
        pairs: of discards and calls, and of the hand turned up and the clearing.
        missed: true ones that nothing was told of.
        false: what was told and did not happen, among them wins proposed in a deal without one.
    """

    pairs: tuple[Pair, ...]
    missed: tuple[TrueEvent, ...]
    false: tuple[Observed, ...]


def match(true: Sequence[TrueEvent], observed: Sequence[Observed]) -> Matched:
    """Pair true and told events of the same kind that lie near in time, the best pairs first.

    A right pair goes before a wrong one, then the nearer one; each event is in one pair at most.
    """
    choices = []
    for number, event in enumerate(true):
        for place, one in enumerate(observed):
            late = one.event.at - event.at
            if one.event.kind == event.kind and -_EARLY <= late <= _LATE:
                choices.append((not _right(event, one), abs(late), number, place))
    pairs: dict[int, int] = {}
    for _, _, number, place in sorted(choices):
        if number not in pairs and place not in pairs.values():
            pairs[number] = place
    return Matched(
        tuple(
            Pair(true[n], observed[place], _right(true[n], observed[place]))
            for n, place in sorted(pairs.items())
        ),
        tuple(event for n, event in enumerate(true) if n not in pairs),
        tuple(one for place, one in enumerate(observed) if place not in pairs.values()),
    )


def _right(true: TrueEvent, observed: Observed) -> bool:
    """Whether the tiles (as they can be seen, or as they are) and the seat agree."""
    if true.kind in {"cleared", "turned_up"}:
        return observed.event.seat == true.seat
    tiles = Counter(observed.event.tiles)
    return observed.event.seat == true.seat and tiles in (Counter(true.shows), Counter(true.tiles))


@dataclass
class Tally:
    """Counts over deals."""

    deals: int = 0
    cases: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    most_false: int = 0
    wins: int = 0
    hands: int = 0
    winning_tiles: int = 0
    sources: int = 0
    fed: int = 0
    without: int = 0
    proposed_without: int = 0
    from_still: list[float] = field(default_factory=list)
    from_free: list[float] = field(default_factory=list)
    told_after: list[float] = field(default_factory=list)

    def add(self, watched: Watched) -> Matched:
        """Count one deal; how it was matched."""
        deal = watched.deal
        found = match(deal.events, watched.observed)
        self.deals += 1
        self.cases.update(event.kind for event in deal.events)
        self.right.update(pair.true.kind for pair in found.pairs if pair.right)
        self.wrong.update(pair.true.kind for pair in found.pairs if not pair.right)
        self.false.update(one.event.kind for one in found.false)
        self.most_false = max(self.most_false, len(found.false))
        self.told_after += [pair.delay for pair in found.pairs if pair.right and pair.true.kind in LOGGED]
        for pair in found.pairs:
            if pair.true.source is not None and pair.true.kind in CALLS:
                self.fed += 1
                self.sources += pair.observed.event.source == pair.true.source
        self._wins(deal, watched.observed, found)
        return found

    def _wins(self, deal: FilmedDeal, observed: Sequence[Observed], found: Matched) -> None:
        proposed = [one for one in observed if one.hand is not None]
        if deal.won is None:
            self.without += 1
            self.proposed_without += bool(proposed)
            return
        self.wins += 1
        pair = next((pair for pair in found.pairs if pair.true.kind == "turned_up" and pair.right), None)
        if pair is None or pair.observed.hand != deal.won.hand:
            return
        self.hands += 1
        self.winning_tiles += pair.observed.win == deal.won.win
        self.from_still.append(pair.delay)
        self.from_free.append(pair.observed.told - pair.true.free)
