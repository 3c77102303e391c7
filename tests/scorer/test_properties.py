"""What holds for every win in every rule set: random wins, always the same ones."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorer.errors import CODES, RuleError
from scorer.groups import PAIRS, RUN_STARTS, RUNS, TRIPLETS
from scorer.hand import SEATS, Context, Hand, Meld, seats_after, wind_of
from scorer.rulesets import RuleSet, names, rule_set
from scorer.scoring import Score, score_win
from scorer.tiles import KINDS

QUICK = settings(
    max_examples=40, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
)
NAMES = st.sampled_from(names())
SETS = [*(RUNS[first] for first in RUN_STARTS), *TRIPLETS]
# Rows that know suits apart: green tiles are bamboo.
SUIT_ROWS = {"lv_yi_se"}


@st.composite
def wins(draw: Any) -> tuple[RuleSet, Hand, Context]:
    """A rule set, a hand that wins in it (or has too many copies) and a context that fits."""
    rules = rule_set(draw(NAMES)).with_options(draw(st.sampled_from([{}, {"base": 4}])))
    if rules.name == "lao_zhang":
        rules = rules.with_options({"min_fan": 0})
    sets = rules.data["sets"]
    groups = draw(
        st.lists(st.sampled_from(SETS), min_size=sets, max_size=sets, unique_by=lambda group: group.text)
    )
    pair = draw(st.sampled_from(PAIRS))
    winner, dealer = draw(st.sampled_from(SEATS)), draw(st.sampled_from(SEATS))
    called = [group for group in groups[: draw(st.integers(0, 2))] if group.type != "run" or chow(rules)]
    melds = []
    for group in called:
        tiles = tuple(KINDS[kind] for kind in group.kinds)
        feeder = draw(st.sampled_from(seats_after(winner)))
        if group.type == "run":
            melds.append(Meld("chi", tiles, seats_after(winner)[2]))
        else:
            kind = draw(st.sampled_from(["peng", "ming_gang", "an_gang"]))
            melds.append(
                Meld(kind, tiles + tiles[:1] * (kind != "peng"), None if kind == "an_gang" else feeder)
            )
    kept = list(groups)
    for group in called:
        kept.remove(group)
    tiles = [KINDS[kind] for group in (*kept, pair) for kind in group.kinds]
    win = tiles.pop(draw(st.integers(0, len(tiles) - 1)))
    wild = draw(st.sampled_from(KINDS))
    if rules.data["wild"] == "indicator":
        for place in draw(st.lists(st.integers(0, len(tiles) - 1), max_size=3, unique=True)):
            tiles[place] = wild
    by = draw(st.sampled_from(["self_draw", "discard", "rob_kong"]))
    if (by == "discard" and not chow(rules)) or (by == "rob_kong" and win in tiles):
        by = "self_draw"
    context = Context(
        winner=winner,
        dealer=dealer,
        seat_wind=wind_of(winner, dealer),
        round_wind=draw(st.sampled_from(SEATS)),
        win_by=by,
        source=None if by == "self_draw" else draw(st.sampled_from(seats_after(winner))),
        dealer_streak=draw(st.integers(0, 3)),
        wild=wild,
        horses=tuple(draw(st.lists(st.sampled_from(KINDS), max_size=2))),
    )
    return rules, Hand(tuple(tiles), tuple(melds), win), context


def chow(rules: RuleSet) -> bool:
    return "chi" in rules.data["calls"]


def scored(rules: RuleSet, hand: Hand, context: Context) -> Score | str:
    try:
        return score_win(rules, hand, context)
    except RuleError as error:
        return CODES[CODES.index(error.code)]


def shown(score: Score | str) -> object:
    if isinstance(score, str):
        return score
    lines = sorted((line.row, line.value) for line in score.lines)
    return lines, score.total_fan, score.points, dict(score.settlement.payments)


@QUICK
@given(wins())
def test_money_sums_to_zero_and_follows_from_reasons(win):
    score = scored(*win)
    if isinstance(score, str):
        return
    payments = score.settlement.payments
    assert sum(payments.values()) == 0
    assert payments[win[2].winner] >= 0
    for seat in SEATS:
        paid = sum(one.amount for one in score.settlement.transfers if one.payer == seat)
        taken = sum(one.amount for one in score.settlement.transfers if one.payee == seat)
        assert payments[seat] == taken - paid


@QUICK
@given(wins(), st.randoms(use_true_random=False))
def test_the_order_of_concealed_tiles_never_matters(win, random):
    rules, hand, context = win
    tiles = list(hand.concealed)
    random.shuffle(tiles)
    mixed = scored(rules, replace(hand, concealed=tuple(tiles)), context)
    assert shown(mixed) == shown(scored(*win))


@QUICK
@given(wins())
def test_the_order_of_melds_does_not_matter_to_the_hand(win):
    rules, hand, context = win
    turned = scored(rules, replace(hand, melds=hand.melds[::-1]), context)
    first = scored(*win)
    if isinstance(first, str) or isinstance(turned, str):
        assert first == turned
    else:
        assert shown(first)[:3] == shown(turned)[:3]


@QUICK
@given(wins(), st.permutations("mps"))
def test_suits_are_alike_but_for_rows_that_name_one(win, order):
    rules, hand, context = win
    change = dict(zip("mps", order, strict=True))

    def turn(tile: str) -> str:
        return tile[0] + change[tile[1]] if len(tile) == 2 else tile

    moved = Hand(
        tuple(map(turn, hand.concealed)),
        tuple(replace(meld, tiles=tuple(map(turn, meld.tiles))) for meld in hand.melds),
        turn(hand.win),
    )
    turned = scored(
        rules, moved, replace(context, wild=turn(context.wild), horses=tuple(map(turn, context.horses)))
    )
    first = scored(*win)
    if rules.words == "xin_zhang" and any(
        line.row in SUIT_ROWS
        for score in (first, turned)
        if not isinstance(score, str)
        for line in score.lines
    ):
        return
    assert shown(turned) == shown(first)


@QUICK
@given(wins())
def test_a_fifth_copy_is_always_refused(win):
    rules, hand, context = win
    natural = [tile for tile in hand.concealed if tile != context.wild]
    if not natural or len(hand.concealed) < 5 or any(context.wild in meld.tiles for meld in hand.melds):
        return
    five = replace(hand, concealed=(natural[0],) * 5 + hand.concealed[5:])
    assert scored(rules, five, context) == "too_many_copies"


@QUICK
@given(wins(), st.integers(-2, 2).filter(bool))
def test_a_wrong_number_of_tiles_is_always_refused(win, more):
    rules, hand, context = win
    tiles = hand.concealed[:more] if more < 0 else hand.concealed + hand.concealed[:more]
    refused = scored(rules, replace(hand, concealed=tiles), context)
    assert refused in {"wrong_tile_count", "wild_in_meld"}


@QUICK
@given(wins())
def test_a_doubled_base_doubles_every_amount(win):
    rules, hand, context = win
    twice = scored(rules.with_options({"base": 2 * rules.value("base")}), hand, context)
    first = scored(*win)
    if isinstance(first, str):
        assert twice == first
    else:
        assert not isinstance(twice, str)
        assert twice.points == 2 * first.points
        for seat in SEATS:
            assert twice.settlement.payments[seat] == 2 * first.settlement.payments[seat]


@pytest.mark.parametrize("name", names())
def test_a_plain_win_of_each_rule_set_is_scored(name):
    sets = rule_set(name).data["sets"]
    tiles = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "3p", "4p", "5p"][: 3 * sets - 3]
    whole = Hand((*tiles, "1s", "1s", "6s", "7s"), (), "8s")
    options = {"min_fan": 0} if name == "lao_zhang" else {}
    score = score_win(rule_set(name).with_options(options), whole, Context(winner="S", wild="C"))
    assert score.points > 0
