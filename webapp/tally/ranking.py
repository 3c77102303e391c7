"""Who stands where among the players of many tables, over a stretch of time."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from webapp.clock import here
from webapp.tally.fold import Table
from webapp.tally.money import Amount
from webapp.tally.people import People
from webapp.tally.statistics import Record, persons_at, player_records


@dataclass(frozen=True)
class Place:
    """One player's place.

    Attributes:
        rank: from 1; players who are equal share one. None for a guest.
        money: unit → won or lost, exact; of tables whose points are worth something.
    """

    rank: int | None
    record: Record
    money: Mapping[str, Fraction]


def _money(record: Record, money: Mapping[str, Fraction]) -> Amount:
    return sum(money.values(), Fraction(0))


# What the list can be ordered by, the highest first.
ORDERS: Final[dict[str, Callable[[Record, Mapping[str, Fraction]], Amount]]] = {
    "points": lambda record, money: record.points,
    "money": _money,
    "wins": lambda record, money: Fraction(record.wins, record.deals or 1),
    "evenings": lambda record, money: record.evenings,
}


def played(tables: Iterable[Table], first: date | None = None, last: date | None = None) -> list[Table]:
    """The tables with a line that began between these days, both included, by this machine's clock."""
    found = []
    for table in tables:
        day = here(table.began).date()
        if table.steps and not table.deleted and (first or day) <= day <= (last or day):
            found.append(table)
    return found


def units_of(tables: Iterable[Table]) -> tuple[str, ...]:
    """The currencies that these tables play for, in alphabetical order."""
    return tuple(sorted({table.stake["unit"] for table in tables if Fraction(table.stake["amount"])}))


def ranking(tables: Iterable[Table], people: People, order: str = "points") -> list[Place]:
    """Everybody who sat at these tables, regulars first.

    ``order`` is one of ORDERS; ``money`` means something only where all tables play for one currency.
    """
    tables = list(tables)
    money: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for table in tables:
        if worth := Fraction(table.stake["amount"]):
            for seat, key in persons_at(table, people).items():
                money[key][table.stake["unit"]] += Fraction(table.totals[seat]) * worth
    value = ORDERS[order]
    rows = [
        (people.is_guest(record.name), value(record, money[key]), record, dict(money[key]))
        for key, record in player_records(tables, people).items()
    ]
    rows.sort(key=lambda row: (row[0], -row[1], -row[2].points, row[2].key))
    places: list[Place] = []
    for number, (guest, worth_now, record, owns) in enumerate(rows, start=1):
        equal = number > 1 and rows[number - 2][:2] == (guest, worth_now)
        rank = None if guest else places[-1].rank if equal else number
        places.append(Place(rank, record, owns))
    return places
