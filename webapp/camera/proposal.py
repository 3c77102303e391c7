"""From a hand turned up to a booking: tiles and melds as seen, winner and discarder as the deal tells.

Nothing is proposed without a win shape. What the camera could not tell stands among the doubts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import KONG_TYPES, SEATS
from scorer.rulesets import RuleSet
from vision.live.events import Event
from webapp.camera.fed import Deal, already_liable, kongs_of_all, melds_of, robbed_kong, three_fed
from webapp.camera.hands import TurnedUp
from webapp.camera.setup import CameraSetup
from webapp.pages.rules import asks_of, flags_of
from webapp.tally.entries import checked
from webapp.tally.fold import Table
from webapp.tally.judge import Verdict, judge

_TAKES: Final = ("discard", "chi", "peng", *KONG_TYPES)


@dataclass(frozen=True)
class Proposal:
    """A hand as it would be booked.

    Attributes:
        id: of the hand turned up.
        winner: the seat.
        entry: the line, as `webapp.tally.entries` checks it.
        verdict: what it is worth; None where the rules refuse it though it has the shape of a win.
        refused: why they do.
        doubts: what was assumed, not seen: ``win_tile``, ``discarder``, ``tiles`` (faces that the reader
            doubts), ``kong`` (who fed one).
    """

    id: str
    winner: str
    entry: Mapping[str, Any]
    verdict: Verdict | None
    refused: Explanation | None = None
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Way:
    """How the hand may have been won: by which tile, from whom, what was special."""

    concealed: tuple[str, ...]
    tile: str
    win_by: str
    source: str | None
    flags: tuple[str, ...] = ()
    gang_from: str | None = None
    doubts: tuple[str, ...] = field(default=())


def propose(hand: TurnedUp, table: Table, setup: CameraSetup) -> Proposal | None:
    """What would be booked for this hand; None where it has no shape of a win under the table's rules."""
    deal = Deal(hand, setup)
    melds = melds_of(deal)
    made = [_judged(deal, melds, way, table) for way in _ways(deal, len(melds), table.rule_set)]
    # Of several tiles that may have won, the one that pays least: nobody is charged for a guess.
    return min(filter(None, made), key=_rank, default=None)


def as_read(hand: TurnedUp, setup: CameraSetup) -> dict[str, Any] | None:
    """A line with the tiles as they were read, win or not, for a player to put right; None without tiles."""
    deal = Deal(hand, setup)
    reading = hand.scan.reading
    loose = [*reading.concealed, *([] if reading.win is None else [reading.win])]
    faces = [tile for index in loose if (tile := reading.tiles[index].tile) not in {"back", "flower"}]
    if not faces:
        return None
    last = next((event for event in reversed(hand.deal) if event.kind in _TAKES), None)
    source = deal.seat(last.seat) if last is not None and last.kind == "discard" else None
    context = {"win_by": "self_draw"}
    if source is not None and source != deal.winner:
        context = {"win_by": "discard", "from": source}
    tiles = {"concealed": faces[:-1], "melds": melds_of(deal), "win": faces[-1]}
    won = {"winner": deal.winner, "hand": {**tiles, "flowers": reading.flowers}, "flags": []}
    return checked({"kind": "win", "wins": [won], "context": context, "observed": [hand.id]})


def _rank(proposal: Proposal) -> tuple[bool, Fraction]:
    if proposal.verdict is None:
        return True, Fraction(0)
    return False, Fraction(proposal.verdict.settlement.payments[proposal.winner])


def _ways(deal: Deal, melds: int, rules: RuleSet) -> list[_Way]:
    """The ways that fit the number of tiles; with one too few, a discard that still lies there won."""
    reading = deal.hand.scan.reading
    shown = [reading.tiles[index].tile for index in reading.concealed]
    apart = None if reading.win is None else reading.tiles[reading.win].tile
    every = (*shown, *([] if apart is None else [apart]))
    if not every or any(tile in {"back", "flower"} for tile in every):
        return []
    missing = 3 * int(rules.data["sets"]) + 2 - (len(every) + 3 * melds)
    last = next((event for event in reversed(deal.hand.deal) if event.kind in _TAKES), None)
    if missing == 1:
        return _claimed(deal, every, last)
    if missing:
        return []
    return _taken(deal, every, last) or _drawn(deal, every, apart, rules)


def _claimed(deal: Deal, every: tuple[str, ...], last: Event | None) -> list[_Way]:
    """The winning tile was left where it lay: the last discard, or the tile that made somebody's kong."""
    if last is None or last.kind not in {"discard", "bu_gang"} or deal.seat(last.seat) == deal.winner:
        return []
    tile = next((kind for kind in last.tiles if kind != "back"), "")
    return [_from(deal, every, tile, "rob_kong" if last.kind == "bu_gang" else "discard", last)]


def _taken(deal: Deal, every: tuple[str, ...], last: Event | None) -> list[_Way]:
    """The winning tile was the last discard, and was laid to the hand: it no longer lies in the middle."""
    if last is None or not last.tiles or deal.seat(last.seat) == deal.winner:
        return []
    tile = last.tiles[0]
    if tile not in every:
        return []
    if last.kind == "bu_gang" and robbed_kong(deal.hand, last):
        return [_from(deal, _without(every, tile), tile, "rob_kong", last)]
    lies_there = any(_same_place(last, seen.box) for seen in deal.hand.pool if seen.tile == tile)
    if last.kind != "discard" or lies_there:
        return []
    return [_from(deal, _without(every, tile), tile, "discard", last)]


def _from(deal: Deal, concealed: tuple[str, ...], tile: str, win_by: str, last: Event) -> _Way:
    if (source := deal.seat(last.seat)) is not None:
        return _Way(concealed, tile, win_by, source)
    before = SEATS[SEATS.index(deal.winner) - 1]  # nobody saw whose it was
    return _Way(concealed, tile, win_by, before, doubts=("discarder",))


def _drawn(deal: Deal, every: tuple[str, ...], apart: str | None, rules: RuleSet) -> list[_Way]:
    flags, gang_from = _after_kong(deal, rules)
    if apart is not None:
        return [_Way(_without(every, apart), apart, "self_draw", None, flags, gang_from)]
    return [
        _Way(_without(every, tile), tile, "self_draw", None, flags, gang_from, ("win_tile",))
        for tile in sorted(set(every))
    ]


def _after_kong(deal: Deal, rules: RuleSet) -> tuple[tuple[str, ...], str | None]:
    """Whether the winner's last tile came after a kong of his, and who fed the first of the chain."""
    chain: list[Event] = []
    for event in reversed([one for one in deal.hand.deal if one.kind in _TAKES]):
        if event.kind not in KONG_TYPES or deal.seat(event.seat) != deal.winner:
            break
        chain.insert(0, event)
    known = flags_of(rules)
    if not chain or "gang_draw" not in known:
        return (), None
    if len(chain) > 1 and "double_gang_draw" in known:
        return ("double_gang_draw",), None
    fed = next((deal.seat(event.source) for event in chain if event.kind == "ming_gang"), None)
    return ("gang_draw",), fed if "feeder" in asks_of(rules) else None


def _judged(deal: Deal, melds: Sequence[Mapping[str, Any]], way: _Way, table: Table) -> Proposal | None:
    reading, doubts = deal.hand.scan.reading, list(way.doubts)
    if any(tile.doubtful for tile in reading.tiles if tile.role in {"hand", "meld"}):
        doubts.append("tiles")
    context, unknown = _context(deal, melds, way, asks_of(table.rule_set))
    doubts += ["kong"] if unknown else []
    tiles = {"concealed": list(way.concealed), "melds": list(melds), "win": way.tile}
    hand = {**tiles, "flowers": reading.flowers}
    won = {"winner": deal.winner, "hand": hand, "flags": list(way.flags)}
    entry = checked({"kind": "win", "wins": [won], "context": context, "observed": [deal.hand.id]})
    try:
        verdict = judge(entry, table.rule_set, table.seating)
    except RuleError as error:
        if error.code == "not_a_win":
            return None
        return Proposal(deal.hand.id, deal.winner, entry, None, error.explanation, tuple(doubts))
    return Proposal(deal.hand.id, deal.winner, entry, verdict, None, tuple(doubts))


def _context(
    deal: Deal, melds: Sequence[Mapping[str, Any]], way: _Way, asks: Sequence[str]
) -> tuple[dict[str, Any], int]:
    """What the winners of a deal share, and how many kongs nobody saw the feeder of."""
    context: dict[str, Any] = {"win_by": way.win_by, "from": way.source, "gang_from": way.gang_from}
    unknown = 0
    if "kongs" in asks:
        context["gangs"], unknown = kongs_of_all(deal, melds)
    if "liable" in asks:
        context["already_liable"] = already_liable(deal, melds)
    if "key" in asks:
        context["key_pair"] = three_fed(deal, melds, only_next="key_next" in asks)
    return context, unknown


def _without(tiles: Sequence[str], tile: str) -> tuple[str, ...]:
    left = list(tiles)
    left.remove(tile)
    return tuple(left)


def _same_place(event: Event, box: tuple[float, float, float, float]) -> bool:
    """Whether a tile lies where the discard was laid."""
    if event.box is None:
        return False
    x, y = (event.box[0] + event.box[2]) / 2, (event.box[1] + event.box[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]
