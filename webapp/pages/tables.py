"""The tables of the house: the list, a new one, one table as it stands, and what it is called."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any, Final

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import OptionError
from scorer.hand import SEATS
from scorer.rulesets import names
from webapp.access.guard import seen
from webapp.access.levels import Level
from webapp.access.visitor import access_store, visitor
from webapp.pages import option_form, stakes, store_trouble, table_words
from webapp.pages.field_words import wrong_with
from webapp.pages.form import FormError
from webapp.pages.left_hands import reminder
from webapp.pages.names import known, named
from webapp.pages.rules import choices, find_rules
from webapp.pages.texts import wind_names
from webapp.pages.turned import last_turn
from webapp.pages.wording import _
from webapp.store import ConflictError, ReusedUuidError, StoreError
from webapp.store.kept_photos import still_kept
from webapp.tally.book import RefusedError, TableBook, UnknownTableError
from webapp.tally.fold import Table
from webapp.tally.people import PeopleBook
from webapp.tally.setup import SetupError, stake, table_name, tile_set
from webapp.tally.table_rules import kept_with

pages = Blueprint("tables", __name__, url_prefix="/tables")

SHOWN_LINES: Final = 6
# What a button on a page does -> the event it books.
ACTS: Final = {
    "undo": "undone",
    "redo": "redone",
    "archive": "table_archived",
    "resume": "table_resumed",
    "delete": "table_deleted",
    "restore": "table_restored",
}


def book() -> TableBook:
    """The application's tables."""
    found: TableBook = current_app.extensions["fanpai-tables"]
    return found


def people_book() -> PeopleBook:
    """Who the names at the tables are."""
    found: PeopleBook = current_app.extensions["fanpai-people"]
    return found


def table_or_404(table_id: str) -> Table:
    """A table by its id; answers 404 when there is none."""
    try:
        return book().table(table_id)
    except UnknownTableError:
        abort(404)


def photos_of(lines: Iterable[table_words.LineView | stakes.StakeView]) -> frozenset[str]:
    """The photos of these lines that are still kept."""
    return still_kept(book().store, (line.photo for line in lines if line.photo is not None))


def new_uuid() -> str:
    """A name for an entry, put into a form so that sending it twice books it once."""
    return str(uuid.uuid4())


def entry_uuid() -> str:
    """The entry's name as the form has it; answers 400 for what is none."""
    try:
        return str(uuid.UUID(request.form.get("uuid", "")))
    except ValueError:
        abort(400)


def expected() -> int:
    """The sequence number the form was written against; answers 400 for what is none."""
    found = request.form.get("expected", "")
    if not found.isdecimal() or len(found) > 9:
        abort(400)
    return int(found)


@pages.get("")
def index() -> str:
    """All tables that the visitor may watch: those in play, then the archived and the deleted ones."""
    every = seen(book().tables())
    return render_template(
        "tables/index.html",
        tables=[_summary(table) for table in every if not table.archived and not table.deleted],
        archived=[_summary(table) for table in every if table.archived and not table.deleted],
        deleted=[_summary(table) for table in every if table.deleted],
        uuid=new_uuid,
    )


@pages.get("/new")
def new() -> str:
    """The form for a new table."""
    return _new_form({}, "")


@pages.post("/new")
def create() -> str | Response | tuple[str, int]:
    """Open a table, or show the form again with what is wrong."""
    form = request.form
    rules = form.get("rules", "")
    try:
        house = find_rules(rules)
        kept, options = kept_with(house, option_form.chosen(house, form, rules))
        _refuse_taken(entry_uuid())
        table = book().create(
            {
                "name": form.get("name", ""),
                "players": named(_names_in(form), people_book().people()),
                "rules": kept,
                "options": options,
                "stake": {"amount": form.get("stake", ""), "unit": form.get("unit", "")},
                "first_dealer": form.get("first_dealer"),
                "tile_set": form.get("tile_set", ""),
            },
            entry_uuid(),
        )
    except ReusedUuidError:
        fresh = {name: value for name, value in form.items() if name != "uuid"}
        return _new_form(fresh, _("This table is open already. Press Begin again to open a second one.")), 409
    except SetupError as error:
        return _new_form(form, table_words.setup_sentence(error.code)), 422
    except (FormError, OptionError) as error:
        return _new_form(form, _("This value is not possible: %(what)s", what=wrong_with(error))), 422
    access_store().admit(visitor().name, table.id, "owner")
    return redirect(url_for("tables.show", table_id=table.id), code=303)


def _refuse_taken(table_id: str) -> None:
    """A table's id stands in its address: sending its form again must not make an on-looker its owner."""
    try:
        book().table(table_id)
    except UnknownTableError:
        return
    if visitor().level(table_id) < Level.OWN:
        raise ReusedUuidError(f"table {table_id} is open already")


@pages.get("/<table_id>")
def show(table_id: str) -> str:
    """One table as it stands: totals, round, dealer, the next thing to do."""
    return page_of(table_or_404(table_id))


def page_of(table: Table, notice: str = "") -> str:
    """The table's page, with something to tell above it."""
    lines = stakes.history_of(table, 0, SHOWN_LINES)
    return render_template(
        "tables/table.html",
        table=table,
        cards=table_words.seat_cards(table, table.totals),
        round_name=table_words.round_name(table.seating.round_wind),
        dealer=table.players[table.seating.dealer],
        rules=table_words.rules_title(table.rules, table.options),
        changed=table_words.options_changed(table.rule_set),
        lines=lines,
        photos=photos_of(lines),
        more=len(table.steps) > SHOWN_LINES,
        notice=notice,
        turned=last_turn(table),
        unbooked=reminder(table),
        uuid=new_uuid,
    )


@pages.post("/<table_id>/<any(undo, redo, archive, resume, delete, restore):act>")
def act(table_id: str, act: str) -> Response | tuple[str, int]:
    """Take back, put back, archive, delete … and go back to where the button was."""
    table = table_or_404(table_id)
    try:
        book().set(table.id, ACTS[act], {}, uuid=entry_uuid(), expected=expected())
    except (ConflictError, ReusedUuidError):
        return conflict(table_id)
    except RefusedError as error:
        return page_of(table, table_words.refused_change(error, table)), 422
    if act in {"archive", "delete"}:
        current_app.extensions["fanpai-cameras"].stop(table.id)
        return redirect(url_for("tables.index"), code=303)
    return redirect(url_for("tables.show", table_id=table_id), code=303)


@pages.get("/<table_id>/<any(undo, redo, archive, resume, delete, restore):act>")
def acted(table_id: str, act: str) -> Response:
    """Reloaded after a conflict, or come back to by the language switch: to the table."""
    return redirect(url_for("tables.show", table_id=table_id))


@pages.app_errorhandler(StoreError)
def not_kept(error: StoreError) -> tuple[str, int]:
    """The disk is full or read-only, or the database busy: say so instead of failing."""
    current_app.logger.error("nothing was booked: %s", error)
    return (
        render_template("tables/not_kept.html", sentence=store_trouble.sentence(error)),
        store_trouble.status(error),
    )


@pages.get("/<table_id>/settings")
def settings(table_id: str) -> str:
    """Names and stake of a table."""
    return _settings_form(table_or_404(table_id), "")


@pages.post("/<table_id>/settings")
def change_settings(table_id: str) -> str | Response | tuple[str, int]:
    """Book a new name, new players' names or a new stake: whatever differs."""
    table, form = table_or_404(table_id), request.form
    try:
        worth = stake({"amount": form.get("stake", ""), "unit": form.get("unit", "")})
        wanted = {
            "table_renamed": ("name", table_name(form.get("name"))),
            "players_named": (
                "players",
                named(_names_in(form), people_book().people(), table.players),
            ),
            "stake_set": ("stake", worth),
            "tile_set_chosen": ("tile_set", tile_set(form.get("tile_set", table.tile_set))),
        }
    except SetupError as error:
        return _settings_form(table, table_words.setup_sentence(error.code)), 422
    except FormError as error:
        return _settings_form(table, _("This value is not possible: %(what)s", what=wrong_with(error))), 422
    changed = {kind: {name: value} for kind, (name, value) in wanted.items() if getattr(table, name) != value}
    if page := stakes.to_be_confirmed(table, worth):
        return page
    try:
        book().set_all(table.id, changed, expected=expected())
    except ConflictError:
        return conflict(table_id)
    return redirect(url_for("tables.show", table_id=table_id), code=303)


def conflict(table_id: str) -> tuple[str, int]:
    """Somebody else has booked in between: the new state, and a sentence about it."""
    return (
        page_of(
            table_or_404(table_id),
            _(
                "Somebody else has changed this table in the meantime. Nothing of yours was booked: "
                "look at the new state, then do it again."
            ),
        ),
        409,
    )


def _settings_form(table: Table, error: str) -> str:
    return render_template(
        "tables/settings.html", table=table, winds=wind_names(), error=error, known=_known_players()
    )


def _new_form(given: Mapping[str, Any], error: str) -> str:
    return render_template(
        "tables/new.html",
        given=given,
        error=error,
        winds=wind_names(),
        known=_known_players(),
        rule_sets=[
            (choice.name, choice.label, option_form.fields(find_rules(choice.name), given, choice.name))
            for choice in choices()
        ],
        chosen=given.get("rules") or names()[0],
        uuid=given.get("uuid") or new_uuid(),
    )


def _known_players() -> list[str]:
    """Offered while typing."""
    return known(people_book().people(), seen(book().tables()))


def _names_in(form: Mapping[str, str]) -> dict[str, str]:
    return {seat: form.get(f"player-{seat}", "") for seat in SEATS}


def _summary(table: Table) -> dict[str, Any]:
    return {
        "table": table,
        "cards": table_words.seat_cards(table, table.totals),
        "rules": table_words.rules_title(table.rules, table.options),
        "round_name": table_words.round_name(table.seating.round_wind),
    }
