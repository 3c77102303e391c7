"""How a deal goes: who draws, discards, calls, and who turns up which hand.

A standing hand shows its back, so which tiles it holds is settled only when they are shown: any order of
shown tiles that takes no tile twice and no hand below nothing is one that legal play can give. So melds
and the won hand are dealt first, and each discard is a random one of what is left.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from datasets.deck import Deck, Group
from scorer.tiles import KINDS
from scorer.waits import completes

SEATS: Final = ("bottom", "right", "top", "left")  # sides of the picture, in the order of turns
HAND: Final = 13
WALL: Final = 136 - 4 * HAND - 1
_SHOWS: Final = 0.5  # of the deals without a winner end with somebody showing a hand that has not won
_KEPT: Final = 6  # tiles that stay in the wall


@dataclass(frozen=True)
class Step:
    """One thing that happens.

    ``kind`` is draw, discard, chi, peng, ming_gang, an_gang, bu_gang, turned_up or cleared; ``seat`` 0..3 as
    in ``SEATS``, -1 for cleared. ``tiles`` are classes 0..33: the discard, all tiles of a meld, a hand turned
    up without its winning tile. ``taken`` is the claimed or winning tile (-1: none; a hand turned up without
    one has not won and only shows what it waited with), ``source`` the seat it
    came from (-1 for none), ``meld`` the number of the meld at its seat (-1 for none), ``spare`` a draw from
    the end of the wall after a kong.
    """

    kind: str
    seat: int
    tiles: tuple[int, ...] = ()
    taken: int = -1
    source: int = -1
    meld: int = -1
    spare: bool = False


@dataclass
class _Call:
    seat: int
    kind: str
    tiles: tuple[int, ...]
    meld: int = -1  # of a bu_gang: the triplet that lies already

    def may(self, seat: int) -> bool:
        """Whether it can be made on a discard of ``seat``: a run only by the next player."""
        if self.kind == "chi":
            return self.seat == (seat + 1) % 4
        return self.kind in {"peng", "ming_gang", "open bu_gang"} and self.seat != seat


@dataclass(frozen=True)
class Script:
    """A deal: who deals, what happens in order, and the step in which the winner turns up a hand, if any."""

    dealer: int
    steps: tuple[Step, ...]
    won: Step | None


@dataclass
class _Play:
    rng: np.random.Generator
    deck: Deck
    calls: list[_Call]
    steps: list[Step] = field(default_factory=list)
    melds: Counter[int] = field(default_factory=Counter)
    wall: int = WALL
    hands: Counter[int] = field(default_factory=lambda: Counter(dict.fromkeys(range(4), HAND)))

    def draw(self, seat: int, spare: bool = False) -> None:
        self.wall -= 1
        self.steps.append(Step("draw", seat, spare=spare))

    def lay(self, call: _Call, taken: int, source: int) -> None:
        meld = call.meld
        if call.kind != "bu_gang":
            meld = self.melds[call.seat]
            self.melds[call.seat] += 1
        kind = "peng" if call.kind == "open bu_gang" else call.kind
        tiles = call.tiles[:3] if call.kind == "open bu_gang" else call.tiles
        self.steps.append(Step(kind, call.seat, tiles, taken, source, meld))
        # A kong takes three of a hand: its fourth is claimed, or drawn for one that has been laid already.
        self.hands[call.seat] -= {"bu_gang": 0}.get(kind, 3)
        self.calls.remove(call)
        if call.kind == "open bu_gang":
            self.calls.append(_Call(call.seat, "bu_gang", call.tiles, meld))

    def kongs(self, seat: int, urgency: float) -> None:
        """Kongs of one's own after a draw, each with a tile from the end of the wall."""
        for call in [c for c in self.calls if c.seat == seat and c.kind in {"an_gang", "bu_gang"}]:
            if self.rng.random() < max(0.3, urgency):
                self.lay(call, -1, -1)
                self.draw(seat, spare=True)

    def claim(self, seat: int, urgency: float) -> _Call | None:
        """A call that can be made on a discard of ``seat`` now, if anybody makes one."""
        ready = [call for call in self.calls if call.may(seat)]
        if not ready or self.rng.random() > urgency:
            return None
        return ready[int(self.rng.integers(len(ready)))]


def _exposed(rng: np.random.Generator, seat: int, groups: list[Group]) -> list[_Call]:
    made = []
    for group in groups:
        late = group.kind == "ming_gang" and rng.random() < 0.5
        made.append(_Call(seat, "open bu_gang" if late else group.kind, group.tiles))
    return made


def _others(rng: np.random.Generator, deck: Deck, winner: int) -> list[_Call]:
    """What the other players lay open."""
    made = []
    for seat in range(4):
        if seat != winner:
            groups = [deck.group() for _ in range(int(rng.choice([0, 1, 2], p=[0.45, 0.35, 0.2])))]
            made += _exposed(rng, seat, groups)
    return made


def _winning(deck: Deck) -> tuple[list[int], list[Group]]:
    """A hand that wins as a chicken hand does: sets and a pair, or thirteen orphans, never seven pairs."""
    while True:
        before = deck.left.copy()
        concealed, melds = deck.winning()
        counts = np.bincount(concealed, minlength=len(KINDS)).tolist()
        if any(completes(shape, counts) for shape in ("standard", "thirteen_orphans")):
            return concealed, melds
        deck.left = before


def write(rng: np.random.Generator, discards: int, won: bool) -> Script:
    """A deal of about so many discards, that ends with a hand turned up or with none.

    Args:
        discards: the winner waits for so many, and as many more as the calls of the hand take.
    """
    deck = Deck(rng)
    winner = int(rng.integers(4)) if won else -1
    concealed, melds = _winning(deck) if won else ([], [])
    calls = _exposed(rng, winner, melds) + _others(rng, deck, winner)
    win = concealed.pop(int(rng.integers(len(concealed)))) if won else -1
    concealed.sort()
    play = _Play(rng, deck, calls)
    dealer = turn = int(rng.integers(4))
    own = bool(rng.random() < 0.4)
    drawn, done = True, 0
    while True:
        if not drawn:
            play.draw(turn)
        urgency = min(1.0, len(play.calls) / max(1, discards - done) * 1.3) if play.calls else 0.0
        # A claimed tile is no draw: after it there is no kong of one's own before the next turn.
        if not drawn or not play.steps:
            play.kongs(turn, urgency)
        ready = won and done >= discards and not any(call.seat == winner for call in play.calls)
        if ready and own and turn == winner and play.steps and play.steps[-1].kind == "draw":
            play.steps.append(Step("turned_up", winner, tuple(concealed), win))
            break
        if ready and not own and turn != winner:
            play.steps.append(Step("discard", turn, (win,)))
            play.steps.append(Step("turned_up", winner, tuple(concealed), win, turn))
            break
        if play.wall <= _KEPT or (not won and done >= discards):
            play.steps.append(Step("discard", turn, tuple(deck.deal(1))))
            break
        call = play.claim(turn, urgency)
        done += 1
        if call is None:
            play.steps.append(Step("discard", turn, tuple(deck.deal(1))))
            turn, drawn = (turn + 1) % 4, False
            continue
        taken = call.tiles[int(rng.integers(3))]
        play.steps.append(Step("discard", turn, (taken,)))
        play.lay(call, taken, turn)
        turn, drawn = call.seat, True
        if call.kind == "ming_gang":
            play.draw(turn, spare=True)
    last = play.steps[-1]
    if last.kind != "turned_up" and rng.random() < _SHOWS:
        seat = int(rng.integers(4))
        play.steps.append(Step("turned_up", seat, tuple(sorted(deck.deal(play.hands[seat])))))
    play.steps.append(Step("cleared", -1))
    return Script(dealer, tuple(play.steps), last if last.kind == "turned_up" else None)
