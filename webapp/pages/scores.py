"""A hand in, fan lines and payments out; and keeping the hand."""

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from scorer.errors import OptionError, RuleError
from scorer.hand import Context, Hand
from scorer.rulesets import RuleSet
from scorer.scoring import Score, score_win
from webapp.access.visitor import visitor
from webapp.pages import scoring, store_trouble
from webapp.pages.answers import malformed, refusal
from webapp.pages.form import FormError, context_of, hand_of
from webapp.pages.form_back import context_data, hand_data
from webapp.pages.hands import HandBook
from webapp.pages.json_in import posted
from webapp.pages.kept_rules import SPELT_OUT, spelt_out
from webapp.pages.rules import find_rules
from webapp.pages.scans import job_called
from webapp.pages.wording import _
from webapp.store import ReusedUuidError, StoreError

api = Blueprint("scores", __name__, url_prefix="/api")

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_Answer = tuple[Response, int]


@api.post("/score")
def score() -> _Answer:
    """Score ``{rules, options?, hand, context}``.

    Answers 200 with ``{score}``, or with ``{error}`` for a hand that the rules refuse (a sentence and, for a
    hand that is no win, what would complete it); 400 for a request that is no hand at all.
    """
    try:
        rules, hand, context = _asked(posted())
    except (FormError, OptionError) as error:
        return malformed(error)
    try:
        found = score_win(rules, hand, context)
    except RuleError as error:
        return jsonify(error=scoring.refusal_of(error, rules, hand, context)), 200
    return jsonify(score=scoring.score_of(found, rules)), 200


@api.post("/hands")
def keep() -> _Answer:
    """Keep a hand: ``{uuid, scan?}`` and what `score` takes. It is scored once more: no page is believed."""
    body: Mapping[str, Any] = {}
    try:
        body = posted()
        rules, hand, context = _asked(body)
        uuid = body.get("uuid")
        if not isinstance(uuid, str) or not _UUID.fullmatch(uuid):
            raise FormError("uuid")
        found = score_win(rules, hand, context)
    except (FormError, OptionError) as error:
        return malformed(error)
    except RuleError as error:
        return refusal(422, error.code, scoring.sentence(error.explanation, rules))
    book: HandBook = current_app.extensions["fanpai-hands"]
    try:
        event = book.keep(uuid, _payload(body, rules, hand, context, found), job_called(body.get("scan")))
    except ReusedUuidError:
        return refusal(409, "reused_uuid", _("This hand was already kept in another form. Reload the page."))
    except StoreError as error:
        current_app.logger.error("a hand could not be kept: %s", error)
        return refusal(store_trouble.status(error), "store", store_trouble.sentence(error))
    return jsonify(kept=event.sequence), 201


def _asked(body: Mapping[str, Any]) -> tuple[RuleSet, Hand, Context]:
    name, options = body.get("rules"), body.get("options", {})
    if not isinstance(name, str) or not isinstance(options, Mapping):
        raise FormError("rules")
    rules = find_rules(name).with_options(options)
    return rules, hand_of(body.get("hand")), context_of(body.get("context"))


def _payload(
    body: Mapping[str, Any], rules: RuleSet, hand: Hand, context: Context, found: Score
) -> dict[str, Any]:
    """What is kept: the hand as understood, and the result as it was then, whatever the rules become."""
    return {
        "rules": rules.name,
        "options": dict(body.get("options", {})),
        SPELT_OUT: spelt_out(find_rules(rules.name), body.get("options", {})),
        "hand": hand_data(hand),
        "context": context_data(context),
        "rows": [line.row for line in found.lines],
        "total_fan": found.total_fan,
        "points": scoring.amount(found.points),
        "payments": {seat: scoring.amount(value) for seat, value in found.settlement.payments.items()},
        "device": visitor().name,
    }
