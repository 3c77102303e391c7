"""温州: seventeen tiles, natural and substituted wins, eight pairs, money. Worked out by hand."""

import pytest

from scorer.rulesets import rule_set

HARD = "123m 456p 123s 345p 11m 67s +8s"
SOFT = "123m 456p 123s 345p 11m 6sC +8s"
PAIRS = "1122m 4466p 3399s EEWW +5m"
SOFT_PAIRS = "1122m 4466p 3399s EEWC +5m"
THREE = "123m 456p 789s 345p 1m CCC +1m"
ALONE = "258m 147p 369s ESNFB CC +C"
FLUSH = "234m 345m 567m 99m 78m 111m +9m"
HALF = "234m 345m 567m EE 78m 111m +9m"
KONG = "123m 456p 789s 11m 67s +8s | an_gang 2222p ; S ; flags=gang_draw"

# Row → (deal, M, options). A player who is not the dealer is paid 2 x M by the dealer and M by each other.
ROWS = {
    "大对": ("222m 444p 666s 99p 11s EEE +9p ; S<W", 4, {}),
    "清一色": (f"{FLUSH} ; S<W", 4, {"special_doubles": True}),
    "混一色": (f"{HALF} ; S<W", 4, {"special_doubles": True}),
    "杠上开花": (KONG, 4, {"special_doubles": True}),
    "八对": (f"{PAIRS} ; S<W", 4, {}),
    "三财神": (f"{THREE} ; S<W", 4, {}),
    "三财神(不成牌)": (f"{ALONE} ; S", 2, {}),
    "软八对": (f"{SOFT_PAIRS} ; S<W", 1, {}),
    "自摸": (f"{HARD} ; S", 2, {}),
    "硬牌": (f"{HARD} ; S<W", 2, {}),
    "软牌": (f"{SOFT} ; S<W", 1, {}),
}


def wild(deal: str, kind: str = "C") -> str:
    """The deal with a wild kind."""
    parts = deal.split(";")
    return " ; ".join([*parts, *(" S<W", "")[len(parts) - 1 :]][:3]) + f" wild={kind}"


@pytest.mark.parametrize("row", ROWS)
def test_a_hand_for_each_row(play, row):
    deal, m, options = ROWS[row]
    play("wenzhou", wild(deal), **options).has(f"{row}={m}", m, m, f"S+{4 * m} E-{2 * m} W-{m} N-{m}")


def test_a_heavenly_hand_counts_where_special_hands_do(play):
    deal = wild(f"{HARD} ; E ; flags=tian_hu")
    play("wenzhou", deal).has("自摸=2", 2, 2, "E+12 S-4 W-4 N-4")
    play("wenzhou", deal, special_doubles=True).has("天胡=4", 4, 4, "E+24 S-8 W-8 N-8")


def test_every_row_has_its_hand():
    assert {row.name for row in rule_set("wenzhou").rows} == {*ROWS, "天胡"}


@pytest.mark.parametrize(("deal", "row"), [(SOFT, "自摸"), (SOFT_PAIRS, "八对"), (HARD, "自摸")])
def test_a_self_draw_counts_full_with_wilds_too(play, deal, row):
    assert [name for name, _ in play("wenzhou", wild(f"{deal} ; S")).found["fans"]] == [row]


def test_robbing_counts_as_a_self_draw_and_all_three_pay(play):
    play("wenzhou", wild(f"{SOFT} ; S!N")).has("自摸=2", 2, 2, "S+8 E-4 W-2 N-2")


def test_a_wild_that_stands_for_itself_is_natural(play):
    # The wild is 5p, and 456p is made with it and with the white dragon, which is always a 5p.
    play("wenzhou", wild("46p5p 123m 789s 345s 11m 67s +8s", "5p")).has("硬牌=2", 2, 2, "S+8 E-4 W-2 N-2")
    play("wenzhou", wild("46pB 123m 789s 345s 11m 67s +8s", "5p")).has("硬牌=2", 2, 2, "S+8 E-4 W-2 N-2")
    play("wenzhou", wild("46p 123m 789s 345s 11m 67s 5p +8s", "5p")).has("硬牌=2", 2, 2, "S+8 E-4 W-2 N-2")


def test_eight_pairs_leave_one_tile_over_and_four_alike_are_two_pairs(play):
    play("wenzhou", wild("1111m 4466p 3399s EEWW +5m")).has("八对=4", 4, 4, "S+16 E-8 W-4 N-4")
    # The wild is the odd tile: natural, since the pairs are complete without it.
    play("wenzhou", wild("1122m 4466p 3399s EEW C +W")).has("八对=4", 4, 4, "S+16 E-8 W-4 N-4")
    play("wenzhou", wild("1122m 4466p 3399s EE CC +W")).has("八对=4", 4, 4, "S+16 E-8 W-4 N-4")
    play("wenzhou", wild("1122m 4466p 339s 5sEE CC +W")).has("软八对=1", 1, 1, "S+4 E-2 W-1 N-1")


def test_three_wilds_alone_must_be_self_drawn(play):
    play("wenzhou", wild("258m 147p 369s ESNF CCC +B ; S<W")).refused("not_a_win")
    play("wenzhou", wild("258m 147p 369s ESNF CCC +B ; S!W")).refused("not_a_win")
    play("wenzhou", wild("258m 147p 369s ESNF CCC +B ; S")).has("三财神(不成牌)=2", 2, 2, "S+8 E-4 W-2 N-2")


def test_three_wilds_alone_win_beside_melds_too(play):
    play("wenzhou", wild("258m 147p 369s S CCC +N | peng EEE<N ; S")).has(
        "三财神(不成牌)=2", 2, 2, "S+8 E-4 W-2 N-2"
    )


def test_ties_name_the_first_of_the_table(play):
    deal = wild("111m 333m 555m 77m 999m 22m +2m ; S<W")
    assert play("wenzhou", deal, special_doubles=True).found["fans"] == [["大对", 4]]
    assert play("wenzhou", deal, special_doubles=True, peng_peng_hu=False).found["fans"] == [["清一色", 4]]


@pytest.mark.parametrize(("streak", "factor"), [(0, 2), (1, 4), (2, 6), (3, 8)])
def test_the_dealers_factor_grows_with_his_streak(play, streak, factor):
    each = 2 * factor
    play("wenzhou", wild(f"{HARD} ; E ; dealer_streak={streak}")).pays(
        f"E+{3 * each} S-{each} W-{each} N-{each}"
    )
    play("wenzhou", wild(f"{HARD} ; S ; dealer_streak={streak}")).pays(f"S+{each + 4} E-{each} W-2 N-2")


def test_a_longer_streak_than_is_played_is_refused(play):
    deal = wild(f"{HARD} ; S ; dealer_streak=4")
    play("wenzhou", deal).refused("context_conflict")
    play("wenzhou", deal, max_streak=None).pays("S+24 E-20 W-2 N-2")


# Option, value, deal, payments with the default, payments with the value.
CASES = [
    (
        "base",
        3,
        f"{HARD} ; S ; wild=C gangs=W:an_gang caishen_counts=N1",
        "S+5 E-9 W+5 N-1",
        "S+15 E-27 W+15 N-3",
    ),
    (
        "caishen_money",
        False,
        f"{HARD} ; S ; wild=C caishen_counts=S1,N2",
        "S+9 E-7 W-5 N+3",
        "S+8 E-4 W-2 N-2",
    ),
    ("gang_money", False, f"{HARD} ; S ; wild=C gangs=N:ming_gang<W", "S+7 E-6 W-3 N+2", "S+8 E-4 W-2 N-2"),
    (
        "gang_points",
        {"ming_gang": 2, "bu_gang": 1, "an_gang": 4},
        f"{HARD} ; S ; wild=C gangs=E:bu_gang",
        "S+8 E-4 W-2 N-2",
        "S+6 E+2 W-4 N-4",
    ),
    (
        "peng_peng_hu",
        False,
        "222m 444p 666s 99p 11s EEE +9p ; S<W ; wild=C",
        "S+16 E-8 W-4 N-4",
        "S+8 E-4 W-2 N-2",
    ),
    ("special_doubles", True, f"{HALF} ; S ; wild=C", "S+8 E-4 W-2 N-2", "S+16 E-8 W-4 N-4"),
    ("rob_kong_bao", True, f"{HARD} ; S!W ; wild=C", "S+8 E-4 W-2 N-2", "S+8 W-8"),
]


@pytest.mark.parametrize(("option", "value", "deal", "default", "changed"), CASES)
def test_an_option_and_its_default(play, *, option, value, deal, default, changed):
    play("wenzhou", deal).pays(default)
    play("wenzhou", deal, **{option: value}).pays(changed)


def test_every_option_has_an_example():
    shared = {"multi_win", "dealer_rule", "dealer_on_draw", "max_streak", "false_win"}
    assert {case[0] for case in CASES} | shared == set(rule_set("wenzhou").options)


def test_kongs_and_wilds_are_paid_on_a_drawn_deal_too(ask):
    context = {
        "dealer": "W",
        "dealer_streak": 1,
        "gangs": [{"seat": "S", "type": "ming_gang", "from": "E"}],
        "caishen_counts": {"E": 3},
    }
    # The dealer pays four times for the kong: S +6; then three from each to East.
    assert ask("wenzhou", "draw", context) == {"payments": {"E": 8, "S": 3, "W": -7, "N": -4}}


def test_the_wild_cannot_be_melded_nor_won_from_a_discard(play):
    play("wenzhou", wild("456p 789s 345p 11m 67s +8s | chi 123m<E", "2m")).refused("wild_in_meld")
    play("wenzhou", wild("123m 456p 789s 345p 11m 8s C +C")).refused("wild_discarded")
    play("wenzhou", wild("123m 456p 789s 345p 11m CC +C | peng 888s<E")).refused("wrong_tile_count")
