"""What must be true of every refusal and of every log."""

from fuzz_requests import Made
from werkzeug.test import TestResponse

from webapp.tally.book import TableBook
from webapp.tally.fold import Table, fold
from webapp.tally.judge import judge
from webapp.tally.ledger import CREATED
from webapp.tally.people import LOG, fold_people
from webapp.tally.table_rules import rules_of


class BrokenPromiseError(AssertionError):
    """Something that must stay true is not true any more."""


def check_log(book: TableBook, log: str, brought: bool) -> None:
    """A log is whole; of a table: folded and judged anew it is the same, and sums to zero.

    ``brought``: whether it came as a file, which says itself what its lines came to.
    """
    events = book.store.events(log)
    if [event.sequence for event in events] != list(range(1, len(events) + 1)):
        raise BrokenPromiseError("the log has a hole")
    if log == LOG:
        fold_people(events)
    if events[0].kind != CREATED:
        return
    if any(event.kind == CREATED for event in events[1:]):
        raise BrokenPromiseError("a table was opened in the middle of another")
    table = fold(events)
    if table != book.table(log):
        raise BrokenPromiseError("a table folded anew is another one")
    if any(sum(step.totals.values()) != 0 for step in table.steps):
        raise BrokenPromiseError("a table does not sum to zero")
    if table.refused:
        raise BrokenPromiseError("the rules refuse a line that was booked")
    if not brought:
        _check_judged(table)


def _check_judged(table: Table) -> None:
    for step in table.steps:
        verdict = judge(step.line.entry, rules_of(step.rules, step.options), step.before)
        if dict(verdict.settlement.payments) != dict(step.result.payments):
            raise BrokenPromiseError(f"line {step.line.id} judged anew comes to something else")


def check_refusal(answer: TestResponse, made: Made) -> None:
    """A refusal is a page of the house with a sentence, or the same for a script."""
    if made.method == "HEAD":
        return
    if answer.mimetype == "application/json":
        error = (answer.json or {}).get("error")
        if not (error and error["code"] and error["message"]):
            raise BrokenPromiseError(f"{answer.status} without a sentence: {answer.text[:200]}")
    elif 'id="wordmark"' not in answer.text:
        raise BrokenPromiseError(f"{answer.status} is not a page of the house: {answer.text[:200]}")
