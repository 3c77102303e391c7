"""``fanpai score`` where kongs and wild tiles are paid: nothing is left out without a word."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from webapp.cli import fanpai

KONG = ("123m 456p 77s 45s", "--win", "6s", "--self-draw", "--winner", "S", "--lang", "en")
WENZHOU = (
    *("123m 456p 789s 234p 23s NN", "--win", "4s", "--self-draw", "--lang", "en"),
    *("--rules", "wenzhou", "--context", "wild=9m"),
)


def score(*arguments: str) -> Result:
    result = CliRunner().invoke(fanpai, ["score", *arguments])
    assert result.exit_code == 0, result.output
    return result


def payments(result: Result) -> Any:
    return json.loads(result.stdout)["payments"]


@pytest.mark.parametrize(
    ("meld", "kong"),
    [("an_gang:9999p", {"type": "an_gang"}), ("ming_gang:9999p@W", {"type": "ming_gang", "from": "W"})],
)
def test_the_winners_own_kongs_are_paid(meld: str, kong: dict[str, str]) -> None:
    hand = (*KONG, "--meld", meld, "--rules", "tui_dao_hu", "--json")
    taken = score(*hand)
    given = score(*hand, "--context", f"gangs={json.dumps([{'seat': 'S', **kong}])}")
    assert payments(taken) == payments(given)
    assert payments(taken) != payments(score(*hand, "--context", "gangs=[]"))
    assert "the winner's own kongs are counted" in taken.stderr
    assert "--context gangs=" in taken.stderr
    assert given.stderr == ""


def test_a_kong_that_nobody_fed_is_told_and_left_out() -> None:
    result = score(*KONG, "--meld", "ming_gang:9999p", "--rules", "tui_dao_hu", "--json")
    assert "no kong is counted" in result.stderr
    assert "say who fed it" in result.stderr


def test_rules_without_kong_money_say_nothing() -> None:
    assert score(*KONG, "--meld", "an_gang:9999p").stderr == ""


def test_wild_money_and_kongs_that_nobody_told_about_are_named() -> None:
    result = score(*WENZHOU)
    assert "no kong is counted" in result.stderr
    assert '--context caishen_counts={"S":2}' in result.stderr
    assert score(*WENZHOU, "--context", "gangs=[]", "--context", 'caishen_counts={"S":1}').stderr == ""
    assert score(*WENZHOU, "--option", "gang_money=false", "--option", "caishen_money=false").stderr == ""
