"""An evening in words: lines of the ledger, amounts with names, and why something cannot be."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorer.explanation import Explanation
from scorer.hand import SEATS, wind_of
from scorer.rulesets import RuleSet
from webapp import words
from webapp.pages import scoring
from webapp.pages.language import reader_locale
from webapp.pages.rules import capital
from webapp.pages.texts import wind_names
from webapp.pages.wording import _
from webapp.tally.book import RefusedError
from webapp.tally.fold import Step, Table
from webapp.tally.money import Amount, money, number, signed
from webapp.tally.table_rules import rules_of

# What a point is worth where nobody has named a currency: the same number twice tells nothing.
POINTS_ALONE: Final = {"amount": "1", "unit": ""}


@dataclass(frozen=True)
class SeatCard:
    """One player's box: ``state`` is ``gets``, ``pays`` or ``even`` by ``amount``.

    ``money`` is what the amount is worth, empty where points are all that is played for.
    """

    seat: str
    name: str
    wind: str
    dealer: bool
    amount: str
    money: str
    state: str


def seat_cards(table: Table, amounts: Mapping[str, Amount], dealer: str | None = None) -> list[SeatCard]:
    """The four players with their amounts, in the order of seats."""
    dealer = dealer or table.seating.dealer
    winds = wind_names()
    return [
        SeatCard(
            seat=seat,
            name=table.players[seat],
            wind=winds[wind_of(seat, dealer)],
            dealer=seat == dealer,
            amount=signed(amounts[seat]),
            money="" if table.stake == POINTS_ALONE else money(amounts[seat], table.stake),
            state="gets" if amounts[seat] > 0 else "pays" if amounts[seat] < 0 else "even",
        )
        for seat in SEATS
    ]


def amounts(payments: Mapping[str, Amount], players: Mapping[str, str]) -> str:
    """``Bo +8, Cai −8``: who gets and who pays; ``0`` for nobody."""
    moved = [f"{players[seat]} {signed(payments[seat])}" for seat in SEATS if payments.get(seat)]
    return _(", ").join(moved) or "0"


def round_name(wind: str) -> str:
    """``East round``."""
    return _("%(wind)s round", wind=wind_names()[wind])


def place_of(step: Step, table: Table) -> str:
    """Where a deal lay in the session: ``East round 2``, with the dealer's repeats."""
    seating = step.before
    seat = "ESWN".index(wind_of(seating.dealer, table.first_dealer)) + 1
    place = _("%(round)s %(number)s", round=round_name(seating.round_wind), number=seat)
    if seating.dealer_streak:
        return _("%(place)s (repeat %(number)s)", place=place, number=seating.dealer_streak)
    return place


def with_colon(who: str, what: str) -> str:
    """``Bo: Half flush``, with the reader's colon."""
    return _("%(who)s: %(what)s", who=who, what=what)


def joined(one: str, other: str) -> str:
    """``Half flush, 4 points``, with the reader's comma; either may be empty."""
    return _("%(one)s, %(other)s", one=one, other=other) if one and other else one or other


def say(explanation: Explanation, rules: RuleSet, players: Mapping[str, str]) -> str:
    """A reason in the reader's language, with the players' names."""
    key, params = explanation.key, explanation.params
    if key.removesuffix(".each") in {"tally.free", "tally.pays_all"}:
        return _paid(key, params, players)
    if key == "tally.points_named":
        return _("Points named by hand: %(points)s.", points=params["points"])
    if key.startswith("error.tally."):
        return _refused(key, params, rules, players)
    plain = {
        "tally.row_follows": _("Follows from: %(lines)s.", lines=_(", ").join(_rows_in(params, rules))),
        "tally.row_named": _("Named by hand."),
    }
    if key in plain:
        return plain[key]
    return scoring.sentence(explanation, rules, players)


def _paid(key: str, params: Mapping[str, object], players: Mapping[str, str]) -> str:
    """What one pays to another, or for him; to or for several where the key says so."""
    told = {
        name: _(", ").join(players[str(seat)] for seat in (found if isinstance(found, tuple) else (found,)))
        for name in ("payer", "payee", "owes")
        if (found := params.get(name)) is not None
    }
    told["amount"] = number(params["amount"])  # type: ignore[arg-type]  # an amount by construction
    return {
        "tally.free": _("%(payer)s pays %(payee)s %(amount)s."),
        "tally.free.each": _("%(payer)s pays %(amount)s each to %(payee)s."),
        "tally.pays_all": _("%(payer)s is liable and pays %(amount)s for %(owes)s."),
        "tally.pays_all.each": _("%(payer)s is liable and pays %(amount)s each for %(owes)s."),
    }[key] % told


def _refused(key: str, params: Mapping[str, object], rules: RuleSet, players: Mapping[str, str]) -> str:
    """Why a win without tiles cannot be booked."""
    if key == "error.tally.no_row":
        return _("The rules in force do not have the line “%(line)s”.", line=params["text"])
    if key == "error.tally.winner_pays_all":
        return _(
            "%(name)s has won and gets the money: choose another player who pays for all, or nobody.",
            name=players[str(params["seat"])],
        )
    rows = [capital(row) for row in _rows_in(params, rules)]
    if key == "error.tally.never_together":
        return _(
            "“%(one)s” and “%(other)s” are never in one hand. Take one of them out.",
            one=rows[0],
            other=rows[1],
        )
    if key == "error.tally.not_won_so":
        return _("“%(line)s” cannot be in a hand won like this.", line=rows[0])
    return _("Give the points, or tick the lines that count.")


def _rows_in(params: Mapping[str, object], rules: RuleSet) -> list[str]:
    rows = params.get("rows", ())
    return [scoring.row_name(rules, str(row)) for row in rows] if isinstance(rows, tuple) else []


@dataclass(frozen=True)
class LineView:
    """A line of the ledger for showing.

    Attributes:
        title: what happened, ``Bo: Half flush + Self-draw``.
        detail: how: self-draw, from whom, a note.
        place: round and number of a deal; empty for other lines.
        tiles: of a won hand, winning tile last.
        cards: the four amounts of the line.
    """

    id: str
    kind: str
    number: int | None
    title: str
    detail: str
    place: str
    tiles: tuple[str, ...]
    photo: str | None
    cards: list[SeatCard]
    edited: bool
    step: Step


def line_view(table: Table, step: Step) -> LineView:
    """How a line is shown in lists."""
    entry = step.line.entry
    title, detail = _title(table, step)
    # A self-draw that is a line of the hand need not be told twice.
    detail = "" if detail.casefold() in title.casefold() else detail
    hands = [win["hand"] for win in entry.get("wins", ()) if "hand" in win]
    return LineView(
        id=step.line.id,
        kind=entry["kind"],
        number=step.deal,
        title=title,
        detail=detail,
        place=place_of(step, table) if step.deal is not None else "",
        tiles=tuple(tile for hand in hands[:1] for tile in tiles_of(hand)),
        photo=entry.get("photo"),
        cards=seat_cards(table, step.result.payments, step.before.dealer),
        edited=step.line.edited,
        step=step,
    )


def tiles_of(hand: Mapping[str, Any]) -> tuple[str, ...]:
    """All tiles of a hand, the winning tile last."""
    melds = [tile for meld in hand.get("melds", ()) for tile in meld["tiles"]]
    return (*hand["concealed"], *melds, hand["win"])


def refusal(step: Step, why: Explanation, table: Table) -> str:
    """Why a line cannot be booked, or which later deal a change would make impossible."""
    return say(why, rules_of(step.rules, step.options), table.players)


def refused_change(error: RefusedError, table: Table, line_id: str | None = None) -> str:
    """Why a change cannot be booked; ``line_id`` is the line that it was meant for."""
    text = refusal(error.step, error.why, table)
    # A line that is there already, and not the one at hand.
    others = {step.line.id for step in table.steps} - {line_id}
    if error.step.deal is not None and error.step.line.id in others:
        return _("Deal %(number)s would become impossible: %(why)s", number=error.step.deal, why=text)
    return text


def already_booked(step: Step) -> str:
    """That a hand stands in the ledger already."""
    return _(
        "This hand is booked already, as deal %(number)s. Take that back first if it was wrong.",
        number=step.deal,
    )


def options_changed(rules: RuleSet) -> list[tuple[str, str, str]]:
    """What differs from the rule set as it comes: (option, value, what it means)."""
    locale = reader_locale()
    rows = [
        (scoring.row_name(rules, row), str(value), _("What this line is worth."))
        for row, value in rules.row_values.items()
    ]
    return rows + [
        (
            capital(words.option_name(name, locale)),
            words.value_name(rules, name, rules.values[name], locale),
            words.option_meaning(name, locale, rules),
        )
        for name, option in rules.options.items()
        if rules.values[name] != option.default
    ]


def rules_title(name: str, options: Mapping[str, Any]) -> str:
    """What players call the rules in force."""
    return words.title(rules_of(name, options), reader_locale())


def setup_sentence(code: str) -> str:
    """Why a table cannot be opened."""
    return {
        "name": _("Give the table a name."),
        "long_name": _("Names have at most 40 characters."),
        "players": _(
            "Four players are needed. The rules here are for four: a game of two or three cannot be kept yet."
        ),
        "same_names": _("Two players have the same name. Give each a name of his own."),
        "same_player": _("Two of these names are kept as one player. Seat two different people."),
        "stake": _("The stake is a number above zero, such as 1 or 0.5."),
    }[code]


def _title(table: Table, step: Step) -> tuple[str, str]:
    entry, players = step.line.entry, table.players
    kind = entry["kind"]
    if kind in {"win", "named"}:
        names = _("; ").join(
            with_colon(players[win.winner], _hand_title(step, win.rows, win.points))
            for win in step.result.wins
        )
        winners = _(", ").join(players[win["winner"]] for win in entry["wins"])
        return names or winners, _how(entry, players)
    if kind == "draw":
        return _("Drawn deal"), ""
    if kind == "kongs":
        return _("Kong money"), ""
    if kind == "penalty":
        name = words.word(f"penalty.{entry['penalty']}", reader_locale())
        return with_colon(players[entry["player"]], capital(name)), entry["note"]
    if kind == "free":
        return entry["note"] or _("Amount"), ""
    return _("Other rules from here on"), rules_title(entry["rules"], entry["options"])


def _hand_title(step: Step, rows: tuple[str, ...], points: int) -> str:
    return scoring.title_of_rows(rules_of(step.rules, step.options), rows) or scoring.points_word(points)


def _how(entry: Mapping[str, Any], players: Mapping[str, str]) -> str:
    context = entry["context"]
    how = context["win_by"]
    if how == "self_draw":
        return _("Self-draw")
    if how == "rob_kong":
        return _("robbed a kong of %(name)s", name=players[context["from"]])
    return _("from %(name)s", name=players[context["from"]])
