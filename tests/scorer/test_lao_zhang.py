"""老章: one hand for each row, limits, both curves, payments, options. Values worked out by hand."""

from fractions import Fraction

import pytest

from scorer.cases import number
from scorer.rulesets import rule_set

CLOSED = "123m 456p 789s 11p 33s +3s"
THREE = "123m 456p 78s 55s +9s | peng {}<N"
# Row → (deal, every row that holds, total under the cap of 10). Played with no minimum.
ROWS = {
    "字一色": ("SSS CCC FF WW +F | peng EEE<N", "字一色=10", 10),
    "清幺九": ("111s 999s 11p 99p +9p | peng 999m<N", "清幺九=10", 10),
    "九莲宝灯": ("1112345678999p +2p", "九莲宝灯=10 门前清=1", 10),
    "十三幺": ("19m 19p 19s ESWNCFB +9s", "十三幺=13 门前清=1", 10),
    "大四喜": ("EEE NNN 7p +7p | peng SSS<N | peng WWW<E", "大四喜=13", 10),
    "十八罗汉": (
        "9m +9m | an_gang 1111m | ming_gang 3333p<N | bu_gang 5555s<W | an_gang 7777s",
        "十八罗汉=13",
        10,
    ),
    "天胡": (f"{CLOSED} ; E ; flags=tian_hu", "天胡=13 自摸=1 门前清=1", 10),
    "地胡": (f"{CLOSED} ; S<E ; flags=di_hu", "地胡=13 门前清=1", 10),
    "人胡": ("123m 456p 78s 55s +9s | peng NNN<E ; W<N ; flags=ren_hu", "人胡=13", 10),
    "平胡": ("456m 789p 34s 55s +5s | chi 123m<E", "平胡=1", 1),
    "对对胡": ("444p 666s 88m 99p +9p | peng 222m<E", "对对胡=3", 3),
    "坎坎胡": ("222m 444p 666s 888s 9p +9p", "坎坎胡=8 门前清=1", 9),
    "混一色": ("123s 456s 77s 99s +9s | peng NNN<E", "混一色=3", 3),
    "清一色": ("123s 456s 77s 99s +9s | peng 888s<E", "清一色=7", 7),
    "花幺九": ("999s NNN 11p WW +1p | peng 111m<N", "花幺九=1 对对胡=3", 4),
    "红中": (THREE.format("CCC"), "红中=1", 1),
    "发财": (THREE.format("FFF"), "发财=1", 1),
    "白板": (THREE.format("BBB"), "白板=1", 1),
    "小三元": ("FFF BB 345p 67s +8s | peng CCC<N", "小三元=3 红中=1 发财=1", 5),
    "大三元": ("BBB 78s 22m +9s | peng CCC<N | peng FFF<E", "大三元=5 红中=1 发财=1 白板=1", 8),
    "门风": (THREE.format("SSS"), "门风=1", 1),
    "圈风": (THREE.format("EEE"), "圈风=1", 1),
    "小四喜": ("WWW EE 45m +6m | peng NNN<E | peng SSS<W", "小四喜=3 门风=1 混一色=3", 7),
    "鸡胡": (THREE.format("NNN"), "鸡胡=0", 0),
    "自摸": (f"{THREE.format('NNN')} ; S", "鸡胡=0 自摸=1", 1),
    "门前清": (CLOSED, "鸡胡=0 门前清=1", 1),
    "抢杠": (f"{THREE.format('NNN')} ; S!N", "鸡胡=0 抢杠=1", 1),
    "海底捞月": (f"{THREE.format('NNN')} ; S ; flags=last_tile", "鸡胡=0 自摸=1 海底捞月=1", 2),
    "河底捞鱼": (f"{THREE.format('NNN')} ; S<W ; flags=last_discard", "鸡胡=0 河底捞鱼=1", 1),
    "杠上开花": (
        "123m 456p 78s 55s +9s | ming_gang NNNN<E ; S ; flags=gang_draw",
        "鸡胡=0 自摸=1 杠上开花=1",
        2,
    ),
    "连杠开花": (
        "123m 78s 55s +9s | ming_gang NNNN<E | an_gang 2222p ; S ; flags=gang_draw,double_gang_draw",
        "鸡胡=0 自摸=1 连杠开花=8",
        9,
    ),
}
FOUR = "222m 444p 666s 88s 99p +8s"
HALF_SPICY = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)


def spread(winner: str, amounts: dict[str, Fraction]) -> dict[str, object]:
    paid = {seat: -amounts.get(seat, Fraction(0)) for seat in "ESWN" if seat != winner}
    return {seat: number(amount) for seat, amount in (paid | {winner: -sum(paid.values())}).items()}


@pytest.mark.parametrize("row", ROWS)
def test_a_hand_for_each_row(play, row):
    deal, rows, total = ROWS[row]
    how = deal.split(";")[1].strip() if ";" in deal else "S<W"
    played = play("lao_zhang", deal, min_fan=0)
    assert sorted(f"{name}={value}" for name, value in played.found["fans"]) == sorted(rows.split())
    assert (played.found["total_fan"], played.found["points"]) == (total, HALF_SPICY[total])
    half = Fraction(HALF_SPICY[total], 2)
    if how[1:2] == "<":
        amounts = {how[2]: 2 * half}
    elif how[1:2] == "!":
        amounts = {how[2]: 3 * half}
    else:
        amounts = dict.fromkeys("ESWN", half)
    assert played.found["payments"] == spread(how[0], amounts)


def test_every_row_has_its_hand():
    assert {row.name for row in rule_set("lao_zhang").rows} == set(ROWS)


def test_a_limit_silences_all_patterns_even_where_they_would_sum_higher(play):
    # Big dragons 5, three dragons 3, seat wind 1, all triplets 3 would be twelve.
    play("lao_zhang", "CCC BB WW SSS +B | peng FFF<N", cap=13).has("字一色=10", 10, 128, "S+128 W-128")


def test_the_largest_limit_stands_for_all(play):
    deal = "C +C | peng EEE<N | peng SSS<N | peng WWW<N | peng NNN<E"  # all honours too
    play("lao_zhang", deal, cap=13).has("大四喜=13", 13, 384, "S+384 W-384")


def test_three_fan_are_needed(play):
    play("lao_zhang", "456m 789p 34s 55s +5s | chi 123m<E").refused("below_min_fan")
    play("lao_zhang", "444p 666s 88m 99p +9p | peng 222m<E").has("对对胡=3", 3, 8, "S+8 W-8")
    # The minimum is asked before the cap: thirteen fan suffice though ten count.
    assert play("lao_zhang", "EEE NNN 7p +7p | peng SSS<N | peng WWW<E", min_fan=13).found["total_fan"] == 10
    play("lao_zhang", "123m 456m 789p 34s 55s +5s ; S").has(
        "平胡=1 门前清=1 自摸=1", 3, 8, "S+12 E-4 W-4 N-4"
    )


@pytest.mark.parametrize(
    ("wait", "by_discard"), [("1112345678999p +2p", True), ("1123456789999p +1p", False)]
)
def test_nine_gates_on_a_discard_only_from_the_nine_sided_wait(play, wait, by_discard):
    assert play("lao_zhang", wait).holds("九莲宝灯") == by_discard
    assert play("lao_zhang", f"{wait} ; S").holds("九莲宝灯")


def test_any_kong_opens_the_hand(play):
    assert play("lao_zhang", "123m 456p 11p 33s +3s | an_gang 7777s", min_fan=0).holds("门前清") == 0


def test_a_double_kong_bloom_replaces_the_single_one_also_when_only_it_is_named(play):
    deal = "123m 78s 55s +9s | ming_gang NNNN<E | an_gang 2222p ; S ; flags=double_gang_draw"
    play("lao_zhang", deal).has("鸡胡=0 自摸=1 连杠开花=8", 9, 96, "S+144 E-48 W-48 N-48")


def test_a_discard_that_completes_the_last_triplet_leaves_three_concealed(play):
    play("lao_zhang", FOUR).has("对对胡=3 门前清=1", 4, 16, "S+16 W-16")
    play("lao_zhang", f"{FOUR} ; S").has("坎坎胡=8 门前清=1 自摸=1", 10, 128, "S+192 E-64 W-64 N-64")


@pytest.mark.parametrize(
    ("curve", "points"), [("half_spicy", HALF_SPICY), ("full_spicy", [2**fan for fan in range(14)])]
)
def test_the_curves(curve, points):
    assert tuple(rule_set("lao_zhang").data["curves"][curve]) == tuple(points)


# Option, value, deal, payments with the default, payments with the value (or the code of an error).
CASES = [
    ("base", 4, FOUR, "S+16 W-16", "S+64 W-64"),
    ("cap", 8, "EEE NNN 7p +7p | peng SSS<N | peng WWW<E", "S+128 W-128", "S+64 W-64"),
    ("cap", 13, "EEE NNN 7p +7p | peng SSS<N | peng WWW<E", "S+128 W-128", "S+384 W-384"),
    ("min_fan", 0, THREE.format("NNN"), "below_min_fan", "S+1 W-1"),
    ("min_fan", 1, f"{THREE.format('NNN')} ; S", "below_min_fan", "S+3 E-1 W-1 N-1"),
    ("min_fan", 5, FOUR, "S+16 W-16", "below_min_fan"),
    ("curve", "full_spicy", "123s 456s 77s 99s +9s | peng 888s<E", "S+48 W-48", "S+128 W-128"),
    ("payment", "half", FOUR, "S+16 W-16", "S+16 W-8 E-4 N-4"),
    ("payment", "half", f"{FOUR} ; S", "S+192 E-64 W-64 N-64", "S+192 E-64 W-64 N-64"),
    ("rob_kong_payment", "discard", "123s 45s 77s 999s +6s | peng NNN<E ; S!W", "S+24 W-24", "S+16 W-16"),
    ("kan_kan_discard_triplet", True, FOUR, "S+16 W-16", "S+96 W-96"),
    (
        "bao_twelve",
        False,
        "5m +5m | peng 222p<N | peng 777s<N | peng NNN<E | peng 333m<W ; S",
        "S+24 W-24",
        "S+24 E-8 W-8 N-8",
    ),
    (
        "bao_big_dragons",
        False,
        "78s 55m +9s | peng CCC<N | peng FFF<E | peng BBB<W ; S",
        "S+144 W-144",
        "S+144 E-48 W-48 N-48",
    ),
    (
        "bao_gang_kai",
        True,
        "123m 789m 99m 56m +4m | ming_gang NNNN<N ; S ; flags=gang_draw gang_from=N",
        "S+36 E-12 W-12 N-12",
        "S+36 N-36",
    ),
    (
        "twelve_counts_an_gang",
        True,
        "5m +5m | peng 222p<N | an_gang 7777s | peng NNN<E | peng 333m<W ; S",
        "S+24 E-8 W-8 N-8",
        "S+24 W-24",
    ),
    (
        "first_round_void_by",
        "chi_peng",
        f"{CLOSED} ; S<E ; flags=di_hu calls_before_win=bu_gang",
        "context_conflict",
        "S+128 E-128",
    ),
]


@pytest.mark.parametrize(("option", "value", "deal", "default", "changed"), CASES)
def test_an_option_and_its_default(play, *, option, value, deal, default, changed):
    for expected, options in ((default, {}), (changed, {option: value})):
        played = play("lao_zhang", deal, **options)
        if expected.islower():
            played.refused(expected)
        else:
            played.pays(expected)


def test_big_winds_liability_is_its_own_option(play):
    deal = "7p +7p | peng EEE<N | peng NNN<E | peng SSS<N | peng WWW<E ; S"
    play("lao_zhang", deal, bao_twelve=False).pays("S+192 E-192")
    play("lao_zhang", deal, bao_twelve=False, bao_big_winds=False).pays("S+192 E-64 W-64 N-64")


def test_amounts_that_are_not_whole_stay_exact(play):
    deal = THREE.format("NNN")
    play("lao_zhang", f"{deal} ; S<W", min_fan=0, payment="half").pays("S+1 W-0.5 E-0.25 N-0.25")
    play("lao_zhang", f"{deal} ; S!W", min_fan=0).pays("S+3 W-3")


def test_every_option_has_an_example():
    shared = {"multi_win", "dealer_rule", "dealer_on_draw", "max_streak", "false_win", "bao_big_winds"}
    assert {case[0] for case in CASES} | shared == set(rule_set("lao_zhang").options)
