"""Whether a result that a file gives for a line can be that line's.

What players said themselves comes to one thing. What was counted from tiles, fan lines or the rules' own
amounts may have been counted otherwise by another version: it stands, for the players that the line names.
"""

from collections.abc import Mapping
from typing import Any

from scorer.dealer import Seating
from scorer.errors import RuleError
from scorer.hand import SEATS
from webapp.pages.form import FormError
from webapp.tally.judge import judge
from webapp.tally.result import read_result, result_of
from webapp.tally.table_rules import rules_of

_NO_DEAL = ("kongs", "penalty", "free", "rules")


def check_booked(entry: Mapping[str, Any], kept: Mapping[str, Any]) -> None:
    """Raises FormError for a result that contradicts its line, ValueError where its rules do not exist."""
    kind, found = entry["kind"], read_result(kept)
    winners = [win["winner"] for win in entry.get("wins", ())]
    paid = [win.winner for win in found.wins]
    if kind in _NO_DEAL:
        fits = found.winners is None and not paid
    elif kind == "draw":
        fits = found.winners == () and not paid
    else:
        # All of them, or the one who sits nearest.
        alone = len(paid) == 1 and paid[0] in winners
        fits = list(found.winners or ()) == paid and (alone or sorted(paid) == sorted(winners))
    if not fits or not _as_said(entry, kept):
        raise FormError("recorded")


def _as_said(entry: Mapping[str, Any], kept: Mapping[str, Any]) -> bool:
    points = [win.get("points") for win in entry.get("wins", ())]
    said = entry["kind"] == "named" and None not in points
    if not said and entry["kind"] not in {"free", "rules", "penalty"}:
        return True
    rules, options, dealer, streak, wind = kept["under"]
    try:
        now = result_of(judge(entry, rules_of(rules, options), Seating(dealer, streak, wind)))
    except RuleError as error:
        raise FormError("recorded") from error
    found = read_result(kept)
    same = all(now.payments[seat] == found.payments[seat] for seat in SEATS)
    return same and [win.points for win in now.wins] == [win.points for win in found.wins]
