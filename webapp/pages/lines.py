"""One line of a table's ledger: booked by a form, looked at, changed, taken out – shown before it is kept."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import RuleError
from webapp.pages import line_edits, line_forms, line_pages, table_words
from webapp.pages.entry_photo import entry_photo
from webapp.pages.form import FormError
from webapp.pages.json_in import read_json
from webapp.pages.kept_hand import BookedTwiceError, hand_named, note_booking
from webapp.pages.line_edits import UnshownError
from webapp.pages.reasons import reasons
from webapp.pages.tables import book, conflict, entry_uuid, expected, new_uuid, page_of, table_or_404
from webapp.pages.two_figures import refuse_two_figures
from webapp.store import ConflictError, ReusedUuidError, UnknownPhotoError
from webapp.tally.book import AlreadyBookedError, Change, RefusedError, UnknownTableError
from webapp.tally.entries import PHOTOGRAPHED, checked
from webapp.tally.fold import Table
from webapp.tally.judge import judge
from webapp.tally.repeated import TakenBackError
from webapp.tally.table_rules import rules_of

pages = Blueprint("lines", __name__, url_prefix="/tables/<table_id>")


@pages.route("/add/<any(named, draw, kongs, penalty, free, rules):kind>", methods=["GET", "POST"])
def add(table_id: str, kind: str) -> str:
    """The form for a line of this kind; posted to, with what was entered before."""
    return line_pages.form_page(table_or_404(table_id), kind, request.form)


@pages.get("/lines/<line_id>")
def show(table_id: str, line_id: str) -> str:
    """A line with everything known of it: photo, tiles, lines, money, reasons."""
    table = table_or_404(table_id)
    step = line_pages.step_or_404(table, line_id)
    rules = rules_of(step.rules, step.options)
    try:
        verdict = judge(step.line.entry, rules, step.before)
        scores = line_pages.scores_of(step.line.entry, rules, verdict, table.players)
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
    step = line_pages.step_or_404(table, line_id)
    entry = step.line.entry
    if entry["kind"] == "win":
        return redirect(url_for("play.hand", table_id=table_id, line=line_id) + "#hand")
    try:
        line_edits.refuse_unshown(step)
    except UnshownError as error:
        return line_pages.trouble(table, "", request.args, line_id, error)
    form = line_forms.fields_of(entry)
    form["line"] = line_id
    return line_pages.form_page(table, entry["kind"], form)


@pages.post("/preview")
def preview(table_id: str) -> str | tuple[str, int] | Response:
    """What a line, a change or a removal would do, before it is booked.

    The form carries the number of the event that it was opened on. A change that the table has passed is not
    shown: what was changed in between would be lost. A new line is, with what was booked in between.
    """
    table = table_or_404(table_id)
    kind, line_id = request.form.get("kind", ""), request.form.get("line") or None
    form, opened = request.form, line_pages.opened_on()
    if opened != table.sequence and (line_id or kind == "removal"):
        return line_pages.passed(table, kind, form, line_id)
    change = Change("line_removed", line_id or "")
    try:
        if kind != "removal":
            entry = _entry(table, kind, line_id)
            change = Change("line_edited" if line_id else "line_added", line_id or new_uuid(), entry)
        return line_pages.confirm(table, change, opened=opened)
    except UnshownError as error:
        return line_pages.trouble(table, "", form, line_id, error)
    except (FormError, RefusedError) as error:
        return line_pages.trouble(table, kind, form, line_id, error)
    except UnknownTableError:
        return conflict(table_id)


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
    line_id, name, known = form.get("line") or None, entry_uuid(), expected()
    kind = form.get("change", "line_added")
    try:
        entry = read_json(form.get("entry") or "null")
        if kind == "line_added":
            line_id = name
        if kind not in {"line_added", "line_edited", "line_removed"} or line_id is None:
            abort(400)
        # Also where it is not booked it is shown again.
        change = Change(kind, line_id, entry if entry is None else checked(entry))
        try:
            _book(table, change, name, known)
        except (ConflictError, BookedTwiceError):
            return line_pages.overtaken(table_or_404(table_id), change, known)
        except TakenBackError:
            return line_pages.taken_back(table_or_404(table_id), change)
    except (ConflictError, ReusedUuidError, UnknownTableError):
        return conflict(table_id)
    except AlreadyBookedError as error:
        return page_of(table, table_words.already_booked(error.step)), 409
    except RefusedError as error:
        return line_pages.trouble(table, "", form, form.get("line"), error)
    except (FormError, ValueError, RecursionError):
        abort(400)
    return redirect(url_for("tables.show", table_id=table_id), code=303)


def _book(table: Table, change: Change, name: str, known: int) -> None:
    """Book a change, its photo beside it. Raises what `TableBook.change` raises, and BookedTwiceError."""
    entry, form = change.entry, request.form
    # Only where a line is left that holds it; of others the photo would lie about without one.
    shown = change.kind != "line_removed" and isinstance(entry, dict) and entry.get("kind") in PHOTOGRAPHED
    adds = shown and change.kind == "line_added"
    # Tapped twice, or on two phones, of which one had no photo yet.
    if adds and entry is not None and book().has_booked(table.id, name, checked(entry)):
        return
    if adds:
        note_booking(hand_named(form.get("hand")), table.id, name, asked=form.get("again") == "yes")
    came = form if shown else {}
    with entry_photo(table.id, scan=came.get("scan"), hand=came.get("hand")) as photo:
        book().change(table.id, change, uuid=name, expected=known, photo=photo)


def _entry(table: Table, kind: str, line_id: str | None) -> Any:
    """The line in the posted form: its fields, or ready-made from the page where hands are read."""
    if kind == "win":
        return read_json(request.form.get("entry", ""))
    if kind not in line_forms.KINDS:
        raise FormError("kind")
    rules, seating = line_pages.rules_and_seating(table, line_id)
    entry: Mapping[str, Any] = line_forms.entry_of(kind, request.form, rules)
    if line_id is not None:
        step = line_pages.step_or_404(table, line_id)
        entry = line_edits.edited(entry, step)
        if entry is step.line.entry:
            return entry
    refuse_two_figures(entry, rules, seating, table.players)
    return entry


def _photo(name: str | None) -> str | None:
    """The photo's id, if it is still kept."""
    if name is None:
        return None
    try:
        return book().store.photo(name).id
    except UnknownPhotoError:
        return None
