"""What a new table needs, checked: four names, rules, stake, first dealer."""

import re
from collections.abc import Mapping
from typing import Any, Final

from scorer.hand import SEATS
from webapp.pages.form import FormError
from webapp.tally.entries import rules_chosen
from webapp.tally.fields import FieldError, exact_number, name_key, refuse_fine, seat, text

MOST_NAME: Final = 40
_SET: Final = re.compile(r"([0-9a-f]{16})?")
_MOST_UNIT: Final = 12


class SetupError(ValueError):
    """A table that cannot be.

    ``code``: ``name``, ``long_name``, ``players``, ``same_names``, ``same_player`` or ``stake``.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def checked_setup(data: Mapping[str, Any]) -> dict[str, Any]:
    """``{name, players: {seat: name}, rules, options, stake: {amount, unit}, first_dealer, tile_set}`` as it
    is kept.

    Raises:
        SetupError: for what a player can put right.
        FormError: for what no page of ours sends.
    """
    rules, options = rules_chosen(data.get("rules"), data.get("options", {}))
    return {
        "name": table_name(data.get("name")),
        "players": player_names(data.get("players")),
        "rules": rules,
        "options": options,
        "stake": stake(data.get("stake")),
        "first_dealer": seat(data.get("first_dealer"), "first_dealer"),
        **({"tile_set": chosen} if (chosen := tile_set(data.get("tile_set", ""))) else {}),
    }


def table_name(name: object) -> str:
    """A name of at most 40 characters. Raises SetupError."""
    found = _line(name, "name")
    if not name_key(found):
        raise SetupError("name")
    return found


def player_names(players: object) -> dict[str, str]:
    """Four different names by seat. Raises SetupError, also for two or three players."""
    if not isinstance(players, Mapping):
        raise FormError("players")
    names = {one: _line(players.get(one, ""), "players") for one in SEATS}
    if not all(map(name_key, names.values())):
        raise SetupError("players")
    if len({name_key(name) for name in names.values()}) < len(names):
        raise SetupError("same_names")
    return names


def tile_set(chosen: object) -> str:
    """The id of a taught tile set (see `webapp.taught_sets`), ``""`` for none. Raises FormError.

    The set need not be there: it may come to this computer later, or have been deleted.
    """
    if not isinstance(chosen, str) or not _SET.fullmatch(chosen):
        raise FormError("tile_set")
    return chosen


def stake(data: object) -> dict[str, str]:
    """What a point is worth: an amount above zero, exact, and a unit such as ``元``. Raises SetupError."""
    if not isinstance(data, Mapping):
        raise FormError("stake")
    given = str(data.get("amount", "")).strip().replace(",", ".")
    value = exact_number(given)
    if value is None or not 0 < value <= 10**6:
        raise SetupError("stake")
    refuse_fine(value, "stake")
    return {"amount": given, "unit": text(data.get("unit", ""), "stake.unit", _MOST_UNIT)}


def _line(value: object, place: str) -> str:
    try:
        return text(value, place, MOST_NAME)
    except FieldError as error:
        if error.code == "long":
            raise SetupError("long_name") from error
        raise
