"""What the last undo or redo has done, in a sentence, until something else is booked."""

from collections.abc import Sequence

from scorer.hand import SEATS
from webapp.pages import table_words
from webapp.pages.wording import _
from webapp.store import Event
from webapp.tally.fold import Step, Table
from webapp.tally.ledger import TURNS, Line, ledger_of
from webapp.tally.result import Result, read_result


def last_turn(events: Sequence[Event], table: Table) -> str:
    """What was taken back or put back where that was the last event of the table; else nothing."""
    kind = events[-1].kind
    if kind not in TURNS:
        return ""
    ledger = ledger_of(events)
    turned = ledger.undone if kind == "undone" else ledger.done
    if not turned:
        return ""
    what = _called(turned[-1].payload["id"], events, table)
    return {
        ("undone", "line_added"): _("Taken back: %(what)s.", what=what),
        ("undone", "line_edited"): _("The change was taken back; as it is now: %(what)s.", what=what),
        ("undone", "line_removed"): _("Back in its place: %(what)s.", what=what),
        ("redone", "line_added"): _("Booked again: %(what)s.", what=what),
        ("redone", "line_edited"): _("The change counts again; as it is now: %(what)s.", what=what),
        ("redone", "line_removed"): _("Taken out again: %(what)s.", what=what),
    }[kind, turned[-1].kind]


def _called(line_id: str, events: Sequence[Event], table: Table) -> str:
    """The line's title with its amounts, as it stands or as it was booked last."""
    step = next((step for step in table.steps if step.line.id == line_id), None)
    if step is None:
        step = _as_booked(line_id, events, table)
    title = table_words.line_view(table, step).title
    paid = step.result.payments
    return f"{title} ({table_words.amounts(paid, table.players)})" if any(paid.values()) else title


def _as_booked(line_id: str, events: Sequence[Event], table: Table) -> Step:
    """A line that is not there now, as its last event has it; old ones did not keep what they came to."""
    event = next(
        event for event in reversed(events) if event.payload.get("id") == line_id and "entry" in event.payload
    )
    line = Line(line_id, event.payload["entry"], event.at)
    kept = event.payload.get("recorded")
    rules, options, result = table.rules, table.options, Result(dict.fromkeys(SEATS, 0))
    if kept is not None:
        (rules, options), result = kept["under"][:2], read_result(kept)
    return Step(line, rules, options, table.seating, table.seating, result, result.payments, None)
