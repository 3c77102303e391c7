"""Kong and wild money of a hand given on the command line: what is counted, and what nobody told about."""

from collections.abc import Mapping
from typing import Any, Final

from scorer.explanation import Explanation
from scorer.hand import KONG_TYPES
from scorer.rulesets import RuleSet

# How the command line is told the rest.
GANGS: Final = '--context gangs=[{"seat":"S","type":"an_gang"}]'
WILDS: Final = '--context caishen_counts={"S":2}'


def add_own_kongs(rules: RuleSet, case: Mapping[str, Any]) -> tuple[dict[str, Any], list[Explanation]]:
    """The context of a case with the winner's own kongs to be settled, where the rules have kong money.

    Returns:
        The context, and remarks on what is counted and what is not; no remark on what the case itself gives.
    """
    context = dict(case["context"])
    remarks = []
    money = rules.data.get("kong_money")
    if money is not None and rules.values.get("gang_money", True) and "gangs" not in context:
        kongs = [meld for meld in case["hand"]["melds"] if meld["type"] in KONG_TYPES]
        paid = [kong for kong in kongs if "from" in kong or money.get(kong["type"]) != "feeder"]
        context["gangs"] = [
            {"seat": context["winner"], "type": kong["type"]}
            | ({"from": kong["from"]} if "from" in kong else {})
            for kong in paid
        ]
        remarks.append(Explanation("console.own_kongs" if paid else "console.no_kongs", {"example": GANGS}))
        if len(paid) < len(kongs):
            remarks.append(Explanation("console.kong_without_feeder"))
    if rules.data.get("wild_money") and rules.value("caishen_money") and "caishen_counts" not in context:
        remarks.append(Explanation("console.no_wild_money", {"example": WILDS}))
    return context, remarks
