"""Scoring a win: check it, read it in every way, keep the best, and say who pays what and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorer.beside import pay_beside
from scorer.deal import Deal
from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import Context, Hand, seats_after
from scorer.lines import FanLine
from scorer.payment import Win, pay_win
from scorer.points import POINTS, horse_hits
from scorer.predicates.honours import round_wind, seat_wind
from scorer.readings import readings
from scorer.rulesets.model import LiveRow, RuleSet
from scorer.settlement import Settlement, Transfer, settle
from scorer.tally import Tally, best_tally, check_minimum, explain_total, tally
from scorer.tiles import KINDS
from scorer.validation import check, check_tiles

# Rows whose sentence names the wind of this hand; the lines of all others are the same for every hand.
_NAMING_WINDS: Final = (seat_wind, round_wind)


@dataclass(frozen=True, slots=True)
class Score:
    """What a win is worth and what it costs.

    Attributes:
        reading: how the hand was read, in notation: melds, concealed groups, the pair.
        lines: the rows that count; a row that holds twice is there twice.
        notes: what else a player wants told: rows that do not count, cap, floor, wild tiles, points.
        total_fan: fan, value or multiple, after cap and floor.
        points: points, the base included.
        settlement: the four amounts, kong and wild money included.
        horse_hits: how many horses hit; None where none are drawn.
    """

    reading: str
    lines: tuple[FanLine, ...]
    notes: tuple[Explanation, ...]
    total_fan: int
    points: int
    settlement: Settlement
    horse_hits: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One player's claim to a tile that several claim."""

    winner: str
    hand: Hand
    seat_wind: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MultiScore:
    """The paid winners in the order of the claims, each with his own score, and the four amounts in all.

    ``notes`` says why some claims are not paid.
    """

    wins: tuple[tuple[str, Score], ...]
    settlement: Settlement
    notes: tuple[Explanation, ...] = ()


def score_win(rules: RuleSet, hand: Hand, context: Context) -> Score:
    """Score one winner's hand.

    Raises:
        RuleError: with a code of :data:`scorer.errors.CODES`; nothing is scored then.
    """
    return _score(rules, hand, context, 1)


def score_multi(rules: RuleSet, claims: Sequence[Claim], context: Context) -> MultiScore:
    """Score all claims to one tile: all of them, or the nearest player's after the one who lost the tile.

    Args:
        claims: at least one; ``context`` has what they share (its winner, seat wind and flags do not matter).

    Raises:
        RuleError: for the first paid claim that the rules refuse, or ``context_conflict`` when the claims do
            not go together. Copies are counted hand by hand; `check_together` counts over all.
    """
    _check_claims(claims, context)
    paid = list(claims)
    notes: tuple[Explanation, ...] = ()
    if len(claims) > 1 and rules.value("multi_win") == "nearest" and context.source is not None:
        order = seats_after(context.source)
        paid = [min(claims, key=lambda claim: order.index(claim.winner))]
        notes = (Explanation("note.nearest", {"seat": paid[0].winner, "payer": context.source}),)
    wins = []
    transfers: list[Transfer] = []
    for claim in paid:
        own = replace(context, winner=claim.winner, seat_wind=claim.seat_wind, flags=claim.flags)
        score = _score(rules, claim.hand, own, len(paid), beside=False)
        wins.append((claim.winner, score))
        transfers += score.settlement.transfers
    return MultiScore(tuple(wins), settle([*transfers, *pay_beside(rules, context)]), notes)


def _check_claims(claims: Sequence[Claim], context: Context) -> None:
    winners = [claim.winner for claim in claims]
    if not claims or len(set(winners)) < len(winners):
        raise RuleError("context_conflict", "claims_winners")
    if len(tiles := dict.fromkeys(claim.hand.win for claim in claims)) > 1:
        for claim in claims:  # what is no tile at all is told first
            check_tiles(claim.hand, context)
        raise RuleError("context_conflict", "claims_tiles", tiles=tuple(tiles))
    if len(claims) > 1 and context.win_by == "self_draw":
        raise RuleError("context_conflict", "claims_self_draw")
    for winner in winners:
        if winner == context.source:
            raise RuleError("context_conflict", "won_from_self", seat=winner)


def _score(rules: RuleSet, hand: Hand, context: Context, winners: int, *, beside: bool = True) -> Score:
    check(rules, hand, context)
    deal = Deal(hand, context, rules.values, rules.data, winners)
    views = readings(rules, deal)
    if not views:
        raise RuleError("not_a_win", "not_a_win")
    best = best_tally([tally(rules, view) for view in views])
    check_minimum(rules, best)
    points, formula = POINTS[rules.data["points"]](rules, best.total, context)
    transfers, remarks = pay_win(Win(rules, deal, best.total, points))
    return Score(
        reading=best.view.text,
        lines=tuple([_line(live, context) for live, _ in best.rows]),
        notes=(*_notes(best), formula, *remarks),
        total_fan=best.total,
        points=points,
        settlement=settle([*transfers, *(pay_beside(rules, context) if beside else ())]),
        horse_hits=horse_hits(rules, context) if "horses" in rules.values else None,
    )


def _line(live: LiveRow, context: Context) -> FanLine:
    line = live.discard_line if context.win_by == "discard" else live.self_draw_line
    if live.test not in _NAMING_WINDS:
        return line
    params = {"row": line.row, "seat_wind": context.seat_wind, "round_wind": context.round_wind}
    return FanLine(line.row, line.name, line.value, Explanation(line.why.key, params))


def _notes(best: Tally) -> list[Explanation]:
    deal = best.view.deal
    notes = []
    kinds = best.view.substituted
    if kinds:
        notes.append(Explanation("note.wild_stands_for", {"tiles": tuple(KINDS[kind] for kind in kinds)}))
    if deal.hand.flowers:
        notes.append(Explanation("note.flowers", {"flowers": deal.hand.flowers}))
    return notes + explain_total(best)
