"""The rules under which a hand was kept: they may be changed or deleted later, the hand stays."""

from collections.abc import Mapping
from typing import Any, Final

from scorer.errors import OptionError
from scorer.rulesets import RuleSet
from webapp.pages.rules import find_rules
from webapp.tally.table_rules import kept_with, rules_of

# Beside a house rule's name what it says, as tables keep it.
SPELT_OUT: Final = "spelt_out"


def spelt_out(rules: RuleSet, options: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of rules: a packaged rule set and all that is different from it.

    Args:
        rules: as they are called, without the options.
        options: chosen beside them.
    """
    name, own = kept_with(rules, options)
    return {"rules": name, "options": own}


def rules_kept(kept: Mapping[str, Any]) -> RuleSet | None:
    """The rules of a kept hand; where a house rule is gone, what it said. None where nothing tells that."""
    try:
        return find_rules(kept["rules"]).with_options(kept.get("options", {}))
    except (KeyError, OptionError):
        said = kept.get(SPELT_OUT)
    try:
        return rules_of(said["rules"], said["options"]) if said else None
    except OptionError:
        return None  # an option that is gone since
