"""What others have booked at a table since a form was opened there."""

from dataclasses import dataclass
from typing import Final

from webapp.pages import table_words
from webapp.pages.tables import book
from webapp.pages.wording import _
from webapp.tally.fold import Step, Table

MOST_TOLD: Final = 6


@dataclass(frozen=True)
class Meanwhile:
    """What has happened since.

    Attributes:
        lines: a sentence for each line that was booked and stands, the last ones.
        deals: whether one of them is a deal.
    """

    lines: tuple[str, ...]
    deals: bool


def booked_since(table: Table, opened: int) -> Meanwhile | None:
    """What was booked after event ``opened``; None where the table has not moved since."""
    if opened == table.sequence:
        return None
    added = {
        event.payload["id"]
        for event in book().store.events(table.id, after=opened)
        if event.kind in {"line_added", "line_edited"}
    }
    steps = [step for step in table.steps if step.line.id in added][-MOST_TOLD:]
    return Meanwhile(tuple(_told(table, step) for step in steps), any(step.deal for step in steps))


def sentence(table: Table, opened: int) -> str:
    """The same as one sentence; empty where nothing was booked that stands."""
    since = booked_since(table, opened)
    lines = since.lines if since else ()
    return _("Booked meanwhile: %(what)s.", what=_("; ").join(lines)) if lines else ""


def _told(table: Table, step: Step) -> str:
    line = table_words.line_view(table, step)
    what = table_words.joined(line.title, line.detail)
    if step.deal is None:
        return what
    return _("%(what)s: deal %(number)s", what=what, number=step.deal)
