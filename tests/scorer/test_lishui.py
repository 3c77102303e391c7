"""丽水: wild tiles, a hand for each row, bases, side players, the key, options. Worked out by hand."""

import pytest

from scorer.errors import OptionError
from scorer.rulesets import rule_set

PLAIN = "123m 456p 789s 11p 33s +3s"
# Row → (deal, rows, total). The first deal: base 3; South is no dealer, so East pays 3 x M, the others 1 x M.
ROWS = {
    "七对": ("1133m 5577p 2244s E +E ; S ; wild=9m", "七对=4", 4),
    "大对": ("444p 666s 88m 99p +9p | peng 222m<E ; S ; wild=1m", "大对=4", 4),
    "不搭": ("147m 258p 369s ESWC +F ; S ; wild=9m", "不搭=4", 4),
    "清一色": ("123p 234p 678p 55p 99p +9p ; S ; wild=9m", "清一色=8", 8),
    "字一色": ("SSS CCC FF WW +F | peng EEE<N ; S ; wild=9m", "大对=4 字一色=8", 12),
    "地胡": (f"{PLAIN} ; S ; flags=di_hu wild=9m", "地胡=4", 4),
    "杠上开花": ("123m 456p 11p 33s +3s | an_gang 7777s ; S ; flags=gang_draw wild=9m", "杠上开花=4", 4),
    "财神会": ("123m 456p 789s 11p 3s 9m +9m ; S ; wild=9m", "财神会=4", 4),
    "平胡": (f"{PLAIN} ; S ; wild=9m", "平胡=2", 2),
}


@pytest.mark.parametrize("row", ROWS)
def test_a_hand_for_each_row_self_drawn(play, row):
    deal, rows, total = ROWS[row]
    play("lishui", deal).has(rows, total, 3 * total, f"S+{5 * total} E-{3 * total} W-{total} N-{total}")


@pytest.mark.parametrize(
    ("deal", "rows", "total"),
    [
        ("1133m 5577p 2244s E +E", "七对=2", 2),
        ("444p 666s 88m 99p +9p | peng 222m<E", "大对=2", 2),
        ("147m 258p 369s ESWC +F", "不搭=2", 2),
        ("123p 234p 678p 55p 99p +9p", "清一色=4", 4),
        ("SSS CCC FF WW +F | peng EEE<N", "大对=2 字一色=4", 6),
        (PLAIN, "平胡=1", 1),
    ],
)
def test_a_discard_has_its_own_column_and_the_discarder_adds_one(play, deal, rows, total):
    pays = f"S+{5 * total + 1} E-{3 * total} W-{total + 1} N-{total}"
    play("lishui", f"{deal} ; S<W ; wild=1s").has(rows, total, 3 * total, pays)


def test_a_heavenly_hand_is_paid_by_all_at_the_base(play):
    play("lishui", f"{PLAIN} ; E ; flags=tian_hu wild=9m").has("天胡=4", 4, 12, "E+36 S-12 W-12 N-12")


def test_a_robbed_player_pays_three_shares_from_the_self_draw_column(play):
    play("lishui", "123m 456p 789s 11p 12s +3s ; S!N ; wild=9m").has("抢杠=4", 4, 12, "S+20 N-20")
    play("lishui", "111p 999p 678p 55p 12p +3p ; S!N ; wild=9m").has("清一色=8 抢杠=4", 12, 36, "S+60 N-60")


def test_every_row_has_its_hand():
    assert {row.name for row in rule_set("lishui").rows} == {*ROWS, "天胡", "抢杠"}


@pytest.mark.parametrize(("streak", "base"), [(0, 3), (1, 5), (2, 7), (3, 9), (4, 9)])
def test_the_base_grows_with_the_dealers_streak(play, streak, base):
    # A plain self-draw is worth two.
    play("lishui", f"{PLAIN} ; E ; wild=9m dealer_streak={streak}").has(
        "平胡=2", 2, 2 * base, f"E+{6 * base} S-{2 * base} W-{2 * base} N-{2 * base}"
    )


def test_multiples_of_different_types_add(play):
    play("lishui", "147m 258p 369s ESW 9m +9m ; S ; wild=9m").has(
        "不搭=4 财神会=4", 8, 24, "S+40 E-24 W-8 N-8"
    )
    play("lishui", "1122p 4455p 7788p 9p +9p ; S ; wild=9m").has(
        "七对=4 清一色=8", 12, 36, "S+60 E-36 W-12 N-12"
    )


def test_white_dragons_are_honours_for_all_honours_and_the_wilds_own_tile_in_a_shape(play):
    # Seven pairs of honours: the pair of white dragons stands in the place of a pair of nines.
    play("lishui", "EESSWWNNCCFF B +B ; S ; wild=9m").has("七对=4 字一色=8", 12, 36, "S+60 E-36 W-12 N-12")
    # A triplet of white dragons is one of fives, so this is one suit.
    assert play("lishui", "123m 789m 11m 34m +2m | peng BBB<N ; S<W ; wild=5m").found["fans"] == [
        ["清一色", 4]
    ]
    assert play("lishui", "123m 789m 11m 34m +2m | peng BBB<N ; S<W ; wild=5p").found["fans"] == [["平胡", 1]]


def test_a_wild_white_dragon_has_nothing_to_stand_in_for_it(play):
    play("lishui", "123m 456p 789s 11p 3s B +B ; S ; wild=B").has("财神会=4", 4, 12, "S+20 E-12 W-4 N-4")


def test_a_wild_may_stand_for_a_fifth_copy(play):
    # Four ones: a triplet and, with the wild, the pair.
    play("lishui", "1111m 456p 789s 23s 9m +1s ; S<W ; wild=9m").has("平胡=1", 1, 3, "S+6 E-3 W-2 N-1")


def test_a_wild_completes_what_is_worth_most(play):
    # As a triplet of red or green dragons: all triplets and all honours.
    play("lishui", "EEE SSS CC F 9m +F | peng WWW<N ; S ; wild=9m").has(
        "大对=4 字一色=8", 12, 36, "S+60 E-36 W-12 N-12"
    )


def test_terminals_beside_honours_are_not_all_honours(play):
    play("lishui", "111s 999s EE CC +E | peng 999m<N ; S<W ; wild=1m").has("大对=2", 2, 6, "S+11 E-6 W-3 N-2")


def test_rows_that_need_a_self_draw_have_nothing_on_a_discard():
    rules = rule_set("lishui")
    for row in ("tian_hu", "di_hu", "gang_shang_kai_hua", "cai_shen_hui", "qiang_gang"):
        assert rules.row_value(rules.row(row)) == (4, 0)


@pytest.mark.parametrize(
    ("tiles", "wins"),
    [
        ("147m 258p 369s ESWC +F", True),
        ("258m 147p 36s ESWNB +C", True),
        ("147m 258p 369s ESW 9m +C", True),
        ("147m 258p 36s ESWN 9m +9m", True),
        ("146m 258p 369s ESWC +F", False),
        ("147m 258p 369s ESWC +E", False),
        ("147m 258p 36s ESWBB +C", False),
    ],
)
def test_unconnected_tiles(play, tiles, wins):
    played = play("lishui", f"{tiles} ; S ; wild=9m")
    assert (played.holds("不搭") == 1) if wins else (played.found == {"error": "not_a_win"})


def test_the_key_pays_all_for_the_two_players_it_binds(play):
    base = f"{PLAIN} ; {{}} ; wild=9m key_pair=S,W"
    play("lishui", base.format("S")).pays("S+10 W-10")
    play("lishui", base.format("W<N")).pays("W+6 S-6")  # 3 + 1 + 1 and North's one more
    play("lishui", base.format("N")).pays("N+10 E-6 S-2 W-2")
    robbing = "123m 456p 789s 11p 12s +3s ; W!N ; wild=9m key_pair=S,W"
    play("lishui", robbing).pays("W+20 S-20")
    play("lishui", robbing, rob_kong_penalty=2).pays("W+22 S-22")


# Option, value, deal, payments with the default, payments with the value (or the code of an error).
MEET = "123m 456p 789s 11p 3s 9m +9m ; S ; wild=9m"
THREE = "123m 456p 789s 1p 999m +1p ; S ; wild=9m"
CASES = [
    ("base", 2, f"{PLAIN} ; S<W ; wild=9m", "S+6 E-3 W-2 N-1", "S+12 E-6 W-4 N-2"),
    ("base_start", 4, f"{PLAIN} ; S ; wild=9m", "S+10 E-6 W-2 N-2", "S+12 E-8 W-2 N-2"),
    ("base_step", 1, f"{PLAIN} ; S ; wild=9m dealer_streak=2", "S+18 E-14 W-2 N-2", "S+14 E-10 W-2 N-2"),
    ("base_cap", None, f"{PLAIN} ; S ; wild=9m dealer_streak=5", "S+22 E-18 W-2 N-2", "S+30 E-26 W-2 N-2"),
    ("base_cap", 4, f"{PLAIN} ; S ; wild=9m dealer_streak=1", "S+14 E-10 W-2 N-2", "S+12 E-8 W-2 N-2"),
    ("side_base", 3, f"{PLAIN} ; S ; wild=9m", "S+10 E-6 W-2 N-2", "S+18 E-6 W-6 N-6"),
    ("side_payment", "flat_one", f"{PLAIN} ; S ; wild=9m", "S+10 E-6 W-2 N-2", "S+8 E-6 W-1 N-1"),
    ("discarder_penalty", 3, f"{PLAIN} ; S<E ; wild=9m", "S+6 E-4 W-1 N-1", "S+8 E-6 W-1 N-1"),
    ("rob_kong_penalty", 2, "123m 456p 789s 11p 12s +3s ; S!N ; wild=9m", "S+20 N-20", "S+22 N-22"),
    ("cai_shen_hui", "three_wilds", MEET, "S+20 E-12 W-4 N-4", "S+10 E-6 W-2 N-2"),
    ("cai_shen_hui", "three_wilds", THREE, "S+10 E-6 W-2 N-2", "S+20 E-12 W-4 N-4"),
    ("cai_shen_hui", "either", MEET, "S+20 E-12 W-4 N-4", "S+20 E-12 W-4 N-4"),
    ("cai_shen_hui", "either", THREE, "S+10 E-6 W-2 N-2", "S+20 E-12 W-4 N-4"),
    (
        "key_requires_next",
        False,
        f"{PLAIN} ; S ; wild=9m key_pair=E,W",
        "context_conflict",
        "S+10 E-6 W-2 N-2",
    ),
    ("key_requires_next", False, f"{PLAIN} ; S ; wild=9m key_pair=W,S", "context_conflict", "S+10 W-10"),
    ("multipliers", {"平胡": [3, 2]}, f"{PLAIN} ; S ; wild=9m", "S+10 E-6 W-2 N-2", "S+15 E-9 W-3 N-3"),
    ("multipliers", {"ping_hu": [3, 2]}, f"{PLAIN} ; S<W ; wild=9m", "S+6 E-3 W-2 N-1", "S+11 E-6 W-3 N-2"),
    (
        "first_round_void_by",
        "chi_peng",
        f"{PLAIN} ; S ; flags=di_hu wild=9m calls_before_win=an_gang",
        "context_conflict",
        "S+20 E-12 W-4 N-4",
    ),
]


@pytest.mark.parametrize(("option", "value", "deal", "default", "changed"), CASES)
def test_an_option_and_its_default(play, *, option, value, deal, default, changed):
    for expected, options in ((default, {}), (changed, {option: value})):
        played = play("lishui", deal, **options)
        if expected.islower():
            played.refused(expected)
        else:
            played.pays(expected)


def test_every_option_has_an_example():
    shared = {"multi_win", "dealer_rule", "dealer_on_draw", "max_streak", "false_win"}
    assert {case[0] for case in CASES} | shared == set(rule_set("lishui").options)


@pytest.mark.parametrize(
    "multipliers", [{"碰碰胡": [1, 1]}, {"平胡": 2}, {"平胡": [2]}, {"平胡": [2, -1]}, {"平胡": ["2", 1]}, 3]
)
def test_multiples_name_rows_and_have_two_numbers(multipliers):
    with pytest.raises(OptionError, match="multipliers"):
        rule_set("lishui").with_options({"multipliers": multipliers})


def test_one_winner_only_the_nearest_after_the_discarder(play_all):
    claims = (f"N{PLAIN}", "S1133m 5599p 2244s 3s +3s")
    played = play_all("lishui", "<E wild=9m", *claims)
    assert [win["winner"] for win in played.found["wins"]] == ["S"]
    played.pays("S+11 E-7 W-2 N-2")
    # All: South's 6 + 1, 2, 2 and North's 3 + 1, 1, 1.
    play_all("lishui", "<E wild=9m", *claims, multi_win="all").pays("S+10 E-11 W-3 N+4")
