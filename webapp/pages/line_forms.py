"""Forms for what is booked without tiles: from form fields to a line of the ledger, and back to fields."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from scorer.hand import KONG_TYPES, SEATS, next_seat
from scorer.rulesets import RuleSet, rule_set
from scorer.tiles import InvalidTileError, format_tiles, parse_tiles
from webapp import words
from webapp.pages import named_lines, option_form
from webapp.pages.form import MOST_KONGS, FormError
from webapp.pages.language import reader_locale
from webapp.pages.rules import ROBBED, capital, choice_of
from webapp.pages.wording import _
from webapp.tally.entries import MOST_TRANSFERS
from webapp.tally.fields import MOST_POINTS, amount, exact_number
from webapp.tally.table_rules import ROW_VALUES, rules_of

KINDS: Final = ("named", "draw", "kongs", "penalty", "free", "rules")
_KONGS_SHOWN: Final = 4
# The fields of one payment; those of further ones end in a number.
_PAYMENT: Final = ("payer", "payee", "amount")


def entry_of(kind: str, form: MultiDict[str, str], rules: RuleSet) -> dict[str, Any]:
    """The line that a form describes; checked only when it is tried out.

    Raises:
        FormError: a field holds what its kind cannot.
    """
    return {"kind": kind, **_READERS[kind](form, rules)}


def fields_of(entry: Mapping[str, Any]) -> MultiDict[str, str]:
    """The fields that describe a line: what `entry_of` would read back."""
    form: MultiDict[str, str] = MultiDict()
    context = entry.get("context", {})
    for win in entry.get("wins", ()):
        seat = win["winner"]
        form.add("winner", seat)
        for row in win.get("rows", ()):
            form.add(f"rows-{seat}", row)
        if win.get("points") is not None:
            form[f"points-{seat}"] = str(win["points"])
    form["how"] = context.get("from") or "self_draw"
    if context.get("win_by") == "rob_kong":
        form["robbed"] = "yes"
    form["key_pair"] = "".join(context.get("key_pair") or ())
    for name in ("pays_all", "open_melds", "player", "penalty", "note"):
        if entry.get(name) is not None:
            form[name] = str(entry[name])
    _fill_beside(form, context)
    if entry["kind"] == "free":
        _fill_free(form, entry["transfers"])
    if entry["kind"] == "rules":
        _fill_rules(form, rules_of(entry["rules"], entry["options"]))
    return form


def _fill_beside(form: MultiDict[str, str], context: Mapping[str, Any]) -> None:
    form["horses"] = format_tiles(context.get("horses", ()))
    for place, kong in enumerate(context.get("gangs", ())):
        form[f"kong-{place}"], form[f"kong-type-{place}"] = kong["seat"], kong["type"]
        form[f"kong-from-{place}"] = kong.get("from") or ""
    for seat, count in context.get("caishen_counts", {}).items():
        form[f"wilds-{seat}"] = str(count)


def _fill_free(form: MultiDict[str, str], transfers: Sequence[Sequence[Any]]) -> None:
    payer, _payee, value = transfers[0]
    to_all = [[payer, seat, value] for seat in _others(payer)]
    first = len(to_all) if list(map(list, transfers[: len(to_all)])) == to_all else 1
    form["payer"], form["payee"], form["amount"] = (str(part) for part in transfers[0])
    if first > 1:
        form["payee"] = "all"
    for place, transfer in enumerate(transfers[first:], 1):
        for name, part in zip(_PAYMENT, transfer, strict=True):
            form[f"{name}-{place}"] = str(part)


def _fill_rules(form: MultiDict[str, str], rules: RuleSet) -> None:
    for field in option_form.fields(rules, {}, rules.name):
        if not field.rows:
            form[field.name] = field.value
        for row in field.rows:
            form[f"{row.name}.0"], form[f"{row.name}.1"] = row.values


def asked_by(rules: RuleSet, form: MultiDict[str, str]) -> dict[str, Any]:
    """What the forms ask under these rules: rows and penalties by name, kongs, horses, wild tiles.

    Of what can be there several times there are as many places as ``form`` has filled, and empty ones.
    """
    locale = reader_locale()
    choice = choice_of(rules)
    asks = choice.asks
    ticked = {row for seat in SEATS for row in form.getlist(f"rows-{seat}")}
    return {
        "row_groups": named_lines.groups(rules, ticked),
        "together": named_lines.together(rules),
        "discards": choice.discards,
        "penalties": [
            (penalty, capital(words.word(f"penalty.{penalty}", locale))) for penalty in _penalties(rules)
        ],
        "kong_places": range(max(_KONGS_SHOWN, min(_filled(form, "kong", 0, MOST_KONGS) + 2, MOST_KONGS))),
        "payment_places": range(
            1, min(max(_filled(form, name, 1, MOST_TRANSFERS) for name in _PAYMENT) + 3, MOST_TRANSFERS)
        ),
        "kongs": [(kind, words.meld_name(kind, locale)) for kind in KONG_TYPES],
        "asks": asks,
        "robbing": ROBBED in choice.flags,
        "key_pairs": _key_pairs(asks),
        "asks_melds": _asks_melds(rules),
    }


def _filled(form: MultiDict[str, str], name: str, first: int, most: int) -> int:
    """The last place of those called ``name-first`` … that holds something; ``first`` - 1 where none does."""
    return max((place for place in range(first, most) if form.get(f"{name}-{place}")), default=first - 1)


def _penalties(rules: RuleSet) -> list[str]:
    own = list(rules.data.get("penalties", {}))
    return own if rules.value("false_win") is None else ["false_win", *own]


def _asks_melds(rules: RuleSet) -> bool:
    return any("open_melds" in case for case in rules.data["payment"]["cases"])


def _others(payer: object) -> list[str]:
    return [seat for seat in SEATS if seat != payer]


def _key_pairs(asks: Sequence[str]) -> list[tuple[str, str]]:
    """Who can have fed whom three melds."""
    if "key" not in asks:
        return []
    nearest = [(giver, next_seat(giver)) for giver in SEATS]
    return nearest if "key_next" in asks else list(permutations(SEATS, 2))


def _named(form: MultiDict[str, str], rules: RuleSet) -> dict[str, Any]:
    how = form.get("how")
    if not form.getlist("winner"):
        raise FormError(_("Say who won."))
    if not how:
        raise FormError(_("Say whether it was self-drawn, or from whom."))
    context: dict[str, Any] = {"win_by": "self_draw"}
    choice = choice_of(rules)
    if how != "self_draw":
        if not choice.discards and ROBBED not in choice.flags:
            raise FormError(_("By these rules only a self-draw wins."))
        robbed = not choice.discards or (ROBBED in choice.flags and form.get("robbed"))
        context = {"win_by": "rob_kong" if robbed else "discard", "from": how}
    if form.get("horses") and "horses" in choice.asks:
        context["horses"] = _tiles(form["horses"])
    if form.get("key_pair") and "key" in choice.asks:
        context["key_pair"] = list(form["key_pair"])
    context |= _beside(form, rules)["context"]
    wins = [
        {
            "winner": seat,
            "rows": form.getlist(f"rows-{seat}"),
            "points": _whole(form.get(f"points-{seat}", ""), "points"),
        }
        for seat in form.getlist("winner")
    ]
    return {
        "wins": wins,
        "context": context,
        "pays_all": form.get("pays_all") or None,
        "open_melds": (_asks_melds(rules) and _whole(form.get("open_melds", ""), "open_melds")) or 0,
    }


def _beside(form: MultiDict[str, str], rules: RuleSet) -> dict[str, Any]:
    asks = choice_of(rules).asks
    context: dict[str, Any] = {}
    if "kongs" in asks:
        context["gangs"] = [
            {
                "seat": form[f"kong-{place}"],
                "type": form.get(f"kong-type-{place}", ""),
                "from": form.get(f"kong-from-{place}") or None,
            }
            for place in range(MOST_KONGS)
            if form.get(f"kong-{place}")
        ]
    if "wild_counts" in asks:
        context["caishen_counts"] = {
            seat: _whole(form.get(f"wilds-{seat}", ""), "wilds") or 0 for seat in SEATS
        }
    return {"context": context}


def _penalty(form: MultiDict[str, str], rules: RuleSet) -> dict[str, Any]:
    if form.get("player") not in SEATS:
        raise FormError(_("Say whose fault it was."))
    if form.get("penalty") not in _penalties(rules):
        raise FormError(_("Say what the penalty is for."))
    return {
        "player": form.get("player"),
        "penalty": form.get("penalty"),
        "note": form.get("note", ""),
    }


def _free(form: MultiDict[str, str], rules: RuleSet) -> dict[str, Any]:
    transfers = _payments(form, "")
    for place in range(1, MOST_TRANSFERS):
        if any(form.get(f"{name}-{place}") for name in _PAYMENT):
            transfers += _payments(form, f"-{place}")
    return {"transfers": transfers, "note": form.get("note", "")}


def _payments(form: MultiDict[str, str], place: str) -> list[list[str]]:
    payer, payee = form.get(f"payer{place}", ""), form.get(f"payee{place}", "")
    value = form.get(f"amount{place}", "").strip().replace(",", ".")
    if payer not in SEATS or payee not in {*SEATS, "all"}:
        raise FormError(_("Say who pays and who is paid."))
    if payer == payee:
        raise FormError(_("One and the same player pays and is paid: choose two."))
    exact = exact_number(value)
    if exact is None or exact <= 0:
        raise FormError(_("The amount is to be a number above zero."))
    amount(value, "entry.transfers")
    return [[payer, one, value] for one in (_others(payer) if payee == "all" else [payee])]


def _rules(form: MultiDict[str, str], rules: RuleSet) -> dict[str, Any]:
    # The rule set stays, its options may change: another one is another table.
    options = option_form.chosen(rule_set(rules.name), form, rules.name)
    if rules.row_values:
        options[ROW_VALUES] = dict(rules.row_values)
    return {"rules": rules.name, "options": options}


_READERS: Final = {
    "named": _named,
    "draw": _beside,
    "kongs": _beside,
    "penalty": _penalty,
    "free": _free,
    "rules": _rules,
}


def _whole(text: str, place: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not text.isdecimal() or len(text) > len(str(MOST_POINTS)) or int(text) > MOST_POINTS:
        raise FormError(option_form.no_number(_label(place), text))
    return int(text)


def _label(place: str) -> str:
    """What the form calls a field."""
    labels = {
        "points": _("Points"),
        "open_melds": _("Open melds of the winner"),
        "wilds": _("Wild tiles held at the end"),
    }
    return labels[place]


def _tiles(text: str) -> list[str]:
    try:
        return list(parse_tiles(text))
    except InvalidTileError as error:
        raise FormError(text) from error
