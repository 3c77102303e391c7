"""What the lines ticked so far come to, while a win without tiles is being named."""

from flask import Blueprint, Response, jsonify, request

from scorer.errors import RuleError
from scorer.hand import SEATS
from webapp.pages import line_forms, table_words
from webapp.pages.form import FormError
from webapp.pages.line_pages import rules_and_seating
from webapp.pages.scoring import points_word, worth_word
from webapp.pages.tables import table_or_404
from webapp.pages.two_figures import refuse_two_figures
from webapp.pages.wording import _
from webapp.tally.entries import checked
from webapp.tally.judge import judge

pages = Blueprint("named_total", __name__, url_prefix="/tables/<table_id>")


@pages.post("/named-total")
def total(table_id: str) -> Response:
    """The posted form of a named win → ``{totals: {seat: sentence}}``; empty while something is missing."""
    table = table_or_404(table_id)
    form = request.form
    rules, seating = rules_and_seating(table, form.get("line") or None)
    found = dict.fromkeys(SEATS, "")
    try:
        entry = checked(line_forms.entry_of("named", form, rules))
    except FormError:
        return jsonify(totals=found)
    try:
        refuse_two_figures(entry, rules, seating, table.players)
        verdict = judge(entry, rules, seating)
    except FormError as error:
        found |= dict.fromkeys({win["winner"] for win in entry["wins"]}, str(error))
        return jsonify(totals=found)
    except RuleError as error:
        if error.explanation.key != "error.tally.nothing_named":
            said = table_words.say(error.explanation, rules, table.players)
            found |= dict.fromkeys(set(form.getlist("winner")) & set(SEATS), said)
        return jsonify(totals=found)
    for winner, score in verdict.wins:
        points = points_word(score.points)
        found[winner] = (
            _("%(fan)s: %(points)s", fan=worth_word(rules, score.total_fan), points=points)
            if score.lines
            else points
        )
    return jsonify(totals=found)
