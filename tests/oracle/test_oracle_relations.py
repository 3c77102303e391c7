"""What follows from named lines, and what excludes each other: true of every reading of random hands."""

from itertools import combinations

import pytest
from generate_wins import TABLES, WILD_TABLES, case_of

from scorer import parsing
from scorer.deal import Deal
from scorer.errors import RuleError
from scorer.predicates import PREDICATES
from scorer.predicates.relations import clash, following
from scorer.readings import readings
from scorer.rulesets import rule_set
from scorer.validation import check

CASES = 400


def readings_of(table):
    """Rows' predicates that hold of each reading of random wins."""
    for number in range(CASES):
        case = case_of(table, 606, number, number % 2 if table in WILD_TABLES else None)
        if case["kind"] != "win":
            continue
        rules = rule_set(case["ruleset"]).with_options(case.get("options") or {})
        try:
            hand, context = parsing.hand(case["hand"]), parsing.context(case["context"])
            check(rules, hand, context)
        except RuleError:
            continue
        for view in readings(rules, Deal(hand, context, rules.values, rules.data, 1)):
            asked = {row.predicate for row in rules.rows if not row.shapes or view.shape in row.shapes}
            yield asked, {name for name in asked if PREDICATES[name](view)}


@pytest.mark.parametrize("table", TABLES)
def test_what_follows_holds_and_what_excludes_each_other_does_not(table):
    seen = 0
    for asked, holding in readings_of(table):
        seen += 1
        missing = {name for name in following(holding) if name in asked} - holding
        assert not missing, (holding, missing)
        for one, other in combinations(sorted(holding), 2):
            assert not clash(one, other), (one, other)
    assert seen > CASES / 3
