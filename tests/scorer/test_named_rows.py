"""What rows are worth that were named without a hand: the same groups, exclusions, cap and floor."""

import pytest

from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.rulesets import rule_set
from scorer.tally import check_minimum, explain_total, total_of


def test_rows_of_one_hand_add_up_to_the_cap() -> None:
    found = total_of(rule_set("ji_ping_hu"), ["zi_mo", "hun_yi_se", "peng_peng_hu"], "self_draw")
    assert (found.sum, found.total) == (5, 3)
    # As the table lists them, whatever the order they were named in.
    assert [live.row.id for live, _ in found.rows] == ["hun_yi_se", "peng_peng_hu", "zi_mo"]
    assert explain_total(found) == [Explanation("note.capped", {"sum": 5, "fan": 3})]


def test_a_row_that_does_not_count_beside_another_is_told() -> None:
    found = total_of(rule_set("ji_ping_hu"), ["peng_peng_hu", "qing_yi_se"], "discard")
    assert [live.row.id for live, _ in found.rows] == ["qing_yi_se"]
    assert found.total == 4
    assert explain_total(found) == [
        Explanation("note.excluded", {"by": "qing_yi_se", "rows": ("peng_peng_hu",)}),
        Explanation("note.above_cap", {"by": "qing_yi_se", "cap": 3, "fan": 4}),
    ]


def test_a_row_above_the_cap_says_why_the_cap_does_not_hold() -> None:
    found = total_of(rule_set("ji_ping_hu"), ["hun_peng"], "discard")
    assert found.total == 4
    assert explain_total(found) == [Explanation("note.above_cap", {"by": "hun_peng", "cap": 3, "fan": 4})]


def test_the_row_of_both_is_worth_more_than_either() -> None:
    assert total_of(rule_set("ji_ping_hu"), ["qing_peng"], "discard").total == 5


def test_rows_that_the_rules_lack_are_left_out() -> None:
    assert total_of(rule_set("ji_ping_hu"), ["no_such_row"], "discard").rows == []


def test_a_minimum_is_asked_of_named_rows_too() -> None:
    rules = rule_set("lao_zhang").with_options({"min_fan": 3})
    with pytest.raises(RuleError, match="below_min_fan"):
        check_minimum(rules, total_of(rules, ["peng_peng_hu"], "discard"))
