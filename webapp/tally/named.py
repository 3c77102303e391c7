"""A win of which nobody has the tiles: fan lines, or points, named by the players."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scorer.deal import Deal
from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import Context, Hand, Meld
from scorer.lines import FanLine
from scorer.payment import Win, pay_win
from scorer.points import POINTS
from scorer.predicates.relations import following
from scorer.rulesets import RuleSet
from scorer.scoring import Score
from scorer.settlement import Transfer, settle
from scorer.tally import check_minimum, explain_total, total_of

# What follows from how the deal was won: nobody has to name it.
BY_THEMSELVES: Final[Mapping[str, Callable[[Context, int], bool]]] = {
    "self_draw": lambda context, _winners: context.win_by == "self_draw",
    "self_draw_or_rob": lambda context, _winners: context.win_by != "discard",
    "robbed_kong": lambda context, _winners: context.win_by == "rob_kong",
    "three_winners": lambda context, winners: winners == 3 and context.win_by == "discard",
}


def score_named(rules: RuleSet, win: Mapping[str, Any], context: Context, entry: Mapping[str, Any]) -> Score:
    """Score one winner by ``win["rows"]`` (row ids), or by ``win["points"]`` where they are given.

    Lines that follow from those that were named, and from how the deal was won, count with them.

    Raises:
        RuleError: ``context_conflict`` for a row the rules in force do not have, or for no row and no points;
            ``below_min_fan``.
    """
    for row in win["rows"]:
        if row not in rules.live:
            raise RuleError("context_conflict", "tally.no_row", text=row)
    if not win["rows"] and win["points"] is None:
        raise RuleError("not_a_win", "tally.nothing_named")
    why = {row: Explanation("tally.row_named", {"row": row}) for row in win["rows"]}
    why |= _following(rules, win["rows"], context, len(entry["wins"])) if win["rows"] else {}
    chosen = total_of(rules, list(why), context.win_by)
    # Of lines that nobody has named nobody asks why they do not count; those that make up another are told
    # with that one.
    chosen.dropped = [
        (live, by)
        for live, by in chosen.dropped
        if live.row.id in win["rows"] and live.row.id not in _parts(why[by.row.id])
    ]
    total = chosen.total
    if win["points"] is None:
        check_minimum(rules, chosen)
        points, formula = POINTS[rules.data["points"]](rules, total, context)
        notes = explain_total(chosen)
    else:
        notes = []
        points, formula = win["points"], Explanation("tally.points_named", {"points": win["points"]})
    # Where the payment depends on melds, only their number matters.
    melds = (Meld("peng", ("1m", "1m", "1m")),) * int(entry["open_melds"])
    deal = Deal(Hand((), melds, "1m"), context, rules.values, rules.data, len(entry["wins"]))
    transfers, remarks = pay_win(Win(rules, deal, total, points))
    return Score(
        reading="",
        lines=tuple(
            FanLine(live.row.id, live.row.name, value, why[live.row.id]) for live, value in chosen.rows
        ),
        notes=(*notes, formula, *remarks),
        total_fan=total,
        points=points,
        settlement=settle(_for_all(transfers, entry["pays_all"])),
    )


def _following(
    rules: RuleSet, named: Sequence[str], context: Context, winners: int
) -> dict[str, Explanation]:
    """Row id → why it counts, too."""
    asked = {live.row.id: live.row.predicate for live in rules.live.values()}
    rows = {predicate: row for row, predicate in asked.items()}
    found = {
        row: Explanation(f"row.{predicate}", {"row": row})
        for row, predicate in asked.items()
        if row not in named and predicate in BY_THEMSELVES and BY_THEMSELVES[predicate](context, winners)
    }
    for predicate, reasons in following([asked[row] for row in named]).items():
        row = rows.get(predicate)
        if row is not None and row not in named:
            found[row] = Explanation(
                "tally.row_follows", {"row": row, "rows": tuple(rows[reason] for reason in reasons)}
            )
    return found


def _parts(why: Explanation) -> tuple[str, ...]:
    """The lines that make up another one; none for a line that was named, or follows from the deal."""
    rows = why.params.get("rows", ())
    return rows if isinstance(rows, tuple) else ()


def _for_all(transfers: Sequence[Transfer], liable: str | None) -> list[Transfer]:
    """The same transfers, paid by the liable player, where one was named.

    In old logs that may be a winner: he owes himself nothing.
    """
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
        if transfer.payee != liable
    ]
