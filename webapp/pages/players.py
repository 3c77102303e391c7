"""Players across evenings: their figures, who is a guest, and one person under two spellings."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.guard import seen
from webapp.pages.figures import figure_of
from webapp.pages.tables import book, entry_uuid, expected, new_uuid, people_book
from webapp.pages.wording import _
from webapp.store import ConflictError, ReusedUuidError
from webapp.tally.fields import name_key
from webapp.tally.fold import Table
from webapp.tally.money import signed
from webapp.tally.people import People, TwoPeopleError, check_one_person, joined_as
from webapp.tally.statistics import Record, persons_at, player_records

pages = Blueprint("players", __name__)


@pages.get("/players")
def index() -> str:
    """Everybody, the most points first; guests after the regulars."""
    return _index()


@pages.get("/player")
def show() -> str:
    """One player's figures over all evenings, and at which tables he sat.

    The name stands in the query: in a path, browsers and servers take ``/`` and ``..`` for steps of it.
    """
    name = request.args.get("name", "")
    people = people_book().people()
    tables = _tables()
    records = player_records(tables, people)
    record = records.get(people.who(name)) or records.get(name_key(name))
    if record is None:
        abort(404)
    return render_template(
        "tables/player.html",
        figure=figure_of(record, _names(records)),
        guest=people.is_guest(record.name),
        spellings=people.others(record.name),
        others=[one.name for one in _by_name(records) if one is not record],
        evenings=_evenings(tables, people, record),
        sequence=people.sequence,
        uuid=new_uuid,
    )


@pages.get("/players/<path:name>")
def show_at(name: str) -> Response:
    """The address that a player once had."""
    return redirect(url_for("players.show", name=name))


@pages.get("/same-player")
def same() -> str | Response | tuple[str, int]:
    """What joining two names would come to, before it is kept; reached without names: the list."""
    name, into = request.args.get("name", ""), request.args.get("into", "")
    people, tables = people_book().people(), _tables()
    records = player_records(tables, people)
    one, other = records.get(people.who(name)), records.get(people.who(into))
    if one is None or other is None or one is other:
        return redirect(url_for("players.index"))
    try:
        check_one_person(people, name, into, book().tables())
    except TwoPeopleError as error:
        return _two_people(error, one.name)
    after = joined_as(people, name, into)
    both = player_records(tables, after)
    return render_template(
        "tables/same_player.html",
        one=one,
        other=other,
        figures=[
            figure_of(one, _names(records)),
            figure_of(other, _names(records)),
            figure_of(both[after.who(into)], _names(both)),
        ],
        sequence=people.sequence,
        uuid=new_uuid(),
    )


@pages.post("/same-player")
def join() -> str | Response | tuple[str, int]:
    """Keep it: the first name is another spelling of the second."""
    name, into = request.form.get("name", ""), request.form.get("into", "")
    known = player_records(_tables(), people_book().people())
    if not {name_key(name), name_key(into)} <= {name_key(record.name) for record in known.values()}:
        return _changed()
    try:
        people_book().join(name, into, book().tables(), uuid=entry_uuid(), expected=expected())
    except TwoPeopleError as error:
        return _two_people(error, name)
    except (ConflictError, ReusedUuidError):
        return _changed()
    return redirect(url_for("players.show", name=into), code=303)


@pages.post("/same-player/not")
def part() -> Response | tuple[str, int]:
    """Take it back: the spelling is a player of its own again."""
    name = request.form.get("name", "")
    if name_key(name) not in people_book().people().joined:
        return _changed()
    try:
        people_book().part(name, uuid=entry_uuid(), expected=expected())
    except (ConflictError, ReusedUuidError):
        return _changed()
    return redirect(url_for("players.show", name=name), code=303)


@pages.post("/guests")
def mark() -> Response | tuple[str, int]:
    """Mark a player as a guest or as a regular."""
    name = request.form.get("name", "")
    if people_book().people().who(name) not in player_records(_tables(), people_book().people()):
        return _changed()
    try:
        people_book().mark(
            name, guest=request.form.get("guest") == "yes", uuid=entry_uuid(), expected=expected()
        )
    except (ConflictError, ReusedUuidError):
        return _changed()
    return redirect(url_for("players.show", name=name), code=303)


@pages.get("/guests")
@pages.get("/same-player/not")
def elsewhere() -> Response:
    """Come back to by the language switch: to the list."""
    return redirect(url_for("players.index"))


def _index(error: str = "") -> str:
    people = people_book().people()
    records = sorted(player_records(_tables(), people).values(), key=lambda record: -record.points)
    rows = [(people.is_guest(record.name), _row(record)) for record in records]
    return render_template(
        "tables/players.html",
        regulars=[row for guest, row in rows if not guest],
        guests=[row for guest, row in rows if guest],
        error=error,
    )


def _row(record: Record) -> dict[str, Any]:
    return {
        "name": record.name,
        "evenings": record.evenings,
        "deals": record.deals,
        "wins": record.wins,
        "points": signed(record.points),
        "url": url_for("players.show", name=record.name),
    }


def _changed() -> tuple[str, int]:
    return _index(_("Somebody else has changed the players in the meantime. Look, then do it again.")), 409


def _two_people(error: TwoPeopleError, name: str) -> tuple[str, int]:
    # A deleted table may come back, and tables that this device does not see are played all the same.
    if not seen([error.table]):
        sentence = _("Both sat at one table: %(name)s is somebody else.", name=name)
    else:
        sentence = _(
            "Both sat at the table “%(table)s”: %(name)s is somebody else.", table=error.table.name, name=name
        )
    return _index(sentence), 422


def _tables() -> list[Table]:
    return [table for table in seen(book().tables()) if not table.deleted]


def _names(records: dict[str, Record]) -> dict[str, str]:
    return {key: record.name for key, record in records.items()}


def _by_name(records: dict[str, Record]) -> list[Record]:
    return sorted(records.values(), key=lambda record: record.key)


def _evenings(tables: list[Table], people: People, record: Record) -> list[dict[str, str]]:
    return [
        {"name": table.name, "id": table.id, "points": signed(table.totals[seat])}
        for table in tables
        for seat, key in persons_at(table, people).items()
        if key == record.key
    ]
