"""Whether the results that a file gives for its lines are theirs: every line is counted again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.dealer import Seating
from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import SEATS
from scorer.rulesets import RuleSet
from webapp.pages.form import FormError
from webapp.store import Event
from webapp.tally.fold import Table
from webapp.tally.judge import judge
from webapp.tally.ledger import CHANGES
from webapp.tally.plausible import first_impossible
from webapp.tally.result import Amounts, read_result, recorded, result_of
from webapp.tally.table_rules import rules_of


class FileLineError(ValueError):
    """A line of a file that its rules refuse, or count otherwise than the file says.

    Attributes:
        number: of the line, from 1 in the order in which lines were booked.
        rules: under which it stands.
        said: the four amounts of the file.
        counted: those that its rules come to; None where they refuse the line.
        why: the reason of the refusal.
        players: of the table, by seat.
    """

    def __init__(
        self, rules: RuleSet, said: Amounts, counted: Amounts | None = None, why: Explanation | None = None
    ) -> None:
        super().__init__("a line contradicts its rules")
        self.rules, self.said, self.counted, self.why = rules, said, counted, why
        self.number = 0
        self.players: Mapping[str, str] = {}


def counted_again(events: Sequence[Event], *, anew: bool) -> Iterator[Event]:
    """The events with the result of every line as its rules count it.

    Args:
        events: of one table, checked.
        anew: take what the rules count where the file says something else.

    Raises:
        FileLineError: the rules refuse a line, or count other amounts (not with ``anew``).
        FormError: the amounts are the same, and who won or with how much is not (not with ``anew``).
        ValueError: the rules of a line do not exist.
    """
    for event in events:
        kept = event.payload.get("recorded")
        if kept is None:
            yield event
            continue
        try:
            again = _counted(event.payload["entry"], kept, anew)
        except FileLineError as error:
            raise _placed(error, events, event.payload["id"]) from error
        yield replace(event, payload={**event.payload, "recorded": again})


def refuse_impossible(table: Table, events: Sequence[Event]) -> None:
    """Raise FileLineError for the first line of a file's table that cannot have been."""
    refused = [(step, step.result.refused) for step in table.refused]
    impossible = first_impossible((), table.steps, "")
    for step, why in (*refused, *([impossible] if impossible else ())):
        rules = rules_of(step.rules, step.options)
        raise _placed(FileLineError(rules, step.result.payments, why=why), events, step.line.id)


def _counted(entry: Mapping[str, Any], kept: Mapping[str, Any], anew: bool) -> dict[str, Any]:
    said = read_result(kept)
    name, options, dealer, streak, wind = kept["under"]
    rules = rules_of(name, options)
    try:
        now = result_of(judge(entry, rules, Seating(dealer, streak, wind)))
    except RuleError as error:
        raise FileLineError(rules, said.payments, why=error.explanation) from error
    if not anew and any(now.payments[seat] != said.payments[seat] for seat in SEATS):
        raise FileLineError(rules, said.payments, now.payments)
    worth, told = ([(win.winner, win.total_fan, win.points) for win in one.wins] for one in (now, said))
    if not anew and (now.winners, worth) != (said.winners, told):
        raise FormError("recorded")
    return recorded(now, kept["under"])


def _placed(error: FileLineError, events: Sequence[Event], line_id: str) -> FileLineError:
    """The error with what only the whole file tells."""
    booked = [event.payload["id"] for event in events if event.kind == CHANGES[0]]
    named = [event.payload["players"] for event in events if "players" in event.payload]
    error.number, error.players = booked.index(line_id) + 1, named[-1]
    return error
