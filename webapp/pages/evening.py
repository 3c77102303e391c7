"""What an evening comes to: the whole history, chart and figures, and settling up."""

from fractions import Fraction
from typing import Any, Final

from flask import Blueprint, render_template, request

from scorer.hand import SEATS
from webapp.pages import table_words
from webapp.pages.figures import figures_of
from webapp.pages.scoring import points_word
from webapp.pages.stakes import history_of
from webapp.pages.tables import new_uuid, photos_of, table_or_404
from webapp.pages.wording import _
from webapp.tally.chart import chart_of
from webapp.tally.fold import Table
from webapp.tally.money import money, number, payable, settle_up
from webapp.tally.statistics import table_records

pages = Blueprint("evening", __name__, url_prefix="/tables/<table_id>")

PAGE: Final = 50


@pages.get("/history")
def history(table_id: str) -> str:
    """Every line, newest first, fifty a page."""
    table = table_or_404(table_id)
    last = max(1, -(-len(table.steps) // PAGE))
    page = min(max(request.args.get("page", 1, type=int), 1), last)
    lines = history_of(table, (page - 1) * PAGE, PAGE)
    return render_template(
        "tables/history.html",
        table=table,
        lines=lines,
        photos=photos_of(lines),
        page=page,
        last=last,
        uuid=new_uuid,
    )


@pages.get("/looks")
def looks(table_id: str) -> str:
    """The chart of the evening, with its numbers, and each player's figures."""
    table = table_or_404(table_id)
    return render_template(
        "tables/looks.html",
        table=table,
        chart=chart_of(table),
        numbers=_numbers(table),
        figures=figures_of(table_records(table).values()),
    )


@pages.get("/settle")
def settle(table_id: str) -> str:
    """Who pays whom to be quits, in as few payments as can be."""
    table = table_or_404(table_id)
    worth = payable(table.totals, table.stake)
    rounded = table.stake != table_words.POINTS_ALONE and any(
        worth[seat] != Fraction(table.totals[seat]) * Fraction(table.stake["amount"]) for seat in SEATS
    )
    payments = (
        [
            {
                "payer": table.players[payer],
                "payee": table.players[payee],
                # The points behind rounded money are no round number.
                "points": (paid := money(amount, {**table.stake, "amount": "1"}).lstrip("+")),
                "money": paid,
            }
            for payer, payee, amount in settle_up(worth)
        ]
        if rounded
        else [
            {
                "payer": table.players[payer],
                "payee": table.players[payee],
                "points": number(points),
                "points_word": points_word(number(points)),
                "money": money(points, table.stake).lstrip("+"),
            }
            for payer, payee, points in settle_up(table.totals)
        ]
    )
    cards = table_words.seat_cards(table, table.totals)
    return render_template(
        "tables/settle.html",
        table=table,
        cards=sorted(cards, key=lambda card: -table.totals[card.seat]),
        payments=payments,
        rounded=rounded,
        text=_text(table, cards, payments),
    )


def _text(table: Table, cards: list[table_words.SeatCard], payments: list[dict[str, Any]]) -> str:
    """The evening in lines to paste into a chat."""
    ranked = sorted(cards, key=lambda card: -table.totals[card.seat])
    lines = [f"{table.name} · {_('deals: %(number)s', number=table.deals)}"]
    lines += [f"{card.name}  {card.amount}{f'  ({card.money})' if card.money else ''}" for card in ranked]
    lines += [
        _("%(payer)s pays %(payee)s %(amount)s.", payer=one["payer"], payee=one["payee"], amount=one["money"])
        for one in payments
    ]
    return "\n".join(lines)


def _numbers(table: Table) -> list[dict[str, Any]]:
    """The numbers behind the chart: totals after each line, at most the last hundred."""
    return [
        {"deal": step.deal, "totals": [number(step.totals[seat]) for seat in SEATS]}
        for step in table.steps[-100:]
    ]
