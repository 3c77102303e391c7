"""The pages of one line that more than one step leads to: its form, its preview, and why it is not booked."""

import json
from collections.abc import Mapping
from typing import Any

from flask import abort, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from scorer.dealer import Seating
from scorer.hand import SEATS
from scorer.rulesets import RuleSet
from webapp.access.marked_forms import FIELD
from webapp.pages import line_forms, option_form, scoring, table_words
from webapp.pages.field_words import wrong_with
from webapp.pages.kept_hand import booked_already, hand_named
from webapp.pages.line_edits import UnshownError
from webapp.pages.line_moves import dealer_told, moved_by, renumbered
from webapp.pages.meanwhile import booked_since
from webapp.pages.reasons import reasons
from webapp.pages.rules import asks_of, capital
from webapp.pages.tables import book, conflict, expected, new_uuid
from webapp.pages.wording import _
from webapp.tally.book import Change, RefusedError
from webapp.tally.fold import Step, Table
from webapp.tally.judge import Verdict, judge
from webapp.tally.table_rules import rules_of

# Of the fields of a form what is of the page, and not of the line.
_OF_THE_PAGE = frozenset({FIELD, "expected"})


def opened_on() -> int:
    """The number of the event that the form was opened on; 0, before all of them, where it does not say."""
    return expected() if "expected" in request.form else 0


def confirm(
    table: Table,
    change: Change,
    *,
    opened: int,
    notice: str = "",
    entered: list[tuple[str, str]] | None = None,
) -> str:
    """What a change would do, with the button that books it.

    Args:
        table: the table.
        change: that is to be booked.
        opened: the number of the event that its form was opened on.
        notice: something to tell first.
        entered: the fields of its form; those of the request where they are not given.

    Raises:
        FormError, UnknownTableError, RefusedError: as `webapp.tally.book.TableBook.outcome`.
    """
    form, kind = request.form, str((change.entry or {}).get("kind", "removal"))
    before, after = book().outcome(table.id, change)
    step = next((one for one in after.steps if one.line.id == change.id), None)
    rules = rules_of(step.rules, step.options) if step else table.rule_set
    verdict = judge(step.line.entry, rules, step.before) if step else None
    moved, more_moved = moved_by(before, after, change.id)
    old = None if change.kind == "line_added" else table_words.line_view(table, step_or_404(table, change.id))
    twice = booked_already(hand_named(form.get("hand")))
    if entered is None:
        entered = [pair for pair in form.items(multi=True) if pair[0] not in _OF_THE_PAGE]
    return render_template(
        "tables/confirm.html",
        table=table,
        change=change,
        notice=notice or twice,
        again=bool(twice),
        meanwhile=booked_since(table, opened) if change.kind == "line_added" else None,
        line=table_words.line_view(after, step) if step else None,
        old=old,
        scores=scores_of(step.line.entry, rules, verdict, table.players) if step and verdict else (),
        why=[
            table_words.say(reason, rules, table.players)
            for reason in reasons(verdict.settlement.transfers if verdict else ())
        ],
        entry=json.dumps(step.line.entry, ensure_ascii=False) if step else "",
        scan=form.get("scan", ""),
        hand=form.get("hand", ""),
        kind=kind,
        entered=[*entered, ("expected", str(table.sequence))] if kind in line_forms.KINDS else [],
        before=table_words.seat_cards(before, before.totals),
        after=table_words.seat_cards(after, after.totals),
        moved=moved,
        more_moved=more_moved,
        no_horses=bool(step and "horses" in asks_of(rules) and no_horses_in(step.line.entry)),
        renumbered=renumbered(before, after),
        dealer=dealer_told(after, after.seating),
        round_name=table_words.round_name(after.seating.round_wind),
        uuid=new_uuid(),
    )


def overtaken(table: Table, change: Change, known: int) -> tuple[str, int]:
    """Instead of booking what the table has passed: a new line is asked about, a change filled in again.

    Args:
        table: as it is now.
        change: that is not booked.
        known: the number of the event that it was written against.
    """
    entry = change.entry or {}
    if change.kind == "line_added":
        return confirm(table, change, opened=known, entered=_fields(change)), 409
    line_id = change.id
    kind = "removal" if change.kind == "line_removed" else str(entry.get("kind"))
    filled = line_forms.fields_of(entry) if kind in line_forms.KINDS else request.form
    return passed(table, kind, filled, line_id)


def passed(table: Table, kind: str, form: MultiDict[str, str], line_id: str | None) -> tuple[str, int]:
    """Instead of a change at a table that has moved on: what was filled in, beside what stands now."""
    step = next((one for one in table.steps if one.line.id == line_id), None)
    if step is None:
        return conflict(table.id)
    now = table_words.line_view(table, step)
    paid = table_words.amounts(step.result.payments, table.players)
    text = _(
        "Somebody else has changed this table in the meantime. Nothing of yours was booked. "
        "What stands there now: %(what)s",
        what=f"{table_words.joined(now.title, now.detail)} ({paid})",
    )
    if kind in line_forms.KINDS and step.line.entry["kind"] == kind:
        anew = url_for("lines.edit", table_id=table.id, line_id=line_id)
        filled: MultiDict[str, str] = MultiDict(form)
        filled["line"], filled["expected"] = step.line.id, str(table.sequence)
        return form_page(table, kind, filled, text, anew), 409
    anew = url_for("lines.show", table_id=table.id, line_id=line_id)
    # The page of hands still has what was laid there.
    laid = url_for("play.hand", table_id=table.id, line=line_id, again="yes") + "#hand"
    change = laid if kind == "win" else ""
    return render_template("tables/refused.html", table=table, error=text, anew=anew, change=change), 409


def taken_back(table: Table, change: Change) -> tuple[str, int]:
    """A change that was booked and taken back, and now comes again: a late repeat, or on purpose?"""
    if change.kind == "line_added":
        change = Change(change.kind, new_uuid(), change.entry)
    notice = _("This was booked, and has been taken back since. Book it again?")
    return confirm(table, change, opened=table.sequence, notice=notice, entered=_fields(change)), 409


def _fields(change: Change) -> list[tuple[str, str]]:
    """What the form of a line would send."""
    entry = change.entry or {}
    if entry.get("kind") not in line_forms.KINDS:
        return []
    of = [("line", change.id)] if change.kind == "line_edited" else []
    return [("kind", str(entry["kind"])), *of, *line_forms.fields_of(entry).items(multi=True)]


def scores_of(
    entry: Mapping[str, Any], rules: RuleSet, verdict: Verdict, players: Mapping[str, str]
) -> list[dict[str, Any]]:
    """What each winner of a line scored, for showing: lines with reasons, notes on what did not count."""
    hands = {win["winner"]: win.get("hand") for win in entry.get("wins", ())}
    return [
        {
            "winner": players[winner],
            "tiles": table_words.tiles_of(hands[winner]) if hands.get(winner) else (),
            "groups": scoring.reading_groups(score.reading),
            "title": scoring.title_of_rows(rules, [line.row for line in score.lines]),
            "points": score.points,
            "total": scoring.worth_word(rules, score.total_fan) if score.lines else "",
            "lines": [
                (
                    scoring.row_name(rules, line.row),
                    scoring.row_worth(rules, line.row, line.value),
                    table_words.say(line.why, rules, players),
                )
                for line in score.lines
            ],
            "notes": [capital(table_words.say(note, rules, players)) for note in score.notes],
        }
        for winner, score in verdict.wins
    ]


def no_horses_in(entry: Mapping[str, Any]) -> bool:
    """Whether a win has no horses: where rules draw them, they were more likely left out."""
    return bool(entry.get("wins")) and not entry["context"].get("horses")


def step_or_404(table: Table, line_id: str | None) -> Step:
    """A line of a table; answers 404 when it is not there (any more)."""
    found = next((step for step in table.steps if step.line.id == line_id), None)
    if found is None:
        abort(404)
    return found


def trouble(
    table: Table, kind: str, form: MultiDict[str, str], line_id: str | None, error: Exception
) -> tuple[str, int]:
    """The form again with what is wrong; for what has no form here, the table's page."""
    if isinstance(error, RefusedError):
        text = table_words.refused_change(error, table, line_id)
    elif isinstance(error, UnshownError):
        text = str(error)
    else:
        text = _("This cannot be booked yet: %(what)s", what=wrong_with(error))
    if kind in line_forms.KINDS:
        return form_page(table, kind, form, text), 422
    hand = form.get("hand", "")
    change = url_for("play.hand", table_id=table.id, hand=hand) + "#score" if hand else ""
    return render_template("tables/refused.html", table=table, error=text, change=change), 422


def form_page(table: Table, kind: str, form: MultiDict[str, str], error: str = "", anew: str = "") -> str:
    """The form of a line, filled in.

    Args:
        table: the table.
        kind: of the line.
        form: what is filled in; which ``line`` is changed; the number of the event that was
            ``expected`` to be the last when the form was opened, where it was not opened just now.
        error: what is wrong with it.
        anew: where the line is as it stands now.
    """
    line_id = form.get("line") or None
    rules, seating = rules_and_seating(table, line_id)
    return render_template(
        f"tables/add_{kind}.html",
        table=table,
        opened=form.get("expected") or table.sequence,
        anew=anew,
        kind=kind,
        form=form,
        line_id=line_id,
        error=error,
        seats=SEATS,
        dealer=seating.dealer,
        options=option_form.fields(rules, form, rules.name) if kind == "rules" else (),
        **line_forms.asked_by(rules, form),
    )


def rules_and_seating(table: Table, line_id: str | None) -> tuple[RuleSet, Seating]:
    """What holds for a booked line, or for the next one; answers 404 for a line that is not there."""
    if line_id is None:
        return table.rule_set, table.seating
    step = step_or_404(table, line_id)
    return rules_of(step.rules, step.options), step.before
