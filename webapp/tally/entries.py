"""The lines of an evening's ledger, as JSON objects: what a line must look like before it is booked.

Kinds of line: ``win`` (hands with tiles), ``named`` (fan lines or points named by hand), ``draw``,
``kongs`` (kong money by itself), ``penalty`` (one that the rule set has), ``free`` (any amount with a note),
``rules`` (others from here on).
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from scorer.errors import OptionError
from scorer.hand import SEATS, WIN_BY
from webapp.pages.form import FormError, context_of, hand_of
from webapp.pages.form_back import hand_data
from webapp.tally.fields import MOST_POINTS, FieldError, amount, seat, text
from webapp.tally.table_rules import rules_of

Entry = Mapping[str, Any]
MOST_TRANSFERS: Final = 12
_MOST_ROWS: Final = 40
# Lines that may hold a photo.
PHOTOGRAPHED: Final = ("win", "named")
# What all winners of a deal share. Dealer, winds and streak are not here: the table knows them.
SHARED: Final = (
    *("win_by", "from", "gang_from", "wild", "horses", "ready", "gangs", "caishen_counts"),
    *("already_liable", "calls_before_win", "key_pair"),
)


def checked(entry: object) -> dict[str, Any]:
    """The line with nothing but what its kind has, in the form that is kept.

    Raises:
        FormError: naming the faulty place.
    """
    if not isinstance(entry, Mapping):
        raise FormError("entry")
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise FormError("entry.kind")
    return {"kind": kind, **KINDS[kind](entry)}


def rules_chosen(name: object, options: object) -> tuple[str, dict[str, Any]]:
    """The name of a rule set and the options chosen for it.

    Raises:
        FormError: for a rule set, option or value that does not exist.
    """
    if not isinstance(name, str) or not isinstance(options, Mapping):
        raise FormError("rules")
    try:
        rules_of(name, options)
    except (OptionError, TypeError, AttributeError) as error:
        raise FormError(f"rules: {error}") from error
    return name, dict(options)


def _win(entry: Entry) -> dict[str, Any]:
    wins = _wins(entry)
    shared = _shared(entry, wins)
    return {
        "wins": [
            {
                "winner": win["winner"],
                "hand": hand_data(hand_of(win.get("hand"))),
                "flags": list(win.get("flags", ())),
            }
            for win in wins
        ],
        "context": shared,
        "photo": _photo(entry),
        **_observed(entry),
    }


def _named(entry: Entry) -> dict[str, Any]:
    wins = _wins(entry)
    pays_all, melds = entry.get("pays_all"), entry.get("open_melds", 0)
    if not isinstance(melds, int) or isinstance(melds, bool) or not 0 <= melds <= 5:
        raise FormError("entry.open_melds")
    return {
        "wins": [
            {
                "winner": win["winner"],
                "rows": _rows(win.get("rows", [])),
                "points": None if win.get("points") is None else _points(win["points"]),
            }
            for win in wins
        ],
        "context": _shared(entry, wins),
        "pays_all": None if pays_all is None else seat(pays_all, "entry.pays_all"),
        "open_melds": melds,
        "photo": _photo(entry),
    }


def _beside(entry: Entry) -> dict[str, Any]:
    shared = entry.get("context", {})
    if not isinstance(shared, Mapping):
        raise FormError("entry.context")
    found = {name: shared[name] for name in ("gangs", "caishen_counts", "wild") if shared.get(name)}
    context_of({**_ANY_DEAL, **found})
    return {"context": _as_one(found)}


def _penalty(entry: Entry) -> dict[str, Any]:
    return {
        "player": seat(entry.get("player"), "entry.player"),
        "penalty": text(entry.get("penalty"), "entry.penalty", 40),
        "note": text(entry.get("note", ""), "entry.note"),
    }


def _free(entry: Entry) -> dict[str, Any]:
    """``transfers``: ``[[payer, payee, amount], …]`` with amounts above zero."""
    transfers = entry.get("transfers")
    if not isinstance(transfers, list) or not 0 < len(transfers) <= MOST_TRANSFERS:
        raise FormError("entry.transfers")
    kept = []
    for transfer in transfers:
        if not isinstance(transfer, list | tuple) or len(transfer) != 3:
            raise FormError("entry.transfers")
        payer, payee = (seat(one, "entry.transfers") for one in transfer[:2])
        value = amount(transfer[2], "entry.transfers")
        if payer == payee or Fraction(value) <= 0:
            raise FormError("entry.transfers")
        kept.append([payer, payee, value])
    return {"transfers": kept, "note": text(entry.get("note", ""), "entry.note")}


def _rules(entry: Entry) -> dict[str, Any]:
    name, options = rules_chosen(entry.get("rules"), entry.get("options", {}))
    return {"rules": name, "options": options}


KINDS: Final[dict[str, Callable[[Entry], dict[str, Any]]]] = {
    "win": _win,
    "named": _named,
    "draw": _beside,
    "kongs": _beside,
    "penalty": _penalty,
    "free": _free,
    "rules": _rules,
}
_ANY_DEAL: Final = {
    "winner": "E",
    "dealer": "E",
    "seat_wind": "E",
    "round_wind": "E",
    "win_by": "self_draw",
}


def _wins(entry: Entry) -> list[Mapping[str, Any]]:
    wins = entry.get("wins")
    if not isinstance(wins, list) or not 0 < len(wins) <= 3:
        raise FormError("entry.wins")
    for win in wins:
        if not isinstance(win, Mapping):
            raise FormError("entry.wins")
        seat(win.get("winner"), "entry.wins.winner")
    return wins


def _shared(entry: Entry, wins: list[Mapping[str, Any]]) -> dict[str, Any]:
    shared = entry.get("context")
    if not isinstance(shared, Mapping) or shared.get("win_by") not in WIN_BY:
        raise FormError("entry.context")
    found = {name: shared[name] for name in SHARED if shared.get(name) not in (None, [], {})}
    for win in wins:
        context_of({**_ANY_DEAL, **found, "flags": win.get("flags", [])})
    return _as_one(found)


def _as_one(context: dict[str, Any]) -> dict[str, Any]:
    """Kongs and wild tiles in one form, whoever wrote them: nobody's none left out."""
    if "gangs" in context:
        context["gangs"] = [
            {"seat": kong["seat"], "type": kong["type"], "from": kong.get("from")}
            for kong in context["gangs"]
        ]
    if "caishen_counts" in context:
        held = {one: number for one, number in context.pop("caishen_counts").items() if number}
        context |= {"caishen_counts": held} if held else {}
    return context


def _rows(rows: object) -> list[str]:
    if not isinstance(rows, list) or len(rows) > _MOST_ROWS:
        raise FormError("entry.wins.rows")
    return [text(row, "entry.wins.rows", 60) for row in rows]


def _points(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise FormError("entry.wins.points")
    if value > MOST_POINTS:
        raise FieldError("entry.wins.points", "large", most=MOST_POINTS)
    return value


def _observed(entry: Entry) -> dict[str, list[str]]:
    """The hands that a camera over the table has seen and this line books; nothing where it has seen none."""
    observed = entry.get("observed") or []
    if not isinstance(observed, list) or len(observed) > len(SEATS):
        raise FormError("entry.observed")
    names = [text(one, "entry.observed", 32) for one in observed]
    if not all(name.isalnum() for name in names):
        raise FormError("entry.observed")
    return {"observed": names} if names else {}


def _photo(entry: Entry) -> str | None:
    photo = entry.get("photo")
    if photo is None:
        return None
    name = text(photo, "entry.photo", 32)
    if not name.isalnum():
        raise FormError("entry.photo")
    return name
