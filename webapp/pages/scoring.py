"""A score in words: lines and payments with their reasons, and what to say about a hand that is refused."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import Context, Hand
from scorer.ready import tiles_away
from scorer.rulesets import RuleSet
from scorer.scoring import Score
from scorer.settlement import Settlement
from scorer.tiles import InvalidTileError, parse_tiles
from webapp import words
from webapp.pages.fixes import single_fixes
from webapp.pages.language import reader_locale
from webapp.pages.reasons import reasons
from webapp.pages.rules import capital
from webapp.pages.wording import _

TITLE_ROWS = 3


def score_of(score: Score, rules: RuleSet, seats: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The score as JSON data, its sentences in the reader's language; for amounts see `amount`.

    ``seats``: the players' names, where they are known.
    """
    return {
        "title": title_of_rows(rules, [line.row for line in score.lines]),
        "total_fan": score.total_fan,
        "unit": words.total_word(rules, reader_locale()),
        "points": amount(score.points),
        "reading": reading_groups(score.reading),
        "lines": [
            {
                "row": line.row,
                "name": row_name(rules, line.row),
                "original": line.name,
                "value": line.value,
                "worth": row_worth(rules, line.row, line.value),
                "why": sentence(line.why, rules, seats),
            }
            for line in score.lines
        ],
        "notes": [capital(sentence(note, rules, seats)) for note in score.notes],
        **payments_of(score.settlement, lambda reason: sentence(reason, rules, seats)),
    }


def payments_of(settlement: Settlement, say: Callable[[Explanation], str]) -> dict[str, Any]:
    """Amounts and payments as JSON data; ``reasons`` says once what several players pay alike."""
    return {
        "payments": {seat: amount(value) for seat, value in settlement.payments.items()},
        "transfers": [
            {
                "payer": transfer.payer,
                "payee": transfer.payee,
                "amount": amount(transfer.amount),
                "why": say(transfer.why),
            }
            for transfer in settlement.transfers
        ],
        "reasons": [say(reason) for reason in reasons(settlement.transfers)],
    }


def reading_groups(reading: str) -> list[list[str]]:
    """How the hand was read, group by group; empty where a shape has no groups to show."""
    try:
        return [list(parse_tiles(group)) for group in reading.split()]
    except InvalidTileError:
        return []


def refusal_of(error: RuleError, rules: RuleSet, hand: Hand, context: Context) -> dict[str, Any]:
    """Why the rules refuse a hand, as JSON data; for a hand that is no win also what would make it one.

    Returns:
        ``code``, ``message``, and perhaps ``fixes``: ``[{tile, other}]``, exchanges of a single tile, where
        ``tile`` is None for the winning tile, or ``help``: how far from a win the hand is.
    """
    answer: dict[str, Any] = {"code": error.code, "message": sentence(error.explanation, rules)}
    if error.code == "not_a_win":
        answer["fixes"] = single_fixes(rules, hand, context)
        if not answer["fixes"]:
            away = tiles_away(rules, hand, context)
            answer["help"] = _(
                "%(away)s tiles would have to be others. Look at the tiles once more.", away=away
            )
    return answer


def title_of_rows(rules: RuleSet, rows: Iterable[str]) -> str:
    """The rows of a score as one short title: those that are worth something first."""
    known = [row for row in dict.fromkeys(rows) if row in {entry.id for entry in rules.rows}]
    worth = [row for row in known if any(rules.row_value(rules.row(row)))]
    return " + ".join(row_name(rules, row) for row in (worth or known)[:TITLE_ROWS])


def row_name(rules: RuleSet, row: str) -> str:
    """What the reader calls a row."""
    return capital(words.row_name(rules, row, reader_locale()))


def points_word(points: object) -> str:
    """``1 point``, ``7 points``; ``points`` is a number or its text."""
    return _("1 point") if str(points) == "1" else _("%(points)s points", points=points)


def worth_word(rules: RuleSet, *values: int) -> str:
    """Numbers of what the rules count, with its word: ``2 fan``, ``1/2 fan``."""
    return f"{'/'.join(map(str, values))} {words.total_word(rules, reader_locale())}"


def row_worth(rules: RuleSet, row_id: str, *values: int) -> str:
    """What a row is worth, with its word; for one worth nothing by itself, to what it lifts a hand."""
    how, row = rules.data["total"], rules.row(row_id)
    floor = rules.value(how["floor"]) if not any(values) and row.group == how.get("floor_group") else None
    if floor == "cap":
        return _("limit")
    return _("at least %(worth)s", worth=worth_word(rules, floor)) if floor else worth_word(rules, *values)


def sentence(explanation: Explanation, rules: RuleSet, seats: Mapping[str, str] | None = None) -> str:
    """An explanation in the reader's language."""
    return words.explain(explanation, rules, reader_locale(), seats)


def amount(value: Fraction | int) -> int | str:
    """A whole amount as a number, another one as a fraction in text: nothing is rounded."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else str(exact)
