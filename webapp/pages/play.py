"""Reading a hand for a table: the page of hands with the table's players, rules, dealer and round."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.errors import RuleError
from scorer.hand import wind_of
from scorer.rulesets import RuleSet
from scorer.scoring import Score
from webapp.camera.booked import seen_again
from webapp.pages import corrections, scoring, table_words
from webapp.pages.answers import malformed, refusal
from webapp.pages.booking import NOT_BOOKED, name_and_sequence, not_booked
from webapp.pages.camera_hands import booked_line, hand_for_editor, joins_a_deal, observed
from webapp.pages.entry_photo import entry_photo
from webapp.pages.form import FormError, context_of, hand_of
from webapp.pages.hand_entry import entry_of
from webapp.pages.json_in import posted
from webapp.pages.kept_hand import BookedTwiceError, entry_of_kept, hand_named, note_booking
from webapp.pages.rules import choice_of, event_names
from webapp.pages.scans import job_called
from webapp.pages.tables import book, table_or_404
from webapp.pages.texts import page_texts
from webapp.pages.wording import _
from webapp.store import ConflictError, UnknownPhotoError
from webapp.tally.book import AlreadyBookedError, Change
from webapp.tally.entries import checked
from webapp.tally.fold import Step, Table
from webapp.tally.judge import judge
from webapp.tally.table_rules import rules_of

pages = Blueprint("play", __name__, url_prefix="/tables/<table_id>")

_Answer = tuple[Response, int]


@pages.get("/hand")
def hand(table_id: str) -> str | BaseResponse:
    """Photo or typed tiles, hand, score, booked to the table; ``?line=`` changes a booked hand.

    ``?camera=`` begins with a hand that the camera over the table has seen turned up, ``?hand=`` with one
    that was kept without a table.
    """
    table = table_or_404(table_id)
    try:
        step = _step(table, request.args.get("line"))
    except _GoneError:
        abort(404)
    seating = table.seating if step is None else step.before
    rules = table.rule_set if step is None else rules_of(step.rules, step.options)
    choice = choice_of(rules)
    # The table knows how long the dealer has dealt.
    choice = replace(choice, asks=tuple(name for name in choice.asks if name != "streak"))
    texts = page_texts()
    texts["seats"] = dict(table.players)
    texts["say"] |= {"keep": _("Book this hand") if step is None else _("See what changes")}
    camera = request.args.get("camera", "")
    if camera and (line := booked_line(table, camera)) is not None:
        return redirect(url_for("lines.show", table_id=table.id, line_id=line))
    if camera and not request.args.get("alone") and joins_a_deal(table, camera):
        return redirect(url_for("camera.show", table_id=table.id))  # where it is asked which
    seen = hand_for_editor(table, camera) if camera and step is None else None
    kept = hand_named(request.args.get("hand")) if step is None else None
    booked = step.line.entry if step is not None and step.line.entry["kind"] == "win" else seen
    booked = entry_of_kept(kept) if kept is not None else booked
    return render_template(
        "home.html",
        table=table,
        line=step.line.id if step else "",
        seen=camera if seen else "",
        kept=kept.number if kept else None,
        round_name=table_words.round_name(seating.round_wind),
        dealer=table.players[seating.dealer],
        fixed={
            "round": seating.round_wind,
            "dealer": seating.dealer,
            "rules": rules.name,
            "streak": seating.dealer_streak,
            "seatWind": None,
        },
        photo=seen["photo"] if seen else _photo_of(kept.payload if kept else step.line.entry if step else {}),
        booked=json.dumps(booked) if booked else "",
        rule_sets=[choice],
        flags=event_names(),
        texts=texts,
        recent=[],
        corrections=corrections.state(),
    )


def _photo_of(entry: Mapping[str, Any]) -> dict[str, Any] | None:
    """The kept photo of a hand, to be looked at beside its tiles."""
    name = entry.get("photo")
    try:
        kept = None if name is None else book().store.photo(name)
    except UnknownPhotoError:
        return None
    if kept is None:
        return None
    return {"url": url_for("kept.photo", name=kept.id), "width": kept.width, "height": kept.height}


@pages.post("/score")
def score(table_id: str) -> _Answer:
    """Score a hand as it would be booked: ``{hand, context, others?, line?}`` → as ``/api/score``.

    ``others`` in the score: the same for each other winner, with ``winner``, or ``unpaid``, why he is not.
    """
    table = table_or_404(table_id)
    try:
        body = posted()
        step = _step(table, body.get("line"))
        entry = checked(entry_of(body, step))
        seating = table.seating if step is None else step.before
        rules = table.rule_set if step is None else rules_of(step.rules, step.options)
        verdict = judge(entry, rules, seating)
    except _GoneError:
        return _gone()
    except FormError as error:
        return malformed(error)
    except RuleError as error:
        winner = entry["wins"][0]["winner"]
        context = context_of(
            {
                **entry["context"],
                "winner": winner,
                "dealer": seating.dealer,
                "seat_wind": wind_of(winner, seating.dealer),
                "round_wind": seating.round_wind,
            }
        )
        found = scoring.refusal_of(error, rules, hand_of(entry["wins"][0]["hand"]), context)
        found["message"] = table_words.say(error.explanation, rules, table.players)
        return jsonify(error=found), 200
    scored = dict(verdict.wins)
    mine = scored.get(entry["wins"][0]["winner"])
    if mine is None:
        return refusal(200, "not_paid", _("Another winner sits nearer: this hand is not paid."))
    paid = scoring.payments_of(
        verdict.settlement, lambda reason: table_words.say(reason, rules, table.players)
    )
    others = [_of_other(win["winner"], scored, rules, table) for win in entry["wins"][1:]]
    return jsonify(score=scoring.score_of(mine, rules, table.players) | paid | {"others": others}), 200


def _of_other(seat: str, scored: Mapping[str, Score], rules: RuleSet, table: Table) -> dict[str, Any]:
    """What another winner of the same tile has, or that he is not paid."""
    if (score := scored.get(seat)) is None:
        return {"winner": seat, "unpaid": _("Another winner sits nearer: this hand is not paid.")}
    return {"winner": seat, **scoring.score_of(score, rules, table.players)}


@pages.post("/hands")
def keep(table_id: str) -> _Answer:
    """Book a hand: what ``score`` takes, and ``{uuid, expected, scan?, camera?}``; answers where to go on.

    ``camera`` is the hand turned up that it began with. A change of a booked hand is not booked here: it goes
    to the preview, with the line ready to be posted.
    """
    table = table_or_404(table_id)
    try:
        return _kept(table, posted())
    except _GoneError:
        return _gone()
    except BookedTwiceError as error:
        return refusal(409, "kept_twice", str(error))
    except NOT_BOOKED as error:
        return not_booked(
            error,
            table,
            _("Somebody else has booked in the meantime. Load the new state: this hand stays as it is."),
        )


def _kept(table: Table, body: Mapping[str, Any]) -> _Answer:
    name, known = name_and_sequence(body)
    step = _step(table, body.get("line"))
    if step is not None:
        if known != table.sequence:
            raise ConflictError(table.id, known, table.sequence)
        booked = step.line.entry
        untouched = body.get("unchanged") is True and booked["kind"] == "win"
        # A change without a new photo keeps the old one; a new one is kept when the change is.
        beside = {name: booked[name] for name in ("photo", "observed") if name in booked}
        entry = booked if untouched else checked(entry_of(body, step)) | beside
        preview = url_for("lines.preview", table_id=table.id)
        scan = job.id if (job := job_called(body.get("scan"))) else ""
        return jsonify(
            preview=preview, entry=json.dumps(entry), line=step.line.id, scan=scan, expected=known
        ), 200
    entry = entry_of(body)
    if camera := body.get("camera"):
        entry["observed"] = observed(table, camera, [win["winner"] for win in entry["wins"]])
    change = Change("line_added", name, entry)
    if book().has_booked(table.id, name, checked(change.entry)):
        # Sent again after its photo was forgotten or read anew: the hand stands with its first photo.
        return jsonify(url=url_for("tables.show", table_id=table.id)), 201
    if not camera and (twin := seen_again(checked(entry), table)) and "observed" in twin.line.entry:
        raise AlreadyBookedError(twin)  # booked from the camera, then photographed with a phone
    if known == table.sequence:
        book().outcome(table.id, change)  # before a photo is kept for nothing
    note_booking(hand_named(body.get("kept")), table.id, name, asked=body.get("again") is True)
    with entry_photo(table.id, scan=body.get("scan"), hand=body.get("kept")) as photo:
        book().change(table.id, change, uuid=name, expected=known, photo=photo)
    return jsonify(url=url_for("tables.show", table_id=table.id)), 201


class _GoneError(LookupError):
    """The line that is to be changed is not there any more."""


def _step(table: Table, line_id: object) -> Step | None:
    """The line that is changed, None where a new one is booked. Raises _GoneError."""
    if not line_id:
        return None
    for step in table.steps:
        if step.line.id == line_id:
            return step
    raise _GoneError(line_id)


def _gone() -> _Answer:
    return refusal(
        409,
        "gone",
        _(
            "This deal has been taken out in the meantime: there is nothing left to change. "
            "If the hand counts after all, book it as a new one."
        ),
    )
