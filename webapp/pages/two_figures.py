"""A win for which both lines are ticked and points typed: they must come to the same."""

from collections.abc import Mapping
from typing import Any

from scorer.dealer import Seating
from scorer.errors import RuleError
from scorer.rulesets import RuleSet
from webapp.pages import table_words
from webapp.pages.form import FormError
from webapp.pages.scoring import points_word
from webapp.pages.wording import _
from webapp.tally.entries import checked
from webapp.tally.judge import judge


def refuse_two_figures(
    entry: Mapping[str, Any], rules: RuleSet, seating: Seating, players: Mapping[str, str]
) -> None:
    """Refuse a line in which a winner's lines come to something else than his points.

    Args:
        entry: as a form describes it, of any kind.
        rules, seating: of its moment.
        players: seat → name.

    Raises:
        FormError: with a sentence that names both figures; or ``entry`` is none.
    """
    if entry["kind"] != "named":
        return
    wins = checked(entry)["wins"]
    for win in wins:
        if not win["rows"] or win["points"] is None:
            continue
        by_lines = [{**one, "points": None} if one["winner"] == win["winner"] else one for one in wins]
        name, typed = players[win["winner"]], points_word(win["points"])
        try:
            scores = dict(judge(checked({**entry, "wins": by_lines}), rules, seating).wins)
        except RuleError as error:
            why = table_words.say(error.explanation, rules, players)
            raise FormError(
                _(
                    "%(name)s has %(typed)s, but the ticked lines do not win: %(why)s "
                    "Leave one of the two out.",
                    name=name,
                    typed=typed,
                    why=why,
                )
            ) from error
        # One whom the rules do not pay, for another sits nearer, has no figure.
        score = scores.get(win["winner"])
        if score is not None and score.points != win["points"]:
            raise FormError(
                _(
                    "%(name)s: the ticked lines come to %(counted)s, but %(typed)s are entered. "
                    "Leave one of the two out.",
                    name=name,
                    counted=points_word(score.points),
                    typed=typed,
                )
            )
