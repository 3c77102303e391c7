"""A hand that was kept without a table: shown, booked at a table after all, deleted and brought back."""

import contextlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import RuleError
from scorer.hand import SEATS
from scorer.rulesets import RuleSet
from scorer.scoring import Score, score_win
from webapp import words
from webapp.access.levels import HOUSE, Level
from webapp.access.visitor import visitor
from webapp.pages import scoring
from webapp.pages.answers import refusal
from webapp.pages.form import FormError, context_of, hand_of
from webapp.pages.hand_entry import entry_of
from webapp.pages.hands import DELETED, RESTORED, HandBook, KeptHand
from webapp.pages.kept_rules import rules_kept
from webapp.pages.language import reader_locale
from webapp.pages.reasons import reasons
from webapp.pages.table_words import SeatCard
from webapp.pages.tables import book, entry_uuid, new_uuid
from webapp.pages.texts import wind_names
from webapp.pages.wording import _
from webapp.store import ReusedUuidError, UnknownPhotoError
from webapp.tally.book import UnknownTableError
from webapp.tally.entries import checked
from webapp.tally.money import signed

pages = Blueprint("kept_hand", __name__, url_prefix="/hands")


class BookedTwiceError(ValueError):
    """A kept hand stands in a ledger already; ``args[0]`` asks whether it is to be booked once more."""


@pages.get("/<int:number>")
def show(number: int) -> str:
    """One kept hand; on a guest's phone one that was kept on it."""
    hand, at_home = hand_or_404(number), visitor().level(HOUSE) >= Level.OWN
    kept = hand.payload
    rules = rules_kept(kept)
    score = _score_as_kept(rules, kept) if rules else None
    context = kept["context"]
    photo = _photo(kept.get("photo")) if at_home else None
    return render_template(
        "tables/kept_hand.html",
        hand=hand,
        uuid=new_uuid(),
        rules=words.title(rules, reader_locale()) if rules else kept.get("rules", ""),
        how=words.word(f"win_by.{context['win_by']}", reader_locale()),
        otherwise=score is None,
        photo=photo,
        photo_gone=at_home and bool(kept.get("photo")) and photo is None,
        cards=_cards(kept),
        why=[scoring.sentence(one, rules) for one in reasons(score.settlement.transfers)]
        if rules and score
        else [],
        score=_shown(hand, rules, score) if rules else _unnamed(hand),
    )


@pages.get("/<int:number>/book")
def tables(number: int) -> str:
    """The tables at which it can be booked; each leads to the preview."""
    hand = bookable(number)
    return render_template(
        "tables/book_hand.html",
        hand=hand,
        notice=booked_already(hand),
        entry=json.dumps(entry_of_kept(hand), ensure_ascii=False),
        tables=[
            table
            for table in book().tables()
            if not table.archived and not table.deleted and visitor().level(table.id) >= Level.SCORE
        ],
    )


@pages.post("/<int:number>/<any(delete, restore):act>")
def turn(number: int, act: str) -> Response:
    """Delete it, or bring it back."""
    hand_or_404(number)
    with contextlib.suppress(ReusedUuidError):
        hand_book().turn(number, DELETED if act == "delete" else RESTORED, entry_uuid())
    return redirect(url_for("kept_hand.show", number=number), code=303)


@pages.get("/<int:number>/<any(delete, restore):act>")
def turned(number: int, act: str) -> Response:
    """Reloaded, or come back to by the language switch: to the hand."""
    return redirect(url_for("kept_hand.show", number=number))


def hand_book() -> HandBook:
    """The application's kept hands."""
    found: HandBook = current_app.extensions["fanpai-hands"]
    return found


def hand_or_404(number: int) -> KeptHand:
    """A kept hand that the visitor may see; answers 404 when there is none."""
    hand = hand_book().one(number) if 0 < number < 10**9 else None
    at_home = visitor().level(HOUSE) >= Level.OWN
    if hand is None or not (at_home or hand.payload.get("device") == visitor().name):
        abort(404)
    return hand


def bookable(number: int) -> KeptHand:
    """As `hand_or_404`; a deleted hand is answered by its page, where it can be brought back."""
    hand = hand_or_404(number)
    if hand.deleted and request.is_json:
        answer, status = refusal(409, "deleted", _("This hand is deleted. Bring it back first."))
        abort(make_response(answer, status))
    if hand.deleted:
        abort(make_response(show(number), 409))
    return hand


def booked_already(hand: KeptHand | None) -> str:
    """A question, where a hand stands in the ledger of a table; else empty."""
    found = []
    for table_id, line_id in hand_book().lines_of(hand.number) if hand else ():
        with contextlib.suppress(UnknownTableError):
            table = book().table(table_id)
            found += [(table, step.deal) for step in table.steps if step.line.id == line_id]
    where = [_("%(table)s, deal %(number)s", table=table.name, number=deal) for table, deal in found]
    if not where:
        return ""
    return _("This hand was booked already: %(where)s. Book it once more?", where=_("; ").join(where))


def note_booking(hand: KeptHand | None, table_id: str, line_id: str, *, asked: bool) -> None:
    """Note that a kept hand, if it is one, is about to be booked as this line.

    Raises:
        BookedTwiceError: it stands in a ledger already, and nobody was ``asked`` about that.
    """
    if hand is None:
        return
    if not asked and (question := booked_already(hand)):
        raise BookedTwiceError(question)
    hand_book().book(hand.number, table_id, line_id)


def hand_named(number: object) -> KeptHand | None:
    """The kept hand that a form or an address names; None for an empty one. Answers as `bookable`."""
    if not number:
        return None
    return bookable(int(text) if (text := str(number)).isdecimal() and len(text) < 10 else 0)


def entry_of_kept(hand: KeptHand) -> dict[str, Any]:
    """A kept hand as a line for a table, whose seats, dealer and rules take the place of its own."""
    return checked(entry_of({"hand": hand.payload["hand"], "context": hand.payload["context"]}))


def _score_as_kept(rules: RuleSet, kept: Mapping[str, Any]) -> Score | None:
    """The score with its reasons; None when the rules come to something else by now."""
    try:
        score = score_win(rules, hand_of(kept["hand"]), context_of(kept["context"]))
    except (FormError, KeyError, RuleError):
        return None
    now = {seat: scoring.amount(value) for seat, value in score.settlement.payments.items()}
    return score if now == kept.get("payments") else None


def _shown(hand: KeptHand, rules: RuleSet, score: Score | None) -> dict[str, Any]:
    kept = hand.payload
    known = [row for row in kept.get("rows", ()) if row in {one.id for one in rules.rows}]
    return {
        "winner": "",
        "title": scoring.title_of_rows(rules, known),
        "points": kept.get("points", ""),
        "total": scoring.worth_word(rules, score.total_fan) if score else "",
        "tiles": hand.tiles,
        "groups": scoring.reading_groups(score.reading) if score else [],
        "lines": [
            (
                scoring.row_name(rules, line.row),
                scoring.row_worth(rules, line.row, line.value),
                scoring.sentence(line.why, rules),
            )
            for line in score.lines
        ]
        if score
        else [(scoring.row_name(rules, row), "", "") for row in known],
        "notes": [scoring.sentence(note, rules) for note in score.notes] if score else [],
    }


def _unnamed(hand: KeptHand) -> dict[str, Any]:
    """What a hand came to under rules that nothing tells of any more."""
    return {
        "winner": "",
        "title": "",
        "points": hand.payload.get("points", ""),
        "total": "",
        "tiles": hand.tiles,
        "groups": [],
        "lines": [],
        "notes": [],
    }


def _cards(kept: Mapping[str, Any]) -> list[SeatCard]:
    payments = {seat: Fraction(kept.get("payments", {}).get(seat, 0)) for seat in SEATS}
    winds, locale = wind_names(), reader_locale()
    dealer = kept["context"]["dealer"]
    return [
        SeatCard(
            seat=seat,
            name=words.seat_name(seat, locale),
            wind=winds[seat],
            dealer=seat == dealer,
            amount=signed(value),
            money="",
            state="gets" if value > 0 else "pays" if value < 0 else "even",
        )
        for seat, value in payments.items()
    ]


def _photo(name: str | None) -> str | None:
    try:
        return book().store.photo(name).id if name else None
    except UnknownPhotoError:
        return None
