"""Why who pays whom: said once for all who pay alike, and never less than is paid."""

from fractions import Fraction
from typing import Any

import pytest
from ledger_entries import BESIDE, DRAW, HAND, points

from scorer.dealer import Seating
from scorer.explanation import Explanation
from scorer.rulesets import names
from scorer.settlement import Transfer
from webapp import words
from webapp.pages.reasons import _DIFFERS, _TO_WINNERS, reasons
from webapp.tally.entries import checked
from webapp.tally.judge import judge
from webapp.tally.table_rules import rules_of

PLAYERS = {"E": "Ann", "S": "Bo", "W": "Cai", "N": "Dan"}


def said(entry: Any, rules: str = "ji_ping_hu") -> list[str]:
    ruled = rules_of(rules, {})
    verdict = judge(checked(entry), ruled, Seating("E", 0, "E"))
    return [words.explain(one, ruled, "en", PLAYERS) for one in reasons(verdict.settlement.transfers)]


def test_a_self_draw_is_one_sentence() -> None:
    assert said(points("S", 4)) == ["Self-draw: Cai, Dan, Ann pay 4 each."]


def test_one_tile_and_two_winners_are_one_sentence() -> None:
    wins = [{"winner": "S", "hand": HAND}, {"winner": "N", "hand": BESIDE}]
    double = {"kind": "win", "wins": wins, "context": {"win_by": "discard", "from": "W"}}
    assert said(double) == ["Cai discarded and pays 2 each to Bo, Dan."]


def test_two_winners_of_different_worth_are_named() -> None:
    wins = [{"winner": "S", "points": 2}, {"winner": "N", "points": 7}]
    double = {"kind": "named", "wins": wins, "context": {"win_by": "discard", "from": "W"}}
    assert said(double) == ["Cai discarded and pays Bo 2.", "Cai discarded and pays Dan 7."]


def test_a_false_win_is_told_once() -> None:
    assert said({"kind": "penalty", "player": "W", "penalty": "false_win"}) == [
        "Cai declared a false win: 8 to each."
    ]


def test_two_kongs_alike_are_two_sentences() -> None:
    kong = {"seat": "S", "type": "an_gang", "from": None}
    found = said({**DRAW, "kind": "kongs", "context": {"gangs": [kong, kong]}}, "tui_dao_hu")
    assert len(found) == 2
    assert found[0] == found[1]
    assert found[0].endswith(" each.")


def test_what_differs_is_told_apart() -> None:
    def pays(payer: str, amount: int) -> Transfer:
        why = Explanation("pay.self_draw", {"payer": payer, "amount": Fraction(amount)})
        return Transfer(payer, "S", Fraction(amount), why)

    found = reasons([pays("E", 8), pays("W", 4), pays("N", 4)])
    assert [one.key for one in found] == ["pay.self_draw", "pay.self_draw.each"]
    assert found[1].params["payer"] == ("W", "N")


@pytest.mark.parametrize("locale", words.LOCALES)
@pytest.mark.parametrize("rules", names())
def test_every_sentence_for_several_has_words(locale: str, rules: str) -> None:
    filled = {"payer": "E", "payee": "S", "owes": "W", "meld": "an_gang"}
    numbers = dict.fromkeys(("amount", "base", "fan", "points", "factor", "wilds"), 2)
    for key in _TO_WINNERS:
        to = Explanation(f"{key}.to", {**filled, **numbers, "payee": "E"})
        assert "Ann" in words.explain(to, rules_of(rules, {}), locale, PLAYERS)
    for key, name in _DIFFERS.items():
        if key.startswith("tally."):
            continue  # of the page's own catalogue
        explanation = Explanation(f"{key}.each", {**filled, **numbers, name: ("E", "W")})
        assert "Ann" in words.explain(explanation, rules_of(rules, {}), locale, PLAYERS)
