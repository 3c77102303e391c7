"""The ranking: points, money by currency, win rate, evenings, over a stretch of time."""

import uuid
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from ledger_entries import DRAW, SETUP, points

from webapp.store import Store
from webapp.tally.book import Change, TableBook
from webapp.tally.fold import Table
from webapp.tally.people import PeopleBook
from webapp.tally.ranking import played, ranking, units_of


class Nothing:
    """A store in which nobody has said anything about anybody."""

    def events(self, table: str, after: int = 0) -> tuple[()]:
        return ()


def evening(book: TableBook, entries: list[Any], **setup: Any) -> Table:
    table = book.create({**SETUP, **setup}, str(uuid.uuid4()))
    for entry in entries:
        name = str(uuid.uuid4())
        table = book.change(
            table.id, Change("line_added", name, entry), uuid=name, expected=book.table(table.id).sequence
        )
    return table


@pytest.fixture
def tables(book: TableBook) -> list[Table]:
    """Two evenings for euros, one for yuan with another fourth player; and one that never began."""
    euros = [evening(book, [points("E", 6), DRAW]), evening(book, [points("S", 4, "E")])]
    others = {**SETUP["players"], "N": "Eve"}
    yuan = evening(book, [points("N", 2)], players=others, stake={"amount": "2", "unit": "元"})
    return [*euros, yuan, evening(book, [], name="Empty")]


def test_points_and_money_are_added_and_the_highest_comes_first(tables: list[Table]) -> None:
    places = ranking(played(tables), PeopleBook(Nothing()).people())
    shown = [(place.rank, place.record.name, place.record.points, dict(place.money)) for place in places]
    totals = {
        name: sum(
            (table.totals[seat] for table in tables for seat, who in table.players.items() if who == name),
            0,
        )
        for name in ("Ann", "Bo", "Cai", "Dan", "Eve")
    }
    assert {name: points for _, name, points, _ in shown} == totals
    assert [points for _, _, points, _ in shown] == sorted(totals.values(), reverse=True)
    assert sum(totals.values()) == 0
    (ann,) = [money for _, name, _, money in shown if name == "Ann"]
    assert ann == {
        "€": Fraction(1, 2) * (tables[0].totals["E"] + tables[1].totals["E"]),
        "元": Fraction(2) * tables[2].totals["E"],
    }
    assert units_of(tables) == ("€", "元")


def test_an_evening_without_a_line_is_none(tables: list[Table]) -> None:
    (cai,) = [
        place
        for place in ranking(played(tables), PeopleBook(Nothing()).people())
        if place.record.key == "cai"
    ]
    assert (cai.record.evenings, cai.record.deals) == (3, 4)


def test_equal_players_share_a_place_and_guests_have_none(tables: list[Table], store: Store) -> None:
    people = PeopleBook(store)
    people.mark("Eve", guest=True, uuid=str(uuid.uuid4()), expected=0)
    places = ranking(played(tables), people.people(), "evenings")
    assert [(place.rank, place.record.name) for place in places][:3] == [
        (1, name) for name in [place.record.name for place in places][:3]
    ]
    assert {place.record.name for place in places[:3]} == {"Ann", "Bo", "Cai"}
    assert [(place.rank, place.record.name) for place in places[3:]] == [(4, "Dan"), (None, "Eve")]


def test_the_win_rate_is_exact(tables: list[Table]) -> None:
    places = ranking(played(tables), PeopleBook(Nothing()).people(), "wins")
    rates = [Fraction(place.record.wins, place.record.deals) for place in places]
    assert rates == [Fraction(1), Fraction(1, 4), Fraction(1, 4), 0, 0]
    assert places[0].record.name == "Eve"


def test_a_stretch_of_time_holds_its_first_and_its_last_day(tables: list[Table]) -> None:
    today = datetime.now(UTC).astimezone().date()
    for first, last, number in (
        (None, None, 3),
        (today, today, 3),
        (today - timedelta(days=1), None, 3),
        (today + timedelta(days=1), None, 0),
        (None, today - timedelta(days=1), 0),
        (None, date(2000, 1, 1), 0),
    ):
        assert len(played(tables, first, last)) == number
