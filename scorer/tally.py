"""From the rows that hold for one reading to its total: groups, exclusions, cap and floor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.rulesets.model import LiveRow, RuleSet
from scorer.view import View

# A row that holds, what it is worth, and how often it holds.
Entry = tuple[LiveRow, int, int]


@dataclass(slots=True)
class Total:
    """What some rows are worth together.

    Attributes:
        rows: the rows that count, each as often as it holds, with its value.
        dropped: rows that hold and do not count, each with the row in whose favour.
        sum: the values of the rows added up.
        total: the sum after cap and floor.
        above: the row that lifts the total above the cap, with the cap.
    """

    rows: list[tuple[LiveRow, int]] = field(default_factory=list)
    dropped: list[tuple[LiveRow, LiveRow]] = field(default_factory=list)
    sum: int = 0
    total: int = 0
    above: tuple[LiveRow, int] | None = None


@dataclass(slots=True, kw_only=True)
class Tally(Total):
    """What one reading, ``view``, is worth."""

    view: View


def tally(rules: RuleSet, view: View) -> Tally:
    """Ask every row of a reading's shape, and settle the groups in their order."""
    discard = view.deal.context.win_by == "discard"
    holding: dict[int, list[Entry]] = {}
    for live in rules.live_rows[view.shape][view.facts]:
        times = live.test(view)
        if times:
            entry = live, live.discard if discard else live.self_draw, times
            holding.setdefault(live.group, []).append(entry)
    result = Tally(view=view)
    _settle_groups(rules, holding, result)
    return result


def total_of(rules: RuleSet, row_ids: Sequence[str], win_by: str) -> Total:
    """What rows are worth that somebody named, each held once; rows that are not in play are left out."""
    holding: dict[int, list[Entry]] = {}
    for live in rules.live.values():
        if live.row.id in row_ids:
            entry = live, live.discard if win_by == "discard" else live.self_draw, 1
            holding.setdefault(live.group, []).append(entry)
    result = Total()
    _settle_groups(rules, holding, result)
    return result


def _settle_groups(rules: RuleSet, holding: dict[int, list[Entry]], result: Total) -> None:
    """Which of the rows that hold count, and what they come to, put into ``result``."""
    excluded: dict[str, LiveRow] = {}
    silenced: dict[str, LiveRow] = {}
    top: LiveRow | None = None
    for place in sorted(holding):
        group, entries = rules.groups[place], holding[place]
        if group.id in silenced:
            by = silenced[group.id]
            result.dropped += [(live, by) for live, _, _ in entries if not live.row.fallback]
            continue
        kept = _settle(group.keep, entries, excluded, result.dropped)
        for live, value, times in kept:
            result.rows += [(live, value)] * times
            result.sum += value * times
            if live.row.excludes:
                excluded |= dict.fromkeys(live.row.excludes, live)
        if kept:
            if group.silences:
                silenced |= dict.fromkeys(group.silences, kept[0][0])
            if group.above_cap:
                top = top or kept[0][0]
    result.total = _limit(rules, result) if top is None else result.sum
    cap = rules.value(rules.data["total"]["cap"]) if top is not None else 0
    result.above = (top, cap) if top is not None and result.sum > cap else None


def best_tally(tallies: Sequence[Tally]) -> Tally:
    """The best: total, then sum of rows, then precedence of the rows.

    Of readings that are equal in all that, the one with the fewest wild tiles standing for another kind, then
    the first as text.
    """
    if len(tallies) == 1:
        return tallies[0]
    top = max((one.total, one.sum) for one in tallies)
    return min(
        (one for one in tallies if (one.total, one.sum) == top),
        key=lambda one: (
            sorted(live.order for live, _ in one.rows),
            len(one.view.substituted),
            one.view.text,
        ),
    )


def _settle(
    keep: str,
    entries: list[Entry],
    excluded: dict[str, LiveRow],
    dropped: list[tuple[LiveRow, LiveRow]],
) -> list[Entry]:
    """The entries of one group that count. Adds to ``dropped`` those that hold but do not."""
    if len(entries) == 1 and entries[0][0].row.id not in excluded:
        return entries
    # A group has one fallback row at most, so something else is here.
    proper = [entry for entry in entries if not entry[0].row.fallback]
    for live, _, _ in proper:
        if live.row.excludes:
            excluded = excluded | dict.fromkeys(live.row.excludes, live)
    if excluded:
        dropped += [(live, excluded[live.row.id]) for live, _, _ in proper if live.row.id in excluded]
        proper = [entry for entry in proper if entry[0].row.id not in excluded]
    if keep == "all" or not proper:
        return proper
    best = min(proper, key=lambda entry: (-entry[1], entry[0].order))
    dropped += [(entry[0], best[0]) for entry in proper if entry is not best]
    return [best]


def _limit(rules: RuleSet, result: Total) -> int:
    """The sum after the cap, and lifted to the floor when a row of the floor's group is there."""
    how = rules.data["total"]
    if "cap" not in how:
        return result.sum
    cap: int = rules.value(how["cap"])
    total = min(result.sum, cap)
    if "floor" in how and any(live.row.group == how["floor_group"] for live, _ in result.rows):
        floor = rules.value(how["floor"])
        if floor is not None:
            return max(total, cap if floor == "cap" else int(floor))
    return total


def check_minimum(rules: RuleSet, chosen: Total) -> None:
    """Raise RuleError ``below_min_fan`` for less than the rules ask of a win."""
    how = rules.data["total"]
    if "minimum" in how:
        needed = rules.value(how["minimum"])
        fan = chosen.sum if how.get("minimum_before_cap") else chosen.total
        if fan < needed:
            raise RuleError("below_min_fan", "below_min_fan", fan=fan, need=needed)


def explain_total(chosen: Total) -> list[Explanation]:
    """Sentences on rows in whose favour others do not count, and on a sum and the cap or the floor."""
    found: dict[str, list[str]] = {}
    for live, by in chosen.dropped:
        found.setdefault(by.row.id, []).append(live.row.id)
    notes = [Explanation("note.excluded", {"by": by, "rows": tuple(rows)}) for by, rows in found.items()]
    if chosen.above is not None:
        live, cap = chosen.above
        notes.append(Explanation("note.above_cap", {"by": live.row.id, "cap": cap, "fan": chosen.total}))
    if chosen.total < chosen.sum:
        notes.append(Explanation("note.capped", {"sum": chosen.sum, "fan": chosen.total}))
    if chosen.total > chosen.sum:
        notes.append(Explanation("note.floored", {"sum": chosen.sum, "fan": chosen.total}))
    return notes
