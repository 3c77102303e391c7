"""What wins where a photo is taken: the table's rules, or those chosen on the page, with the wild tile."""

from collections.abc import Mapping
from typing import Any, Final

from scorer.rulesets import RuleSet
from scorer.tiles import KINDS
from vision.again import Known
from vision.automaton import Win
from vision.wins import winning
from webapp.access.levels import Level
from webapp.access.visitor import visitor
from webapp.pages.form import FormError
from webapp.pages.json_in import read_json
from webapp.pages.rules import find_rules
from webapp.pages.tables import book
from webapp.tally.book import UnknownTableError
from webapp.tally.table_rules import rules_of

_MOST: Final = 40  # tiles that anybody puts right in one photo


def known_by(fields: Mapping[str, Any]) -> Known:
    """What a hand is read by beside its photo, as `wanted_win` and, under ``right``, `put_right_in` say it.

    Raises:
        FormError, OptionError: as they do.
    """
    return Known(wanted_win(fields), put_right_in(fields.get("right")))


def wanted_win(fields: Mapping[str, Any]) -> Win | None:
    """What wins by ``{table, line?}`` or ``{rules}``, with the tile turned up as ``wild``.

    Returns:
        None where neither table nor rules are named: what wins anywhere.

    Raises:
        FormError: a field is of the wrong kind; the table is not there, or not for this device.
        OptionError: there is no such rule set.
    """
    wild = fields.get("wild") or None
    if wild is not None and wild not in KINDS:
        raise FormError("wild")
    table, name = (_text(fields, field) for field in ("table", "rules"))
    if table:
        return winning(_rules_at(table, _text(fields, "line")), wild)
    return winning(find_rules(name), wild) if name else None


def put_right_in(data: Any) -> dict[int, str]:
    """Index → kind of the tiles that a player put right, as JSON has it or as its text in a form field.

    Raises:
        FormError: it is no such thing.
    """
    right = read_json(data) if isinstance(data, str) and data else data or {}
    if not isinstance(right, dict) or len(right) > _MOST:
        raise FormError("right")
    found = {}
    for index, kind in right.items():
        if not (index.isdecimal() and len(index) < 4) or kind not in KINDS:
            raise FormError("right")
        found[int(index)] = kind
    return found


def _rules_at(table_id: str, line: str) -> RuleSet:
    """The table's rules, or those of a booked line, house rules included."""
    try:
        table = book().table(table_id)
    except UnknownTableError as error:
        raise FormError("table") from error
    if visitor().level(table.id) < Level.WATCH:
        raise FormError("table")
    step = next((step for step in table.steps if step.line.id == line), None) if line else None
    return table.rule_set if step is None else rules_of(step.rules, step.options)


def _text(fields: Mapping[str, Any], name: str) -> str:
    found = fields.get(name, "")
    if not isinstance(found, str):
        raise FormError(name)
    return found
