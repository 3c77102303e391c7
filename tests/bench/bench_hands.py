"""Random winning hands for measuring, in the form of each program that is measured."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from scorer.groups import PAIRS, RUN, RUN_STARTS, RUNS, TRIPLETS
from scorer.hand import SEATS, Context, Hand, Meld, seats_after, wind_of
from scorer.tiles import INDEX, KINDS

SETS = [*(RUNS[first] for first in RUN_STARTS), *TRIPLETS]


@dataclass(frozen=True)
class Won:
    """One win: a hand with the winning tile last among ``kinds``, and how it came about."""

    hand: Hand
    context: Context

    @property
    def key(self) -> object:
        """Equal for hands that differ in nothing but the order of tiles."""
        return tuple(sorted(self.hand.concealed)), self.hand.melds, self.hand.win, self.context.win_by


def wins(number: int, seed: int) -> list[Won]:
    """So many distinct wins of four sets and a pair, up to three of them called, half of them self-drawn."""
    rng = Random(seed)
    found: dict[object, Won] = {}
    while len(found) < number:
        won = _win(rng)
        if won is not None:
            found.setdefault(won.key, won)
    return list(found.values())


def _win(rng: Random) -> Won | None:
    # Runs are as frequent as at a table, where two sets in three are runs.
    groups = [RUNS[rng.choice(RUN_STARTS)] if rng.random() < 0.65 else rng.choice(TRIPLETS) for _ in range(4)]
    pair = rng.choice(PAIRS)
    counts = [0] * 34
    for group in (*groups, pair):
        for kind in group.kinds:
            counts[kind] += 1
    if max(counts) > 4:
        return None
    winner, dealer = rng.choice(SEATS), rng.choice(SEATS)
    others = seats_after(winner)
    called = rng.choice((0, 0, 1, 2, 3))
    melds = tuple(
        Meld(
            "chi" if group.type is RUN else "peng",
            tuple(KINDS[kind] for kind in group.kinds),
            others[2] if group.type is RUN else rng.choice(others),
        )
        for group in groups[:called]
    )
    tiles = [KINDS[kind] for group in (*groups[called:], pair) for kind in group.kinds]
    rng.shuffle(tiles)
    win_by = rng.choice(("self_draw", "discard"))
    context = Context(
        winner=winner,
        dealer=dealer,
        seat_wind=wind_of(winner, dealer),
        round_wind=rng.choice(SEATS),
        win_by=win_by,
        source=None if win_by == "self_draw" else rng.choice(others),
    )
    return Won(Hand(tuple(tiles[:-1]), melds, tiles[-1]), context)


def two_wilds(number: int, seed: int) -> list[Won]:
    """So many distinct closed wins in which two tiles are replaced by wild ones."""
    rng = Random(seed)
    found: dict[object, Won] = {}
    while len(found) < number:
        won = _win(rng)
        if won is None or len(won.hand.concealed) < 4:
            continue
        wild = rng.choice(KINDS)
        tiles = list(won.hand.concealed)
        used = {*tiles, won.hand.win, *(tile for meld in won.hand.melds for tile in meld.tiles)}
        if {wild, "B"} & used:
            continue
        for place in rng.sample(range(len(tiles)), 2):
            tiles[place] = wild
        context = Context(
            winner=won.context.winner,
            dealer=won.context.dealer,
            seat_wind=won.context.seat_wind,
            round_wind=won.context.round_wind,
            win_by=won.context.win_by,
            source=won.context.source,
            wild=wild,
        )
        changed = Won(Hand(tuple(tiles), won.hand.melds, won.hand.win), context)
        found.setdefault(changed.key, changed)
    return list(found.values())


def numbered(tiles: tuple[str, ...], left: dict[int, Iterator[int]]) -> list[int]:
    """Tiles as the package ``mahjong`` numbers them: four copies of each of 34 kinds, 0 to 135."""
    return [next(left[INDEX[tile]]) for tile in tiles]
