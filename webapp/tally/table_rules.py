"""The rules of a table as they are kept with it: a packaged rule set's name, options, and row values.

A saved house rule is kept by what it says, not by its name: the file may change or go, the evening stays.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from scorer.rulesets import RuleSet, names, rule_set

# Beside the options: row id → value, where a house rule values rows in its own way.
ROW_VALUES: Final = "row_values"
_ABSENT: Final = object()


def rules_of(name: str, options: Mapping[str, Any]) -> RuleSet:
    """A packaged rule set with a table's options and row values; made once.

    Raises:
        OptionError: for what the rule set does not have.
    """
    return _rules(name, json.dumps(options, sort_keys=True, ensure_ascii=False))


def kept_with(rules: RuleSet, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Name and options under which a rule set, perhaps a saved house rule, is kept with a table.

    Args:
        rules: a packaged or a saved rule set.
        options: what the table chooses differently from it.
    """
    if rules.name in names():
        return rules.name, dict(options)
    parent = rule_set(rules.parent or rules.words)
    own = {
        name: value for name, value in rules.values.items() if parent.values.get(name, _ABSENT) != value
    } | dict(options)
    if rules.row_values:
        own[ROW_VALUES] = dict(rules.row_values)
    return parent.name, own


@lru_cache(maxsize=256)
def _rules(name: str, text: str) -> RuleSet:
    options = json.loads(text)
    row_values = options.pop(ROW_VALUES, {})
    rules = rule_set(name).with_options(options)
    return rules.with_row_values(row_values) if row_values else rules
