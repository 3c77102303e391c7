"""Transfers, four amounts, and the sum of zero that is checked every time."""

from fractions import Fraction

import pytest

from scorer.errors import RuleError, ZeroSumError
from scorer.explanation import Explanation
from scorer.hand import Context, Hand, Kong
from scorer.rulesets import rule_set
from scorer.scoring import Claim, score_multi, score_win
from scorer.settlement import Settlement, Transfer, settle
from scorer.validation_context import check_settled

WHY = Explanation("pay.discard")
TILES = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1p", "1p", "3s", "3s")
PLAIN = Hand(TILES, (), "3s")
OTHER = Hand((*TILES[:-4], "9p", "9p", "1s", "2s"), (), "3s")


def test_amounts_follow_from_the_transfers():
    found = settle(
        [
            Transfer("E", "S", Fraction(3), WHY),
            Transfer("W", "S", Fraction(1, 4), WHY),
            Transfer("S", "N", Fraction(1, 2), WHY),
        ]
    )
    assert found.payments == {"E": -3, "S": Fraction(11, 4), "W": Fraction(-1, 4), "N": Fraction(1, 2)}
    assert all(isinstance(amount, Fraction) for amount in found.payments.values())


def test_transfers_of_nothing_are_left_out():
    assert settle([Transfer("E", "S", Fraction(0), WHY)]).transfers == ()


def test_nobody_pays_himself():
    with pytest.raises(RuleError) as refused:
        settle([Transfer("E", "E", Fraction(1), WHY)])
    assert (refused.value.code, refused.value.explanation.params) == ("context_conflict", {"seat": "E"})


def test_nobody_is_paid_for_more_kongs_than_a_hand_has_sets():
    shared = Context(gangs=(Kong("E", "an_gang"),) * 5)
    with pytest.raises(RuleError) as refused:
        check_settled(rule_set("tui_dao_hu"), shared)
    assert refused.value.explanation.params == {"seat": "E", "have": 5, "limit": 4}


def test_amounts_that_do_not_sum_to_zero_are_a_fault_of_the_program():
    with pytest.raises(ZeroSumError, match="do not sum to zero"):
        Settlement({"E": Fraction(1), "S": Fraction(-1, 2)}, ())


def test_every_amount_has_a_payer_a_payee_and_a_reason():
    score = score_win(rule_set("ji_ping_hu"), PLAIN, Context(winner="S"))
    assert [(one.payer, one.payee, one.amount, one.why.key) for one in score.settlement.transfers] == [
        ("W", "S", 2, "pay.self_draw"),
        ("N", "S", 2, "pay.self_draw"),
        ("E", "S", 2, "pay.self_draw"),
    ]
    assert score.settlement.transfers[0].why.params == {"payer": "W", "amount": 2}


def test_the_nearest_winner_is_told_why_he_wins_alone():
    claims = [Claim("N", PLAIN, "N"), Claim("E", OTHER, "E")]
    shared = Context(win_by="discard", source="W", wild="9m")
    found = score_multi(rule_set("lishui"), claims, shared)
    assert [winner for winner, _ in found.wins] == ["N"]
    assert [(note.key, note.params) for note in found.notes] == [
        ("note.nearest", {"seat": "N", "payer": "W"})
    ]
    assert score_multi(rule_set("lishui"), claims[:1], shared).notes == ()
    assert score_multi(rule_set("ji_ping_hu"), claims, shared).notes == ()


def test_winners_on_two_tiles_are_refused_with_both():
    claims = [Claim("N", PLAIN, "N"), Claim("E", Hand((*TILES[:11], "5s", "5s"), (), "5s"), "E")]
    with pytest.raises(RuleError) as refused:
        score_multi(rule_set("ji_ping_hu"), claims, Context(win_by="discard", source="W"))
    assert refused.value.explanation == Explanation("error.claims_tiles", {"tiles": ("3s", "5s")})
