"""推倒胡: one hand for each row, horses, kong money and every option. Values worked out by hand."""

import pytest

from scorer.errors import OptionError
from scorer.rulesets import rule_set

SMALL = "123m 456p 789s 11p 33s +3s"
ROWS = {
    "天胡": f"{SMALL} ; E ; flags=tian_hu",
    "地胡": f"{SMALL} ; S ; flags=di_hu",
    "十三幺": "19m 19p 19s ESWNCFB +9s ; S",
    "大四喜": "EEE NNN 7p +7p | peng SSS<N | peng WWW<E ; S",
    "大三元": "BBB 78s 22m +9s | peng CCC<N | peng FFF<E ; S",
    "小四喜": "WWW NN 45m +6m | peng EEE<N | peng SSS<W ; S",
    "字一色": "SSS CCC FF WW +F | peng EEE<N ; S",
    "十八罗汉": "9m +9m | an_gang 1111m | ming_gang 3333p<N | bu_gang 5555s<W | an_gang 7777s ; S",
    "四暗刻": "222m 444p 666s 88s 99p +8s ; S",
    "七对子": "1133m 5577p 2244s 6s +6s ; S",
    "清一色": "123p 234p 678p 55p 99p +9p ; S",
    "小胡": f"{SMALL} ; S",
}


@pytest.mark.parametrize("row", ROWS)
def test_a_hand_for_each_row(play, row):
    worth = 1 if row == "小胡" else 2
    winner = "E" if row == "天胡" else "S"
    losers = " ".join(f"{seat}-{worth}" for seat in "ESWN" if seat != winner)
    play("tui_dao_hu", ROWS[row]).has(f"{row}={worth}", worth, worth, f"{winner}+{3 * worth} {losers}")


def test_every_row_has_its_hand():
    # The last three are worth nothing here and leave the table.
    assert {row.name for row in rule_set("tui_dao_hu").rows} == {*ROWS, "清碰", "碰碰胡", "混一色"}


def test_triplets_half_flush_winds_and_dragons_have_no_value(play):
    play("tui_dao_hu", "555s 77s 99s +7s | peng CCC<N | peng EEE<W ; S").has(
        "小胡=1", 1, 1, "S+3 E-1 W-1 N-1"
    )


def test_one_row_only_in_the_order_of_the_table(play):
    assert play("tui_dao_hu", "1122p 4455p 7788p 9p +9p ; S").found["fans"] == [["七对子", 2]]
    assert play("tui_dao_hu", "EESS WW NN CC FF B +B ; S").found["fans"] == [["字一色", 2]]
    assert play("tui_dao_hu", f"{SMALL} ; E ; flags=tian_hu").found["fans"] == [["天胡", 2]]


def test_four_alike_are_two_pairs(play):
    assert play("tui_dao_hu", "1111m 5577p 2244s 6s +6s ; S").found["fans"] == [["七对子", 2]]


def test_concealed_kongs_are_concealed_triplets(play):
    deal = "444p 666s 99p 88s +8s | an_gang 2222m ; S"
    assert play("tui_dao_hu", deal).found["fans"] == [["四暗刻", 2]]
    # Robbed: another player's tile completes the last triplet. Robbed on the pair it stays concealed.
    robbed = "444p 666s 888s 9p +9p | an_gang 2222m ; S<W"
    assert play("tui_dao_hu", robbed, allow_discard_win=True).found["fans"] == [["四暗刻", 2]]
    robbed = "444p 666s 99p 88s +8s | an_gang 2222m ; S<W"
    assert play("tui_dao_hu", robbed, allow_discard_win=True).found["fans"] == [["小胡", 1]]


def test_no_chow_and_no_discard(play):
    play("tui_dao_hu", "456p 999s 34p 22s +2p | chi 123m<E ; S").refused("illegal_meld")
    play("tui_dao_hu", f"{SMALL} ; S<W").refused("illegal_win_method")


SEATS = "ESWN"


@pytest.mark.parametrize(
    ("offset", "mine"),
    [(0, "159 E C"), (1, "26 S F"), (2, "37 W B"), (3, "48 N")],
)
@pytest.mark.parametrize("dealer", SEATS)
def test_horses_belong_to_seats_counted_from_the_dealer(play, dealer, offset, mine):
    winner = SEATS[(SEATS.index(dealer) + offset) % 4]
    ranks, *honours = mine.split()
    own = {rank + suit for rank in ranks for suit in "mps"} | set(honours)
    for horse in [rank + suit for rank in "123456789" for suit in "mps"] + list("ESWNCFB"):
        played = play("tui_dao_hu", f"{SMALL} ; {winner} ; dealer={dealer} horses={horse}")
        assert played.found["horse_hits"] == (horse in own), (horse, winner, dealer)


def test_each_horse_that_hits_adds_the_hand_once_more(play):
    play("tui_dao_hu", "123p 234p 678p 55p 99p +9p ; S ; horses=2m,2m").has(
        "清一色=2", 2, 6, "S+18 E-6 W-6 N-6"
    )
    play("tui_dao_hu", f"{SMALL} ; S ; horses=1m,3p").has("小胡=1", 1, 1, "S+3 E-1 W-1 N-1")


def test_a_robbed_player_pays_three_shares_horses_included(play):
    play("tui_dao_hu", "123m 456p 789s 11p 12s +3s ; S!N ; horses=2m,S").pays("S+9 N-9")


def test_kongs_are_paid_by_all_or_by_their_feeder(play):
    won = f"{SMALL} ; S ; gangs="
    play("tui_dao_hu", won + "S:ming_gang<N").pays("S+6 E-1 W-1 N-4")
    play("tui_dao_hu", won + "W:bu_gang").pays("S+2 E-2 W+2 N-2")
    play("tui_dao_hu", won + "N:an_gang,N:an_gang").pays("S-1 E-5 W-5 N+11")


def test_a_kong_bloom_is_paid_by_the_feeder_of_the_kong(play):
    deal = "123m 456p 11p 12s +3s | ming_gang 8888s<N ; S ; flags=gang_draw gang_from=N"
    play("tui_dao_hu", f"{deal} horses=2m gangs=S:ming_gang<N").pays("S+9 N-9")


# Option, value, deal, payments with the default, payments with the value (or the code of an error).
CASES = [
    ("base", 3, f"{SMALL} ; S ; horses=2m gangs=E:an_gang", "S+4 E+4 W-4 N-4", "S+12 E+12 W-12 N-12"),
    ("small", 2, f"{SMALL} ; S", "S+3 E-1 W-1 N-1", "S+6 E-2 W-2 N-2"),
    ("big", 5, "1133m 5577p 2244s 6s +6s ; S", "S+6 E-2 W-2 N-2", "S+15 E-5 W-5 N-5"),
    ("horses", 3, f"{SMALL} ; S ; horses=2m,2p,6s", "context_conflict", "S+12 E-4 W-4 N-4"),
    ("horses", 0, f"{SMALL} ; S ; horses=2m", "S+6 E-2 W-2 N-2", "context_conflict"),
    ("horse_dragon_map", "zhong_next", f"{SMALL} ; E ; horses=C", "E+6 S-2 W-2 N-2", "E+3 S-1 W-1 N-1"),
    ("horse_dragon_map", "zhong_next", f"{SMALL} ; S ; horses=C", "S+3 E-1 W-1 N-1", "S+6 E-2 W-2 N-2"),
    ("horse_dragon_map", "zhong_next", f"{SMALL} ; W ; horses=F", "W+3 E-1 S-1 N-1", "W+6 E-2 S-2 N-2"),
    ("horse_dragon_map", "zhong_next", f"{SMALL} ; N ; horses=B", "N+3 E-1 S-1 W-1", "N+6 E-2 S-2 W-2"),
    ("allow_discard_win", True, f"{SMALL} ; S<W ; horses=2m", "illegal_win_method", "S+2 W-2"),
    ("rob_kong", False, "123m 456p 789s 11p 12s +3s ; S!N", "S+3 N-3", "illegal_win_method"),
    ("seven_pairs", False, "1133m 5577p 2244s 6s +6s ; S", "S+6 E-2 W-2 N-2", "not_a_win"),
    (
        "gang_points",
        {"ming_gang": 1, "bu_gang": 2, "an_gang": 4},
        f"{SMALL} ; S ; gangs=S:ming_gang<N,S:bu_gang,S:an_gang",
        "S+15 E-4 W-4 N-7",
        "S+22 E-7 W-7 N-8",
    ),
    ("tian_di_hu_big", False, f"{SMALL} ; S ; flags=di_hu", "S+6 E-2 W-2 N-2", "S+3 E-1 W-1 N-1"),
    ("self_draw_factor", 2, f"{SMALL} ; S ; gangs=E:bu_gang", "S+2 W-2 N-2 E+2", "S+5 W-3 N-3 E+1"),
    (
        "bao_gang_kai",
        False,
        "123m 456p 11p 12s +3s | ming_gang 8888s<N ; S ; flags=gang_draw gang_from=N",
        "S+3 N-3",
        "S+3 E-1 W-1 N-1",
    ),
    (
        "bao_twelve",
        True,
        "5m +5m | peng 222p<N | peng 777s<N | peng NNN<E | peng 333m<W ; S",
        "S+3 E-1 W-1 N-1",
        "S+3 W-3",
    ),
    (
        "bao_big_winds",
        True,
        "5m +5m | peng EEE<N | peng SSS<N | peng NNN<E | peng WWW<W ; S",
        "S+6 E-2 W-2 N-2",
        "S+6 W-6",
    ),
    (
        "bao_big_dragons",
        True,
        "55m 78s +9s | peng CCC<N | peng FFF<E | peng BBB<W ; S",
        "S+6 E-2 W-2 N-2",
        "S+6 W-6",
    ),
    (
        "first_round_void_by",
        "chi_peng",
        f"{SMALL} ; S ; flags=di_hu calls_before_win=ming_gang",
        "context_conflict",
        "S+6 E-2 W-2 N-2",
    ),
    ("wild", "fixed:C", "123m 456p 789s 1p 3s CC +C ; S", "not_a_win", "S+3 E-1 W-1 N-1"),
    ("wild", "indicator", "123m 456p 789s 1p 3s 99m +9m ; S ; wild=9m", "not_a_win", "S+3 E-1 W-1 N-1"),
]


@pytest.mark.parametrize(("option", "value", "deal", "default", "changed"), CASES)
def test_an_option_and_its_default(play, *, option, value, deal, default, changed):
    for expected, options in ((default, {}), (changed, {option: value})):
        played = play("tui_dao_hu", deal, **options)
        if expected.islower():
            played.refused(expected)
        else:
            played.pays(expected)


def test_a_concealed_kong_counts_among_the_twelve_tiles_where_that_is_played(play):
    deal = "5m +5m | peng 222p<N | an_gang 7777s | peng NNN<E | peng 333m<W ; S"
    play("tui_dao_hu", deal, bao_twelve=True).pays("S+3 E-1 W-1 N-1")
    play("tui_dao_hu", deal, bao_twelve=True, twelve_counts_an_gang=True).pays("S+3 W-3")


def test_kongs_of_a_drawn_deal_are_paid_unless_the_table_voids_them(ask):
    context = {
        "dealer": "E",
        "gangs": [{"seat": "N", "type": "ming_gang", "from": "W"}, {"seat": "N", "type": "bu_gang"}],
    }
    kept = ask("tui_dao_hu", "draw", context)
    assert kept == {"payments": {"E": -1, "S": -1, "W": -4, "N": 6}}
    void = ask("tui_dao_hu", "draw", context, options={"gang_void_on_draw": True})
    assert void == {"payments": {"E": 0, "S": 0, "W": 0, "N": 0}}


def test_every_option_has_an_example():
    shared = {"multi_win", "dealer_rule", "dealer_on_draw", "max_streak", "false_win"}
    elsewhere = {"gang_void_on_draw", "twelve_counts_an_gang"}
    assert {case[0] for case in CASES} | shared | elsewhere == set(rule_set("tui_dao_hu").options)


@pytest.mark.parametrize(
    "options",
    [
        {"gang_points": {"ming_gang": 1}},
        {"gang_points": {"ming_gang": 1, "bu_gang": 1, "an_gang": -1}},
        {"gang_points": 3},
        {"wild": "fixed:0m"},
        {"wild": "fixed:*"},
        {"wild": "9m"},
        {"multipliers": {}},
    ],
)
def test_unknown_options_and_values_are_refused_by_name(options):
    with pytest.raises(OptionError, match=next(iter(options))):
        rule_set("tui_dao_hu").with_options(options)


def test_wild_tiles_make_the_best_hand(play):
    # Red dragons wild: four of them may be held, and they complete a full flush.
    play("tui_dao_hu", "123p 456p 789p 9p CCC +C ; S", wild="fixed:C").has(
        "清一色=2", 2, 2, "S+6 E-2 W-2 N-2"
    )
    play("tui_dao_hu", "123p 456p 789p 9p CCC +9p ; S<W", wild="fixed:C", allow_discard_win=True).pays(
        "S+2 W-2"
    )
    play("tui_dao_hu", "123p 456p 789p 99p CC +C ; S<W", wild="fixed:C", allow_discard_win=True).refused(
        "wild_discarded"
    )
    play("tui_dao_hu", "19m 19p 19s ESWN F CC +B ; S", wild="fixed:C").has(
        "十三幺=2", 2, 2, "S+6 E-2 W-2 N-2"
    )
    play("tui_dao_hu", "1133m 5577p 224s CC +C ; S", wild="fixed:C").has("七对子=2", 2, 2, "S+6 E-2 W-2 N-2")


def test_a_wild_tile_is_never_in_a_meld_and_a_turned_up_one_leaves_three(play):
    play("tui_dao_hu", "123p 456p 789p 9p +9p | peng CCC<N ; S", wild="fixed:C").refused("wild_in_meld")
    play("tui_dao_hu", "123p 456p 789p 9p CCC +C ; S ; wild=C", wild="indicator").refused("too_many_copies")
    play("tui_dao_hu", f"{SMALL} ; S", wild="indicator").refused("context_conflict")


def test_the_shaoguan_house_rule_pays_multiples_by_type(play):
    rules = "tui_dao_hu_shaoguan"
    # Self-drawn wins count double there.
    for deal, row, value in (
        ("444p 666s 88m 99p +9p | peng 222m<E ; S", "碰碰胡", 2),
        ("123s 456s 77s 99s +9s | peng NNN<E ; S", "混一色", 2),
        ("123p 234p 678p 55p 99p +9p ; S", "清一色", 4),
        ("222p 444p 55p 88p +8p | peng 999p<N ; S", "清碰", 8),
        ("SSS CCC FF WW +F | peng EEE<N ; S", "字一色", 8),
        ("19m 19p 19s ESWNCFB +9s ; S", "十三幺", 16),
        (f"{SMALL} ; S", "小胡", 1),
    ):
        each = 2 * value
        play(rules, deal).has(f"{row}={value}", value, each, f"S+{3 * each} E-{each} W-{each} N-{each}")
