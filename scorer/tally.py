"""From the rows that hold for one reading to its total: groups, exclusions, cap and floor."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.explanation import Explanation
from scorer.rulesets.model import LiveRow, RuleSet
from scorer.view import View


@dataclass(slots=True)
class Tally:
    """What one reading is worth.

    Attributes:
        view: the reading.
        rows: the rows that count, each as often as it holds, with its value.
        dropped: rows that hold and do not count, each with the row in whose favour.
        sum: the values of the rows added up.
        total: the sum after cap and floor.
        capped, floored: whether the cap or the floor changed it.
    """

    view: View
    rows: list[tuple[LiveRow, int]]
    dropped: list[tuple[LiveRow, LiveRow]]
    sum: int
    total: int
    capped: bool
    floored: bool

    def rank(self) -> tuple[object, ...]:
        """Smaller is better: total, then sum, then precedence of the rows, then the reading as text."""
        precedence = sorted(live.order for live, _ in self.rows)
        return (-self.total, -self.sum, precedence, self.view.text)


def tally(rules: RuleSet, view: View) -> Tally:
    """Ask every row of a reading's shape, and settle the groups in their order."""
    self_drawn = view.deal.context.win_by != "discard"
    holding: list[tuple[LiveRow, int, int]] = []
    for live in rules.live_rows[view.shape]:
        times = live.test(view)
        if times:
            holding.append((live, live.self_draw if self_drawn else live.discard, times))
    rows: list[tuple[LiveRow, int]] = []
    dropped: list[tuple[LiveRow, LiveRow]] = []
    silenced: dict[str, LiveRow] = {}
    excluded: dict[str, LiveRow] = {}
    open_top = False
    for position, group in enumerate(rules.groups):
        entries = [entry for entry in holding if entry[0].group == position]
        if not entries:
            continue
        if group.id in silenced:
            dropped += [(live, silenced[group.id]) for live, _, _ in entries if not live.row.fallback]
            continue
        kept = _settle(group.keep, entries, excluded, dropped)
        for live, value, times in kept:
            rows += [(live, value)] * times
            for row_id in live.excludes:
                excluded[row_id] = live
            for other in group.silences:
                silenced.setdefault(other, live)
        open_top = open_top or (bool(kept) and group.id in _above_cap(rules))
    added = sum(value for _, value in rows)
    total, capped, floored = _limit(rules, rows, added, open_top)
    return Tally(view, rows, dropped, added, total, capped, floored)


def _settle(
    keep: str,
    entries: list[tuple[LiveRow, int, int]],
    excluded: dict[str, LiveRow],
    dropped: list[tuple[LiveRow, LiveRow]],
) -> list[tuple[LiveRow, int, int]]:
    """The entries of one group that count. Adds to ``dropped`` those that hold but do not."""
    excluded = excluded | {row_id: live for live, _, _ in entries for row_id in live.excludes}
    proper = [entry for entry in entries if not entry[0].row.fallback]
    dropped += [(live, excluded[live.row.id]) for live, _, _ in proper if live.row.id in excluded]
    proper = [entry for entry in proper if entry[0].row.id not in excluded]
    if not proper:
        return [entry for entry in entries if entry[0].row.fallback]
    if keep == "all":
        return proper
    best = min(proper, key=lambda entry: (-entry[1], entry[0].order))
    dropped += [(entry[0], best[0]) for entry in proper if entry is not best]
    return [best]


def _above_cap(rules: RuleSet) -> tuple[str, ...]:
    return tuple(rules.data["total"].get("above_cap", ()))


def _limit(
    rules: RuleSet, rows: list[tuple[LiveRow, int]], added: int, open_top: bool
) -> tuple[int, bool, bool]:
    how = rules.data["total"]
    if "cap" not in how or open_top:
        return added, False, False
    cap = rules.value(how["cap"])
    total = min(added, cap)
    floor = rules.value(how["floor"]) if "floor" in how else None
    if floor == "cap":
        floor = cap
    if floor is not None and floor > total and any(live.row.group == how["floor_group"] for live, _ in rows):
        return floor, False, True
    return total, added > cap, False


def explain_drops(chosen: Tally) -> list[Explanation]:
    """One sentence for each row in whose favour others do not count."""
    found: dict[str, list[str]] = {}
    for live, by in chosen.dropped:
        rows = found.setdefault(by.row.id, [])
        if live.row.id not in rows:
            rows.append(live.row.id)
    return [Explanation("note.excluded", {"by": by, "rows": tuple(rows)}) for by, rows in found.items()]
