"""What the last undo or redo has done, in a sentence, until something else is booked."""

from scorer.hand import SEATS
from webapp.pages import table_words
from webapp.pages.wording import _
from webapp.tally.fold import Step, Table
from webapp.tally.ledger import Line
from webapp.tally.result import Result


def last_turn(table: Table) -> str:
    """What was taken back or put back where that was the last event of the table; else nothing."""
    turn = table.turn
    if turn is None:
        return ""
    what = _called(turn.line, table)
    return {
        ("undone", "line_added"): _("Taken back: %(what)s.", what=what),
        ("undone", "line_edited"): _("The change was taken back; as it is now: %(what)s.", what=what),
        ("undone", "line_removed"): _("Back in its place: %(what)s.", what=what),
        ("redone", "line_added"): _("Booked again: %(what)s.", what=what),
        ("redone", "line_edited"): _("The change counts again; as it is now: %(what)s.", what=what),
        ("redone", "line_removed"): _("Taken out again: %(what)s.", what=what),
    }[turn.kind, turn.change]


def _called(line: Line, table: Table) -> str:
    """The line's title with its amounts, as it stands, or as it was booked where it is not there now."""
    step = next((step for step in table.steps if step.line.id == line.id), None) or _as_booked(line, table)
    title = table_words.line_view(table, step).title
    paid = step.result.payments
    return f"{title} ({table_words.amounts(paid, table.players)})" if any(paid.values()) else title


def _as_booked(line: Line, table: Table) -> Step:
    # Old logs did not keep what a line came to.
    rules, options, result = table.rules, table.options, Result(dict.fromkeys(SEATS, 0))
    if line.recorded is not None:
        (rules, options), result = line.recorded.under[:2], line.recorded.result
    return Step(line, rules, options, table.seating, table.seating, result, result.payments, None)
