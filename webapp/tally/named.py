"""A win of which nobody has the tiles: fan lines, or points, named by the players."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.deal import Deal
from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import Context, Hand, Meld
from scorer.lines import FanLine
from scorer.payment import Win, pay_win
from scorer.points import POINTS
from scorer.rulesets import Row, RuleSet
from scorer.scoring import Score
from scorer.settlement import Transfer, settle


def score_named(rules: RuleSet, win: Mapping[str, Any], context: Context, entry: Mapping[str, Any]) -> Score:
    """Score one winner by ``win["rows"]`` (row ids), or by ``win["points"]`` where they are given.

    Raises:
        RuleError: ``context_conflict`` for a row the rules in force do not have, or for no row and no points;
            ``below_min_fan``.
    """
    rows = _rows(rules, win["rows"])
    if not rows and win["points"] is None:
        raise RuleError("not_a_win", "not_a_win")
    lines, total = total_of(rules, rows, context.win_by)
    how = rules.data["total"]
    if "minimum" in how and win["points"] is None and total < rules.value(how["minimum"]):
        raise RuleError("below_min_fan", "below_min_fan", fan=total, need=rules.value(how["minimum"]))
    if win["points"] is None:
        points, formula = POINTS[rules.data["points"]](rules, total, context)
    else:
        points, formula = win["points"], Explanation("tally.points_named", {"points": win["points"]})
    # Where the payment depends on melds, only their number matters.
    melds = (Meld("peng", ("1m", "1m", "1m")),) * int(entry["open_melds"])
    deal = Deal(Hand((), melds, "1m"), context, rules.values, rules.data, len(entry["wins"]))
    transfers, remarks = pay_win(Win(rules, deal, total, points))
    return Score(
        reading="",
        lines=tuple(
            FanLine(row.id, row.name, value, Explanation("tally.row_named", {"row": row.id}))
            for row, value in lines
        ),
        notes=(formula, *remarks),
        total_fan=total,
        points=points,
        settlement=settle(_for_all(transfers, entry["pays_all"])),
    )


def total_of(rules: RuleSet, rows: Sequence[Row], win_by: str) -> tuple[tuple[tuple[Row, int], ...], int]:
    """The lines that count among those named, each with its value, and the total after cap and floor."""
    excluded = {other for row in rows for other in row.excludes}
    counted: list[tuple[Row, int]] = []
    silenced: set[str] = set()
    open_top = False
    for group in rules.groups:
        here = [
            (row, rules.row_value(row)[win_by == "discard"])
            for row in rows
            if row.group == group.id and row.id not in excluded and group.id not in silenced
        ]
        proper = [(row, value) for row, value in here if not row.fallback] or here
        if group.keep == "largest":
            proper = sorted(proper, key=lambda pair: -pair[1])[:1]
        counted += proper
        if proper:
            silenced |= set(group.silences)
            open_top = open_top or group.above_cap
    total = sum(value for _, value in counted)
    how = rules.data["total"]
    if "cap" in how and not open_top:
        cap = int(rules.value(how["cap"]))
        total = min(total, cap)
        floor = rules.value(how["floor"]) if "floor" in how else None
        if floor is not None and any(row.group == how["floor_group"] for row, _ in counted):
            total = max(total, cap if floor == "cap" else int(floor))
    return tuple(counted), total


def _rows(rules: RuleSet, names: Sequence[str]) -> list[Row]:
    known = {row.id: row for row in rules.rows if rules.counts(row)}
    for name in names:
        if name not in known:
            raise RuleError("context_conflict", "tally.no_row", text=name)
    return [known[name] for name in names]


def _for_all(transfers: Sequence[Transfer], liable: str | None) -> list[Transfer]:
    """The same transfers, paid by the liable player, where one was named."""
    if liable is None:
        return list(transfers)
    return [
        replace(
            transfer,
            payer=liable,
            why=transfer.why
            if transfer.payer == liable
            else Explanation(
                "tally.pays_all", {"payer": liable, "owes": transfer.payer, "amount": transfer.amount}
            ),
        )
        for transfer in transfers
    ]
