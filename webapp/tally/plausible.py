"""What nobody may book any more though a log may hold it: wins named by hand, or of several, that cannot be.

The judge takes such lines, for evenings of earlier versions keep what they came to. Only what is being
booked, and later deals that a change moves, are looked at here.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from scorer.dealer import Seating
from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.predicates.relations import clash
from scorer.rulesets import RuleSet
from scorer.rulesets.model import Row
from scorer.validation import check_method, check_tiles, check_together
from scorer.validation_context import check_settled, check_shared, needs_dealer
from webapp.pages.form import hand_of
from webapp.tally.fold import Step
from webapp.tally.judge import deal_context
from webapp.tally.table_rules import rules_of

_WHEN: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        (
            *("kong_draw", "double_kong_draw", "last_tile", "closed_self_drawn", "open_self_drawn"),
            *("four_called_self_drawn", "self_draw"),
        ),
        "drawn",
    ),
    **dict.fromkeys(("last_discard", "by_discard_natural", "by_discard_substituted"), "discard"),
    **dict.fromkeys(("closed_by_other", "four_called_by_other", "robbed_kong"), "other"),
    "heavenly": "drawn dealer",
    "earthly_or_human": "guest",
}


def first_impossible(
    before: Sequence[Step], after: Sequence[Step], changed: str
) -> tuple[Step, Explanation] | None:
    """The first line that a change makes impossible, the changed one itself included, and why.

    Lines that stay as they were, and those that were impossible before, stand in nobody's way.
    """
    start = next(
        (place for place, (was, now) in enumerate(zip(before, after, strict=False)) if was is not now),
        min(len(before), len(after)),
    )
    old = {step.line.id: step for step in before[start:]}
    for step in after[start:]:
        was = None if step.line.id == changed else old.get(step.line.id)
        if was is not None and _moment(was) == _moment(step):
            continue
        why = _contradiction(step)
        if why is not None and (was is None or _contradiction(was) is None):
            return step, why
    return None


def never_together(one: Row, other: Row) -> bool:
    """Whether two lines never count for the same hand: what one claims the other denies, or one of them
    stands only where nothing else of its group does.
    """
    fallen = one.group == other.group and one.id != other.id and (one.fallback or other.fallback)
    return fallen or clash(one.predicate, other.predicate)


def when(rules: RuleSet, row: Row) -> str:
    """What must be so for a line: ``drawn`` or ``other`` (another's tile), ``discard``, ``dealer`` or
    ``guest`` (who does not deal), ``of_dealer`` (on the dealer's tile); more than one with a space between.
    """
    flag = {"earthly": "di_hu", "human": "ren_hu"}.get(row.predicate)
    if flag is None:
        return _WHEN.get(row.predicate, "")
    by = rules.data["first_round"][flag]
    on = "of_dealer" if by == "discard" and needs_dealer(rules, flag) else ""
    return f"guest {'drawn' if by == 'self_draw' else by} {on}".strip()


def _moment(step: Step) -> tuple[object, ...]:
    return step.before, step.rules, step.options, step.line.entry


def _contradiction(step: Step) -> Explanation | None:
    entry = step.line.entry
    if entry["kind"] not in ("win", "named"):
        return None
    check = _check if entry["kind"] == "named" else _check_tiles
    try:
        check(entry, rules_of(step.rules, step.options), step.before)
    except RuleError as error:
        return error.explanation
    return None


def _check(entry: Mapping[str, Any], rules: RuleSet, seating: Seating) -> None:
    for win in entry["wins"]:
        if win["winner"] == entry.get("pays_all"):
            raise RuleError("context_conflict", "tally.winner_pays_all", seat=win["winner"])
        _check_rows(rules, win, entry["context"], seating.dealer)
    context = deal_context(entry, seating)
    check_method(rules, context)
    check_shared(rules, context)
    check_settled(rules, context)


def _check_tiles(entry: Mapping[str, Any], rules: RuleSet, seating: Seating) -> None:
    """Several winners of one tile play with one set of tiles."""
    hands = [hand_of(win["hand"]) for win in entry["wins"]]
    for hand in hands:  # also of a winner who is not paid, whom nothing else looks at
        check_tiles(hand, deal_context(entry, seating))
    check_together(rules, hands, deal_context(entry, seating))


def _check_rows(rules: RuleSet, win: Mapping[str, Any], context: Mapping[str, Any], dealer: str) -> None:
    rows = [rules.row(row) for row in win.get("rows", ()) if row in rules.live]
    for one, other in combinations(rows, 2):
        if never_together(one, other):
            raise RuleError("context_conflict", "tally.never_together", rows=(one.id, other.id))
    facts = _facts(win["winner"], context, dealer)
    for row in rows:
        if not facts.issuperset(when(rules, row).split()):
            raise RuleError("context_conflict", "tally.not_won_so", rows=(row.id,))


def _facts(winner: str, context: Mapping[str, Any], dealer: str) -> set[str]:
    by, source = context["win_by"], context.get("from")
    how = {"self_draw": {"drawn"}, "discard": {"discard", "other"}, "rob_kong": {"other"}}[by]
    return how | {"dealer" if winner == dealer else "guest"} | ({"of_dealer"} if source == dealer else set())
