"""The names of players in a form: checked against who is one person, and offered while typing."""

from collections.abc import Iterable, Mapping
from itertools import combinations

from scorer.hand import SEATS
from webapp.tally.fields import name_key
from webapp.tally.fold import Table
from webapp.tally.people import People
from webapp.tally.setup import SetupError, player_names


def named(players: Mapping[str, str], people: People, now: Mapping[str, str] | None = None) -> dict[str, str]:
    """Names by seat, checked. Raises SetupError, also where two of them are one person.

    ``now``: who sits at the table already. Two of those stay two people, whatever was joined elsewhere.
    """
    names, now = player_names(players), now or {}
    for one, other in combinations(SEATS, 2):
        stay = names[one] == now.get(one) and names[other] == now.get(other)
        if not stay and people.who(names[one]) == people.who(names[other]):
            raise SetupError("same_player")
    return names


def known(people: People, tables: Iterable[Table]) -> list[str]:
    """The regulars of these tables, each once."""
    found: dict[str, str] = {}
    for table in tables:
        for name in () if table.deleted else table.players.values():
            key = people.who(name)
            if not people.is_guest(name) and (key not in found or name_key(name) == key):
                found[key] = name
    return sorted(found.values(), key=str.casefold)
