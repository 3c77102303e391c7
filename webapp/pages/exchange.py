"""A table out of the house and into it: JSON, CSV, a zip with photos, a page to print; and the way back."""

import io
import re
import zipfile

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from webapp.access.visitor import access_store, visitor
from webapp.clock import here
from webapp.pages import table_words
from webapp.pages.attachment import attachment
from webapp.pages.figures import figures_of
from webapp.pages.tables import book, table_or_404
from webapp.pages.wording import _
from webapp.store import UnknownPhotoError
from webapp.tally.booked import FileLineError
from webapp.tally.bring import HereAlreadyError, bring_in
from webapp.tally.chart import chart_of
from webapp.tally.exchange import TableFileError, deals_csv, table_file
from webapp.tally.fold import Table
from webapp.tally.money import money, settle_up
from webapp.tally.statistics import table_records

pages = Blueprint("exchange", __name__, url_prefix="/tables")


@pages.get("/<table_id>/take")
def take(table_id: str) -> str:
    """The ways out."""
    return render_template("tables/take.html", table=table_or_404(table_id))


@pages.get("/<table_id>/table.json")
def as_json(table_id: str) -> Response:
    """Everything, to be brought in elsewhere."""
    table = table_or_404(table_id)
    return _download(table_file(book().events(table.id)), "application/json", table, "json")


@pages.get("/<table_id>/table.csv")
def as_csv(table_id: str) -> Response:
    """One row a line of the ledger; with a mark that makes spreadsheets read it as UTF-8."""
    table = table_or_404(table_id)
    return _download("\ufeff" + _csv(table), "text/csv", table, "csv")


@pages.get("/<table_id>/table.zip")
def as_zip(table_id: str) -> AnyResponse:
    """JSON, CSV and the photos that are still kept."""
    table = table_or_404(table_id)
    out, homes = io.BytesIO(), book().photo_homes()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("table.json", table_file(book().events(table.id)))
        archive.writestr("table.csv", "\ufeff" + _csv(table))
        for step in table.steps:
            name = str(step.line.entry.get("photo"))
            try:
                photo = book().store.photo(name) if homes.get(name) == table.id else None
            except UnknownPhotoError:
                photo = None
            if photo is not None and photo.path.is_file():
                archive.write(photo.path, f"photos/{name}.jpg", zipfile.ZIP_STORED)
    return attachment(out.getvalue(), "application/zip", _file_name(table, "zip"))


@pages.get("/<table_id>/print")
def summary(table_id: str) -> str:
    """The evening on a page to print."""
    table = table_or_404(table_id)
    return render_template(
        "tables/print.html",
        table=table,
        cards=table_words.seat_cards(table, table.totals),
        rules=table_words.rules_title(table.rules, table.options),
        changed=table_words.options_changed(table.rule_set),
        joined=table_words.joined,
        chart=chart_of(table),
        lines=[table_words.line_view(table, step) for step in table.steps],
        payments=[
            (table.players[payer], table.players[payee], money(points, table.stake).lstrip("+"))
            for payer, payee, points in settle_up(table.totals)
        ],
        figures=figures_of(table_records(table).values()),
    )


@pages.get("/bring")
def bring() -> str:
    """The form for a table's file."""
    return _bring_form()


@pages.post("/bring")
def brought() -> AnyResponse | tuple[str, int]:
    """Bring in a table from its JSON or zip file: a new table with the same history."""
    file = request.files.get("file")
    try:
        data = file.read() if file else b""
        table_id = bring_in(
            book(), data, anew=bool(request.form.get("anew")), copy=bool(request.form.get("copy"))
        )
    except HereAlreadyError as error:
        sentence = _(
            "This table is here already (%(name)s, %(day)s). Bring it in as a copy? Its money would count "
            "twice then. Nothing was brought in.",
            name=error.name,
            day=f"{here(error.began):%Y-%m-%d}",
        )
        return _bring_form(sentence, may_count=bool(request.form.get("anew")), may_copy=True), 409
    except FileLineError as error:
        return _bring_form(_line_sentence(error), may_count=error.counted is not None), 422
    except TableFileError as error:
        sentence = {
            "no_table": _("This is no table's file. Choose the JSON or zip file that fanpai exported."),
            "newer": _("A newer fanpai wrote this file. Update fanpai, then bring it in."),
            "damaged": _("This file is damaged or was changed: it does not add up. Nothing was brought in."),
        }[error.code]
        return _bring_form(sentence), 422
    access_store().admit(visitor().name, table_id, "owner")
    return redirect(url_for("tables.show", table_id=table_id), code=303)


def _bring_form(error: str = "", *, may_count: bool = False, may_copy: bool = False) -> str:
    given = request.form
    return render_template(
        "tables/bring.html",
        error=error,
        may_count=may_count,
        may_copy=may_copy or given.get("copy"),
        given=given,
    )


def _line_sentence(error: FileLineError) -> str:
    """Which line of a file contradicts its rules, and both figures, or why the rules refuse it."""
    said = table_words.amounts(error.said, error.players)
    if error.counted is None and error.why is not None:
        return _(
            "Line %(number)s of this file (%(said)s) cannot be: %(why)s Nothing was brought in.",
            number=error.number,
            said=said,
            why=table_words.say(error.why, error.rules, error.players),
        )
    return _(
        "Line %(number)s of this file says %(said)s, but its rules count %(counted)s. "
        "Nothing was brought in.",
        number=error.number,
        said=said,
        counted=table_words.amounts(error.counted or {}, error.players),
    )


def _csv(table: Table) -> str:
    views = [table_words.line_view(table, step) for step in table.steps]
    return deals_csv(table, {view.id: table_words.joined(view.title, view.detail) for view in views})


def _download(text: str, mimetype: str, table: Table, suffix: str) -> Response:
    return attachment(text.encode(), mimetype, _file_name(table, suffix))


def _file_name(table: Table, suffix: str) -> str:
    name = re.sub(r"[^\w-]+", "-", table.name).strip("-") or "table"
    return f"fanpai-{name}-{table.began:%Y-%m-%d}.{suffix}"
