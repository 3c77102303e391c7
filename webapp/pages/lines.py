"""One line of a table's ledger: booked by a form, looked at, changed, taken out – shown before it is kept."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorer.dealer import Seating
from scorer.errors import RuleError
from scorer.hand import SEATS
from scorer.rulesets import RuleSet
from webapp.access.marked_forms import FIELD
from webapp.pages import line_edits, line_forms, option_form, scoring, table_words
from webapp.pages.entry_photo import entry_photo
from webapp.pages.field_words import wrong_with
from webapp.pages.form import FormError
from webapp.pages.json_in import read_json
from webapp.pages.line_edits import UnshownError
from webapp.pages.line_moves import moved_by
from webapp.pages.reasons import reasons
from webapp.pages.rules import asks_of, capital
from webapp.pages.tables import book, conflict, entry_uuid, expected, new_uuid, page_of, table_or_404
from webapp.pages.two_figures import refuse_two_figures
from webapp.pages.wording import _
from webapp.store import ConflictError, ReusedUuidError, UnknownPhotoError
from webapp.tally.book import AlreadyBookedError, Change, RefusedError, UnknownTableError
from webapp.tally.entries import PHOTOGRAPHED, checked
from webapp.tally.fold import Step, Table
from webapp.tally.judge import Verdict, judge
from webapp.tally.table_rules import rules_of

pages = Blueprint("lines", __name__, url_prefix="/tables/<table_id>")


@pages.route("/add/<any(named, draw, kongs, penalty, free, rules):kind>", methods=["GET", "POST"])
def add(table_id: str, kind: str) -> str:
    """The form for a line of this kind; posted to, with what was entered before."""
    return _form(table_or_404(table_id), kind, request.form, request.form.get("line") or None)


@pages.get("/lines/<line_id>")
def show(table_id: str, line_id: str) -> str:
    """A line with everything known of it: photo, tiles, lines, money, reasons."""
    table = table_or_404(table_id)
    step = step_or_404(table, line_id)
    rules = rules_of(step.rules, step.options)
    try:
        verdict = judge(step.line.entry, rules, step.before)
        scores = scores_of(step.line.entry, rules, verdict, table.players)
        why = reasons(verdict.settlement.transfers)
    except RuleError as error:
        # Booked by an earlier version: what it came to stands, and why it could not be booked now.
        scores, why = [], [error.explanation]
    return render_template(
        "tables/line.html",
        table=table,
        line=table_words.line_view(table, step),
        scores=scores,
        why=[table_words.say(reason, rules, table.players) for reason in why],
        photo=_photo(step.line.entry.get("photo")),
        rules=table_words.rules_title(step.rules, step.options),
        uuid=new_uuid,
    )


@pages.get("/lines/<line_id>/edit")
def edit(table_id: str, line_id: str) -> str | Response | tuple[str, int]:
    """The form that the line came from; hands with tiles are changed where hands are read."""
    table = table_or_404(table_id)
    step = step_or_404(table, line_id)
    entry = step.line.entry
    if entry["kind"] == "win":
        return redirect(url_for("play.hand", table_id=table_id, line=line_id) + "#hand")
    try:
        line_edits.refuse_unshown(step)
    except UnshownError as error:
        return _trouble(table, "", request.args, line_id, error)
    return _form(table, entry["kind"], line_forms.fields_of(entry), line_id)


@pages.post("/preview")
def preview(table_id: str) -> str | tuple[str, int] | Response:
    """What a line, a change or a removal would do, before it is booked."""
    table = table_or_404(table_id)
    kind, line_id = request.form.get("kind", ""), request.form.get("line") or None
    change = Change("line_removed", line_id or "")
    form = request.form
    try:
        if kind != "removal":
            entry = _entry(table, kind, line_id)
            change = Change("line_edited" if line_id else "line_added", line_id or new_uuid(), entry)
        before, after = book().outcome(table_id, change)
    except UnshownError as error:
        return _trouble(table, "", form, line_id, error)
    except (FormError, RefusedError) as error:
        return _trouble(table, kind, form, line_id, error)
    except UnknownTableError:
        return conflict(table_id)
    step = next((one for one in after.steps if one.line.id == change.id), None)
    rules = rules_of(step.rules, step.options) if step else table.rule_set
    verdict = judge(step.line.entry, rules, step.before) if step else None
    moved, more_moved = moved_by(before, after, change.id)
    return render_template(
        "tables/confirm.html",
        table=table,
        change=change,
        line=table_words.line_view(after, step) if step else None,
        old=table_words.line_view(table, step_or_404(table, line_id)) if line_id else None,
        scores=scores_of(step.line.entry, rules, verdict, table.players) if step and verdict else (),
        why=[
            table_words.say(reason, rules, table.players)
            for reason in reasons(verdict.settlement.transfers if verdict else ())
        ],
        entry=json.dumps(step.line.entry, ensure_ascii=False) if step else "",
        scan=form.get("scan", ""),
        hand=form.get("hand", ""),
        kind=kind,
        entered=[pair for pair in form.items(multi=True) if pair[0] != FIELD]
        if kind in line_forms.KINDS
        else [],
        before=table_words.seat_cards(before, before.totals),
        after=table_words.seat_cards(after, after.totals),
        moved=moved,
        more_moved=more_moved,
        no_horses=bool(step and "horses" in asks_of(rules) and no_horses_in(step.line.entry)),
        dealer=after.players[after.seating.dealer],
        round_name=table_words.round_name(after.seating.round_wind),
        uuid=new_uuid(),
    )


@pages.get("/preview")
@pages.get("/lines")
def elsewhere(table_id: str) -> Response:
    """Reloaded, or come back to by the language switch: to the table."""
    return redirect(url_for("tables.show", table_id=table_id))


@pages.post("/lines")
def keep(table_id: str) -> str | Response | tuple[str, int]:
    """Book what the preview showed."""
    table = table_or_404(table_id)
    form = request.form
    line_id, name = form.get("line") or None, entry_uuid()
    kind = form.get("change", "line_added")
    try:
        entry = read_json(form.get("entry") or "null")
        if kind == "line_added":
            line_id = name
        if kind not in {"line_added", "line_edited", "line_removed"} or line_id is None:
            abort(400)
        # Only where a line is left that holds it; of others the photo would lie about without one.
        shown = kind != "line_removed" and isinstance(entry, dict) and entry.get("kind") in PHOTOGRAPHED
        # Tapped twice, or on two phones, of which one had no photo yet.
        if kind == "line_added" and shown and book().has_booked(table_id, name, checked(entry)):
            return redirect(url_for("tables.show", table_id=table_id), code=303)
        came = form if shown else {}
        with entry_photo(table_id, scan=came.get("scan"), hand=came.get("hand")) as photo:
            change = Change(kind, line_id, entry)
            book().change(table_id, change, uuid=name, expected=expected(), photo=photo)
    except (ConflictError, ReusedUuidError, UnknownTableError):
        return conflict(table_id)
    except AlreadyBookedError as error:
        return page_of(table, table_words.already_booked(error.step)), 409
    except RefusedError as error:
        return _trouble(table, "", form, form.get("line"), error)
    except (FormError, ValueError, RecursionError):
        abort(400)
    return redirect(url_for("tables.show", table_id=table_id), code=303)


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


def _entry(table: Table, kind: str, line_id: str | None) -> Any:
    """The line in the posted form: its fields, or ready-made from the page where hands are read."""
    if kind == "win":
        return read_json(request.form.get("entry", ""))
    if kind not in line_forms.KINDS:
        raise FormError("kind")
    rules, seating = rules_and_seating(table, line_id)
    entry: Mapping[str, Any] = line_forms.entry_of(kind, request.form, rules)
    if line_id is not None:
        step = step_or_404(table, line_id)
        entry = line_edits.edited(entry, step)
        if entry is step.line.entry:
            return entry
    refuse_two_figures(entry, rules, seating, table.players)
    return entry


def _trouble(
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
        return _form(table, kind, form, line_id, text), 422
    return render_template("tables/refused.html", table=table, error=text, hand=form.get("hand", "")), 422


def _form(table: Table, kind: str, form: MultiDict[str, str], line_id: str | None, error: str = "") -> str:
    rules, seating = rules_and_seating(table, line_id)
    return render_template(
        f"tables/add_{kind}.html",
        table=table,
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


def _photo(name: str | None) -> str | None:
    """The photo's id, if it is still kept."""
    if name is None:
        return None
    try:
        return book().store.photo(name).id
    except UnknownPhotoError:
        return None
