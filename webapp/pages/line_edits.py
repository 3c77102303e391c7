"""A booked line through its form and back: what was not changed stays, what the form cannot show is told."""

from collections.abc import Mapping
from typing import Any

from scorer.hand import SEATS
from scorer.rulesets import RuleSet
from webapp.pages import line_forms
from webapp.pages.field_words import wrong_with
from webapp.pages.form import FormError
from webapp.pages.language import reader_locale
from webapp.pages.wording import _
from webapp.tally.entries import PHOTOGRAPHED, checked
from webapp.tally.fold import Step
from webapp.tally.table_rules import rules_of
from webapp.words import word

Entry = Mapping[str, Any]


class UnshownError(ValueError):
    """The form cannot show all that a line holds; ``args[0]`` is a sentence about it."""


def edited(entry: Entry, step: Step) -> Entry:
    """What a form has made of a booked line, with what it never asks for; unchanged it is the line itself.

    Raises:
        UnshownError: the form could not show the line.
        FormError: ``entry`` is none.
    """
    booked = step.line.entry
    refuse_unshown(step)
    new = {**entry, "photo": booked.get("photo")} if entry["kind"] in PHOTOGRAPHED else entry
    return booked if _plain(checked(new)) == _plain(booked) else new


def refuse_unshown(step: Step) -> None:
    """Raise UnshownError for a line whose form would drop something, which a change would lose."""
    booked = step.line.entry
    if booked["kind"] not in line_forms.KINDS:
        return
    rules = rules_of(step.rules, step.options)
    missing = _unshown(booked, rules)
    if missing:
        raise UnshownError(
            _(
                "The form of this line cannot show all that it holds (%(what)s), and a change would lose "
                "that. Take the line out and book it anew.",
                what=word("list.between", reader_locale()).join(missing),
            )
        )


def _unshown(booked: Entry, rules: RuleSet) -> list[str]:
    """What the form leaves out, as a player would call it."""
    try:
        shown = checked(line_forms.entry_of(booked["kind"], line_forms.fields_of(booked), rules))
    except FormError as error:
        return [wrong_with(error)]
    old, new = _plain(booked), _plain(shown | {"photo": booked.get("photo")})
    context, left = old.pop("context", {}), new.pop("context", {})
    names = [name for name in old if old[name] != new.get(name)]
    names += [name for name in context if context[name] != left.get(name)]
    offered = {row.id for row in rules.rows if rules.counts(row)}
    if any(row not in offered for win in booked.get("wins", ()) for row in win.get("rows", ())):
        names.append("wins")
    called = _names()
    return list(dict.fromkeys(called.get(name, name) for name in names))


def _plain(entry: Entry) -> dict[str, Any]:
    """A line in one form: what has no order sorted, the rules of a line with all their values."""
    plain = dict(entry)
    if plain.get("photo") is None:
        plain.pop("photo", None)
    if "wins" in plain:
        wins = [{**win, "rows": sorted(win.get("rows", ()))} for win in plain["wins"]]
        plain["wins"] = sorted(wins, key=lambda win: SEATS.index(win["winner"]))
        plain = {"pays_all": None, "open_melds": 0} | plain
    if plain["kind"] == "rules":
        rules = rules_of(plain["rules"], plain["options"])
        plain["options"] = [rules.values, rules.row_values]
    return plain


def _names() -> dict[str, str]:
    return {
        "wins": _("the lines that count"),
        "options": _("options"),
        "gangs": _("kongs"),
        "caishen_counts": _("wild tiles held at the end"),
        "wild": _("the wild tile"),
        "horses": _("horses"),
        "ready": _("ready declared"),
        "gang_from": _("who fed the kong"),
        "already_liable": _("who was liable before"),
        "calls_before_win": _("calls before the win"),
        "key_pair": _("the key pair"),
        "open_melds": _("open melds"),
    }
